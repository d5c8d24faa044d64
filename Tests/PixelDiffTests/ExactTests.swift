import PixelDiff
import PixelGeometry
import Raster
import Testing

@Suite struct ExactTests {
  private func mismatched(
    _ expected: Samples, _ actual: Samples, tolerance: Int = 0,
    alpha: DiffOptions.HiddenColor = .ignored
  ) throws -> Int {
    let options = DiffOptions(metric: .exact(tolerance: tolerance, alpha: alpha))
    let result = try PixelDiffer.result(expected, actual, options)
    #expect(try PixelDiffer.result(actual, expected, options).counts == result.counts)
    if !expected.isDeep, !actual.isDeep {
      let pair = try BitmapDiff(
        expected: expected.bitmap, actual: actual.bitmap, options: options)
      #expect(pair.result() == result)
    }
    return result.counts.mismatched
  }

  @Test(arguments: 0..<4)
  func `all pairs of bytes in a channel, every tolerance`(channel: Int) throws {
    func picture(_ value: (Int, Int) -> Int) -> Samples {
      Samples(width: 256, height: 256) { x, y in
        var pixel = [7, 7, 7, 255]
        pixel[channel] = value(x, y)
        return pixel
      }
    }
    let (columns, rows) = (picture { x, _ in x }.bitmap, picture { _, y in y }.bitmap)
    for tolerance in 0...255 {
      let options = DiffOptions(metric: .exact(tolerance: tolerance))
      let pair = try BitmapDiff(expected: columns, actual: rows, options: options)
      var wrong = 0
      let result = pair.result { band in
        for y in band.rows {
          for x in 0..<256 {
            let differs = abs(x - y) > tolerance && (channel != 3 || x | y != 0)
            if (band.mark(x: x, y: y) == .mismatch) != differs { wrong += 1 }
          }
        }
      }
      #expect(wrong == 0)
      // Of 256² pairs, (256 − t)(255 − t) are further apart than t.
      #expect(result.counts.mismatched == (256 - tolerance) * (255 - tolerance))
      #expect(result.counts.compared == 65_536)
      #expect(result.largestDifference?.value == 255)
    }
  }

  @Test func `16 bits differ by more than 257 times the tolerance`() throws {
    for tolerance in [0, 1, 2, 100, 254, 255] {
      let base = 65_535 - 257 * tolerance
      let values = [base, base - 1, base + 1].filter { (0...65_535).contains($0) }
      for value in values {
        let a = Samples(width: 3, height: 1, isDeep: true) { _, _ in [65_535, 9, 9, 65_535] }
        let b = Samples(width: 3, height: 1, isDeep: true) { _, _ in [value, 9, 9, 65_535] }
        let differs = 65_535 - value > 257 * tolerance
        #expect(try mismatched(a, b, tolerance: tolerance) == (differs ? 3 : 0))
      }
    }
  }

  @Test func `a value v of 8 bits is 257 v of 16`() throws {
    let eight = Samples(width: 256, height: 2) { x, _ in [x, 255 - x, x, 255] }
    var sixteen = eight.deepened
    #expect(try mismatched(eight, sixteen) == 0)
    sixteen[200, 1] = [257 * 200 + 1, 257 * 55, 257 * 200, 65_535]
    #expect(try mismatched(eight, sixteen) == 1)
    #expect(try mismatched(eight, sixteen, tolerance: 1) == 0)
    let result = try PixelDiffer.result(eight, sixteen, DiffOptions())
    #expect(result.largestDifference == LargestDifference(value: 1, x: 200, y: 1))
  }

  @Test func `hidden colour is equal unless it is asked for`() throws {
    let red = Samples.flat(8, 8, [255, 0, 0, 0])
    let blue = Samples.flat(8, 8, [0, 0, 255, 0])
    #expect(try mismatched(red, blue) == 0)
    #expect(try PixelDiffer.result(red, blue, DiffOptions()).largestDifference == nil)
    #expect(try mismatched(red, blue, alpha: .strict) == 64)
    // One step of alpha shows it.
    #expect(try mismatched(red, .flat(8, 8, [0, 0, 255, 1])) == 64)
  }
}
