import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Many routes, one answer: rows, bitmaps, bands in any cut, and the slow judge.
@Suite struct RouteTests {
  static func metric(using random: inout SeededGenerator) -> DiffOptions.Metric {
    if Bool.random(using: &random) {
      return .perceptual(
        threshold: [0, 0.01, 0.1, 0.3].randomElement(using: &random)!,
        includesAntiAliased: Int.random(in: 0..<4, using: &random) == 0)
    }
    return .exact(
      tolerance: [0, 1, 7, 40].randomElement(using: &random)!,
      alpha: Bool.random(using: &random) ? .strict : .ignored)
  }

  static func rect(in size: PixelSize, using random: inout SeededGenerator) -> PixelRect {
    PixelRect(
      left: Int.random(in: -3..<size.width, using: &random),
      top: Int.random(in: -3..<size.height, using: &random),
      width: Int.random(in: 4...12, using: &random),
      height: Int.random(in: 4...12, using: &random))
  }

  private func options(for size: PixelSize, using random: inout SeededGenerator) -> DiffOptions {
    var options = DiffOptions(metric: Self.metric(using: &random))
    options.sizeMismatch = [.fail, .overlap, .pad].randomElement(using: &random)!
    if Int.random(in: 0..<3, using: &random) == 0 {
      options.crop = Self.rect(in: size, using: &random)
    }
    options.regionDistance = Int.random(in: 1...5, using: &random)
    if Bool.random(using: &random) {
      options.windowSide = Int.random(in: 1...20, using: &random)
    }
    for _ in 0..<[0, 0, 1, 4].randomElement(using: &random)! {
      options.ignored.append(Self.rect(in: size, using: &random))
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      let side = PixelSize(
        width: Int.random(in: 1...80, using: &random),
        height: Int.random(in: 1...20, using: &random))
      let mask = Samples(width: side.width, height: side.height) { _, _ in
        Bool.random(using: &random) ? [255, 255, 255, 255] : [0, 0, 0, 255]
      }
      options.ignoreMask = IgnoreMask(mask.bitmap)
    }
    return options
  }

  private func resized(
    _ picture: Samples, using random: inout SeededGenerator
  ) -> Samples {
    guard Bool.random(using: &random) else { return picture }
    let width = Int.random(in: 1...picture.size.width + 5, using: &random)
    let height = Int.random(in: 1...picture.size.height + 5, using: &random)
    return Samples(width: width, height: height) { x, y in
      picture[x % picture.size.width, y % picture.size.height]
    }
  }

  @Test func `rows, bitmaps and bands agree with the judge`() throws {
    let seed = SeededGenerator.seed("rows, bitmaps and bands agree with the judge")
    var random = SeededGenerator(seed: seed)
    for round in 0..<700 {
      // Widths from 1 to 33, and some that fill several blocks.
      let width = round % 7 == 0 ? Int.random(in: 34...150, using: &random) : 1 + round % 33
      let height = Int.random(in: 1...14, using: &random)
      var (expected, actual) = Samples.randomPair(width: width, height: height, using: &random)
      actual = resized(actual, using: &random)
      let options = options(for: expected.size, using: &random)
      let depths = [(false, false), (true, true), (true, false), (false, true)]
        .randomElement(using: &random)!
      let plan: DiffPlan
      do {
        plan = try DiffPlan(
          expected: expected.input, actual: actual.input, options: options)
      } catch {
        // A crop beside the pictures.
        #expect(options.crop != nil)
        continue
      }

      let judge = PlainDiff(expected, actual, options)
      let pair = try BitmapDiff(
        expected: expected.bitmap, actual: actual.bitmap, options: options)
      let marks = Marks(pair.plan)
      let whole = pair.result { marks.take($0) }
      #expect(marks.values == judge.marks)
      #expect(whole.canvas == judge.canvas && plan.canvas == judge.canvas)
      #expect(whole.counts == judge.counts)
      #expect(whole.largestDifference?.value ?? 0 == judge.largest.value)
      if let largest = whole.largestDifference {
        #expect((largest.x, largest.y) == (judge.largest.x, judge.largest.y))
      }

      // Bands cut anywhere, compared in any order.
      let cuts = Set((0..<3).map { _ in Int.random(in: 0...plan.canvas.height, using: &random) })
        .union([0, plan.canvas.height]).sorted()
      let ranges = zip(cuts, cuts.dropFirst()).map { $0..<$1 }
      let bands = ranges.shuffled(using: &random).map { pair.band($0).compared() }
      var tally = DiffTally(pair.plan)
      for band in bands.sorted(by: { $0.rows.lowerBound < $1.rows.lowerBound }) {
        tally.add(band)
      }
      #expect(tally.result() == whole)

      // Row by row, in any depth.
      if depths.0 { expected = expected.deepened }
      if depths.1 { actual = actual.deepened }
      let streamed = Marks(pair.plan)
      let result = try PixelDiffer.result(expected, actual, options) { streamed.take($0) }
      #expect(streamed.values == judge.marks)
      #expect(result.counts == whole.counts)
      #expect(result.regions == whole.regions && result.regionCount == whole.regionCount)
      #expect(result.worstWindow == whole.worstWindow && result.bounds == whole.bounds)
      let scale = depths.0 || depths.1 ? 257 : 1
      #expect(
        result.largestDifference?.value == whole.largestDifference.map { $0.value * scale })

      // The other way round.
      let mirrored = try PixelDiffer.result(actual, expected, options)
      #expect(mirrored.counts == result.counts)
      #expect(mirrored.largestDifference == result.largestDifference)
      #expect(mirrored.regions == result.regions)
      if streamed.values != judge.marks || marks.values != judge.marks { break }
    }
  }

  @Test func `rows are gathered, compared and added apart`() throws {
    var random = SeededGenerator(seed: 7)
    let (expected, actual) = Samples.randomPair(width: 9_000, height: 60, using: &random)
    let options = DiffOptions()
    let whole = try PixelDiffer.result(expected, actual, options)
    var differ = try PixelDiffer(
      expected: expected.input, actual: actual.input, options: options)
    var bands: [DiffBand] = []
    for y in 0..<differ.rowCount {
      let rows = (expected.row(y), actual.row(y))
      if let band = differ.gather(expected: rows.0.span, actual: rows.1.span) {
        bands.append(band)
      }
    }
    #expect(bands.count > 2)
    let compared = bands.reversed().map { $0.compared() }
    for band in compared.reversed() { differ.add(band) }
    #expect(differ.result() == whole)
  }
}

/// The marks of a whole picture, put together from bands.
final class Marks {
  var values: [PixelMark]
  private let width: Int

  init(_ plan: DiffPlan) {
    width = plan.canvas.width
    values = Array(repeating: .same, count: plan.canvas.size.pixelCount)
  }

  func take(_ band: ComparedBand) {
    for y in band.rows { for x in 0..<width { values[y * width + x] = band.mark(x: x, y: y) } }
  }
}
