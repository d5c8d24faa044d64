/// The text of a caption with tokens in braces, parsed.
///
/// `{{` and `}}` are braces. `\n`, two characters, separates lines as a line break does, because a shell makes
/// writing the latter hard.
package struct CaptionTemplate: Hashable, Sendable {
  /// What a line is made of.
  enum Part: Hashable, Sendable {
    case literal(String)
    case token(CaptionToken)
  }

  let lines: [[Part]]

  package static let maxLines = 100

  /// - Parameter tokens: those that it may have.
  package init(_ text: String, allowing tokens: [CaptionToken]) throws(CaptionFault) {
    var lines: [[Part]] = [[]]
    var literal = ""
    func endLiteral() {
      if !literal.isEmpty { lines[lines.count - 1].append(.literal(literal)) }
      literal = ""
    }
    // By scalars: a mark that combines with a brace does not hide it.
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        literal.unicodeScalars.append(scalar)
        rest.removeFirst()
      case "{":
        guard let end = rest.firstIndex(where: { $0 == "{" || $0 == "}" }), rest[end] == "}" else {
          throw .open
        }
        let name = String(rest[..<end])
        guard let token = CaptionToken(rawValue: name), tokens.contains(token) else {
          throw .unknownToken(name, known: tokens)
        }
        endLiteral()
        lines[lines.count - 1].append(.token(token))
        rest = rest[rest.index(after: end)...]
      case "}":
        throw .closed
      case "\\" where rest.first == "n":
        rest.removeFirst()
        endLiteral()
        lines.append([])
      case "\r" where rest.first == "\n":
        break
      case "\n", "\u{2028}", "\u{2029}":
        endLiteral()
        lines.append([])
      default:
        literal.unicodeScalars.append(scalar)
      }
    }
    endLiteral()
    guard lines.count <= CaptionTemplate.maxLines else { throw .lines(lines.count) }
    self.lines = lines
  }

  /// At least 1, whatever the tokens become.
  package var lineCount: Int { lines.count }

  package var tokens: Set<CaptionToken> {
    Set(
      lines.joined().compactMap { part in
        guard case .token(let token) = part else { return nil }
        return token
      })
  }

  /// A token needs what only the picture's EXIF says.
  package var needsShot: Bool { tokens.contains { $0.needsShot } }

  /// The caption of a picture, as many lines as there are; an empty one stays.
  package func lines(_ facts: CaptionFacts) -> [String] { lines.map { words($0, facts.value) } }

  /// A title, a header or a footer.
  package func lines(_ facts: PageFacts) -> [String] { lines.map { words($0, facts.value) } }
}
