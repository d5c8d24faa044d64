import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The result of a diff for the pages of GitHub Actions: a table in Markdown for the job's summary, and workflow
/// commands that make annotations.
struct GitHubSummary {
  private let report: DiffReport
  /// Pairs that failed.
  private let failed: [DiffEntry]

  /// A summary has at most 1 MB, and nobody reads more rows.
  private static let rowLimit = 200
  /// GitHub shows ten annotations of a step.
  private static let annotationLimit = 10

  init(_ report: DiffReport) {
    self.report = report
    failed = report.entries.filter { $0.state.exitCode != .done }
  }

  var markdown: String {
    var lines = ["### contactsheet diff", "", report.totals, ""]
    guard !failed.isEmpty else { return lines.joined(separator: "\n") }
    lines += ["| picture | result |", "|---|---|"]
    for entry in failed.prefix(GitHubSummary.rowLimit) {
      lines.append(
        "| <code>\(inTable(entry.pair.name.description))</code> | \(inTable(words(entry))) |")
    }
    if failed.count > GitHubSummary.rowLimit {
      lines.append("| … | \(failed.count - GitHubSummary.rowLimit) more |")
    }
    return (lines + [""]).joined(separator: "\n")
  }

  /// `::error file=…,title=…::…`
  var annotations: [String] {
    failed.prefix(GitHubSummary.annotationLimit).map { entry in
      let file = (entry.pair.expected ?? entry.pair.actual!).description
      let title = entry.pair.name.description
      return "::error file=\(property(file)),title=\(property(title))::\(data(words(entry)))"
    }
  }

  /// Prints the annotations, and appends the table to the file that GitHub names.
  func publish(_ console: Console) -> ExitCode {
    for line in annotations { console.print(line) }
    guard let name = unsafe getenv("GITHUB_STEP_SUMMARY"), unsafe name.pointee != 0 else {
      console.print(markdown)
      return .done
    }
    let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    var error: SystemError?
    if descriptor < 0 {
      error = .last
    } else {
      error = writeAll(Array((markdown + "\n").utf8), to: descriptor)
      close(descriptor)
    }
    guard let error else { return .done }
    let path = unsafe RawPath(String(cString: name))
    console.report("\(path): cannot be written: \(error)")
    return .notMade
  }

  /// With what became of the pictures of a sheet.
  private func words(_ entry: DiffEntry) -> String {
    guard let tiles = entry.tiles, !tiles.list.isEmpty else { return entry.summary }
    return "\(entry.summary); \(tiles.summary)"
  }

  private func inTable(_ text: String) -> String {
    replacing(
      text,
      [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;", "`": "&#96;",
        "*": "&#42;", "_": "&#95;", "[": "&#91;", "\\": "&#92;",
      ])
  }

  private func data(_ text: String) -> String {
    replacing(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  private func property(_ text: String) -> String {
    replacing(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private func replacing(_ text: String, _ replacements: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += replacements[$1] ?? String($1) }
  }
}
