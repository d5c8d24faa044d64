/// A colour with straight alpha, 8 bits a channel, sRGB.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// - Parameter rgb: 0xRRGGBB.
  public init(rgb: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb), alpha: alpha)
  }

  /// Nothing at all: all four channels 0.
  public static let clear = Color(rgb: 0, alpha: 0)

  public var isOpaque: Bool { alpha == 255 }
}

extension Color: CustomStringConvertible {
  /// `#RRGGBB`, or `#RRGGBBAA` where it is not opaque.
  public var description: String {
    let channels = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
    return channels.reduce(into: "#") { text, value in
      let digits = String(value, radix: 16, uppercase: true)
      text += digits.count == 1 ? "0" + digits : digits
    }
  }
}

/// A colour premultiplied by its alpha, in the units of ``PremultipliedBitmap``.
package struct PremultipliedColor: Hashable, Sendable {
  package var red: UInt16
  package var green: UInt16
  package var blue: UInt16
  package var alpha: UInt16

  package init(red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Exact.
  package init(_ color: Color) {
    self.init(
      red: premultiply(color.red, color.alpha), green: premultiply(color.green, color.alpha),
      blue: premultiply(color.blue, color.alpha), alpha: UInt16(color.alpha) * 255)
  }

  /// Straight again: each channel rounded to the nearest 8-bit value.
  package var straight: Color {
    Color(
      red: unpremultiply(red, alpha), green: unpremultiply(green, alpha),
      blue: unpremultiply(blue, alpha), alpha: straightAlpha(alpha))
  }
}

/// The product of an 8-bit colour and an 8-bit alpha, in units of 1/65,025: exact.
@inline(__always)
package func premultiply(_ value: UInt8, _ alpha: UInt8) -> UInt16 {
  UInt16(value) &* UInt16(alpha)  // at most 255 · 255 = 65,025
}

/// The 8-bit colour of a premultiplied `value`, rounded to the nearest; 0 where the 8-bit alpha is 0.
@inline(__always)
package func unpremultiply(_ value: UInt16, _ alpha: UInt16) -> UInt8 {
  if alpha == UInt16(PremultipliedBitmap.one) { return straightAlpha(value) }
  if straightAlpha(alpha) == 0 { return 0 }
  let a = UInt32(alpha)
  // value ≤ alpha < 65,025, so the dividend stays below 2²⁵
  return UInt8(truncatingIfNeeded: min(255, (UInt32(value) &* 255 &+ a / 2) / a))
}

/// A 16-bit alpha as 8 bits, rounded to the nearest.
@inline(__always)
package func straightAlpha(_ alpha: UInt16) -> UInt8 {
  UInt8(truncatingIfNeeded: (UInt32(alpha) &+ 127) / 255)
}
