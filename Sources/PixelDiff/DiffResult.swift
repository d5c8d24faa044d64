public import PixelGeometry

/// What came of comparing two pictures.
///
/// All coordinates are those of the pictures, cropped or not.
public struct DiffResult: Hashable, Sendable {
  public var expectedSize: PixelSize
  public var actualSize: PixelSize
  /// The sizes differ, within the crop, and that was to count: ``DiffOptions/SizeMismatch/fail``.
  public var sizesDiffer: Bool
  /// What was looked at; masks and pictures show this.
  public var canvas: PixelRect
  public var counts: DiffCounts
  /// Of all pixels that were compared, mismatches or not; nil where none differs in any channel. Hidden
  /// colour counts as it does for mismatches.
  public var largestDifference: LargestDifference?
  /// The smallest rectangle that holds all mismatched and extra pixels; nil where there are none.
  public var bounds: PixelRect?
  /// The first regions that changed, in reading order, at most ``DiffOptions/regionLimit``.
  public var regions: [DiffRegion]
  /// How many there are in all.
  public var regionCount: Int
  /// nil where none was asked for, see ``DiffOptions/windowSide``.
  public var worstWindow: WorstWindow?

  /// What differs, of the pixels of both pictures that are not ignored.
  public var percent: DiffPercent { DiffPercent(part: counts.differing, of: counts.total) }
}
