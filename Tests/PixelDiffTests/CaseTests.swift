import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

/// What users of other tools reported.
@Suite struct CaseTests {
  @Test(arguments: [255, 0])
  func `opaque white or black and clear white or black differ`(value: Int) throws {
    let opaque = Samples.flat(8, 8, [value, value, value, 255])
    let clear = Samples.flat(8, 8, [value, value, value, 0])
    for metric in [DiffOptions.Metric.exact(), .perceptual(includesAntiAliased: true)] {
      let options = DiffOptions(metric: metric)
      #expect(try PixelDiffer.result(opaque, clear, options).counts.mismatched == 64)
      #expect(try PixelDiffer.result(clear, opaque, options).counts.mismatched == 64)
    }
  }

  @Test func `a small change on a tall page is counted to the pixel`() throws {
    let size = PixelSize(width: 1_024, height: 23_046)
    let page = Bitmap(size: size, pixels: Array(repeating: 255, count: 4 * size.pixelCount))
    var changed = page
    for y in 20_000..<20_012 {
      for x in 10..<50 { changed[x, y].red = 0 }
    }
    let result = try BitmapDiff(expected: page, actual: changed).result()
    #expect(result.counts.mismatched == 480)
    #expect(result.violations(of: DiffLimits()) == [.pixels(480, limit: 0)])
    #expect(result.percent.text == "0.002")
    let frame = PixelRect(left: 10, top: 20_000, width: 40, height: 12)
    #expect(result.regions == [DiffRegion(frame: frame, pixels: 480)])
    #expect(result.bounds == frame)
  }
}
