public import PixelGeometry

/// A picture in memory: straight RGBA, 8 bits a channel, sRGB, rows from the top without padding.
///
/// It is what goes in and comes out; inside, arithmetic is premultiplied (see `PremultipliedBitmap`).
public struct Bitmap: Hashable, Sendable {
  public let size: PixelSize

  /// 4 · width · height bytes: red, green, blue, alpha of each pixel.
  public private(set) var pixels: [UInt8]

  /// - Parameter pixels: 4 · width · height bytes, straight RGBA.
  /// - Precondition: both sides are at least 1, and `pixels` has the count that `size` needs.
  public init(size: PixelSize, pixels: [UInt8]) {
    precondition(size.width >= 1 && size.height >= 1 && pixels.count == 4 * size.pixelCount)
    self.size = size
    self.pixels = pixels
  }

  /// The colour at a column and a row.
  public subscript(x: Int, y: Int) -> Color {
    get {
      let index = 4 * (y * size.width + x)
      return Color(
        red: pixels[index], green: pixels[index + 1], blue: pixels[index + 2],
        alpha: pixels[index + 3])
    }
    set {
      let index = 4 * (y * size.width + x)
      pixels[index] = newValue.red
      pixels[index + 1] = newValue.green
      pixels[index + 2] = newValue.blue
      pixels[index + 3] = newValue.alpha
    }
  }
}
