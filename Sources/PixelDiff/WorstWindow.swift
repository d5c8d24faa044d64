public import PixelGeometry

/// The square of a stated size that holds the most mismatches.
public struct WorstWindow: Hashable, Sendable {
  /// The first such square in reading order, in pixels of the pictures; less than a square where the picture
  /// is lower or narrower.
  public var frame: PixelRect
  /// The mismatched and extra pixels in it.
  public var pixels: Int

  public init(frame: PixelRect, pixels: Int) {
    self.frame = frame
    self.pixels = pixels
  }
}
