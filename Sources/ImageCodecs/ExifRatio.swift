/// A positive number of EXIF.
package struct ExifRatio: Hashable, Sendable {
  /// Above 0.
  package let numerator: Int
  /// Above 0.
  package let denominator: Int

  /// - Returns: nil where either is 0 or less.
  package init?(_ numerator: Int, _ denominator: Int) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }
}
