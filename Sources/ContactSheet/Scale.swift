import ContactSheetLayout
import PixelGeometry

/// What multiplies every length of a sheet, in whole thousandths so that it is exact.
struct Scale: Hashable, Sendable {
  private let thousandths: Int

  init(_ factor: Double) { thousandths = Int(factor * 1000 + 0.5) }

  /// A length after scaling, rounded half up.
  func applied(to length: Int) -> Int {
    let (quotient, remainder) = (length * thousandths + 500).quotientAndRemainder(
      dividingBy: 1000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// - Parameter dpi: pixels to the inch, 25.4 mm, at scale 1; 72 give 2835.
  func pixelsPerMetre(dpi: Int) -> Int {
    ((dpi * 10_000 + 127) / 254 * thousandths + 500) / 1000
  }
}

extension Margins {
  func scaled(_ scaled: (Int) -> Int) -> Margins {
    Margins(
      top: scaled(top), right: scaled(right), bottom: scaled(bottom), left: scaled(left))
  }
}

/// Throws a setting that is out of its range.
func require(
  _ value: Int, _ name: String, in range: ClosedRange<Int>
) throws(SheetError) {
  if !range.contains(value) {
    throw .setting("\(name) \(value) is out of range (\(range.lowerBound)…\(range.upperBound))")
  }
}
