/// The first word of a command line.
package enum Command: String, Hashable, Sendable, CaseIterable {
  case strip
  case list
  case grid
  case fitted
  case justified
  case batch
  case diff
  case probe
  case cache

  /// Takes a command's name, or another one that it has.
  package init?(word: String) {
    guard let command = Command(rawValue: word) ?? Command.aliases[word] else { return nil }
    self = command
  }

  /// Other names that commands have.
  private static let aliases: [String: Command] = ["masonry": .fitted, "rows": .justified]

  /// Its name, and the other ones.
  package var words: [String] {
    [rawValue] + Command.aliases.filter { $0.value == self }.keys.sorted()
  }

  /// One line for the list of commands.
  package var summary: String {
    switch self {
    case .strip: "an overlapping row of round pictures, the first on top"
    case .list: "one column of pictures, each as wide as the sheet"
    case .grid: "rows and columns of equal cells"
    case .fitted: "columns of equal width, every picture whole (masonry)"
    case .justified: "rows that fill the width, every picture whole (rows)"
    case .batch: "many sheets from one manifest, or one for each directory"
    case .diff: "what differs between two pictures, pixel by pixel"
    case .probe: "what pictures are, and with --verify whether they are whole"
    case .cache: "where fetched pictures are kept; --clear removes them"
    }
  }

  /// Words that users of other tools type.
  package static let synonyms: [String: String] = [
    "avatars": "strip", "facepile": "strip", "row": "strip",
    "column": "list", "columns": "fitted", "compare": "diff", "contact-sheet": "grid",
    "gallery": "justified", "identify": "probe", "index": "grid", "info": "probe",
    "montage": "grid", "vertical": "list", "waterfall": "fitted",
  ]

  /// The command that an unknown word probably means; nil where none is near.
  package static func nearest(to word: String) -> Command? {
    if let synonym = synonyms[word] { return Command(rawValue: synonym) }
    return nearestName(to: word, among: allCases.map(\.rawValue) + aliases.keys.sorted())
      .flatMap(Command.init(word:))
  }
}
