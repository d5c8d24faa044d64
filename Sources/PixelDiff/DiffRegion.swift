public import PixelGeometry

/// A region that changed.
public struct DiffRegion: Hashable, Sendable {
  /// The smallest rectangle that holds it, in pixels of the pictures.
  public var frame: PixelRect
  /// The mismatched and extra pixels in it.
  public var pixels: Int

  public init(frame: PixelRect, pixels: Int) {
    self.frame = frame
    self.pixels = pixels
  }
}

extension DiffRegion: Comparable {
  /// Reading order: by the top, then by the left edge. What has both in common is ordered as well, so that
  /// there is one order only.
  public static func < (first: DiffRegion, second: DiffRegion) -> Bool {
    func key(_ region: DiffRegion) -> (Int, Int, Int, Int, Int) {
      let frame = region.frame
      return (frame.top, frame.left, frame.height, frame.width, region.pixels)
    }
    return key(first) < key(second)
  }
}

extension DiffRegion {
  /// Takes another one in.
  mutating func join(_ other: DiffRegion) {
    let (right, bottom) = (
      max(frame.right, other.frame.right), max(frame.bottom, other.frame.bottom)
    )
    frame.left = min(frame.left, other.frame.left)
    frame.top = min(frame.top, other.frame.top)
    frame.width = right - frame.left
    frame.height = bottom - frame.top
    pixels += other.pixels
  }
}
