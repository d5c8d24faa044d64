import ContactSheet
import ImageCodecs

/// Patterns of paths as their definition has it, slow and plain: the judge of ``Glob``.
struct PlainGlob {
  /// A character each; a byte that is not UTF-8 is beyond all of them.
  private typealias Letters = ArraySlice<Int>

  private let parts: [[UInt8]]

  init(_ pattern: [UInt8]) {
    parts = pattern.split(separator: UInt8(ascii: "/")).map(Array.init)
  }

  func matches(_ path: RawPath) -> Bool {
    let names = path.bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
    return PlainGlob.matches(parts[...], names[...])
  }

  private static func matches(
    _ parts: ArraySlice<[UInt8]>, _ names: ArraySlice<[UInt8]>
  ) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    guard part == Array("**".utf8) else {
      return names.first.map { matches(part, $0) } == true
        && matches(parts.dropFirst(), names.dropFirst())
    }
    let visible = names.prefix { $0.first != UInt8(ascii: ".") }.count
    if parts.count == 1 { return !names.isEmpty && visible == names.count }
    return (0...visible).contains { matches(parts.dropFirst(), names.dropFirst($0)) }
  }

  static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    let dots: [[UInt8]] = [Array(".".utf8), Array("\\.".utf8)]
    if name.first == UInt8(ascii: "."), !dots.contains(where: { pattern.starts(with: $0) }) {
      return false
    }
    return matches(letters(pattern)[...], letters(name)[...])
  }

  private static func letters(_ bytes: [UInt8]) -> [Int] {
    var letters: [Int] = []
    var start = 0
    while start < bytes.count {
      let widths = (1...4).filter { start + $0 <= bytes.count }
      let scalars = widths.compactMap { width in
        String(validating: bytes[start..<start + width], as: UTF8.self)?.unicodeScalars.first
      }
      letters.append(scalars.first.map { Int($0.value) } ?? 0x11_0000 + Int(bytes[start]))
      start += scalars.first.map { String($0).utf8.count } ?? 1
    }
    return letters
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Int { Int(scalar.value) }

  private static func matches(_ pattern: Letters, _ name: Letters) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case letter("*"):
      return matches(rest, name) || !name.isEmpty && matches(pattern, name.dropFirst())
    case letter("?"):
      return !name.isEmpty && matches(rest, name.dropFirst())
    case letter("\\") where !rest.isEmpty:
      return name.first == rest.first && matches(rest.dropFirst(), name.dropFirst())
    case letter("["):
      if let (members, isNegated, after) = set(rest) {
        guard let one = name.first else { return false }
        let isMember = members.contains { $0.0 <= one && one <= $0.1 }
        return isMember != isNegated && matches(after, name.dropFirst())
      }
    default: break
    }
    return name.first == first && matches(rest, name.dropFirst())
  }

  /// The members of a set, from the lowest to the highest of each, and what follows its end.
  private static func set(_ pattern: Letters) -> ([(Int, Int)], Bool, Letters)? {
    let isNegated = pattern.first == letter("!") || pattern.first == letter("^")
    // Whether a letter was escaped, or stands where it is only itself.
    var letters: [(letter: Int, isPlain: Bool)] = []
    var rest = isNegated ? pattern.dropFirst() : pattern
    while true {
      guard let next = rest.popFirst() else { return nil }
      if next == letter("\\") {
        guard let escaped = rest.popFirst() else { return nil }
        letters.append((escaped, true))
      } else if next == letter("]"), !letters.isEmpty {
        break
      } else {
        letters.append((next, letters.isEmpty))
      }
    }
    var members: [(Int, Int)] = []
    var index = 0
    while index < letters.count {
      let low = letters[index].letter
      if index + 2 < letters.count, letters[index + 1] == (letter("-"), false) {
        members.append((low, letters[index + 2].letter))
        index += 3
      } else {
        members.append((low, low))
        index += 1
      }
    }
    return (members, isNegated, rest)
  }
}
