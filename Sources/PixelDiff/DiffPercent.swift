/// A share of pixels, exact.
public struct DiffPercent: Hashable, Sendable {
  public var part: Int
  public var whole: Int

  /// - Precondition: 0 ≤ part ≤ whole. Of nothing, nothing is 0 %.
  public init(part: Int, of whole: Int) {
    precondition(part >= 0 && part <= whole)
    self.part = part
    self.whole = whole
  }

  /// The number without its sign: `0`, `100`, or with two decimals, rounded half up.
  ///
  /// It has more decimals where it would read as nothing though there is something, or as everything though
  /// there is not: 1 of 1,000,000 is `0.0001`.
  public var text: String {
    if part == 0 { return "0" }
    if part == whole { return "100" }
    var decimals = 2
    var scale: UInt128 = 100
    while true {
      // The scale ends at most at 10² or whole / 20, so 2 · number ≤ 10 · whole² fits for whole ≤ 2⁶².
      let (number, divisor) = (UInt128(part) * 100 * scale, UInt128(whole))
      let rounded = (2 * number + divisor) / (2 * divisor)
      if rounded > 0, rounded < 100 * scale {
        let digits = String(rounded % scale)
        let zeros = String(repeating: "0", count: decimals - digits.count)
        return "\(rounded / scale).\(zeros)\(digits)"
      }
      decimals += 1
      scale *= 10
    }
  }
}

extension DiffPercent {
  /// With so many decimals, two at least, that it reads as more than a limit that it is above.
  public func text(above limit: PercentLimit) -> String {
    let plain = text
    if PercentLimit(plain).map(limit.isLess(than:)) != false { return plain }
    var (scale, decimals): (UInt128, Int) = (1000, 3)
    while decimals <= 15 {
      // At most 2⁶² · 100 · 10¹⁵ < 2¹²⁰. Rounded up: what is above stays above.
      let number = (UInt128(part) * 100 * scale + UInt128(whole) - 1) / UInt128(whole)
      let digits = String(number % scale)
      let zeros = String(repeating: "0", count: decimals - digits.count)
      let text = "\(number / scale).\(zeros)\(digits)"
      if PercentLimit(text).map(limit.isLess(than:)) != false { return text }
      scale *= 10
      decimals += 1
    }
    return plain
  }
}

extension DiffPercent: CustomStringConvertible {
  public var description: String { text + " %" }
}
