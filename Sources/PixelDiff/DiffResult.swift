public import PixelGeometry

/// What came of comparing two pictures.
///
/// All coordinates are those of the pictures, cropped or not.
public struct DiffResult: Hashable, Sendable {
  public var expectedSize: PixelSize
  public var actualSize: PixelSize
  /// What was looked at; masks and pictures show this.
  public var canvas: PixelRect
  public var counts: DiffCounts
  /// Of all pixels that were compared, mismatches or not; nil where none differs in any channel. Hidden
  /// colour counts as it does for mismatches.
  public var largestDifference: LargestDifference?
}
