import ContactSheet
import ImageCodecs
import PixelDiff
import PixelGeometry
import PlainJSON

/// A pair that was compared, and what is to be said of it.
struct DiffEntry {
  let pair: PicturePair
  let outcome: PairOutcome
  /// What it was when it was compared.
  let found: State
  let violations: [LimitViolation]
  /// The picture that was expected has been replaced by the actual one.
  var isUpdated = false

  /// What it is now.
  var state: State { isUpdated ? .updated : found }

  enum State: String, CaseIterable {
    case same
    case withinLimits = "within-limits"
    case differ
    case new
    case missing
    case notCompared = "not-compared"
    /// The actual picture has been approved.
    case updated

    var exitCode: ExitCode {
      switch self {
      case .same, .withinLimits, .updated: .done
      case .differ, .new, .missing: .differs
      case .notCompared: .notMade
      }
    }
  }

  init(_ pair: PicturePair, _ outcome: PairOutcome, _ limits: DiffLimits) {
    self.pair = pair
    self.outcome = outcome
    var violations: [LimitViolation] = []
    switch outcome {
    case .compared(let compared):
      violations = compared.result.violations(of: limits)
      found =
        !violations.isEmpty
        ? .differ : compared.result.counts.differing == 0 ? .same : .withinLimits
    case .sameBytes: found = .same
    case .missing: found = .missing
    case .new: found = .new
    case .notCompared: found = .notCompared
    }
    self.violations = violations
  }

  var result: DiffResult? {
    guard case .compared(let compared) = outcome else { return nil }
    return compared.result
  }

  /// What became of the pictures of two sheets.
  var tiles: TileFindings? {
    guard case .compared(let compared) = outcome else { return nil }
    return compared.tiles
  }

  /// Something differs, so there is something to see.
  var isDrawable: Bool { (result?.counts.differing ?? 0) > 0 }

  /// What prevented it, without the picture's name.
  var fault: PictureComparison.Fault? {
    guard case .notCompared(let fault) = outcome else { return nil }
    return fault
  }

  /// "differ: 4 of 1,200 pixels (0.33 %), largest difference 255 at 10,20".
  var summary: String {
    let state = found.rawValue.replacing("-", with: " ")
    let words = words
    return (isUpdated ? "updated, was " : "")
      + (words.isEmpty ? state : state + ": " + words.joined(separator: ", "))
  }

  private var words: [String] {
    switch outcome {
    case .missing: return ["there is no actual picture"]
    case .new: return ["there is no expected picture"]
    case .sameBytes: return ["the same bytes, of a format that contactsheet does not read"]
    case .notCompared(let fault): return [describe(fault)]
    case .compared: break
    }
    let result = result!
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
    return words
  }

  /// What became of the pictures of a sheet, where it differs, and which limits that breaks.
  ///
  /// - Parameter limits: without any the summary has said it.
  func details(_ limits: DiffLimits) -> [String] {
    tileLines + regionLines + violationLines(limits)
  }

  /// The first regions that changed.
  private var regionLines: [String] {
    guard let result else { return [] }
    let shown = result.regions.prefix(10)
    let lines = shown.map { region in
      let frame = region.frame
      return "\(frame.size) at \(frame.left),\(frame.top): \(grouped(UInt64(region.pixels))) "
        + (region.pixels == 1 ? "pixel" : "pixels")
    }
    let more = result.regionCount - shown.count
    return more > 0
      ? lines + ["and \(grouped(UInt64(more))) \(more == 1 ? "region" : "regions") more"] : lines
  }

  var tileLines: [String] { tiles?.lines ?? [] }

  func violationLines(_ limits: DiffLimits) -> [String] {
    limits == DiffLimits() ? [] : violations.map(DiffEntry.words)
  }

  static func words(_ violation: LimitViolation) -> String {
    switch violation {
    case .sizes(let expected, let actual): "sizes differ: \(expected) and \(actual)"
    case .pixels(let count, let limit):
      "\(grouped(UInt64(count))) \(count == 1 ? "pixel differs" : "pixels differ"), "
        + "\(grouped(UInt64(limit))) \(limit == 1 ? "is" : "are") allowed"
    case .percent(let percent, let limit):
      "\(percent.text(above: limit)) % of the pixels differ, \(limit) are allowed"
    case .window(let worst, let limit):
      "\(worst.pixels) pixels differ within \(limit.side) × \(limit.side) at "
        + "\(worst.frame.left),\(worst.frame.top), \(limit.pixels) are too many"
    }
  }

  /// What prevented something, with the name of the file.
  func describe(_ fault: PictureComparison.Fault) -> String {
    switch fault {
    case .picture(.expected, let fault): "\(pair.expected!): \(fault)"
    case .picture(.actual, let fault): "\(pair.actual!): \(fault)"
    case .diff(let fault): fault.description
    case .placements(let path, let fault): "\(path): \(fault)"
    case .noSuchPage(let path, let picture):
      "\(path): has no page of the name and the size of \(picture)"
    case .output(let fault): fault.description
    }
  }

  // MARK: JSON

  /// Members of the JSON that is about this pair.
  var members: [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("expected", file(pair.expected, result?.expectedSize)),
      ("actual", file(pair.actual, result?.actualSize)),
      ("result", .text(state.rawValue)),
    ]
    if pair.differsInAccents { members.append(("names_differ_in_accents", .flag(true))) }
    if isUpdated { members.append(("was", .text(found.rawValue))) }
    if let fault { members.append(("detail", .text(describe(fault)))) }
    if let result { members += DiffEntry.members(result) }
    if let tiles { members.append(("tiles", .object(tiles.members))) }
    if result != nil {
      members.append(("violations", .array(violations.map { .text(DiffEntry.words($0)) })))
    }
    return members
  }

  private func file(_ path: RawPath?, _ size: PixelSize?) -> JSON {
    guard let path else { return .null }
    return .object(JSON.path(path) + (size.map(DiffEntry.members) ?? []))
  }

  private static func members(_ result: DiffResult) -> [(String, JSON)] {
    let counts = result.counts
    let largest = result.largestDifference.map {
      JSON.object([("value", .number($0.value)), ("x", .number($0.x)), ("y", .number($0.y))])
    }
    let regions = result.regions.map {
      JSON.object(members($0.frame) + [("pixels", .number($0.pixels))])
    }
    let window = result.worstWindow.map {
      JSON.object(members($0.frame) + [("pixels", .number($0.pixels))])
    }
    return [
      ("mismatched", .number(counts.mismatched)),
      ("extra", .number(counts.extra)),
      ("anti_aliased", .number(counts.antiAliased)),
      ("ignored", .number(counts.ignored)),
      ("compared", .number(counts.compared)),
      ("percent", .decimal(result.percent.text)),
      ("largest_difference", largest ?? .null),
      ("region_count", .number(result.regionCount)),
      ("regions", .array(regions)),
      ("worst_window", window ?? .null),
    ]
  }

  private static func members(_ size: PixelSize) -> [(String, JSON)] {
    [("width", .number(size.width)), ("height", .number(size.height))]
  }

  private static func members(_ rect: PixelRect) -> [(String, JSON)] {
    [("left", .number(rect.left)), ("top", .number(rect.top))] + members(rect.size)
  }
}
