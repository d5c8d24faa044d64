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
}
