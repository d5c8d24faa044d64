import ImageCodecs
import PixelDiff
import PixelGeometry

/// Findings that are told in one line.
struct TileGroup {
  private let findings: [TileFinding]
  private let one: String
  private let many: String
  /// So many are named.
  private static let namedCount = 10

  /// - Parameters:
  ///   - findings: at least one.
  ///   - one: what is said of a single one, after its name.
  ///   - many: what is said of several, after their number.
  init(_ findings: [TileFinding], one: String, many: String) {
    self.findings = findings
    self.one = one
    self.many = many
  }

  /// Without names, unless there is only one.
  var head: String {
    guard findings.count == 1 else { return "\(grouped(UInt64(findings.count))) \(many)" }
    return findings[0].name + " " + one + detail(findings[0], isAlone: true)
  }

  var line: String {
    if findings.count == 1 { return head }
    let names = findings.prefix(TileGroup.namedCount).map { $0.name + detail($0, isAlone: false) }
    let more = findings.count - names.count
    return head + ": " + names.joined(separator: ", ")
      + (more > 0 ? " and \(grouped(UInt64(more))) more" : "")
  }

  private func detail(_ finding: TileFinding, isAlone: Bool) -> String {
    switch finding.change {
    case .changed(let percent): return " (\(percent)\(isAlone ? " of its tile" : ""))"
    case .resized:
      guard let old = finding.expected?.frame.size, let new = finding.actual?.frame.size else {
        return ""
      }
      return " (from \(old) to \(new))"
    case .moved, .otherPage, .placeholder, .picture, .new, .gone: return ""
    }
  }
}
