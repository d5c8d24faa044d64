package import ImageCodecs
package import PixelGeometry

/// Where the pictures of a sheet are, as `--placements` writes it.
package struct SheetPlacements: Hashable, Sendable {
  /// One picture file of the sheet.
  package struct Page: Hashable, Sendable {
    /// Its name as the sheet was made; nil for standard output.
    package var file: RawPath?
    package var size: PixelSize
    /// In the order of the pictures.
    package var tiles: [PlacedTile]

    package init(file: RawPath?, size: PixelSize, tiles: [PlacedTile]) {
      self.file = file
      self.size = size
      self.tiles = tiles
    }
  }

  /// At least one.
  package var pages: [Page]

  package init(pages: [Page]) { self.pages = pages }

  /// The index of the page that a picture is: by its file's name without the directory and by its size; of a
  /// sheet of one page by its size alone. nil where there is none, or where there are several.
  package func page(for picture: RawPath, size: PixelSize) -> Int? {
    let fitting = pages.indices.filter { pages[$0].size == size }
    let named = fitting.filter { pages[$0].file?.lastComponent == picture.lastComponent }
    if named.count == 1 { return named[0] }
    return pages.count == 1 ? fitting.first : nil
  }
}
