import ContactSheet
import ImageCodecs
import PixelDiff
import PlainJSON

/// What a diff says to people and, as JSON, to programs.
struct DiffReport {
  let entries: [DiffEntry]
  let expected: RawPath
  let actual: RawPath
  let limits: DiffLimits
  /// These are directories, not two pictures.
  let areDirectories: Bool

  /// How many pairs there are of each kind.
  var counts: [DiffEntry.State: Int] {
    entries.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
  }

  // MARK: lines

  /// What goes to standard output. Pairs of directories that are the same are only counted.
  var lines: [String] {
    var lines: [String] = []
    for entry in entries where !areDirectories || entry.state != .same {
      // What was not compared is told on standard error.
      if entry.state == .notCompared { continue }
      lines.append("\(name(entry)): \(entry.summary)")
      lines += entry.details(limits).map { "  " + $0 }
    }
    if areDirectories { lines.append(totals) }
    // A name that begins with two colons would command a build server that reads this.
    return lines.map { line in
      let start = line.prefix { $0 == " " }
      let rest = line.dropFirst(start.count)
      return rest.hasPrefix("::") || rest.hasPrefix("##[") ? start + "./" + rest : line
    }
  }

  private func name(_ entry: DiffEntry) -> String {
    areDirectories ? entry.pair.name.description : "\(expected) \(actual)"
  }

  /// "40 pictures: 36 same, 2 differ, 1 new, 1 not compared".
  var totals: String {
    let counts = counts
    let words = DiffEntry.State.allCases.compactMap { state -> String? in
      guard let count = counts[state] else { return nil }
      return "\(grouped(UInt64(count))) \(DiffReport.words(state, count))"
    }
    let all = entries.count == 1 ? "1 picture" : "\(grouped(UInt64(entries.count))) pictures"
    return words.isEmpty ? "no pictures" : "\(all): \(words.joined(separator: ", "))"
  }

  private static func words(_ state: DiffEntry.State, _ count: Int) -> String {
    state == .differ && count == 1 ? "differs" : state.rawValue.replacing("-", with: " ")
  }

  // MARK: JSON

  var json: String {
    guard areDirectories else {
      let members: [(String, JSON)] = [("version", .number(1))]
      return JSON.object(members + entries[0].members).text + "\n"
    }
    let counts = counts
    let totals = DiffEntry.State.allCases.map { state in
      (state.rawValue.replacing("-", with: "_"), JSON.number(counts[state] ?? 0))
    }
    let pairs = entries.map { entry -> JSON in
      let name = JSON.path(entry.pair.name).map { ($0.0.replacing("file", with: "name"), $0.1) }
      return .object(name + entry.members)
    }
    return JSON.object([
      ("version", .number(1)),
      ("expected", .object(JSON.path(expected))), ("actual", .object(JSON.path(actual))),
      ("counts", .object(totals)), ("pairs", .array(pairs)),
    ]).text + "\n"
  }
}
