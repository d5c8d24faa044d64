package import PixelDiff

/// What became of one tile.
package struct TileFinding: Hashable, Sendable {
  package enum Change: Hashable, Sendable {
    /// It stands where it stood, and so much of its frame differs.
    case changed(DiffPercent)
    /// It stands elsewhere on the page. Its size is the same but for a pixel.
    case moved(TileMove, Pixels)
    /// It has another size, and perhaps another place.
    case resized
    /// It stands on another page.
    case otherPage
    /// It is a placeholder now.
    case placeholder
    /// It was a placeholder.
    case picture
    case new
    case gone
  }

  /// What there is to say of the pixels of a tile that moved.
  ///
  /// They are compared exactly, but for the colour of clear pixels: a metric, a tolerance, a crop or ignored
  /// areas are for what stands in one place.
  package enum Pixels: Hashable, Sendable {
    case same
    case changed
    /// Its size is not the same to the pixel, or not all of its rows were read.
    case notCompared
  }

  package var change: Change
  /// nil for a new one.
  package var expected: PlacedTile?
  /// nil for one that is gone.
  package var actual: PlacedTile?
  /// The index of its page in the expected sheet; nil for a new tile.
  package var expectedPage: Int?
  /// The index of its page in the actual sheet; nil for one that is gone.
  package var actualPage: Int?

  /// What messages call it: as the actual sheet does, where it is there.
  package var name: String { (actual ?? expected)?.name ?? "" }
}
