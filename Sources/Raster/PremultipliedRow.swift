import CKernels

/// A row of pixels premultiplied for the resampler, in the units of ``PremultipliedBitmap``.
package struct PremultipliedRow: Sendable {
  /// 4 for each pixel.
  package internal(set) var samples: [UInt16]

  package init(width: Int) {
    samples = [UInt16](repeating: 0, count: 4 * width)
  }

  /// Takes straight RGBA, 4 bytes a pixel.
  package mutating func premultiply(_ row: Span<UInt8>, _ kernels: Kernels = .best) {
    precondition(row.count == samples.count)
    guard kernels == .swift else {
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        unsafe row.withUnsafeBufferPointer { row in
          guard let source = row.baseAddress, let target = samples.baseAddress else { return }
          unsafe ck_premultiply(source, row.count / 4, target)
        }
      }
      return
    }
    for index in stride(from: 0, to: row.count, by: 4) {
      let alpha = row[index + 3]
      samples[index] = Raster.premultiply(row[index], alpha)
      samples[index + 1] = Raster.premultiply(row[index + 1], alpha)
      samples[index + 2] = Raster.premultiply(row[index + 2], alpha)
      samples[index + 3] = Raster.premultiply(255, alpha)
    }
  }

  /// Takes straight RGBA, 8 bytes a pixel: 16 bits a sample, the high byte first.
  package mutating func premultiplyDeep(_ row: Span<UInt8>) {
    precondition(row.count == 2 * samples.count)
    for index in stride(from: 0, to: samples.count, by: 4) {
      let alpha = deepSample(row, index + 3)
      for channel in 0..<3 {
        samples[index + channel] = Raster.premultiplyDeep(
          deepSample(row, index + channel), alpha)
      }
      samples[index + 3] = Raster.premultiplyDeep(65_535, alpha)
    }
  }
}

/// The sample at a position of a row that has 2 bytes for each, the high one first.
@inline(__always)
func deepSample(_ row: Span<UInt8>, _ position: Int) -> UInt16 {
  UInt16(row[2 * position]) << 8 | UInt16(row[2 * position + 1])
}

/// The product of a 16-bit colour and a 16-bit alpha, rounded to the nearest 1/65,025.
@inline(__always)
package func premultiplyDeep(_ value: UInt16, _ alpha: UInt16) -> UInt16 {
  // Below 2⁴⁸.
  let product = UInt64(value) &* UInt64(alpha) &* UInt64(PremultipliedBitmap.one)
  let full: UInt64 = 65_535 * 65_535
  return UInt16(truncatingIfNeeded: (product &+ full / 2) / full)
}
