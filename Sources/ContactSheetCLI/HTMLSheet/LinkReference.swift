import PlainJSON

/// An address that came from a manifest or a feed, as the target of a link.
///
/// Taken are `http:`, `https:` and `mailto:`, and what is relative to the page: a path, a query, a fragment.
/// Everything else runs something (`javascript:`), opens another program, or leads to a computer that is not
/// named with its scheme (`//host`), and is refused.
package struct LinkReference: Hashable, Sendable {
  /// ASCII, safe in an attribute of HTML. Characters that no address may hold are percent-encoded; those that
  /// are encoded already stay as they are.
  package let text: String

  private static let schemes: Set = ["http", "https", "mailto"]

  /// - Returns: nil for what is refused, and for nothing at all.
  package init?(_ address: String) {
    // What browsers pass over: blanks and control characters around it, tabs and line ends within.
    let isPassedOver = { (byte: UInt8) in byte <= 0x20 }
    let start = Array(address.utf8).drop(while: isPassedOver)
    let bytes = start.reversed().drop(while: isPassedOver).reversed().filter {
      ![0x09, 0x0A, 0x0D].contains($0)
    }
    if bytes.isEmpty { return nil }
    if let scheme = LinkReference.scheme(bytes) {
      guard LinkReference.schemes.contains(scheme) else { return nil }
    } else if bytes.prefix(2).allSatisfy({ $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }),
      bytes.count > 1
    {
      return nil
    }
    var text = ""
    for (index, byte) in bytes.enumerated() {
      switch Unicode.Scalar(byte) {
      case "&": text += "&amp;"
      case "%" where !LinkReference.isEscape(bytes[index...]): text += "%25"
      case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~", ":", "/", "?", "#", "[", "]", "@",
        "!",
        "$", "(", ")", "*", "+", ",", ";", "=", "%":
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%" + hexadecimal(byte, digits: 2)
      }
    }
    self.text = text
  }

  /// What stands before the first colon, in lower case, if it can be a scheme (RFC 3986, section 3.1).
  private static func scheme(_ bytes: [UInt8]) -> String? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    let isName = name.utf8.allSatisfy { byte in
      switch Unicode.Scalar(byte) {
      case "a"..."z", "0"..."9", "+", "-", ".": true
      default: false
      }
    }
    guard isName, let first = name.unicodeScalars.first, ("a"..."z").contains(first) else {
      return nil
    }
    return name
  }

  private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.dropFirst().prefix(2)
    return digits.count == 2
      && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
  }
}
