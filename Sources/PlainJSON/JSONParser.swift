/// Reads a JSON text from its first byte to its last; what is open lies in an array, not on the stack.
struct JSONParser {
  private let leniencies: JSONDocument.Leniencies
  private var scanner: JSONScanner
  /// The arrays and objects that have begun, the outermost first.
  private var open: [Opened] = []

  /// An array or an object of which the end is still to come.
  private struct Opened {
    let place: JSONPlace
    let isObject: Bool
    var elements: [JSONNode] = []
    var members: [JSONMember] = []
    var names = NameIndex()
    /// Of the member whose value comes next.
    var name: (text: String, place: JSONPlace) = ("", JSONPlace(line: 0, column: 0))

    var isEmpty: Bool { isObject ? members.isEmpty : elements.isEmpty }

    mutating func append(_ node: JSONNode) {
      if isObject {
        members.append(JSONMember(name: name.text, namePlace: name.place, value: node))
      } else {
        elements.append(node)
      }
    }

    var node: JSONNode {
      JSONNode(place: place, value: isObject ? .object(members) : .array(elements))
    }
  }

  init(_ bytes: [UInt8], _ leniencies: JSONDocument.Leniencies) {
    scanner = JSONScanner(bytes)
    self.leniencies = leniencies
  }

  mutating func document() throws(JSONFault) -> JSONNode {
    scanner.skipSpace()
    while true {
      // A value stands next, or the end of what has just begun.
      guard var node = try scalarOrOpening() else { continue }
      // It may be the last one of many.
      while true {
        guard let last = open.indices.last else { return try end(node) }
        open[last].append(node)
        scanner.skipSpace()
        if scanner.take(",") {
          scanner.skipSpace()
          if open[last].isObject { try name() }
          break
        }
        guard scanner.take(open[last].isObject ? "}" : "]") else {
          throw scanner.unexpected(open[last].isObject ? "a comma or }" : "a comma or ]")
        }
        node = open.removeLast().node
      }
    }
  }

  private mutating func end(_ root: JSONNode) throws(JSONFault) -> JSONNode {
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw scanner.unexpected("the end of the text") }
    return root
  }

  /// - Returns: nil where an array or object has begun whose first value comes next.
  private mutating func scalarOrOpening() throws(JSONFault) -> JSONNode? {
    let place = scanner.place
    switch scanner.next {
    case UInt8(ascii: "["): return try opening(isObject: false)
    case UInt8(ascii: "{"): return try opening(isObject: true)
    case UInt8(ascii: "\""): return JSONNode(place: place, value: .text(try string()))
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return JSONNode(place: place, value: .number(try number()))
    case UInt8(ascii: "t"): return JSONNode(place: place, value: try word("true", .flag(true)))
    case UInt8(ascii: "f"): return JSONNode(place: place, value: try word("false", .flag(false)))
    case UInt8(ascii: "n"): return JSONNode(place: place, value: try word("null", .null))
    default:
      let isFirst = open.last.map { !$0.isObject && $0.isEmpty } ?? false
      throw scanner.unexpected(isFirst ? "a value or ]" : "a value")
    }
  }

  /// - Returns: the array or object where it is empty.
  private mutating func opening(isObject: Bool) throws(JSONFault) -> JSONNode? {
    let place = scanner.place
    if open.count == JSONDocument.depthLimit {
      throw JSONFault(.tooDeep(limit: JSONDocument.depthLimit), at: place)
    }
    scanner.advance()
    scanner.skipSpace()
    let opened = Opened(place: place, isObject: isObject)
    if scanner.take(isObject ? "}" : "]") { return opened.node }
    open.append(opened)
    if isObject { try name() }
    return nil
  }

  /// The name of a member, and the colon after it.
  private mutating func name() throws(JSONFault) {
    let last = open.count - 1
    guard scanner.next == UInt8(ascii: "\"") else {
      throw scanner.unexpected(
        open[last].isEmpty ? "a name in double quotes or }" : "a name in double quotes")
    }
    let place = scanner.place
    let text = try string()
    if let first = open[last].names.add(text, at: place, to: open[last].members) {
      throw JSONFault(.duplicate(name: text, first: first), at: place)
    }
    open[last].name = (text, place)
    scanner.skipSpace()
    guard scanner.take(":") else { throw scanner.unexpected("a colon") }
    scanner.skipSpace()
  }

  private mutating func word(
    _ word: String, _ value: JSONNode.Value
  ) throws(JSONFault) -> JSONNode.Value {
    for byte in word.utf8 {
      guard scanner.next == byte else { throw scanner.unexpected(word) }
      scanner.advance()
    }
    return value
  }

  // MARK: numbers

  private mutating func number() throws(JSONFault) -> JSONNumber {
    let start = scanner.offset
    _ = scanner.take("-")
    if scanner.take("0") {
      if isDigit { throw scanner.unexpected("a number without a 0 before it") }
    } else {
      try digits()
    }
    if scanner.take(".") { try digits() }
    if scanner.take("e") || scanner.take("E") {
      if !scanner.take("+") { _ = scanner.take("-") }
      try digits()
    }
    return JSONNumber(scanner.text(from: start))
  }

  private var isDigit: Bool {
    guard let byte = scanner.next else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func digits() throws(JSONFault) {
    guard isDigit else { throw scanner.unexpected("a digit") }
    while isDigit { scanner.advance() }
  }

  // MARK: strings

  private mutating func string() throws(JSONFault) -> String {
    scanner.advance()
    let start = scanner.offset
    try scanner.skipPlainText()
    if scanner.next == UInt8(ascii: "\"") {
      let text = scanner.text(from: start)
      scanner.advance()
      return text
    }
    var bytes = Array(scanner.bytes(from: start))
    while true {
      if scanner.take("\"") { return String(decoding: bytes, as: UTF8.self) }
      guard scanner.next == UInt8(ascii: "\\") else {
        throw scanner.unexpected("a double quote at the end of the string")
      }
      bytes.append(contentsOf: String(try escape()).utf8)
      let start = scanner.offset
      try scanner.skipPlainText()
      bytes += scanner.bytes(from: start)
    }
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    let place = scanner.place
    scanner.advance()
    let scalar: Unicode.Scalar
    switch scanner.next {
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "'") where leniencies.contains(.escapedApostrophe): scalar = "'"
    case UInt8(ascii: "u"): return try escapedScalar(place)
    default: throw scanner.unexpected("one of \" \\ / b f n r t u")
    }
    scanner.advance()
    return scalar
  }

  /// `XXXX` of `\uXXXX`, and what follows it where that is half of a character.
  private mutating func escapedScalar(_ place: JSONPlace) throws(JSONFault) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let lone = JSONFault(.loneSurrogate(unit), at: place)
    guard UTF16.isLeadSurrogate(unit), scanner.take("\\") else { throw lone }
    guard scanner.next == UInt8(ascii: "u") else { throw lone }
    let other = try codeUnit()
    guard UTF16.isTrailSurrogate(other) else { throw lone }
    return UTF16.decode(UTF16.EncodedScalar([unit, other]))
  }

  private mutating func codeUnit() throws(JSONFault) -> UInt16 {
    scanner.advance()
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = scanner.next, byte < 0x80,
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw scanner.unexpected("a hexadecimal digit") }
      unit = unit << 4 | UInt16(digit)
      scanner.advance()
    }
    return unit
  }
}
