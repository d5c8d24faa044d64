/// The ranges of what a layout is given, in pixels unless said otherwise; a layout's `fault` names
/// the one that is left.
public enum LayoutLimits {
  /// The width of a sheet, and either side of a cell.
  public static let width = 1...100_000

  /// The height of a page.
  public static let pageHeight = 1...10_000_000

  public static let spacing = 0...10_000
  public static let margin = 0...100_000
  public static let rowHeight = 1...10_000

  /// The room for a caption.
  public static let caption = 0...10_000

  /// How many columns.
  public static let columns = 1...10_000

  /// Either number of a cell's ratio.
  public static let aspect = 1...10_000

  /// Percent.
  public static let rowTolerance = 0...100

  /// A frame is at most this many times as high as its column is wide, in list, fitted and
  /// grid `natural`. A picture of 1 × 20000 would make any sheet absurd: it keeps its ratio and
  /// stands narrower, in the middle of its column.
  public static let heightPerWidth = 32
}

/// What is wrong with a value, where it is not in its range.
func fault(_ name: String, _ value: Int, in range: ClosedRange<Int>) -> String? {
  range.contains(value)
    ? nil : "\(name) must be \(range.lowerBound)…\(range.upperBound), not \(value)"
}

extension Margins {
  var fault: String? {
    for side in [top, right, bottom, left] {
      if let fault = ContactSheetLayout.fault("margins", side, in: LayoutLimits.margin) {
        return fault
      }
    }
    return nil
  }
}
