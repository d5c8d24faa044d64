/// A width and a height in whole pixels.
///
/// Everywhere in this package the origin is the top left corner, x grows to the right, y grows
/// downwards, and ranges are half open.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Width × height; never overflows for sides up to 2³¹ − 1.
  public var pixelCount: Int { width * height }

  /// Every pixel of it as a square of `count` by `count`.
  package func multiplied(by count: Int) -> PixelSize {
    PixelSize(width: width * count, height: height * count)
  }

  /// The same size lying on its side.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
  public var description: String { "\(width) × \(height)" }
}
