import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

/// What pixelmatch 7.2.0 says of the pictures of the corpus, to the pixel.
@Suite(.enabled(if: hasCorpus)) struct PixelmatchTests {
  @Test func `192 counts at six thresholds, with anti-aliased pixels and without`() throws {
    let rows = CorpusPair.all("derived-counts")
    #expect(rows.count == 192)
    // The rows of a pair stand together.
    var last: (names: [String], bitmaps: (Bitmap, Bitmap))?
    for row in rows {
      let names = [row["img1"], row["img2"]]
      if last?.names != names { last = (names, try row.bitmaps()) }
      let (expected, actual) = last!.bitmaps
      let metric = DiffOptions.Metric.perceptual(
        threshold: Double(row["threshold"])!, includesAntiAliased: row["includeAA"] == "true")
      let options = DiffOptions(metric: metric)
      let result = try BitmapDiff(expected: expected, actual: actual, options: options).result()
      #expect(result.counts.mismatched == Int(row["pixelmatch_7.2.0"])!, "\(row)")
      let mirrored = try BitmapDiff(expected: actual, actual: expected, options: options)
      #expect(mirrored.result().counts == result.counts, "\(row)")
      let strict = DiffOptions(metric: .exact(alpha: .strict))
      let exact = try BitmapDiff(expected: expected, actual: actual, options: strict).result()
      #expect(exact.counts.mismatched == Int(row["exact_rgba_different"])!, "\(row)")
    }
  }

  static let rows = CorpusPair.all("expected").filter {
    $0["suite"] == "pixelmatch" && $0["version"].contains("7.2.0")
  }

  @Test func `there are ten rows, each with a picture`() {
    #expect(Self.rows.count == 10)
    #expect(Self.rows.allSatisfy { !$0["expected_diff_image"].isEmpty })
  }

  @Test(arguments: rows)
  func `count and picture`(row: CorpusPair) throws {
    let (expected, actual) = try row.bitmaps()
    let given = try row.options
    let known = [
      "threshold", "includeAA", "alpha", "aaColor", "diffColor", "diffMask",
    ]
    #expect(given.keys.allSatisfy(known.contains))
    let metric = DiffOptions.Metric.perceptual(
      threshold: given["threshold"] as? Double ?? 0.1,
      includesAntiAliased: given["includeAA"] as? Bool ?? false)
    var picture = DiffPicture(given["diffMask"] as? Bool ?? false ? .mask : .overlay)
    picture.fade = given["alpha"] as? Double ?? 0.1
    func color(_ name: String) -> Color? {
      (given[name] as? [Int]).map { Color(rgb: UInt32($0[0] << 16 | $0[1] << 8 | $0[2])) }
    }
    if let color = color("aaColor") { picture.antiAliasedColor = color }
    if let color = color("diffColor") { picture.mismatchColor = color }

    let pair = try BitmapDiff(
      expected: expected, actual: actual, options: DiffOptions(metric: metric))
    var pixels: [UInt8] = []
    let result = pair.result { pixels += picture.rows(of: $0) }
    #expect(result.counts.mismatched == Int(row["expected"])!)
    let drawn = Bitmap(size: picture.size(pair.plan), pixels: pixels)
    #expect(drawn == (try CorpusPair.bitmap(row["expected_diff_image"])))
    // Without a picture the same.
    #expect(pair.result() == result)
  }
}
