import PixelGeometry
import Raster

/// A part of a tile that is ready to be drawn.
///
/// Indirect, because there is room for one of them for every part of a page all the time.
indirect enum TilePixels: Sendable {
  /// For pages on which nothing is blended: opaque RGB, 3 bytes a pixel.
  case flat([UInt8])
  /// With the masks of its whole frame.
  case layered(PremultipliedBitmap, outer: CoverageMask, inner: CoverageMask, shadow: ShadowMask?)
}

/// A stretch of a tile's rows: what is made, kept and dropped as one.
struct TilePart: Sendable {
  var recipe: Int
  /// Of the tile.
  var rows: Range<Int>
  /// Positions in the page's ``PlacementIndex``.
  var placements: Range<Int>
  /// Rows of the page that its placements reach, shadows included.
  var reach: Range<Int>
  /// It is made with what remained from the part before it.
  var continues: Bool
  /// Memory while it is kept.
  var bytes: Int
  /// Memory while it is made.
  var cost: Int
}
