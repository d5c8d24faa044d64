package import ImageCodecs
package import PlainJSON

extension JSON {
  /// Members that name a file: `file`, and where the path is not UTF-8, with U+FFFD in that text, all of its
  /// bytes in hexadecimal as `file_bytes`.
  package static func path(_ path: RawPath) -> [(String, JSON)] {
    let text = String(decoding: path.bytes, as: UTF8.self)
    if Array(text.utf8) == path.bytes { return [("file", .text(text))] }
    let digits = path.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [("file", .text(text)), ("file_bytes", .text(digits.joined()))]
  }
}
