/// The first word of a command line.
package enum Command: String, Hashable, Sendable, CaseIterable {
  case strip
  case probe

  /// One line for the list of commands.
  package var summary: String {
    switch self {
    case .strip: "an overlapping row of round pictures, the first on top"
    case .probe: "what pictures are, and with --verify whether they are whole"
    }
  }

  /// Words that users of other tools type.
  package static let synonyms: [String: String] = [
    "avatars": "strip", "facepile": "strip", "row": "strip",
    "compare": "diff", "identify": "probe", "info": "probe", "masonry": "fitted",
    "montage": "grid", "rows": "justified",
  ]

  /// The command that an unknown word probably means; nil where none is near.
  package static func nearest(to word: String) -> Command? {
    if let synonym = synonyms[word] { return Command(rawValue: synonym) }
    return nearestName(to: word, among: allCases.map(\.rawValue)).flatMap(Command.init)
  }
}
