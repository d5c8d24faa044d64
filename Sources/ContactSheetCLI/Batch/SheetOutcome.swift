import ContactSheet
import ImageCodecs
import PlainJSON

/// What became of a sheet of a batch.
struct SheetOutcome {
  enum State: String, CaseIterable {
    case built
    case unchanged
    /// Made, or unchanged, but pictures are damaged or left out.
    case withOmissions = "with-omissions"
    case failed
    /// A directory without pictures: there is nothing to make.
    case empty
    /// Only looked at: it would be made.
    case outOfDate = "out-of-date"
    /// Nobody came to it after another had failed.
    case notTried = "not-tried"

    var exitCode: ExitCode {
      switch self {
      case .built, .unchanged, .empty: .done
      case .withOmissions: .madeWithDamage
      case .outOfDate: .differs
      case .failed, .notTried: .notMade
      }
    }
  }

  var state: State
  /// The output as it was asked for; nil for a line that could not be understood.
  var output: RawPath?
  /// Why, where a word is needed: what changed, what failed.
  var reason: String?
  /// Its pages; as they were, where nothing was made.
  var pages: [RawPath] = []
  var pictures = 0
  /// All pages together.
  var bytes = 0
  var milliseconds = 0
  /// What the sheet had to say.
  var lines: [String] = []
  /// Pictures that gave trouble, one line each.
  var troubles: [String] = []
  /// Of ``State/withOmissions`` that it was made just now.
  var isMade = false
  var plan: PlanReport?
  /// What shows the sheet in a README, where that was asked for and it was made.
  var markdown: String?

  init(state: State, output: RawPath? = nil, reason: String? = nil, lines: [String] = []) {
    self.state = state
    self.output = output
    self.reason = reason
    self.lines = lines
  }

  /// A sheet that is as it was made.
  init(upToDate sheet: SheetState) {
    self.init(state: sheet.troubles.isEmpty ? .unchanged : .withOmissions)
    pages = sheet.pages.files.map(\.path)
    bytes = sheet.pages.files.reduce(0) { $0 + $1.size }
    pictures = sheet.pictures
    troubles = sheet.troubles
  }

  /// Members of the JSON that is about this sheet.
  var members: [(String, JSON)] {
    var members: [(String, JSON)] = [("state", .text(state.rawValue))]
    if let output { members += JSON.path(output).map { ("output" + $0.0.dropFirst(4), $0.1) } }
    if let reason { members.append(("reason", .text(reason))) }
    if let markdown { members.append(("markdown", .text(markdown))) }
    members += [
      ("pages", .array(pages.map { .object(JSON.path($0)) })), ("pictures", .number(pictures)),
      ("bytes", .number(bytes)), ("seconds", .decimal(seconds(milliseconds))),
      ("troubles", .array(troubles.map(JSON.text))),
    ]
    return members
  }
}
