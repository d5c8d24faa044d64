import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Every file of every folder comes out as its index says, or as an exception here says.
@Suite(.enabled(if: hasCorpus)) struct WholeCorpusTests {
  private static let folders = [
    "photos", "exif-orientation", "pngsuite", "jpeg-odd", "other", "malformed",
  ]

  /// Where the index is not the last word: what comes out, and why that is right.
  private static let exceptions: [String: (outcome: String, why: String)] = [
    "markers/pil-truncated_jpeg.jpg": (
      "whole", "only half of the end marker is missing: every pixel is there"
    ),
    "jpeg/pil-truncated_jpeg.jpg": ("whole", "the same file"),
    "markers/tm-0x00-to-0xFF-between-segments.jpg": (
      "whole", "begins as a JPEG does, and libjpeg passes over what lies between segments"
    ),
    "jpeg/jd-max_size.jpg": (
      "unsupported", "libjpeg's own limit of 65,500 on a side speaks before that of pixels"
    ),
  ]

  private struct Result: Sendable {
    var outcome: String
    var words = ""
    var storedSize: PixelSize?
    var seconds: Double
  }

  /// A whole PNG of 50 × 50.
  private static func isTile(_ png: [UInt8]) -> Bool {
    (try? decodedBitmap(png).size) == PixelSize(width: 50, height: 50)
  }

  /// Opens a file, and makes a tile of 50 pixels of it.
  private static func result(_ path: RawPath) -> Result {
    let start = ContinuousClock.now
    var result = outcome(path)
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    result.seconds = Double(seconds) + Double(attoseconds) / 1e18
    return result
  }

  private static func outcome(_ path: RawPath) -> Result {
    let strip = Strip([.file(path)], size: 50, border: 0, shape: .square, jobs: 1)
    var png: [UInt8] = []
    do throws(SheetError) {
      let plan = try strip.plan(cancellation: Cancellation())
      let (remarks, _) = try strip.encode(plan, page: 0, cancellation: Cancellation()) {
        (bytes) throws(SheetError) in png += bytes
      }
      let damage = remarks.first(where: \.remark.isDamage)?.remark.words
      return Result(
        outcome: isTile(png) ? damage == nil ? "whole" : "damaged" : "no tile of 50 × 50",
        words: damage ?? "", storedSize: plan.recipes[0].header?.storedSize, seconds: 0)
    } catch {
      guard case .pictures(let problems) = error, problems.count == 1 else {
        return Result(outcome: "\(error)", seconds: 0)
      }
      let fault = problems[0].fault
      return Result(outcome: fault.code, words: fault.description, seconds: 0)
    }
  }

  /// nil where it is right.
  private static func complaint(_ entry: CorpusIndex.Entry, _ result: Result) -> String? {
    let name = "\(entry.file): \(result.outcome) \(result.words)"
    if let exception = exceptions[entry.file] {
      return result.outcome == exception.outcome ? nil : name
    }
    let expectation = CorpusExpectation(entry)
    guard expectation.outcomes.contains(result.outcome) else {
      return "\(name), not \(expectation.outcomes.sorted())"
    }
    if let foreignName = expectation.foreignName, !result.words.hasPrefix(foreignName) {
      return "\(name), not \(foreignName)"
    }
    if let size = result.storedSize, size != entry.size { return "\(name): \(size)" }
    return nil
  }

  @Test func `every file of the corpus is opened or refused as its index says`() throws {
    let entries = try Self.folders.flatMap { folder in
      try CorpusIndex(folder).entries.map { (folder, $0) }
    }
    let results = concurrentMap(count: entries.count, jobs: processorCount()) {
      Self.result(entries[$0].1.path)
    }
    var wrong: [String] = []
    for folder in Self.folders {
      let indices = entries.indices.filter { entries[$0].0 == folder }
      let outcomes = indices.map { results[$0].outcome }
      let complaints = indices.compactMap { Self.complaint(entries[$0].1, results[$0]) }
      let opened = outcomes.count { $0 == "whole" }
      let damaged = outcomes.count { $0 == "damaged" }
      print(
        "\(folder): \(outcomes.count) tried, \(opened) opened, \(damaged) opened with damage, "
          + "\(outcomes.count - opened - damaged) refused, \(complaints.count) wrong")
      wrong += complaints
    }
    let slowest = results.indices.max { results[$0].seconds < results[$1].seconds }!
    print("exceptions to the index: \(Self.exceptions.count)")
    print("slowest: \(entries[slowest].1.file), \(results[slowest].seconds) s")
    #expect(entries.count > 680)
    #expect(wrong == [])
  }
}
