import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct KernelTests {
  @Test func `there is a way without C`() {
    #expect(Kernels.available.first == .swift)
    #expect(Kernels.available.contains(Kernels.best))
  }

  @Test(arguments: [true, false])
  func `every width, in and out, is the judge's`(isOpaque: Bool) {
    var random = SeededGenerator(seed: SeededGenerator.seed("kernel widths"))
    for width in 1...130 {
      let height = Int.random(in: 1...9, using: &random)
      let picture = RandomPicture(width: width, height: height, isOpaque, &random)
      for filter in ResampleFilter.allCases {
        let side = Int.random(in: 1...40, using: &random)
        picture.check(.whole, to: PixelSize(width: side, height: 2), filter)
      }
      let other = RandomPicture(width: 7, height: height, isOpaque, &random)
      other.check(.whole, to: PixelSize(width: width, height: 2), .lanczos3)
    }
  }

  @Test(arguments: [true, false])
  func `every count of taps is the judge's`(isOpaque: Bool) {
    var random = SeededGenerator(seed: SeededGenerator.seed("kernel taps"))
    for count in 1...200 {
      // One output row or column that takes them all, and several that share them.
      let tall = RandomPicture(width: 3, height: count, isOpaque, &random)
      let wide = RandomPicture(width: count, height: 3, isOpaque, &random)
      for filter in ResampleFilter.allCases {
        for outputs in [1, 2 + count / 40] {
          tall.check(.whole, to: PixelSize(width: 2, height: outputs), filter)
          wide.check(.whole, to: PixelSize(width: outputs, height: 2), filter)
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func `every crop is the judge's`(isOpaque: Bool) {
    var random = SeededGenerator(seed: SeededGenerator.seed("kernel crops"))
    for _ in 0..<600 {
      let picture = RandomPicture(
        width: Int.random(in: 1...150, using: &random),
        height: Int.random(in: 1...150, using: &random), isOpaque, &random)
      let size = PixelSize(
        width: Int.random(in: 1...60, using: &random),
        height: Int.random(in: 1...60, using: &random))
      picture.check(
        .random(&random), to: size, ResampleFilter.allCases.randomElement(using: &random)!)
    }
  }

  @Test func `samples at the ends of their range do not overflow`() {
    // Columns and rows of nothing and all, which let the filters swing as far as they can.
    for isOpaque in [true, false] {
      for period in [1, 2, 3, 5, 8] {
        let picture = RandomPicture(width: 96, height: 96, isOpaque) { x, y in
          (x / period + y / period) % 2 == 0
        }
        for side in [1, 7, 33, 96, 131] {
          for filter in ResampleFilter.allCases {
            picture.check(.whole, to: PixelSize(width: side, height: side), filter)
          }
        }
      }
    }
  }
}

/// Random samples, and what the resampler and its judge make of them.
private struct RandomPicture {
  enum Crop {
    case whole
    case box(left: Double, top: Double, width: Double, height: Double)

    static func random(_ random: inout SeededGenerator) -> Crop {
      let (left, top) = (
        Double.random(in: 0..<0.9, using: &random), Double.random(in: 0..<0.9, using: &random)
      )
      return .box(
        left: left, top: top, width: Double.random(in: 0.01...(1 - left), using: &random),
        height: Double.random(in: 0.01...(1 - top), using: &random))
    }
  }

  let size: PixelSize
  let isOpaque: Bool
  /// Straight RGBA.
  let bytes: [UInt8]

  init(width: Int, height: Int, _ isOpaque: Bool, _ random: inout SeededGenerator) {
    size = PixelSize(width: width, height: height)
    self.isOpaque = isOpaque
    bytes = (0..<4 * width * height).map { _ in
      // Many at the ends of the range.
      let value = Int.random(in: -128...383, using: &random)
      return UInt8(clamping: value)
    }
  }

  init(width: Int, height: Int, _ isOpaque: Bool, _ isWhite: (Int, Int) -> Bool) {
    size = PixelSize(width: width, height: height)
    self.isOpaque = isOpaque
    bytes = (0..<width * height).flatMap { index in
      let value: UInt8 = isWhite(index % width, index / width) ? 255 : 0
      return [value, value, value, value]
    }
  }

  func check(
    _ crop: Crop, to output: PixelSize, _ filter: ResampleFilter,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var box = CropBox(whole: size)
    if case .box(let left, let top, let width, let height) = crop {
      box = CropBox(
        left: Int64(left * Double(box.width)), top: Int64(top * Double(box.height)),
        width: max(1, Int64(width * Double(box.width))),
        height: max(1, Int64(height * Double(box.height))))
    }
    let samples = bytes.indices.map { index in
      let alpha = Int(bytes[index / 4 * 4 + 3])
      return isOpaque ? Int(bytes[index]) : alpha * (index % 4 == 3 ? 255 : Int(bytes[index]))
    }
    let expected = plainlyResampled(
      samples, of: size, isOpaque: isOpaque, box, to: output, filter)
    let what: Comment =
      "\(size) to \(output), \(filter), \(box), \(isOpaque ? "opaque" : "premultiplied")"
    for kernels in Kernels.available {
      var resampler = resampler(box, output, filter, kernels, isPacked: false)
      feed(&resampler)
      let isSame = resampler.finish().pixels == expected
      #expect(isSame, "\(kernels): \(what)", sourceLocation: sourceLocation)
      guard isOpaque else { continue }
      resampler = self.resampler(box, output, filter, kernels, isPacked: true)
      feed(&resampler)
      let colors = expected.indices.filter { $0 % 4 != 3 }.map { UInt8(expected[$0] / 255) }
      let isSamePacked = resampler.takePacked(output.height).bytes == colors
      #expect(isSamePacked, "\(kernels), packed: \(what)", sourceLocation: sourceLocation)
    }
  }

  private func resampler(
    _ box: CropBox, _ output: PixelSize, _ filter: ResampleFilter, _ kernels: Kernels,
    isPacked: Bool
  ) -> RowResampler {
    RowResampler(
      sourceSize: size, hasAlpha: !isOpaque, cropBox: box, outputSize: output, filter: filter,
      isPacked: isPacked, kernels: kernels)
  }

  private func feed(_ resampler: inout RowResampler) {
    for row in resampler.rows {
      let start = 4 * (row * size.width + resampler.columns.lowerBound)
      resampler.feed(bytes.span.extracting(start..<(start + 4 * resampler.columns.count)))
    }
  }
}
