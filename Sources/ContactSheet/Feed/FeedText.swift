/// The bytes of a feed without what stands around its JSON.
struct FeedText {
  /// Blanks stand for a wrapper before the JSON, so that the places of faults are those in the feed.
  let json: [UInt8]

  var isEmpty: Bool { json.allSatisfy(FeedText.isSpace) }

  init(_ bytes: [UInt8]) {
    var bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let opening = FeedText.callOpening(bytes) {
      for index in 0...opening where bytes[index] != 0x0A && bytes[index] != 0x0D {
        bytes[index] = 0x20
      }
      FeedText.removeSpace(&bytes)
      if bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
      FeedText.removeSpace(&bytes)
      // Where the bracket is missing the rest is, too: the reader says where it ends.
      if bytes.last == UInt8(ascii: ")") { bytes.removeLast() }
    }
    json = bytes
  }

  /// It is an object with items, as far as its beginning tells.
  var looksLikeFeed: Bool {
    json.first { !FeedText.isSpace($0) } == UInt8(ascii: "{")
      && json.firstRange(of: Array("\"items\"".utf8)) != nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func removeSpace(_ bytes: inout [UInt8]) {
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
  }

  /// Where the bracket of a call stands, as in `jsonFlickrFeed(`; nil where the text does not begin with one.
  private static func callOpening(_ bytes: [UInt8]) -> Int? {
    func isOfName(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes[start...].firstIndex { !isOfName($0) } ?? bytes.endIndex
    let next = bytes[end...].firstIndex { !isSpace($0) } ?? bytes.endIndex
    guard end > start, next < bytes.endIndex, bytes[next] == UInt8(ascii: "(") else { return nil }
    return next
  }

  /// What a text is that begins as XML or HTML does; nil for any other.
  var markupFault: FeedFault? {
    guard json.first(where: { !FeedText.isSpace($0) }) == UInt8(ascii: "<") else { return nil }
    var scanner = MarkupScanner(json)
    var (isPage, words): (Bool, String?) = (false, nil)
    // What a text is stands at its beginning.
    for _ in 0..<200 {
      guard let tag = scanner.next() else { break }
      if tag.isClosing { continue }
      switch tag.name {
      case "rss", "rdf:rdf": return .otherFeed("an RSS feed")
      case "feed": return .otherFeed("an Atom feed")
      case "html", "!doctype", "head", "body": isPage = true
      case "err":
        if let message = tag["msg"].flatMap(onOneLine) { return .message(message) }
      case "title", "message", "error":
        words = words ?? onOneLine(scanner.text())
      default: break
      }
      if words != nil { break }
    }
    if isPage { return .page(words) }
    return words.map(FeedFault.message) ?? .xml
  }
}
