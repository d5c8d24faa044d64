package import ImageCodecs

/// A pattern of paths.
///
/// Between two slashes `*` stands for any bytes, none too, `?` for one character, `[abc]` and `[a-z]` for one of
/// those, `[!a-z]` for any other; a name that is `**` stands for any directories on the way, none too. A `\` takes
/// what follows for what it is. A hidden name is matched only where the pattern has its dot. Links to directories
/// are followed but for `**`. What it matches are files, each once, in ``NaturalOrder``; what they hold is no matter.
package struct Glob: Sendable {
  /// What is between slashes; an empty first one stands for the root.
  private let names: [[UInt8]]

  package init(_ pattern: RawPath) {
    names = pattern.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// The files that match.
  package func matches() -> [RawPath] {
    var found: Set<RawPath> = []
    var rest = names[...]
    var start: RawPath?
    if rest.first == [] {
      start = "/"
      rest = rest.dropFirst()
    }
    collect(rest, in: start, &found)
    return found.sorted(by: NaturalOrder.precedes)
  }

  /// Whether a relative path matches, whether it is there or not.
  package func matches(_ path: RawPath) -> Bool {
    let parts = path.bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
    return Glob.matches(names[...], parts[...])
  }

  private static func matches(
    _ names: ArraySlice<[UInt8]>, _ parts: ArraySlice<[UInt8]>
  ) -> Bool {
    guard let name = names.first else { return parts.isEmpty }
    if name == anyDirectories {
      return matches(names.dropFirst(), parts)
        || !parts.isEmpty && matches(names, parts.dropFirst())
    }
    guard let part = parts.first, matches(name: name, part) else { return false }
    return matches(names.dropFirst(), parts.dropFirst())
  }

  private static let anyDirectories = Array("**".utf8)

  private func collect(
    _ names: ArraySlice<[UInt8]>, in directory: RawPath?, _ found: inout Set<RawPath>
  ) {
    guard let name = names.first else { return }
    let rest = names.dropFirst()
    if name == Glob.anyDirectories {
      collect(rest.isEmpty ? [Array("*".utf8)] : rest, in: directory, &found)
      for child in children(of: directory) where DirectoryListing.isOwnDirectory(child) {
        collect(names, in: child, &found)
      }
      return
    }
    guard Glob.isPattern(name) else {
      let plain = Glob.unescaped(name)
      guard !plain.isEmpty else { return collect(rest, in: directory, &found) }
      return take(directory?.appending(plain) ?? RawPath(bytes: plain)!, rest, &found)
    }
    for child in children(of: directory)
    where Glob.matches(name: name, child.lastComponent) { take(child, rest, &found) }
  }

  private func take(
    _ path: RawPath, _ rest: ArraySlice<[UInt8]>, _ found: inout Set<RawPath>
  ) {
    let kind = FileStatus(path)?.kind
    if rest.isEmpty {
      if kind == .file { found.insert(path) }
    } else if kind == .directory {
      collect(rest, in: path, &found)
    }
  }

  private func children(of directory: RawPath?) -> [RawPath] {
    guard let listing = try? DirectoryListing(directory ?? ".") else { return [] }
    return listing.names.map { directory?.appending($0) ?? RawPath(bytes: $0)! }
  }

  // MARK: names

  private static let special = Set("*?[\\".utf8)

  private static func isPattern(_ name: [UInt8]) -> Bool {
    var isEscaped = false
    for byte in name {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if special.contains(byte) {
        return true
      }
    }
    return false
  }

  private static func unescaped(_ name: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in name {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
        isEscaped = false
      }
    }
    return plain
  }

  private enum Token {
    case any
    case one
    case byte(UInt8)
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  /// Whether one name matches one pattern.
  static func matches(name pattern: [UInt8], _ name: [UInt8]) -> Bool {
    let tokens = tokens(pattern)
    if name.first == UInt8(ascii: ".") {
      guard case .byte(UInt8(ascii: "."))? = tokens.first else { return false }
    }
    // A star takes as little as will do; where that fails, the last one takes more.
    var (token, byte) = (0, 0)
    var retry: (token: Int, byte: Int)?
    while byte < name.count {
      if token < tokens.count {
        if case .any = tokens[token] {
          retry = (token + 1, byte)
          token += 1
          continue
        }
        let taken = length(tokens[token], name[byte...])
        if taken > 0 {
          token += 1
          byte += taken
          continue
        }
      }
      guard let (after, start) = retry else { return false }
      retry = (after, start + 1)
      (token, byte) = (after, start + 1)
    }
    return tokens[token...].allSatisfy { if case .any = $0 { true } else { false } }
  }

  /// How many bytes a token takes; 0 where it does not match.
  private static func length(_ token: Token, _ bytes: ArraySlice<UInt8>) -> Int {
    let first = bytes[bytes.startIndex]
    switch token {
    case .any: return 0
    case .byte(let byte): return byte == first ? 1 : 0
    // One character: a first byte with those that continue it.
    case .one: return 1 + bytes.dropFirst().prefix { first >= 0xC0 && $0 & 0xC0 == 0x80 }.count
    case .set(let ranges, let isNegated):
      guard ranges.contains(where: { $0.contains(first) }) != isNegated else { return 0 }
      return isNegated ? length(.one, bytes) : 1
    }
  }

  private static func tokens(_ pattern: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var rest = pattern[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"): tokens.append(.any)
      case UInt8(ascii: "?"): tokens.append(.one)
      case UInt8(ascii: "\\"): tokens.append(.byte(rest.popFirst() ?? byte))
      case UInt8(ascii: "["):
        // Without its end it is a bracket.
        guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")) else {
          tokens.append(.byte(byte))
          continue
        }
        tokens.append(set(rest[..<end]))
        rest = rest[(end + 1)...]
      default: tokens.append(.byte(byte))
      }
    }
    return tokens
  }

  private static func set(_ bytes: ArraySlice<UInt8>) -> Token {
    var rest = bytes
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    while let first = rest.popFirst() {
      if rest.first == UInt8(ascii: "-"), rest.count > 1 {
        let last = rest[rest.startIndex + 1]
        rest = rest.dropFirst(2)
        if first <= last { ranges.append(first...last) }
      } else {
        ranges.append(first...first)
      }
    }
    return .set(ranges, isNegated: isNegated)
  }
}
