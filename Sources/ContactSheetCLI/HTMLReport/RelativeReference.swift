package import ImageCodecs
import PlainJSON

/// A path as a reference of a page to a file: RFC 3986, section 4.2.
package struct RelativeReference: Hashable, Sendable {
  /// ASCII, safe in an attribute. The same bytes come out of it, UTF-8 or not.
  package let text: String

  /// - Parameter path: relative to the page, or absolute.
  package init(_ path: RawPath) {
    // Two slashes at the start would name a computer. To the system they are one.
    let slashes = path.bytes.prefix { $0 == UInt8(ascii: "/") }.count
    let bytes = path.bytes.dropFirst(max(0, slashes - 1))
    var text = ""
    for byte in bytes {
      if RelativeReference.isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + hexadecimal(byte, digits: 2)
      }
    }
    self.text = text
  }

  /// The slash, what section 2.3 calls unreserved, and the at sign of `name@2x.png`. The colon is not among them: in a first component it
  /// would end a scheme.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~", "/", "@": true
    default: false
    }
  }
}
