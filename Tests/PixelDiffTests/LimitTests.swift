import PixelDiff
import PixelGeometry
import TestSupport
import Testing

@Suite struct LimitTests {
  private let page = Samples.flat(100, 100, [255, 255, 255, 255])

  /// So many pixels of 10,000 differ, from the top left.
  private func result(_ differing: Int, windowSide: Int? = nil) throws -> DiffResult {
    var other = page
    for index in 0..<differing { other.values[4 * index] = 0 }
    return try PixelDiffer.result(page, other, DiffOptions(windowSide: windowSide))
  }

  private func passes(_ differing: Int, _ limits: DiffLimits) throws -> Bool {
    try result(differing).violations(of: limits).isEmpty
  }

  @Test func `no limit means no pixel`() throws {
    #expect(try passes(0, DiffLimits()))
    #expect(try result(1).violations(of: DiffLimits()) == [.pixels(1, limit: 0)])
  }

  @Test func `zero is a value`() throws {
    for zero in ["0", "0%", "0 %", "0.0%", "0.000"] {
      let limits = DiffLimits(maxPercent: PercentLimit(zero))
      #expect(try passes(0, limits) && !passes(1, limits))
    }
    #expect(try passes(0, DiffLimits(maxPixels: 0)) && !passes(1, DiffLimits(maxPixels: 0)))
    let one = DiffLimits(maxPercent: PercentLimit("1%"))
    #expect(try passes(100, one) && !passes(101, one))
  }

  @Test func `each limit that is given has to hold`() throws {
    let both = DiffLimits(maxPixels: 50, maxPercent: PercentLimit("0.4"))
    #expect(try passes(40, both))
    let percent = DiffPercent(part: 41, of: 10_000)
    #expect(
      try result(41).violations(of: both) == [
        .percent(percent, limit: PercentLimit("0.4")!)
      ])
    #expect(try result(51).violations(of: both).count == 2)
    // A limit that is not given does not matter.
    #expect(try passes(10_000, DiffLimits(maxPercent: PercentLimit("100"))))
    #expect(try passes(10_000, DiffLimits(maxPixels: 10_000)))
  }

  @Test func `a window finds what a percentage drowns`() throws {
    let window = DiffLimits.Window(pixels: 7, side: 10)
    let limits = DiffLimits(maxPercent: PercentLimit("5%"), window: window)
    #expect(try result(6, windowSide: 10).violations(of: limits).isEmpty)
    let worst = WorstWindow(
      frame: PixelRect(left: 0, top: 0, width: 10, height: 10), pixels: 7)
    #expect(
      try result(7, windowSide: 10).violations(of: limits) == [.window(worst, limit: window)])
  }

  @Test func `other sizes differ whatever the limits are, unless told otherwise`() throws {
    let limits = DiffLimits(maxPixels: 1_000_000)
    let wide = Samples.flat(120, 100, [255, 255, 255, 255])
    var options = DiffOptions()
    let failed = try PixelDiffer.result(page, wide, options)
    #expect(
      failed.violations(of: limits) == [.sizes(expected: page.size, actual: wide.size)])
    #expect(failed.violations(of: DiffLimits()).count == 2)
    options.crop = PixelRect(left: 0, top: 0, width: 100, height: 100)
    #expect(try PixelDiffer.result(page, wide, options).violations(of: DiffLimits()).isEmpty)
    options.crop = nil
    options.sizeMismatch = .pad
    let padded = try PixelDiffer.result(page, wide, options)
    #expect(padded.violations(of: limits).isEmpty)
    #expect(padded.violations(of: DiffLimits()) == [.pixels(2_000, limit: 0)])
    options.sizeMismatch = .overlap
    #expect(try PixelDiffer.result(page, wide, options).violations(of: DiffLimits()).isEmpty)
  }

  @Test(arguments: [
    (0, 5, "0"), (5, 5, "100"), (0, 0, "0"), (1, 2, "50.00"), (1, 3, "33.33"), (2, 3, "66.67"),
    (480, 23_599_104, "0.002"), (1, 20_000, "0.01"), (1, 20_001, "0.005"),
    (1, 1_000_000, "0.0001"), (999_999, 1_000_000, "99.9999"), (19_999, 20_000, "99.995"),
    (9_999, 10_000, "99.99"), (1, 1 << 62, "0.00000000000000002"),
    ((1 << 62) - 1, 1 << 62, "99.99999999999999998"), (1, 1, "100"), (1, 11, "9.09"),
  ])
  func `a percentage never reads as nothing or all when it is not`(
    part: Int, whole: Int, text: String
  ) {
    #expect(DiffPercent(part: part, of: whole).text == text)
  }

  @Test func `percentages are near what they say`() {
    for whole in 1...300 {
      for part in 0...whole {
        let text = DiffPercent(part: part, of: whole).text
        #expect(abs(Double(text)! - 100 * Double(part) / Double(whole)) <= 0.005_000_001)
        #expect((Double(text)! == 0) == (part == 0) && (Double(text)! == 100) == (part == whole))
      }
    }
  }

  @Test(arguments: [
    ("5", "5 %"), ("5%", "5 %"), ("5 %", "5 %"), ("0.050", "0.05 %"), (".5%", "0.5 %"),
    ("100", "100 %"), ("100.000", "100 %"), ("007", "7 %"), ("12.34", "12.34 %"),
    ("0.000000000000001", "0.000000000000001 %"), ("1.50000000000000000000", "1.5 %"),
  ])
  func `limits are read as written`(text: String, read: String) {
    #expect(PercentLimit(text)?.description == read)
  }

  @Test(arguments: [
    "", "%", " 5", "-1", "+1", "1e2", "101", "100.1", "5.", ".", "1,5", "5%%", "5  %", "0x1",
    "0.0000000000000001", "99999999999999999999", "nan", "５",
  ])
  func `anything else is no limit`(text: String) {
    #expect(PercentLimit(text) == nil)
  }

  @Test func `shares are compared as integers`() {
    let third = PercentLimit("33.333333333333333")!
    #expect(!third.allows(DiffPercent(part: 1, of: 3)))
    #expect(PercentLimit("33.333333333333334")!.allows(DiffPercent(part: 1, of: 3)))
    // Doubles cannot tell 2⁶² − 1 from 2⁶².
    let most = DiffPercent(part: 1 << 62, of: 1 << 62)
    let nearly = DiffPercent(part: (1 << 62) - 1, of: 1 << 62)
    #expect(!PercentLimit("99.999999999999999")!.allows(most))
    #expect(PercentLimit("100")!.allows(most) && PercentLimit("100")!.allows(nearly))
    #expect(PercentLimit("0")!.allows(DiffPercent(part: 0, of: 0)))
  }
}
