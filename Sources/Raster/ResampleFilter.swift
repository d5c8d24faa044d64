/// The function whose values weigh the source pixels around an output pixel.
public enum ResampleFilter: String, Hashable, Sendable, CaseIterable {
  /// Sinc windowed by a wider sinc, radius 3: the sharpest here, with a little ringing.
  /// Source: C. Duchon, "Lanczos Filtering in One and Two Dimensions", 1979.
  case lanczos3
  /// The cubic with B = C = 1/3, radius 2: no visible ringing, a little soft.
  /// Source: D. Mitchell, A. Netravali, "Reconstruction Filters in Computer Graphics", 1988.
  case mitchell
  /// The cubic with B = 0, C = 1/2, radius 2: between the two above. Source: as `mitchell`.
  case catmullRom = "catmull-rom"
  /// A triangle of radius 1.
  case bilinear
  /// The plain mean of the covered pixels, radius 1/2.
  case box

  /// Radius in source pixels when enlarging, in output pixels when reducing; in ``Fixed`` units.
  package var support: Int64 {
    switch self {
    case .lanczos3: 3 * Fixed.one
    case .mitchell, .catmullRom: 2 * Fixed.one
    case .bilinear: Fixed.one
    case .box: Fixed.one / 2
    }
  }

  /// The function at `position` (``Fixed`` units), scaled so that one is 2³⁰; 0 outside the support.
  package func value(at position: Int64) -> Int64 {
    let x = abs(position)
    switch self {
    case .lanczos3:
      guard x < support else { return 0 }
      return Unit30.multiply(Unit30.sinc(x), Unit30.sinc(Fixed.divide(x, by: 3)))
    case .mitchell:
      // 18 · k(x) = 21x³ − 36x² + 16 below 1, then −7x³ + 36x² − 60x + 32
      return x < Fixed.one
        ? cubic(x, over: 18, 21, -36, 0, 16) : cubic(x, over: 18, -7, 36, -60, 32)
    case .catmullRom:
      // 2 · k(x) = 3x³ − 5x² + 2 below 1, then −x³ + 5x² − 8x + 4
      return x < Fixed.one
        ? cubic(x, over: 2, 3, -5, 0, 2) : cubic(x, over: 2, -1, 5, -8, 4)
    case .bilinear:
      return x < Fixed.one ? (Fixed.one - x) << (Unit30.bits - Fixed.fractionBits) : 0
    case .box:
      // Half open, so that a pixel on the border between two output pixels counts once.
      return -Fixed.one / 2 < position && position <= Fixed.one / 2 ? Unit30.one : 0
    }
  }

  private func cubic(
    _ x: Int64, over divisor: Int64, _ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64
  ) -> Int64 {
    guard x < support else { return 0 }
    let t = x << (Unit30.bits - Fixed.fractionBits)
    let t2 = Unit30.multiply(t, t)
    let t3 = Unit30.multiply(t2, t)
    return Fixed.divide(a * t3 + b * t2 + c * t + d * Unit30.one, by: divisor)
  }
}

/// Fixed point with 30 fraction bits, for the values of filter functions: within 4 · 10⁻⁹ of the real
/// ones, and the same on every processor, which a sine of the system's library is not.
enum Unit30 {
  static let bits = 30
  static let one: Int64 = 1 << bits
  /// π · 2³⁰, rounded.
  static let pi: Int64 = 3_373_259_426

  /// The arguments stay below 2³⁴ (16 in value), so that the result fits.
  @inline(__always)
  static func multiply(_ a: Int64, _ b: Int64) -> Int64 {
    Int64(truncatingIfNeeded: (Int128(a) &* Int128(b) &+ Int128(one / 2)) &>> Int128(bits))
  }

  /// sin(πx) / (πx), `x` ≥ 0 in ``Fixed`` units, below 3.
  static func sinc(_ x: Int64) -> Int64 {
    guard x > 0 else { return one }
    let angle = multiply(pi, x << (bits - Fixed.fractionBits))
    return (sineOfPi(x) << bits) / angle
  }

  /// sin(πx), `x` ≥ 0 in ``Fixed`` units.
  static func sineOfPi(_ x: Int64) -> Int64 {
    let period = x & (2 * Fixed.one - 1)
    let negative = period >= Fixed.one
    let half = negative ? period - Fixed.one : period
    let quarter = min(half, Fixed.one - half)  // sin(π − a) = sin a
    let a = multiply(pi, quarter << (bits - Fixed.fractionBits))
    // At most π²/4, and the sums at most 1, so that products of them stay below 2⁶².
    let square = shortProduct(a, a)
    // Taylor up to a¹³ / 13!; the next term is below 10⁻⁹ at π/2. A divisor that is a constant costs no
    // division.
    var sum = one - square / (12 * 13)
    sum = one - shortProduct(square, sum) / (10 * 11)
    sum = one - shortProduct(square, sum) / (8 * 9)
    sum = one - shortProduct(square, sum) / (6 * 7)
    sum = one - shortProduct(square, sum) / (4 * 5)
    sum = one - shortProduct(square, sum) / (2 * 3)
    let sine = multiply(a, sum)
    return negative ? -sine : sine
  }

  /// ``multiply(_:_:)`` where the product is below 2⁶³ − 2²⁹.
  @inline(__always)
  private static func shortProduct(_ a: Int64, _ b: Int64) -> Int64 { (a &* b &+ one / 2) >> bits }
}
