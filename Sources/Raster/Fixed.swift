/// Positions and lengths on a pixel grid in fixed point: whole numbers of 1/1,048,576 pixel.
///
/// Crop boxes and filter positions are computed with it, so that a sheet is the same on every processor.
package enum Fixed {
  package static let fractionBits = 20
  package static let one: Int64 = 1 << fractionBits

  package static func from(_ whole: Int) -> Int64 { Int64(whole) << fractionBits }

  /// `a` / `b` rounded to the nearest, halves up; `b` > 0.
  package static func divide(_ a: Int64, by b: Int64) -> Int64 {
    let (quotient, remainder) = (2 * a + b).quotientAndRemainder(dividingBy: 2 * b)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// `value` · `a` / `b` rounded to the nearest, halves up, without overflow between; `b` > 0.
  package static func scale(_ value: Int64, times a: Int64, over b: Int64) -> Int64 {
    // Nearly always the product has room in 64 bits, which divide many times faster.
    let (product, isWide) = value.multipliedReportingOverflow(by: a)
    if !isWide, product.magnitude < 1 << 61, b < 1 << 61 { return divide(product, by: b) }
    let doubled = 2 * Int128(value) * Int128(a) + Int128(b)
    let (quotient, remainder) = doubled.quotientAndRemainder(dividingBy: 2 * Int128(b))
    return Int64(remainder < 0 ? quotient - 1 : quotient)
  }

  /// The whole number at or below `value`.
  package static func floor(_ value: Int64) -> Int { Int(value >> fractionBits) }

  /// The whole number at or above `value`.
  package static func ceiling(_ value: Int64) -> Int {
    Int((value + one - 1) >> fractionBits)
  }
}

/// The largest whole number whose square is at most `value`, 0 ≤ `value` < 2⁶².
package func integerSquareRoot(_ value: Int64) -> Int64 {
  // The square root of a Double is exact to the last bit by IEEE 754, on every processor; what it lacks
  // for values above 2⁵³ is settled in integers.
  var root = Int64(Double(value).squareRoot())
  while root * root > value { root -= 1 }
  while (root + 1) * (root + 1) <= value { root += 1 }
  return root
}
