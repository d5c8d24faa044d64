import Foundation
import ImageCodecs
import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Every PNG of the corpus is the same as itself.
@Suite(.enabled(if: hasCorpus)) struct SelfTests {
  @Test(arguments: ["diff", "pngsuite", "photos", "jpeg-odd"])
  func `a picture does not differ from itself`(folder: String) throws {
    let url = corpus!.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: url.path)!
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".png") }.sorted()
    var compared = 0
    for name in names {
      let path = RawPath(url.appendingPathComponent(name).path)
      // Files that are broken on purpose.
      guard let bitmap = try? decodedBitmap(.file(path)) else { continue }
      compared += 1
      for metric in [
        DiffOptions.Metric.exact(alpha: .strict),
        .perceptual(threshold: 0, includesAntiAliased: true),
      ] {
        let options = DiffOptions(metric: metric)
        // A copy, so that it is not the same memory.
        var copy = bitmap
        copy[0, 0] = copy[0, 0]
        let result = try BitmapDiff(expected: bitmap, actual: copy, options: options).result()
        #expect(result.counts.differing == 0 && result.largestDifference == nil, "\(name)")
        #expect(result.counts.total == bitmap.size.pixelCount)
        #expect(result.violations(of: DiffLimits()).isEmpty)
      }
    }
    print("\(folder): \(compared) of \(names.count) PNG files")
    #expect(compared > 0 || names.isEmpty)
  }
}
