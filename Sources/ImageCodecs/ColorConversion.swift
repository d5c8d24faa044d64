import PixelGeometry
package import Raster

/// How a picture's stored colours become sRGB.
///
/// It is applied to the small tile, after resampling. Resampling happens in the stored, curved values
/// either way; converting before or after it differs only where colours mix that the profile bends
/// unlike sRGB does, which the tests bound on real photographs.
package enum ColorConversion: Sendable {
  /// The colours are sRGB already.
  case none
  case profile(ColorTransform)
  /// CMYK without a usable profile, by formula (see `convertFromCMYK`).
  case inks(inverted: Bool)
  /// CMYK through its profile.
  case inkProfile(ColorTransform, inverted: Bool)

  /// Colours stay as they are stored.
  package var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Converts a bitmap in place; its alpha stays.
  package func apply(to bitmap: inout PremultipliedBitmap) {
    switch self {
    case .none: break
    case .profile(let transform): bitmap.convert(with: transform)
    case .inks(let inverted): bitmap.convertFromCMYK(inverted: inverted)
    case .inkProfile(let transform, let inverted):
      bitmap.convertInks(with: transform, inverted: inverted)
    }
  }
}

private let full = UInt32(PremultipliedBitmap.one)

extension PremultipliedBitmap {
  /// Row by row: straight 16-bit samples in, straight 16-bit RGB out, premultiplied again.
  fileprivate mutating func convert(with transform: ColorTransform) {
    let isGray = transform.channels == .gray
    var samples = [UInt16](repeating: 0, count: transform.channels.count * size.width)
    var output = [UInt16](repeating: 0, count: 3 * size.width)
    for row in 0..<size.height {
      let start = 4 * row * size.width
      for x in 0..<size.width {
        let at = start + 4 * x
        let alpha = UInt32(pixels[at + 3])
        func straight(_ channel: Int) -> UInt16 {
          // value ≤ alpha ≤ 65,025, so the product stays below 2³²
          alpha == 0
            ? 0 : UInt16((UInt32(pixels[at + channel]) * 65_535 + alpha / 2) / alpha)
        }
        if isGray {
          samples[x] = straight(0)
        } else {
          for channel in 0..<3 { samples[3 * x + channel] = straight(channel) }
        }
      }
      transform.convert(samples, to: &output)
      for x in 0..<size.width {
        let at = start + 4 * x
        let alpha = UInt32(pixels[at + 3])
        for channel in 0..<3 {
          pixels[at + channel] = UInt16((UInt32(output[3 * x + channel]) * alpha + 32_767) / 65_535)
        }
      }
    }
  }

  /// The four channels hold C, M, Y, K; afterwards the bitmap is opaque RGB.
  fileprivate mutating func convertInks(with transform: ColorTransform, inverted: Bool) {
    var samples = [UInt16](repeating: 0, count: 4 * size.width)
    var output = [UInt16](repeating: 0, count: 3 * size.width)
    for row in 0..<size.height {
      let start = 4 * row * size.width
      for index in samples.indices {
        let scaled: UInt32 = UInt32(pixels[start + index]) * 65_535 + full / 2
        let value = UInt16(scaled / full)
        samples[index] = inverted ? 65_535 - value : value
      }
      transform.convert(samples, to: &output)
      for x in 0..<size.width {
        for channel in 0..<3 {
          let value = UInt32(output[3 * x + channel])
          let scaled: UInt32 = value * full + 32_767
          pixels[start + 4 * x + channel] = UInt16(scaled / 65_535)
        }
        pixels[start + 4 * x + 3] = UInt16(full)
      }
    }
  }
}
