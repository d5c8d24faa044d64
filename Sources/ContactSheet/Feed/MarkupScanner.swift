/// Goes through HTML or XML, tag after tag, and takes whatever comes: nothing is refused, comments are passed
/// over, and what never ends ends with the text. Linear in the length of the text.
///
/// It is no parser of HTML, only what is needed to find a picture in a description: a `>` in a quoted value
/// belongs to it, values may lack their quotes, names may be in any case.
struct MarkupScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Every tag of a text.
  static func tags(_ text: String) -> [MarkupTag] {
    var scanner = MarkupScanner(text)
    var tags: [MarkupTag] = []
    while let tag = scanner.next() { tags.append(tag) }
    return tags
  }

  /// The next tag; nil after the last.
  mutating func next() -> MarkupTag? {
    while skip(to: "<") {
      position += 1
      if has("!--") {
        // The dashes of `<!-->` are those of its end, too.
        position += 1
        if !skip(past: "-->") { position = bytes.count }
        continue
      }
      if has("![CDATA[") {
        if !skip(past: "]]>") { position = bytes.count }
        continue
      }
      let isClosing = has("/")
      if isClosing { position += 1 }
      guard let first = byte, MarkupScanner.isNameStart(first) else { continue }
      let name = word {
        !MarkupScanner.isSpace($0) && $0 != MarkupScanner.slash && $0 != MarkupScanner.end
      }
      return MarkupTag(
        name: name.lowercased(), isClosing: isClosing, attributes: attributes())
    }
    return nil
  }

  /// The text from here to the next tag, a CDATA section as it stands, entities resolved.
  mutating func text() -> String {
    var start = position
    while start < bytes.count, MarkupScanner.isSpace(bytes[start]) { start += 1 }
    let opening = Array("<![CDATA[".utf8)
    if bytes[start...].starts(with: opening) {
      position = start + opening.count
      let begin = position
      let isClosed = skip(past: "]]>")
      if !isClosed { position = bytes.count }
      return String(decoding: bytes[begin..<(isClosed ? position - 3 : position)], as: UTF8.self)
    }
    let begin = position
    if !skip(to: "<") { position = bytes.count }
    return MarkupEntities.resolved(String(decoding: bytes[begin..<position], as: UTF8.self))
  }

  // MARK: attributes

  private mutating func attributes() -> [MarkupTag.Attribute] {
    var attributes: [MarkupTag.Attribute] = []
    while let next = byte {
      if next == MarkupScanner.end {
        position += 1
        break
      }
      if MarkupScanner.isSpace(next) || next == MarkupScanner.slash {
        position += 1
        continue
      }
      // A name may begin with anything, an equals sign, too: so each turn goes on by a byte at least.
      let start = position
      position += 1
      _ = word {
        !MarkupScanner.isSpace($0) && $0 != MarkupScanner.slash && $0 != MarkupScanner.end
          && $0 != MarkupScanner.equals
      }
      let name = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      let afterName = position
      skipSpace()
      guard byte == MarkupScanner.equals else {
        position = afterName
        attributes.append(MarkupTag.Attribute(name: name, value: ""))
        continue
      }
      position += 1
      skipSpace()
      attributes.append(
        MarkupTag.Attribute(name: name, value: MarkupEntities.resolved(value())))
    }
    return attributes
  }

  private mutating func value() -> String {
    guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return word { !MarkupScanner.isSpace($0) && $0 != MarkupScanner.end }
    }
    position += 1
    let value = word { $0 != quote }
    if position < bytes.count { position += 1 }
    return value
  }

  // MARK: bytes

  private static let slash = UInt8(ascii: "/")
  private static let end = UInt8(ascii: ">")
  private static let equals = UInt8(ascii: "=")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "!"), UInt8(ascii: "?"):
      true
    default: false
    }
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func skipSpace() {
    while let next = byte, MarkupScanner.isSpace(next) { position += 1 }
  }

  /// The bytes from here that belong to it.
  private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
    let start = position
    while let next = byte, belongs(next) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// - Returns: false where there is none; then nothing moves.
  private mutating func skip(to text: String) -> Bool {
    let start = position
    let first = text.utf8.first!
    while position < bytes.count {
      if bytes[position] == first, has(text) { return true }
      position += 1
    }
    position = start
    return false
  }

  private mutating func skip(past text: String) -> Bool {
    guard skip(to: text) else { return false }
    position += text.utf8.count
    return true
  }
}
