package import PixelGeometry

/// Pixels in memory for arithmetic: premultiplied RGBA, sRGB, 16 bits a channel in units of 1/65,025,
/// rows from the top without padding.
///
/// 65,025 = 255 · 255 is one: the product of an 8-bit colour and an 8-bit alpha is then exact, so that a
/// nearly clear pixel keeps its colour, which 8 premultiplied bits would lose.
/// Invariant: no colour is above its alpha, and no alpha above ``one``.
package struct PremultipliedBitmap: Equatable, Sendable {
  package static let one = 65_025

  package let size: PixelSize
  package var pixels: [UInt16]

  /// A clear bitmap.
  package init(size: PixelSize) {
    self.size = size
    pixels = [UInt16](repeating: 0, count: 4 * size.pixelCount)
  }

  /// - Parameter pixels: 4 for each pixel, with the invariant.
  init(size: PixelSize, pixels: [UInt16]) {
    precondition(pixels.count == 4 * size.pixelCount)
    self.size = size
    self.pixels = pixels
  }

  /// The bitmap turned upright, if it is stored as `orientation` says.
  package func turned(from orientation: Orientation) -> PremultipliedBitmap {
    guard orientation != .topLeft else { return self }
    var upright = PremultipliedBitmap(size: orientation.upright(size))
    var target = 0
    for y in 0..<upright.size.height {
      for x in 0..<upright.size.width {
        let stored = orientation.storedPosition(x: x, y: y, in: size)
        let source = 4 * (stored.y * size.width + stored.x)
        for channel in 0..<4 {
          upright.pixels[target + channel] = pixels[source + channel]
        }
        target += 4
      }
    }
    return upright
  }

  /// No pixel is clear, nor half clear.
  package var isOpaque: Bool {
    let one = UInt16(PremultipliedBitmap.one)
    for index in stride(from: 3, to: pixels.count, by: 4) where pixels[index] != one {
      return false
    }
    return true
  }

  /// The colours as RGB of 8 bits.
  ///
  /// - Precondition: the bitmap is opaque.
  package var opaqueBytes: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 3 * size.pixelCount) { bytes, count in
      unsafe pixels.withUnsafeBufferPointer { pixels in
        for index in 0..<size.pixelCount {
          for channel in 0..<3 {
            // One is 255 · 255: straight values are rounded to the nearest.
            unsafe bytes[3 * index + channel] = UInt8(
              truncatingIfNeeded: (UInt32(pixels[4 * index + channel]) + 127) / 255)
          }
        }
      }
      count = 3 * size.pixelCount
    }
  }

  /// Fills whole rows with one opaque colour.
  package mutating func fill(rows: Range<Int>, with color: Color) {
    let pixel = PremultipliedColor(color)
    for index in (rows.lowerBound * size.width)..<(rows.upperBound * size.width) {
      pixels[4 * index] = pixel.red
      pixels[4 * index + 1] = pixel.green
      pixels[4 * index + 2] = pixel.blue
      pixels[4 * index + 3] = pixel.alpha
    }
  }
}
