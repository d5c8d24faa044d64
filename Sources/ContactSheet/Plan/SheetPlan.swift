package import ImageCodecs
package import PixelGeometry
package import Raster

/// Everything that is decided about a sheet before a pixel is read: the renderer only carries it out.
package struct SheetPlan: Equatable, Sendable {
  package var size: PixelSize
  package var background: Color
  package var pixelsPerMetre: Int
  package var filter: ResampleFilter
  package var decoding: DecodeOptions
  package var look: TileLook
  /// The different tiles that have to be made.
  package var recipes: [TileRecipe]
  /// What is drawn, from the bottom to the top.
  package var placements: [TilePlacement]
  /// Pictures that cannot be used and that the options allow to be left out or replaced.
  package var omissions: [PictureProblem]

  /// The sheet has no clear pixel, whatever the pictures are.
  package var isOpaque: Bool { background.isOpaque }
}

/// How one tile is made from one picture.
package struct TileRecipe: Hashable, Sendable {
  package var source: PictureSource
  /// The first picture of that source among those given: who is named in messages.
  package var index: Int
  package var name: String
  /// The picture was found, not asked for: that it cannot be used never stops the sheet.
  package var isOptional: Bool
  /// nil for a picture that cannot be used: a placeholder is made.
  package var header: PictureHeader?
  /// Whole-number reduction while decoding.
  package var shrink: Int
  /// What is kept, in pixels of the shrunk stored picture.
  package var cropBox: CropBox
  /// The size of the upright tile.
  package var tileSize: PixelSize
}

/// A tile on the sheet.
package struct TilePlacement: Hashable, Sendable {
  /// Index among the plan's recipes.
  package var recipe: Int
  package var frame: PixelRect
}

/// The shape and border that all tiles of a sheet share, in pixels of the sheet.
package struct TileLook: Hashable, Sendable {
  package var side: Int
  package var border: Int
  /// Twice the radius of the corners; the side for a disc.
  package var cornerDiameter: Int
  package var ring: Canvas.Ring

  package init(side: Int, border: Int, cornerDiameter: Int, ring: Canvas.Ring) {
    self.side = side
    self.border = border
    self.cornerDiameter = cornerDiameter
    self.ring = ring
  }

  package var outerMask: CoverageMask {
    CoverageMask(side: side, inset: 0, cornerDiameter: cornerDiameter)
  }

  package var innerMask: CoverageMask {
    CoverageMask(
      side: side, inset: border, cornerDiameter: max(0, cornerDiameter - 2 * border))
  }
}
