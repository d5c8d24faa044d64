/// The pattern of one name: what stands between two slashes of a ``Glob``.
struct GlobName: Sendable {
  /// The only name that matches, where that is so.
  let plain: [UInt8]?
  private let tokens: [Token]

  private enum Token: Hashable {
    case any
    case one
    case unit(UInt32)
    case set([ClosedRange<UInt32>], isNegated: Bool)
  }

  init(_ pattern: [UInt8]) {
    tokens = GlobName.tokens(pattern)
    let isPlain = tokens.allSatisfy { if case .unit = $0 { true } else { false } }
    plain = isPlain ? GlobName.unescaped(pattern) : nil
  }

  /// Whether a name matches.
  func matches(_ name: [UInt8]) -> Bool {
    if let plain { return plain == name }
    if name.first == UInt8(ascii: "."), tokens.first != .unit(unit(".")) { return false }
    let units = GlobName.units(name)
    // A star takes as little as will do; where that fails, the last one takes more.
    var (token, index) = (0, 0)
    var retry: (token: Int, index: Int)?
    while index < units.count {
      if token < tokens.count {
        if tokens[token] == .any {
          retry = (token + 1, index)
          token += 1
          continue
        }
        if GlobName.takes(tokens[token], units[index]) {
          token += 1
          index += 1
          continue
        }
      }
      guard let (after, start) = retry else { return false }
      retry = (after, start + 1)
      (token, index) = (after, start + 1)
    }
    return tokens[token...].allSatisfy { $0 == .any }
  }

  private static func takes(_ token: Token, _ unit: UInt32) -> Bool {
    switch token {
    case .any, .one: true
    case .unit(let own): own == unit
    case .set(let ranges, let isNegated):
      ranges.contains { $0.contains(unit) } != isNegated
    }
  }

  // MARK: reading

  /// The characters of a name. A byte that is not UTF-8 is one of its own, beyond all others.
  private static func units(_ bytes: [UInt8]) -> [UInt32] {
    var units: [UInt32] = []
    var rest = bytes[...]
    while let first = rest.first {
      var iterator = rest.makeIterator()
      var decoder = UTF8()
      if case .scalarValue(let scalar) = decoder.decode(&iterator) {
        units.append(scalar.value)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        units.append(0x11_0000 + UInt32(first))
        rest = rest.dropFirst()
      }
    }
    return units
  }

  /// Without the backslashes that take what follows for what it is; one at the end is only itself.
  private static func unescaped(_ name: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = name[...]
    while let byte = rest.popFirst() {
      plain.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return plain
  }

  private static func tokens(_ pattern: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var rest = units(pattern)[...]
    while let next = rest.popFirst() {
      switch next {
      case unit("*"): tokens.append(.any)
      case unit("?"): tokens.append(.one)
      case unit("\\"): tokens.append(.unit(rest.popFirst() ?? next))
      case unit("["):
        if let set = set(&rest) {
          tokens.append(set)
        } else {
          // Without its end it is a bracket.
          tokens.append(.unit(next))
        }
      default: tokens.append(.unit(next))
      }
    }
    return tokens
  }

  /// What stands after a bracket, up to the one that ends it; nil where none does, and nothing is taken.
  private static func set(_ pattern: inout ArraySlice<UInt32>) -> Token? {
    var rest = pattern
    let isNegated = rest.first == unit("!") || rest.first == unit("^")
    if isNegated { rest = rest.dropFirst() }
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while let next = rest.popFirst() {
      // The first one ends nothing: []] is a set.
      if next == unit("]"), !isFirst {
        pattern = rest
        return .set(ranges, isNegated: isNegated)
      }
      isFirst = false
      guard let low = member(next, &rest) else { return nil }
      var high = low
      if rest.first == unit("-"), let end = rest.dropFirst().first, end != unit("]") {
        rest = rest.dropFirst(2)
        guard let last = member(end, &rest) else { return nil }
        high = last
      }
      if low <= high { ranges.append(low...high) }
    }
    return nil
  }

  /// A character of a set; after a backslash the next one.
  private static func member(_ next: UInt32, _ rest: inout ArraySlice<UInt32>) -> UInt32? {
    next == unit("\\") ? rest.popFirst() : next
  }
}

private func unit(_ scalar: Unicode.Scalar) -> UInt32 { scalar.value }
