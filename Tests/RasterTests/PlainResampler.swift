import PixelGeometry
import Raster

/// The judge of the resampler: each output pixel from the whole picture, by the formulas as they are written.
///
/// - Parameter samples: 4 for each pixel, 8 bits where the picture is opaque, else premultiplied.
/// - Returns: as ``PremultipliedBitmap/pixels``.
func plainlyResampled(
  _ samples: [Int], of source: PixelSize, isOpaque: Bool, _ box: CropBox, to size: PixelSize,
  _ filter: ResampleFilter
) -> [UInt16] {
  let across = ResampleWeights(
    start: box.left, length: box.width, outputCount: size.width, sourceCount: source.width,
    filter: filter)
  let down = ResampleWeights(
    start: box.top, length: box.height, outputCount: size.height, sourceCount: source.height,
    filter: filter)
  var output: [UInt16] = []
  for y in 0..<size.height {
    var halfway = [Int](repeating: 0, count: 4 * source.width)
    for tap in 0..<min(down.taps, source.height - down.firsts[y]) {
      let weight = Int(down.weights[y * down.taps + tap])
      let start = 4 * source.width * (down.firsts[y] + tap)
      for index in halfway.indices { halfway[index] += weight * samples[start + index] }
    }
    // 14 bits of the weights, of which 6 stay.
    for index in halfway.indices { halfway[index] = (halfway[index] + 128) >> 8 }
    for x in 0..<size.width {
      var sums = [0, 0, 0, 0]
      for tap in 0..<min(across.taps, source.width - across.firsts[x]) {
        let weight = Int(across.weights[x * across.taps + tap])
        for channel in 0..<4 {
          sums[channel] += weight * halfway[4 * (across.firsts[x] + tap) + channel]
        }
      }
      let one = isOpaque ? 255 : PremultipliedBitmap.one
      let values = sums.map { min(max(($0 + (1 << 19)) >> 20, 0), one) }
      output += values.map { UInt16(isOpaque ? 255 * $0 : min($0, values[3])) }
    }
  }
  return output
}
