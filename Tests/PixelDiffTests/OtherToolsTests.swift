import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

/// What other tools, and other versions of pixelmatch, say of the pictures of the corpus: each row that our
/// options can express, and of each other row why they cannot.
@Suite(.enabled(if: hasCorpus)) struct OtherToolsTests {
  private enum Check {
    case count(Int, DiffOptions)
    case passes(Bool, DiffOptions, DiffLimits)
    case sizesDiffer
    case window(Int, side: Int)
    /// Ours cannot say it.
    case other(String)
  }

  static let rows = CorpusPair.all("expected").filter { !$0["version"].contains("7.2.0") }

  @Test(arguments: rows)
  func `every row of other tools is expressed, or it is said why not`(row: CorpusPair) throws {
    let (expected, actual) = try row.bitmaps()
    func result(_ options: DiffOptions) throws -> DiffResult {
      try BitmapDiff(expected: expected, actual: actual, options: options).result()
    }
    switch try check(row) {
    case .count(let count, let options):
      #expect(try result(options).counts.differing == count)
    case .passes(let passes, let options, let limits):
      #expect(try result(options).violations(of: limits).isEmpty == passes)
    case .sizesDiffer:
      #expect(try result(DiffOptions()).sizesDiffer)
    case .window(let count, let side):
      let metric = DiffOptions.Metric.perceptual(threshold: 0.05)
      let found = try result(DiffOptions(metric: metric, windowSide: side))
      #expect(found.worstWindow?.pixels == count)
    case .other: break
    }
  }

  @Test func `what is not expressed is this, and no more`() throws {
    var reasons: [String: Int] = [:]
    for row in Self.rows {
      if case .other(let reason) = try check(row) { reasons[reason, default: 0] += 1 }
    }
    #expect(
      reasons == [
        Self.okLab: 10, Self.white: 5, Self.translucentPixel: 1, Self.ssim: 1,
        Self.looks: 5, Self.edges: 2,
      ])
    #expect(Self.rows.count == 60)
  }

  private static let okLab = "measures in OKLab"
  private static let white = "blends translucent pixels with white"
  private static let translucentPixel = "its one pixel is translucent and blended with white"
  private static let ssim = "SSIM"
  private static let looks = "CIEDE2000, its own anti-aliasing, or its search for a caret"
  private static let edges = "anti-aliasing with a tolerance"

  private func check(_ row: CorpusPair) throws -> Check {
    let given = try row.options
    let (expected, actual) = try row.bitmaps()
    let isOpaque = [expected, actual].allSatisfy { bitmap in
      stride(from: 3, to: bitmap.pixels.count, by: 4).allSatisfy { bitmap.pixels[$0] == 255 }
    }
    switch row["suite"] {
    case "pixelmatch":
      if row["expected"] == "ERROR" { return .sizesDiffer }
      if let side = given["windowSize"] as? Int {
        // Another metric, but one that finds the same 51 pixels.
        return .window(Int(row["expected"])!, side: side)
      }
      if row["version"].contains("OKLab") { return .other(Self.okLab) }
      return isOpaque
        ? .count(
          Int(row["expected"])!,
          DiffOptions(metric: .perceptual(threshold: given["threshold"] as? Double ?? 0.1)))
        : .other(Self.white)
    case "odiff": return try odiff(row, isOpaque: isOpaque)
    case "looks-same": return try looksSame(row)
    case "jest-image-snapshot": return try jest(row, isOpaque: isOpaque)
    default: return .other("an unknown suite")
    }
  }

  /// Anti-aliased pixels count, unless told otherwise.
  private func odiff(_ row: CorpusPair, isOpaque: Bool) throws -> Check {
    guard let count = Int(row["expected"]) else {
      // The bounds are tested apart.
      return .passes(false, DiffOptions(), DiffLimits())
    }
    let threshold = try row.options["threshold"] as? Double ?? 0.1
    if count == 0 || isOpaque {
      return .count(
        count,
        DiffOptions(metric: .perceptual(threshold: threshold, includesAntiAliased: true)))
    }
    return .other(Self.white)
  }

  private func looksSame(_ row: CorpusPair) throws -> Check {
    let given = try row.options
    if row["img1"] != row["img2"], row["expected"] == "equal" {
      return row["img2"].hasSuffix("/same.png")
        ? .count(0, DiffOptions())
        : .other(Self.looks)
    }
    if given["ignoreAntialiasing"] != nil { return .other(Self.edges) }
    return .passes(false, DiffOptions(), DiffLimits())
  }

  /// pixelmatch 5 with a threshold of 0.01.
  private func jest(_ row: CorpusPair, isOpaque: Bool) throws -> Check {
    let given = try row.options
    if given["comparisonMethod"] != nil { return .other(Self.ssim) }
    var limits = DiffLimits()
    if let threshold = given["failureThreshold"] as? Double {
      if given["failureThresholdType"] as? String == "pixel" {
        limits.maxPixels = Int(threshold)
      } else {
        limits.maxPercent = PercentLimit("\(100 * threshold)")
      }
    }
    if limits.maxPixels == 0, !isOpaque {
      return .other(Self.translucentPixel)
    }
    return .passes(
      row["expected"] == "pass", DiffOptions(metric: .perceptual(threshold: 0.01)), limits)
  }

  @Test func `the counts and the share that jest gives`() throws {
    let pair = { (first: String, second: String) in
      try BitmapDiff(
        expected: CorpusPair.bitmap("jest-image-snapshot/\(first).png"),
        actual: CorpusPair.bitmap("jest-image-snapshot/\(second).png"),
        options: DiffOptions(metric: .perceptual(threshold: 0.01))
      ).result()
    }
    let desktop = try pair("Desktop_1_082", "Desktop_1_083")
    #expect(desktop.counts.mismatched == 115_712)
    #expect(desktop.percent.text == "5.58")
  }

  @Test func `the bounds that odiff gives, and none when they are ignored`() throws {
    let expected = try CorpusPair.bitmap("odiff/png/orange.png")
    let actual = try CorpusPair.bitmap("odiff/png/orange_diff.png")
    let bounds = PixelRect(left: 28, top: 37, width: 294 - 28 + 1, height: 191 - 37 + 1)
    var options = DiffOptions(metric: .perceptual(includesAntiAliased: true))
    let found = try BitmapDiff(expected: expected, actual: actual, options: options).result()
    #expect(found.bounds == bounds)
    options.ignored = [bounds]
    let ignored = try BitmapDiff(expected: expected, actual: actual, options: options).result()
    #expect(ignored.counts.differing == 0)
  }

  @Test func `the one pixel that looks-same finds`() throws {
    let result = try BitmapDiff(
      expected: CorpusPair.bitmap("looks-same/no-caret.png"),
      actual: CorpusPair.bitmap("looks-same/1px-diff.png")
    ).result()
    #expect(result.bounds == PixelRect(left: 12, top: 6, width: 1, height: 1))
  }
}
