import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Tiles from shrunk decodes against the best that can be done: a full decode, resampled by Lanczos 3 in
/// floating point.
@Suite(.enabled(if: hasCorpus)) struct TileQualityTests {
  @Test(.disabled(if: Sanitizer.thread.isOn, "floating point on one thread, for many minutes"))
  func `no tile is under 40 dB and their mean is at least 45`() throws {
    let entries = try CorpusIndex("photos").entries.filter { $0.format == "JPEG" }
    let results = concurrentMap(count: entries.count, jobs: processorCount()) { index in
      Result { try Self.measurements(of: entries[index]) }
    }
    let measurements = try results.flatMap { try $0.get() }
    for scale in DecodeScale.allCases where scale != .full {
      let those = measurements.filter { $0.scale == scale }
      let worst = those.min { $0.decibels < $1.decibels }
      let mean = those.map(\.decibels).reduce(0, +) / Double(those.count)
      print(
        "\(scale): \(those.count) tiles, mean \(mean) dB, "
          + "worst \(worst!.decibels) dB (\(worst!.file) at \(worst!.side) px)")
    }
    let mean = measurements.map(\.decibels).reduce(0, +) / Double(measurements.count)
    print("\(measurements.count) tiles of \(entries.count) photographs: mean \(mean) dB")
    #expect(measurements.count > 100)
    #expect(measurements.filter { $0.decibels < 40 }.map(\.description) == [])
    #expect(mean >= 45)
  }

  struct Measurement: CustomStringConvertible, Sendable {
    var file: String
    var side: Int
    var scale: DecodeScale
    var decibels: Double
    var description: String { "\(file) at \(side) px, \(scale): \(decibels) dB" }
  }

  /// At the common sizes, and at the largest tile that each scale may serve.
  private static func measurements(of entry: CorpusIndex.Entry) throws -> [Measurement] {
    let header = try EncodedPicture.file(entry.path).probe()
    let side = min(header.storedSize.width, header.storedSize.height)
    let worst = DecodeScale.allCases.map {
      side * $0.eighths / leastRatio($0, of: header.storedSize)
    }
    let sides = Set([50, 100, 200, 300] + worst).filter { $0 > 0 }.sorted()
    var full: Bitmap?
    var measurements: [Measurement] = []
    for tile in sides {
      let strip = Strip([.file(entry.path)], size: tile, spacing: 0)
      let recipe = try strip.plan(cancellation: Cancellation()).recipes[0]
      guard recipe.scale != .full else { continue }
      let stored = try full ?? decodedBitmap(.file(entry.path))
      full = stored
      let made = try recipe.make(
        filter: .lanczos3, decoding: DecodeOptions(colorManagement: false)
      ).bitmap
      let expected = reference(stored, orientation: header.orientation, side: tile)
      measurements.append(
        Measurement(
          file: entry.file, side: tile, scale: recipe.scale, decibels: psnr(made, expected)))
    }
    return measurements
  }

  /// Over red, green and blue of the uncut square, capped at 60.
  private static func psnr(_ made: PremultipliedBitmap, _ expected: [Double]) -> Double {
    var sum = 0.0
    for pixel in 0..<made.size.pixelCount {
      for channel in 0..<3 {
        let difference =
          Double(made.pixels[4 * pixel + channel]) / 255 - expected[3 * pixel + channel]
        sum += difference * difference
      }
    }
    let mean = sum / Double(3 * made.size.pixelCount)
    return mean == 0 ? 60 : min(60, 10 * log10(255 * 255 / mean))
  }

  /// The centred square of the picture, resampled and turned upright: 3 values a pixel, rounded to bytes.
  private static func reference(
    _ stored: Bitmap, orientation: Orientation, side: Int
  ) -> [Double] {
    let (width, height) = (stored.size.width, stored.size.height)
    let square = min(width, height)
    let across = taps(
      start: Double(width - square) / 2, length: Double(square), outputs: side, inputs: width)
    let down = taps(
      start: Double(height - square) / 2, length: Double(square), outputs: side, inputs: height)
    // Across first, for every row that counts.
    let rows = down.map(\.first).min()!..<down.map { $0.first + $0.weights.count }.max()!
    var halfway = [Double](repeating: 0, count: rows.count * side * 3)
    unsafe stored.pixels.withUnsafeBufferPointer { pixels in
      for row in rows {
        for (x, tap) in across.enumerated() {
          var (red, green, blue) = (0.0, 0.0, 0.0)
          var at = 4 * (row * width + tap.first)
          for weight in tap.weights {
            unsafe red += weight * Double(pixels[at])
            unsafe green += weight * Double(pixels[at + 1])
            unsafe blue += weight * Double(pixels[at + 2])
            at += 4
          }
          let to = 3 * ((row - rows.lowerBound) * side + x)
          halfway[to] = red
          halfway[to + 1] = green
          halfway[to + 2] = blue
        }
      }
    }
    let tile = PixelSize(width: side, height: side)
    var output = [Double](repeating: 0, count: 3 * side * side)
    for y in 0..<side {
      for x in 0..<side {
        let from = orientation.storedPosition(x: x, y: y, in: tile)
        let tap = down[from.y]
        for channel in 0..<3 {
          var sum = 0.0
          for (offset, weight) in tap.weights.enumerated() {
            let row = tap.first - rows.lowerBound + offset
            sum += weight * halfway[3 * (row * side + from.x) + channel]
          }
          output[3 * (y * side + x) + channel] = min(255, max(0, sum)).rounded()
        }
      }
    }
    return output
  }

  private static func taps(
    start: Double, length: Double, outputs: Int, inputs: Int
  ) -> [(first: Int, weights: [Double])] {
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    let step = length / Double(outputs)
    let stretch = max(1, step)
    return (0..<outputs).map { output in
      let center = start + (Double(output) + 0.5) * step
      let first = max(0, Int((center - 3 * stretch).rounded(.down)))
      let end = min(inputs, Int((center + 3 * stretch).rounded(.up)))
      let weights = (first..<end).map { input in
        let x = (Double(input) + 0.5 - center) / stretch
        return abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0
      }
      let sum = weights.reduce(0, +)
      return (first, weights.map { $0 / sum })
    }
  }
}
