import ImageCodecs

/// What is wrong with the text of a caption.
package enum CaptionFault: Error, Hashable, Sendable {
  /// The name of a token that is none, or none here, and those that are.
  case unknownToken(String, known: [CaptionToken])
  /// A `{` without its `}`, or with another `{` before it.
  case open
  /// A `}` without its `{`.
  case closed
  /// More lines than ``CaptionTemplate/maxLines``.
  case lines(Int)
}

extension CaptionFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownToken(let name, let known):
      return "unknown token '{\(printable(Array(name.utf8)))}'; there are "
        + known.map { "{\($0.rawValue)}" }.joined(separator: " ")
    case .open: return "'{' without '}'; '{{' stands for a brace"
    case .closed: return "'}' without '{'; '}}' stands for a brace"
    case .lines(let count): return "\(count) lines; at most \(CaptionTemplate.maxLines)"
    }
  }
}
