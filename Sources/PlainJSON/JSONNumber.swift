/// A number as it was written, and what it is worth.
package struct JSONNumber: Hashable, Sendable {
  /// As it stands in the text: `-0`, `1.50`, `1e3`.
  package let text: String

  /// - Parameter text: has the form of RFC 8259, section 6.
  init(_ text: String) { self.text = text }

  /// The number where it is whole and an `Int` can hold it: `1000` for `1e3` as for `1000.0`, 0 for `-0`;
  /// else nil. Exact, however long the text is; linear in its length.
  package var int: Int? {
    // The value is digits · 10^power, and the digits have no zeros at either end.
    var digits: [UInt8] = []
    var power = 0
    var isNegative = false
    var isFraction = false
    var rest = text.utf8[...]
    while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
      rest = rest.dropFirst()
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default:
        if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte - UInt8(ascii: "0")) }
        if isFraction { power -= 1 }
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      power += 1
    }
    if digits.isEmpty { return 0 }
    power += exponent(rest.dropFirst())
    guard power >= 0, power < 20, digits.count + power < 20 else { return nil }
    digits += repeatElement(0, count: power)
    var value = 0
    for digit in digits {
      let (product, isLarge) = value.multipliedReportingOverflow(by: 10)
      // Downwards, where there is one number more.
      let (sum, isLarger) = product.subtractingReportingOverflow(Int(digit))
      if isLarge || isLarger { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == Int.min ? nil : -value
  }

  /// The nearest double, to the last bit; nil beyond ±1.8 · 10³⁰⁸. What is nearer to 0 than any other double
  /// is 0.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// What stands behind the e. What is beyond a billion is as good as a billion billions.
  private func exponent(_ digits: Substring.UTF8View) -> Int {
    var value = 0
    for byte in digits where byte >= UInt8(ascii: "0") {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      if value > 1_000_000_000 {
        value = 1_000_000_000_000_000_000
        break
      }
    }
    return digits.first == UInt8(ascii: "-") ? -value : value
  }
}
