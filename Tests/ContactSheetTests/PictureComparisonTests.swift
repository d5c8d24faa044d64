import ContactSheet
import ImageCodecs
import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Two pictures compared by any number of threads.
@Suite struct PictureComparisonTests {
  private static func pair(_ random: inout SeededGenerator) -> (PictureSource, PictureSource) {
    let size = PixelSize(
      width: Int.random(in: 1...90, using: &random),
      height: Int.random(in: 1...700, using: &random))
    var pixels = [UInt8](repeating: 0, count: 4 * size.pixelCount)
    for index in pixels.indices { pixels[index] = UInt8.random(in: 0...255, using: &random) }
    let first = Bitmap(size: size, pixels: pixels)
    for _ in 0..<Int.random(in: 0...size.pixelCount, using: &random) {
      pixels[Int.random(in: pixels.indices, using: &random)] &+= 1
    }
    let second = Bitmap(size: size, pixels: pixels)
    return (.bytes(PNGFixture.bytes(first)), .bytes(PNGFixture.bytes(second)))
  }

  @Test(arguments: [
    DiffOptions.Metric.exact(), .perceptual(threshold: 0.01),
    .perceptual(includesAntiAliased: true),
  ])
  func `the number of jobs changes neither the result nor the picture`(
    metric: DiffOptions.Metric
  ) throws {
    var random = SeededGenerator(seed: SeededGenerator.seed("jobs"))
    for _ in 0..<Sanitizer.rounds(12) {
      let (expected, actual) = Self.pair(&random)
      var options = DiffOptions(metric: metric, windowSide: 9)
      options.regionDistance = 1
      var first: (DiffResult, [UInt8])?
      for jobs in [1, 2, 7] {
        let comparison = PictureComparison(
          expected, actual, options: options, jobs: jobs)
        let result = try comparison.compare().result
        var bytes: [UInt8] = []
        try comparison.draw(DiffPicture(.heat)) { bytes += $0 }
        if let (known, picture) = first {
          #expect(result == known)
          #expect(bytes == picture)
        }
        first = (result, bytes)
      }
    }
  }

  @Test func `a sink that fails ends it, with its fault`() throws {
    var random = SeededGenerator(seed: 3)
    let (expected, actual) = Self.pair(&random)
    for jobs in [1, 4] {
      let comparison = PictureComparison(expected, actual, jobs: jobs)
      var calls = 0
      let fault = #expect(throws: PictureComparison.Fault.self) {
        try comparison.draw(DiffPicture()) { _ throws(OutputFault) in
          calls += 1
          if calls == 2 { throw .closedPipe }
        }
      }
      guard case .output(.closedPipe)? = fault else {
        Issue.record("another fault: \(String(describing: fault))")
        continue
      }
    }
  }

  @Test func `a damaged picture ends it, whoever works`() throws {
    var random = SeededGenerator(seed: 4)
    let (expected, actual) = Self.pair(&random)
    guard case .bytes(let whole) = actual else { return }
    for jobs in [1, 4] {
      let cut = PictureSource.bytes(Array(whole.prefix(whole.count / 2)))
      let comparison = PictureComparison(
        expected, cut, options: DiffOptions(metric: .perceptual()), jobs: jobs)
      let fault = #expect(throws: PictureComparison.Fault.self) { _ = try comparison.compare() }
      guard case .picture(.actual, _)? = fault else {
        Issue.record("another fault: \(String(describing: fault))")
        continue
      }
    }
  }
}
