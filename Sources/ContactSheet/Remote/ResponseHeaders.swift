/// The header lines of one answer.
struct ResponseHeaders: Equatable {
  /// Behind the status, as `Not Found`; HTTP/2 has none.
  let reason: String
  private let fields: [Field]

  private struct Field: Equatable {
    let name: String
    let value: String
  }

  /// - Parameter bytes: lines, the first one with the status.
  init(_ bytes: [UInt8]) {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let status = lines.first?.split(separator: UInt8(ascii: " "), maxSplits: 2) ?? []
    reason = status.count == 3 ? ResponseHeaders.trimmed(status[2]) : ""
    fields = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return Field(
        name: String(decoding: line[..<colon], as: UTF8.self).lowercased(),
        value: ResponseHeaders.trimmed(line[line.index(after: colon)...]))
    }
  }

  init(_ fields: [(name: String, value: String)]) {
    reason = ""
    self.fields = fields.map { Field(name: $0.name, value: $0.value) }
  }

  /// The first field of a name in lower case.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// What all fields of a name say, as one list.
  func list(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The type of the contents without its parameters, in lower case.
  var contentType: String? {
    guard let type = self["content-type"]?.prefix(while: { $0 != ";" }) else { return nil }
    let trimmed = ResponseHeaders.trimmed(Array(type.utf8)[...]).lowercased()
    return trimmed.isEmpty ? nil : trimmed
  }

  /// What a cache has to remember: what contents are, and how long they hold.
  static let keptNames = [
    "cache-control", "content-type", "date", "etag", "expires", "last-modified", "pragma", "vary",
  ]

  /// What a cache remembers.
  var kept: [(name: String, value: String)] {
    ResponseHeaders.keptNames.compactMap { name in list(name).map { (name, $0) } }
  }

  /// These headers where the others say nothing else; of `kept` ones (RFC 9111, section 3.2). The date of an answer
  /// is its own: one that has none is of the moment at which it came.
  func updated(by newer: ResponseHeaders) -> ResponseHeaders {
    ResponseHeaders(
      ResponseHeaders.keptNames.compactMap { name in
        (newer.list(name) ?? (name == "date" ? nil : list(name))).map { (name, $0) }
      })
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = bytes.drop(while: isBlank)
    let count = start.reversed().drop(while: isBlank).count
    return String(decoding: start.prefix(count), as: UTF8.self)
  }
}
