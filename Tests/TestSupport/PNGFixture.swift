import CTestCodecs
import Foundation
import PixelGeometry
package import Raster

/// A PNG made from packed rows, and the chunks of one.
package enum PNGFixture {
  package enum ColorType: Int, CaseIterable, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    package var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    package var bitDepths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  /// - Parameter samples: every channel of every pixel, each below 2^bitDepth.
  package static func bytes(
    width: Int, height: Int, _ colorType: ColorType, bitDepth: Int = 8, samples: [Int],
    interlaced: Bool = false, palette: [UInt8]? = nil, paletteAlpha: [UInt8]? = nil,
    transparent: [UInt16]? = nil
  ) -> [UInt8] {
    let rowSamples = width * colorType.channels
    precondition(samples.count == rowSamples * height)
    let stride = (rowSamples * bitDepth + 7) / 8
    var rows = [UInt8](repeating: 0, count: stride * height)
    for y in 0..<height {
      for x in 0..<rowSamples {
        let sample = samples[y * rowSamples + x]
        if bitDepth == 16 {
          rows[y * stride + 2 * x] = UInt8(sample >> 8)
          rows[y * stride + 2 * x + 1] = UInt8(sample & 255)
        } else {
          let bit = x * bitDepth
          rows[y * stride + bit / 8] |= UInt8(sample << (8 - bitDepth - bit % 8))
        }
      }
    }
    var size = 0
    let encoded = unsafe palette.withPointer { palette in
      unsafe paletteAlpha.withPointer { alpha in
        unsafe transparent.withPointer { transparent in
          var settings = unsafe ctc_png_settings(
            width: Int32(width), height: Int32(height), bit_depth: Int32(bitDepth),
            color_type: Int32(colorType.rawValue), interlaced: interlaced,
            palette: palette.start, palette_count: Int32(palette.count / 3),
            palette_alpha: alpha.start, palette_alpha_count: Int32(alpha.count),
            transparent: transparent.start)
          return unsafe ctc_png_encode(rows, stride, &settings, &size)
        }
      }
    }
    guard let encoded = unsafe encoded else { preconditionFailure("the fixture cannot be encoded") }
    defer { unsafe free(encoded) }
    return unsafe Array(UnsafeBufferPointer(start: encoded, count: size))
  }

  /// A straight RGBA picture.
  package static func bytes(_ bitmap: Bitmap) -> [UInt8] {
    bytes(
      width: bitmap.size.width, height: bitmap.size.height, .rgba,
      samples: bitmap.pixels.map(Int.init))
  }

  // MARK: chunks

  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + contents
    return bigEndian(UInt32(contents.count)) + body
      + bigEndian(unsafe ctc_crc32(body, body.count))
  }

  /// A chunk with a profile, in zlib's stored blocks.
  package static func iCCP(_ profile: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var (low, high) = (UInt32(1), UInt32(0))  // RFC 1950: Adler-32
    for start in stride(from: 0, to: profile.count, by: 65_535) {
      let block = profile[start..<min(start + 65_535, profile.count)]
      let isLast: UInt8 = block.endIndex == profile.count ? 1 : 0
      let count = block.count
      let (first, second) = (UInt8(count & 255), UInt8(count >> 8))
      stream += [isLast, first, second, ~first, ~second]
      stream += block
      for byte in block {
        low = (low + UInt32(byte)) % 65_521
        high = (high + low) % 65_521
      }
    }
    return chunk("iCCP", Array("profile\0\0".utf8) + stream + bigEndian(high << 16 | low))
  }

  package static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  /// The chunks of a PNG, in order.
  package static func chunks(_ png: [UInt8]) -> [(type: String, contents: [UInt8])] {
    var chunks: [(type: String, contents: [UInt8])] = []
    var position = 8
    while position + 12 <= png.count {
      let length = png[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: png[(position + 4)..<(position + 8)], as: UTF8.self)
      chunks.append((type, Array(png[(position + 8)..<(position + 8 + length)])))
      position += 12 + length
    }
    return chunks
  }

  /// The PNG with every checksum put right that its chunks, as far as they can be followed, lack.
  package static func checksumsPutRight(_ png: [UInt8]) -> [UInt8] {
    var png = png
    var position = 8
    while position + 12 <= png.count {
      let length = png[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 8 + length
      guard end + 4 <= png.count else { break }
      let body = Array(png[(position + 4)..<end])
      png.replaceSubrange(end..<(end + 4), with: bigEndian(unsafe ctc_crc32(body, body.count)))
      position = end + 4
    }
    return png
  }

  /// The PNG with one more chunk, before or after the pixels.
  package static func inserting(
    _ chunk: [UInt8], into png: [UInt8], afterPixels: Bool = false
  ) -> [UInt8] {
    let position = afterPixels ? png.count - 12 : 33  // before IEND, or after IHDR
    return Array(png[..<position]) + chunk + png[position...]
  }
}

/// What a zlib stream inflates to; its checksum and the count have to be right.
package func inflated(_ stream: [UInt8], count: Int) throws -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  guard unsafe ctc_inflate(stream, stream.count, &bytes, count) else { throw BadStream() }
  return bytes
}

private struct BadStream: Error {}
