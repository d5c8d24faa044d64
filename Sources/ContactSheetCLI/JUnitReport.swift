import ContactSheet
import ImageCodecs

/// The result of a diff as JUnit XML, which build servers read: a test case for each pair. No times, so that
/// the same result is the same file.
struct JUnitReport {
  let xml: String

  init(_ report: DiffReport) {
    let counts = report.counts
    let failures = [.differ, .new, .missing].reduce(0) { $0 + (counts[$1] ?? 0) }
    let errors = counts[.notCompared] ?? 0
    let totals =
      "tests=\"\(report.entries.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"contactsheet diff\" \(totals)>",
      "  <testsuite name=\"\(escaped("\(report.expected) \(report.actual)"))\" \(totals)>",
    ]
    for entry in report.entries {
      let name = escaped(entry.pair.name.description)
      let head = "    <testcase classname=\"contactsheet.diff\" name=\"\(name)\""
      switch entry.state {
      case .same, .withinLimits, .updated: lines.append(head + "/>")
      case .differ, .new, .missing, .notCompared:
        let kind = entry.state == .notCompared ? "error" : "failure"
        let text = entry.details(report.limits).map(escaped).joined(separator: "\n")
        lines += [
          head + ">",
          "      <\(kind) type=\"\(entry.state.rawValue)\" message=\"\(escaped(entry.summary))\">"
            + "\(text)</\(kind)>",
          "    </testcase>",
        ]
      }
    }
    lines += ["  </testsuite>", "</testsuites>", ""]
    xml = lines.joined(separator: "\n")
  }
}

/// Text for XML, which is that for HTML but for two characters that XML 1.0 forbids; these are replaced.
private func escaped(_ text: String) -> String {
  var markup = String.UnicodeScalarView()
  for scalar in HTMLText(text).markup.unicodeScalars {
    markup.append(["\u{FFFE}", "\u{FFFF}"].contains(scalar) ? "\u{FFFD}" : scalar)
  }
  return String(markup)
}
