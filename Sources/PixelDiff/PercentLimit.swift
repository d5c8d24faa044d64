/// A percentage as it was written, exact.
public struct PercentLimit: Hashable, Sendable {
  /// It is digits / 10^decimals.
  private let digits: Int
  private let decimals: Int

  /// Reads `5`, `0.05`, `.05` or `5%`: 0…100, without a sign, at most 15 decimals; nil for anything else.
  public init?(_ text: String) {
    var characters = text.utf8[...]
    if characters.last == UInt8(ascii: "%") {
      characters.removeLast()
      if characters.last == UInt8(ascii: " ") { characters.removeLast() }
    }
    let parts = characters.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first else { return nil }
    var fraction = parts.count == 2 ? parts[1] : "".utf8[...]
    if parts.count == 2, fraction.isEmpty { return nil }
    if parts.count == 1, whole.isEmpty { return nil }
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    guard fraction.count <= 15 else { return nil }
    var digits = 0
    for character in whole {
      guard let digit = PercentLimit.digit(character) else { return nil }
      digits = 10 * digits + digit
      if digits > 100 { return nil }
    }
    var scale = 1
    for character in fraction {
      guard let digit = PercentLimit.digit(character) else { return nil }
      digits = 10 * digits + digit
      scale *= 10
    }
    guard digits <= 100 * scale else { return nil }
    self.digits = digits
    decimals = fraction.count
  }

  private static func digit(_ character: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
      ? Int(character - UInt8(ascii: "0")) : nil
  }

  private var scale: Int { (0..<decimals).reduce(1) { scale, _ in 10 * scale } }

  /// Whether another percentage is more than this one.
  func isLess(than other: PercentLimit) -> Bool {
    UInt128(digits) * UInt128(other.scale) < UInt128(other.digits) * UInt128(scale)
  }

  /// Whether a share is at most this one: compared as integers.
  public func allows(_ share: DiffPercent) -> Bool {
    // At most 2⁶² · 100 · 10¹⁵ < 2¹²⁰.
    UInt128(share.part) * 100 * UInt128(scale) <= UInt128(digits) * UInt128(share.whole)
  }
}

extension PercentLimit: CustomStringConvertible {
  /// As short as it can be written, with its sign: `0.05 %`.
  public var description: String {
    if decimals == 0 { return "\(digits) %" }
    let fraction = String(digits % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(digits / scale).\(zeros)\(fraction) %"
  }
}
