/// How a command ends. Where several apply the worst wins: 64 > 2 > 1 > 3 > 0.
public enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// Done, or the same.
  case done = 0
  /// Different, or out of date.
  case differs = 1
  /// Something asked for was not made, or could not be compared.
  case notMade = 2
  /// Made, but with omissions or damage.
  case madeWithDamage = 3
  /// The command line is wrong.
  case usage = 64

  /// From the least to the worst.
  fileprivate var rank: Int {
    switch self {
    case .done: 0
    case .madeWithDamage: 1
    case .differs: 2
    case .notMade: 3
    case .usage: 4
    }
  }

  /// What the help of a command says of it.
  func meaning(of command: Command) -> String {
    switch (self, command) {
    case (.done, .diff): "the same, or within the limits"
    case (.differs, .diff): "different"
    case (.differs, .batch):
      "with --check: something is out of date; with --compare-with: different"
    case (.notMade, .batch): "a sheet was not made"
    case (.done, _): "done"
    case (.differs, _): "different, or out of date"
    case (.notMade, .diff): "not comparable: a picture is not there, is none, or is damaged"
    case (.notMade, .probe): "a file is not there, or no JPEG or PNG"
    case (.notMade, .cache): "the cache cannot be read or cleared"
    case (.notMade, _): "not made"
    case (.madeWithDamage, .probe): "a picture is damaged"
    case (.madeWithDamage, _): "made, but pictures are damaged or left out"
    case (.usage, _): "wrong usage"
    }
  }
}

/// The worse of two ways to end.
func worst(_ a: ExitCode, _ b: ExitCode) -> ExitCode { a.rank >= b.rank ? a : b }
