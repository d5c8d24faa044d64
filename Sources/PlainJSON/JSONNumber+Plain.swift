extension JSONNumber {
  /// The same number in digits, with at most one point and no exponent: `1500` for `1.5e3`, `0.015` for
  /// `1.5e-2`; as it was written where that has no exponent. nil where it would be longer than `limit`
  /// characters.
  package func plain(limit: Int = 400) -> String? {
    guard let mark = text.utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return text.utf8.count > limit ? nil : text
    }
    let after = text.utf8[mark...].dropFirst()
    guard let exponent = Int(String(after)!), abs(exponent) <= limit else { return nil }
    let isNegative = text.hasPrefix("-")
    let parts = text[..<mark].drop { $0 == "-" }.split(separator: ".")
    var digits = parts.joined()
    var point = parts[0].count + exponent
    if point <= 0 {
      digits = String(repeating: "0", count: 1 - point) + digits
      point = 1
    } else if point > digits.count {
      digits += String(repeating: "0", count: point - digits.count)
    }
    let whole = digits.prefix(point).drop { $0 == "0" }
    let fraction = digits.dropFirst(point)
    let plain =
      (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole)
      + (fraction.isEmpty ? "" : "." + fraction)
    return plain.utf8.count > limit ? nil : plain
  }
}
