/// A JSON value to be written; objects keep the order of their members.
///
/// What is read is a ``JSONDocument``.
package enum JSON: Sendable {
  case null
  case flag(Bool)
  case number(Int)
  /// A number as RFC 8259 writes it, which stands as it is given.
  case decimal(String)
  case text(String)
  case array([JSON])
  case object([(String, JSON)])

  /// On one line. Values may lie inside each other as deep as a reader takes them
  /// (``JSONDocument/depthLimit``); much deeper the stack ends.
  package var text: String {
    switch self {
    case .null: "null"
    case .flag(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .decimal(let digits): digits
    case .text(let value): JSON.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON.quoted($0.0)): \($0.1.text)" }.joined(separator: ", ") + "}"
    }
  }

  /// RFC 8259, section 7.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
