package import ImageCodecs
package import PixelGeometry
package import Raster

/// Everything that is decided about a sheet before a pixel is read: the renderer only carries it out.
package struct SheetPlan: Equatable, Sendable {
  package var pages: [PagePlan]
  package var background: Color
  package var pixelsPerMetre: Int
  package var filter: ResampleFilter
  package var compression: PNGCompression
  package var decoding: DecodeOptions
  package var look: TileLook
  /// How the words of the sheet are drawn; nil where there are none.
  package var textStyles: TextStyles?
  /// The different tiles that have to be made.
  package var recipes: [TileRecipe]
  /// Pictures that cannot be used and that the options allow to be left out or replaced.
  package var omissions: [PictureProblem]

  /// Pictures stand in rows, so that one may stand alone in the last.
  package var hasRows = false
  /// That pictures are blown up is worth a word: nobody asked for it.
  package var tellsOfEnlarging = false

  /// The sheet has no clear pixel, whatever the pictures are.
  package var isOpaque: Bool { background.isOpaque }

  /// The title that all pages of the sheet have, on one line; nil where they have none, or each its own.
  package var title: String? {
    let titles = pages.map { page in
      page.texts.first { $0.role == .title }?.lines.joined(separator: " ")
    }
    guard let first = titles.first, titles.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// A page has at most this many pixels.
  package static let maxPixels = 1_000_000_000

  package func checkSize() throws(SheetError) {
    for page in pages {
      let (count, overflow) = page.size.width.multipliedReportingOverflow(by: page.size.height)
      if overflow || count > SheetPlan.maxPixels {
        throw .sheetTooLarge(page.size, limit: SheetPlan.maxPixels)
      }
    }
  }
}

/// One picture file of a sheet.
package struct PagePlan: Equatable, Sendable {
  package var size: PixelSize
  /// Where tiles are; what lies above and below it is for words.
  package var content: PixelRect
  /// What is drawn, from the bottom to the top.
  package var placements: [TilePlacement]
  /// Frames share no pixel.
  package var framesAreApart: Bool
  /// Words, drawn over all tiles, from the top to the bottom.
  package var texts: [TextBlock] = []
  /// Some of them lie on pictures.
  package var hasOverlays = false

  /// Different tiles.
  var tileCount: Int { Set(placements.map(\.recipe)).count }

  package init(
    size: PixelSize, content: PixelRect? = nil, placements: [TilePlacement], framesAreApart: Bool
  ) {
    self.size = size
    self.content =
      content ?? PixelRect(left: 0, top: 0, width: size.width, height: size.height)
    self.placements = placements
    self.framesAreApart = framesAreApart
  }
}

/// How one tile is made from one picture.
package struct TileRecipe: Hashable, Sendable {
  package var source: PictureSource
  /// The first picture of that source among those given: who is named in messages.
  package var index: Int
  /// The picture was found, not asked for: that it cannot be used never stops the sheet.
  package var isOptional: Bool
  /// nil for a picture that cannot be used: a placeholder is made.
  package var header: PictureHeader?
  /// What it is decoded at.
  package var scale: DecodeScale
  /// What is kept, in pixels of the stored picture decoded at that scale.
  package var cropBox: CropBox
  /// The size of the upright tile.
  package var tileSize: PixelSize

  package var name: String { source.name(at: index) }
}

/// A tile on a page.
package struct TilePlacement: Hashable, Sendable {
  /// Index among the plan's recipes.
  package var recipe: Int
  /// Index among the pictures given.
  package var picture: Int
  package var frame: PixelRect
}
