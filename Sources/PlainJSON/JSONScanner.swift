/// Goes through the bytes of a text and knows where it is.
struct JSONScanner {
  private let bytes: [UInt8]
  private(set) var offset = 0
  private var line = 1
  private var lineStart = 0
  /// Bytes of this line, so far, that begin no scalar.
  private var continuations = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (offset, lineStart) = (3, 3) }
  }

  var isAtEnd: Bool { offset == bytes.count }

  /// The byte at hand; nil at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var place: JSONPlace { JSONPlace(line: line, column: offset - lineStart - continuations + 1) }

  /// Goes past an ASCII character that ends no line.
  mutating func advance() { offset += 1 }

  /// Goes past this character if it is the one at hand.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, UInt32(bytes[offset]) == character.value else { return false }
    offset += 1
    return true
  }

  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): offset += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        let isPair =
          bytes[offset] == UInt8(ascii: "\r") && offset + 1 < bytes.count
          && bytes[offset + 1] == UInt8(ascii: "\n")
        offset += isPair ? 2 : 1
        line += 1
        (lineStart, continuations) = (offset, 0)
      default: return
      }
    }
  }

  /// Goes to the next quote, backslash or end of the text.
  mutating func skipPlainText() throws(JSONFault) {
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0..<0x20: throw JSONFault(.control(byte), at: place)
      case 0x20..<0x80: offset += 1
      default:
        guard let width = scalarWidth else { throw JSONFault(.notUTF8(byte), at: place) }
        offset += width
        continuations += width - 1
      }
    }
  }

  func bytes(from start: Int) -> ArraySlice<UInt8> { bytes[start..<offset] }

  func text(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }

  /// The fault of what stands here.
  func unexpected(_ expected: String) -> JSONFault {
    guard let byte = next else {
      return JSONFault(.unexpected(expected: expected, found: "the end of the text"), at: place)
    }
    guard let width = scalarWidth else { return JSONFault(.notUTF8(byte), at: place) }
    let scalar = String(decoding: bytes[offset..<offset + width], as: UTF8.self).unicodeScalars
      .first!
    return JSONFault(.unexpected(expected: expected, found: words(scalar)), at: place)
  }

  /// Safe to show, whatever it is.
  private func words(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
      scalar == "\n" || scalar == "\r"
        ? "the end of the line" : "U+\(hexadecimal(scalar.value, digits: 4))"
    case .spaceSeparator where scalar != " ": "U+\(hexadecimal(scalar.value, digits: 4))"
    default: "'\(scalar)'"
    }
  }

  /// The bytes of the scalar at hand, 1…4; nil where it is not UTF-8. Source: RFC 3629, section 4.
  private var scalarWidth: Int? {
    let first = bytes[offset]
    // What may follow first: not what a shorter form has, no surrogates, nothing above U+10FFFF.
    let second: ClosedRange<UInt8>
    let width: Int
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: (width, second) = (2, 0x80...0xBF)
    case 0xE0: (width, second) = (3, 0xA0...0xBF)
    case 0xED: (width, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (width, second) = (3, 0x80...0xBF)
    case 0xF0: (width, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (width, second) = (4, 0x80...0xBF)
    case 0xF4: (width, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard offset + width <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
    for index in offset + 2..<offset + width where bytes[index] & 0xC0 != 0x80 {
      return nil
    }
    return width
  }
}
