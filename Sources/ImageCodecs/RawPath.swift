/// The path of a file as the bytes that the system knows it by, whatever they are.
///
/// A path is only a path: nothing in it is ever interpreted. Its `description` is safe to show: control
/// characters, characters that turn the direction of text, and bytes that are not UTF-8 are escaped.
public struct RawPath: Hashable, Sendable {
  /// At least one byte, none of them 0.
  public let bytes: [UInt8]

  /// - Returns: nil for no bytes at all and for a 0 among them, which no path can hold.
  public init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  /// The path in UTF-8. A 0 and what follows it is cut off, as the system would.
  public init(_ text: String) {
    bytes = Array(text.utf8.prefix { $0 != 0 })
  }

  /// The bytes after the last slash; all of them where there is none.
  public var lastComponent: [UInt8] {
    Array(bytes.suffix(from: (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1))
  }

  /// The path of the directory that holds this one, `.` where the path names none.
  public var directory: RawPath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return RawPath(".") }
    return slash == 0 ? RawPath("/") : RawPath(unchecked: Array(bytes[..<slash]))
  }

  /// A path inside this directory.
  public func appending(_ component: [UInt8]) -> RawPath {
    bytes.last == UInt8(ascii: "/")
      ? RawPath(unchecked: bytes + component)
      : RawPath(unchecked: bytes + [UInt8(ascii: "/")] + component)
  }

  /// The same path without empty names, names that are `.`, and names that a `..` takes back: two paths of one file
  /// look the same, where no link is among them.
  public var normalized: RawPath {
    let slash = UInt8(ascii: "/")
    let isAbsolute = bytes.first == slash
    var names: [ArraySlice<UInt8>] = []
    for name in bytes.split(separator: slash) where !name.elementsEqual(".".utf8) {
      if name.elementsEqual("..".utf8), let last = names.last, !last.elementsEqual("..".utf8) {
        names.removeLast()
      } else if !name.elementsEqual("..".utf8) || !isAbsolute {
        names.append(name)
      }
    }
    let path = (isAbsolute ? [slash] : []) + Array(names.joined(separator: [slash]))
    return RawPath(unchecked: path.isEmpty ? Array(".".utf8) : path)
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Calls `body` with the path as C wants it.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe terminated.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
  }
}

extension RawPath: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension RawPath: CustomStringConvertible {
  public var description: String { printable(bytes) }
}

/// Bytes as text that is safe on a terminal and on one line.
///
/// `\n`, `\t` and `\r` as such, other control characters and bytes that are not UTF-8 as `\x1B`,
/// characters that change the direction of text or break lines as `\u{202E}`; a backslash stays.
package func printable(_ bytes: some Collection<UInt8>) -> String {
  var text = ""
  var decoder = UTF8()
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    var iterator = rest.makeIterator()
    decoder = UTF8()
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar):
      text += printable(scalar)
      rest = rest.dropFirst(UTF8.width(scalar))
    case .error:
      text += escape(rest[rest.startIndex])
      rest = rest.dropFirst()
    case .emptyInput:
      return text
    }
  }
  return text
}

private func printable(_ scalar: Unicode.Scalar) -> String {
  switch scalar.value {
  case 0x0A: "\\n"
  case 0x09: "\\t"
  case 0x0D: "\\r"
  case 0x00...0x1F, 0x7F: escape(UInt8(scalar.value))
  case 0x80...0x9F,  // control characters that terminals may obey
    0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,  // direction of text
    0x2028...0x2029:  // line and paragraph separators
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  default: String(scalar)
  }
}

private func escape(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return "\\x" + (digits.count == 1 ? "0" : "") + digits
}
