import PlainJSON

/// What a batch says to people at its end and, as JSON, to programs.
struct BatchReport {
  let outcomes: [SheetOutcome]
  let milliseconds: Int

  var counts: [SheetOutcome.State: Int] {
    outcomes.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
  }

  /// "100 sheets: 3 built, 96 unchanged, 1 failed, 2.310 s".
  var totals: String {
    let counts = counts
    let words = SheetOutcome.State.allCases.compactMap { state in
      counts[state].map { "\($0) \(state.rawValue.replacing("-", with: " "))" }
    }
    return "\(outcomes.count) \(outcomes.count == 1 ? "sheet" : "sheets"): "
      + (words + ["\(seconds(milliseconds)) s"]).joined(separator: ", ")
  }

  var json: String {
    let counts = counts
    let totals = SheetOutcome.State.allCases.map { state in
      (state.rawValue.replacing("-", with: "_"), JSON.number(counts[state] ?? 0))
    }
    return JSON.object([
      ("version", .number(1)), ("counts", .object(totals)),
      ("seconds", .decimal(seconds(milliseconds))),
      ("sheets", .array(outcomes.map { .object($0.members) })),
    ]).text + "\n"
  }
}
