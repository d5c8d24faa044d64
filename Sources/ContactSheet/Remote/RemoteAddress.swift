import ImageCodecs
import PlainJSON

/// The address of something on the web, in the one form in which it is asked for, kept and shown.
///
/// Only `http` and `https`. The scheme and the host are in lower case, the scheme's own port is left out, and so is a
/// fragment, which no server sees. What an address cannot hold as it is, blanks and bytes beyond ASCII above all, is
/// percent-encoded; what is percent-encoded stays so.
package struct RemoteAddress: Hashable, Sendable {
  /// Printable ASCII, safe wherever text is.
  package let text: String
  /// In lower case; one of IPv6 in its brackets.
  package let host: String
  /// 1…65535.
  package let port: Int
  /// It is of `https`.
  package let isSecure: Bool

  /// Whether bytes are meant as an address, right or wrong: they begin with `http://` or `https://`, in any case.
  package static func isAddress(_ bytes: some Collection<UInt8>) -> Bool {
    scheme(of: bytes) != nil
  }

  /// - Parameter bytes: as somebody wrote them, in an argument, a list or a feed.
  package init(_ bytes: some Collection<UInt8>) throws(RemoteFault) {
    guard let (scheme, count) = RemoteAddress.scheme(of: bytes) else {
      throw .notAnAddress("only http and https are fetched")
    }
    let rest = bytes.dropFirst(count).prefix { $0 != UInt8(ascii: "#") }
    let authority = Array(rest.prefix { !RemoteAddress.endsAuthority($0) })
    // A password on a command line is one that everybody on the machine sees.
    if authority.contains(UInt8(ascii: "@")) {
      throw .notAnAddress("a user name or a password in an address is not sent")
    }
    let (host, digits) = try RemoteAddress.host(authority)
    let usual = scheme == "https" ? 443 : 80
    if digits.isEmpty {
      port = usual
    } else {
      guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(number)
      else { throw .notAnAddress("its port is no number of 1…65535") }
      port = number
    }
    self.host = host
    isSecure = scheme == "https"
    var path = RemoteAddress.encoded(Array(rest.dropFirst(authority.count)))
    if path.first != "/" { path = "/" + path }
    text = "\(scheme)://\(host)" + (port == usual ? "" : ":\(port)") + path
    if text.utf8.count > RemoteAddress.lengthLimit {
      throw .notAnAddress("it has more than \(RemoteAddress.lengthLimit) characters")
    }
  }

  /// Longer ones are refused by most servers.
  static let lengthLimit = 8000

  /// The name at the end of its path, without a query and with nothing percent-encoded; empty where the path ends
  /// in a slash. These are bytes from a stranger.
  package var name: [UInt8] {
    let path = text.utf8.prefix { $0 != UInt8(ascii: "?") }
    let last = path.suffix(from: path.index(after: path.lastIndex(of: UInt8(ascii: "/"))!))
    var bytes: [UInt8] = []
    var rest = Array(last)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = RemoteAddress.pair(rest) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// An address as it was written, for a message about one that may be wrong: safe on a terminal, and without what
  /// may be a password.
  package static func shown(_ bytes: [UInt8]) -> String {
    guard let (_, count) = scheme(of: bytes) else { return printable(bytes) }
    let authority = bytes.dropFirst(count).prefix { !endsAuthority($0) }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return printable(bytes) }
    return printable(bytes.prefix(count)) + "…" + printable(bytes[at...])
  }

  // MARK: parts

  private static func scheme(of bytes: some Collection<UInt8>) -> (name: String, count: Int)? {
    for name in ["http", "https"] {
      let start = Array("\(name)://".utf8)
      let lowered = bytes.prefix(start.count).map { byte in
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
      }
      if lowered == start { return (name, start.count) }
    }
    return nil
  }

  /// A backslash is none in an address, but some readers take it for a slash: there the host would be another one.
  private static func endsAuthority(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\")].contains(byte)
  }

  /// RFC 3986, section 3.2.2, and what names of computers really have.
  private static func host(
    _ authority: [UInt8]
  ) throws(RemoteFault) -> (host: String, port: ArraySlice<UInt8>) {
    let colon = UInt8(ascii: ":")
    let isNumbered = authority.first == UInt8(ascii: "[")
    let end =
      isNumbered
      ? authority.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
      : authority.firstIndex(of: colon) ?? authority.count
    guard let end, end == authority.count || authority[end] == colon else {
      throw .notAnAddress("its host is not written as one")
    }
    let host = authority[..<end]
    if host.isEmpty { throw .notAnAddress("it names no host") }
    if host.contains(where: { $0 >= 0x80 }) {
      throw .notAnAddress("its host has letters beyond ASCII; it has to be written as xn--…")
    }
    let inside = isNumbered ? host.dropFirst().dropLast() : host
    let isRight = inside.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): true
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
      case UInt8(ascii: ":"): isNumbered
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): !isNumbered
      case UInt8(ascii: "-"), UInt8(ascii: "_"): !isNumbered
      default: false
      }
    }
    if !isRight || inside.isEmpty { throw .notAnAddress("its host is not written as one") }
    return (String(decoding: host, as: UTF8.self).lowercased(), authority[end...].dropFirst())
  }

  private static func encoded(_ bytes: [UInt8]) -> String {
    var text = ""
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let staysPercent = byte == UInt8(ascii: "%") && pair(rest) != nil
      if staysPercent || isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + hexadecimal(byte, digits: 2)
      }
    }
    return text
  }

  /// Printable, and nothing that RFC 3986 excludes from paths and queries.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"%\"<>\\^`{|}".utf8.contains(byte)
  }

  /// What two hexadecimal digits at the start stand for.
  private static func pair(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    let two = bytes.prefix(2)
    let areDigits = two.allSatisfy { byte in
      byte < 0x80 && Unicode.Scalar(byte).properties.isASCIIHexDigit
    }
    guard two.count == 2, areDigits else { return nil }
    return UInt8(String(decoding: two, as: UTF8.self), radix: 16)
  }
}

extension RemoteAddress: CustomStringConvertible {
  package var description: String { text }
}
