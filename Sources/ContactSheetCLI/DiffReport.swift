import ImageCodecs
import PixelDiff
import PixelGeometry

/// What a diff says to people and, as JSON, to programs.
struct DiffReport {
  let lines: [String]
  private let value: JSON

  var json: String { value.text + "\n" }

  init(_ command: DiffCommand, _ result: DiffResult, _ violations: [LimitViolation]) {
    let counts = result.counts
    let verdict = violations.isEmpty ? (counts.differing == 0 ? "same" : "within-limits") : "differ"
    lines = DiffReport.lines(command, result, violations, verdict)
    value = .object([
      ("version", .number(1)),
      ("expected", .object(JSON.path(command.expected) + DiffReport.members(result.expectedSize))),
      ("actual", .object(JSON.path(command.actual) + DiffReport.members(result.actualSize))),
      ("result", .text(verdict)),
      ("mismatched", .number(counts.mismatched)),
      ("extra", .number(counts.extra)),
      ("anti_aliased", .number(counts.antiAliased)),
      ("ignored", .number(counts.ignored)),
      ("compared", .number(counts.compared)),
      ("percent", .decimal(result.percent.text)),
      (
        "largest_difference",
        result.largestDifference.map {
          .object([("value", .number($0.value)), ("x", .number($0.x)), ("y", .number($0.y))])
        } ?? .null
      ),
      ("region_count", .number(result.regionCount)),
      (
        "regions",
        .array(
          result.regions.map {
            .object(DiffReport.members($0.frame) + [("pixels", .number($0.pixels))])
          })
      ),
      (
        "worst_window",
        result.worstWindow.map {
          .object(DiffReport.members($0.frame) + [("pixels", .number($0.pixels))])
        } ?? .null
      ),
      ("violations", .array(violations.map { .text(DiffReport.words($0)) })),
    ])
  }

  /// Pictures that could not be compared.
  init(_ command: DiffCommand, fault: String) {
    lines = []
    value = .object([
      ("version", .number(1)),
      ("expected", .object(JSON.path(command.expected))),
      ("actual", .object(JSON.path(command.actual))),
      ("result", .text("not-compared")),
      ("detail", .text(fault)),
    ])
  }

  private static func lines(
    _ command: DiffCommand, _ result: DiffResult, _ violations: [LimitViolation],
    _ verdict: String
  ) -> [String] {
    let counts = result.counts
    var words: [String] = []
    if result.expectedSize != result.actualSize {
      words.append("sizes \(result.expectedSize) and \(result.actualSize)")
    }
    if counts.differing > 0 {
      let number = grouped(UInt64(counts.differing))
      words.append(
        "\(number) of \(grouped(UInt64(counts.total))) pixels (\(result.percent))")
      if let largest = result.largestDifference {
        words.append("largest difference \(largest.value) at \(largest.x),\(largest.y)")
      }
    }
    if counts.antiAliased > 0 {
      words.append("\(grouped(UInt64(counts.antiAliased))) anti-aliased not counted")
    }
    if counts.ignored > 0 { words.append("\(grouped(UInt64(counts.ignored))) ignored") }
    var lines = [
      "\(command.expected) \(command.actual): \(verdict.replacing("-", with: " "))"
        + (words.isEmpty ? "" : ": " + words.joined(separator: ", "))
    ]
    let shown = result.regions.prefix(10)
    for region in shown {
      let frame = region.frame
      lines.append(
        "  \(frame.size) at \(frame.left),\(frame.top): \(grouped(UInt64(region.pixels))) "
          + (region.pixels == 1 ? "pixel" : "pixels"))
    }
    if result.regionCount > shown.count {
      lines.append("  and \(grouped(UInt64(result.regionCount - shown.count))) regions more")
    }
    // Without limits the first line has said it.
    if command.limits != DiffLimits() {
      for violation in violations { lines.append("  " + DiffReport.words(violation)) }
    }
    return lines
  }

  private static func words(_ violation: LimitViolation) -> String {
    switch violation {
    case .sizes(let expected, let actual): "sizes differ: \(expected) and \(actual)"
    case .pixels(let count, let limit):
      "\(grouped(UInt64(count))) pixels differ, \(grouped(UInt64(limit))) are allowed"
    case .percent(let percent, let limit): "\(percent) of the pixels differ, \(limit) are allowed"
    case .window(let worst, let limit):
      "\(worst.pixels) pixels differ within \(limit.side) × \(limit.side) at "
        + "\(worst.frame.left),\(worst.frame.top), \(limit.pixels) are too many"
    }
  }

  private static func members(_ size: PixelSize) -> [(String, JSON)] {
    [("width", .number(size.width)), ("height", .number(size.height))]
  }

  private static func members(_ rect: PixelRect) -> [(String, JSON)] {
    [("left", .number(rect.left)), ("top", .number(rect.top))] + members(rect.size)
  }
}
