/// A row of pixels premultiplied for the resampler, in the units of ``PremultipliedBitmap``.
package struct PremultipliedRow: Sendable {
  /// 4 for each pixel.
  package internal(set) var samples: [UInt16]

  package init(width: Int) {
    samples = [UInt16](repeating: 0, count: 4 * width)
  }

  /// Takes straight RGBA, 4 bytes a pixel.
  package mutating func premultiply(_ row: Span<UInt8>) {
    precondition(row.count == samples.count)
    for index in stride(from: 0, to: row.count, by: 4) {
      let alpha = row[index + 3]
      samples[index] = Raster.premultiply(row[index], alpha)
      samples[index + 1] = Raster.premultiply(row[index + 1], alpha)
      samples[index + 2] = Raster.premultiply(row[index + 2], alpha)
      samples[index + 3] = Raster.premultiply(255, alpha)
    }
  }
}
