/// A rectangle of whole pixels: a frame on a sheet.
public struct PixelRect: Hashable, Sendable {
  public var left: Int
  public var top: Int
  public var width: Int
  public var height: Int

  public init(left: Int, top: Int, width: Int, height: Int) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }

  /// The first column to the right of the rectangle.
  public var right: Int { left + width }

  /// The first row below the rectangle.
  public var bottom: Int { top + height }

  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// Every pixel of it, and of all around it, as a square of `count` by `count`.
  package func multiplied(by count: Int) -> PixelRect {
    PixelRect(
      left: left * count, top: top * count, width: width * count, height: height * count)
  }

  public var columns: Range<Int> { left..<right }
  public var rows: Range<Int> { top..<bottom }
}
