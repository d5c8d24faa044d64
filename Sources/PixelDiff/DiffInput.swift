public import PixelGeometry

/// One of the two pictures, as its rows come.
public struct DiffInput: Hashable, Sendable {
  public var size: PixelSize
  /// Samples have 16 bits, the high byte first; else 8.
  public var isDeep: Bool

  /// - Precondition: both sides are at least 1.
  public init(size: PixelSize, isDeep: Bool = false) {
    precondition(size.width >= 1 && size.height >= 1)
    self.size = size
    self.isDeep = isDeep
  }

  var bytesPerPixel: Int { isDeep ? 8 : 4 }
}
