import ImageCodecs

/// A JSON value; objects keep the order of their members.
enum JSON {
  case null
  case flag(Bool)
  case number(Int)
  /// Digits with a point.
  case decimal(String)
  case text(String)
  case array([JSON])
  case object([(String, JSON)])

  /// On one line.
  var text: String {
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

  /// Members that name a file.
  static func path(_ path: RawPath) -> [(String, JSON)] {
    let text = String(decoding: path.bytes, as: UTF8.self)
    if Array(text.utf8) == path.bytes { return [("file", .text(text))] }
    let digits = path.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [("file", .text(text)), ("file_bytes", .text(digits.joined()))]
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
