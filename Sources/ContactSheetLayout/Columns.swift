import PixelGeometry

/// Columns side by side that, with the spacing between them, fill a width exactly.
///
/// Cut i lies at i · available / count, rounded half up, where `available` is the width without the
/// spacing: so widths differ by at most one pixel, and what does not divide is spread evenly.
/// Heights follow from the exact width available / count and are rounded once: a picture is as high
/// in one column as in another, and two equal pictures side by side are equally high.
struct Columns {
  let count: Int

  /// The width of all columns together.
  let available: Int

  private let left: Int
  private let spacing: Int

  init(count: Int, available: Int, left: Int, spacing: Int) {
    self.count = count
    self.available = available
    self.left = left
    self.spacing = spacing
  }

  /// Columns in a sheet of this width.
  init(count: Int, sheetWidth: Int, margins: Margins, spacing: Int) {
    self.init(
      count: count,
      available: sheetWidth - margins.left - margins.right - (count - 1) * spacing,
      left: margins.left, spacing: spacing)
  }

  /// What is wrong with columns in a sheet of this width: each is at least one pixel wide.
  static func fault(count: Int, sheetWidth: Int, margins: Margins, spacing: Int) -> String? {
    let columns = Columns(
      count: count, sheetWidth: sheetWidth, margins: margins, spacing: spacing)
    guard columns.available < count else { return nil }
    let room = count == 1 ? "room" : "room for \(count) columns with spacing \(spacing) and"
    return "a sheet \(sheetWidth) wide has no \(room)"
      + "\(count == 1 ? " between" : "") margins \(margins.left) + \(margins.right)"
  }

  /// The columns of pixels that a column covers.
  func span(_ column: Int) -> Range<Int> {
    let start = left + column * spacing
    return start + roundedQuotient(column * available, count)..<start
      + roundedQuotient((column + 1) * available, count)
  }

  /// The greatest height of a frame where ratios are kept, on a page with this much room.
  func tallest(pictureHeight: Int?) -> Int {
    min(LayoutLimits.heightPerWidth * (available / count), pictureHeight ?? .max)
  }

  /// The height of a picture as wide as its column, or narrower where it would be higher than
  /// `tallest` or larger than it is.
  func height(of picture: PixelSize, enlarges: Bool, tallest: Int) -> Int {
    min(naturalHeight(of: picture, enlarges: enlarges), tallest)
  }

  /// The frame that `height` is the height of, in the middle of its column.
  func frame(
    of picture: PixelSize, enlarges: Bool, tallest: Int, column: Int, top: Int
  ) -> PixelRect {
    let span = span(column)
    let natural = naturalHeight(of: picture, enlarges: enlarges)
    let width: Int
    if natural > tallest {
      width = min(span.count, max(1, roundedQuotient(tallest * picture.width, picture.height)))
    } else {
      width = fills(picture, enlarges: enlarges) ? span.count : picture.width
    }
    return PixelRect(
      left: span.lowerBound + (span.count - width) / 2, top: top, width: width,
      height: min(natural, tallest))
  }

  /// Whether a picture is made as wide as its column; else it keeps its own size.
  private func fills(_ picture: PixelSize, enlarges: Bool) -> Bool {
    enlarges || picture.width * count > available
  }

  private func naturalHeight(of picture: PixelSize, enlarges: Bool) -> Int {
    guard fills(picture, enlarges: enlarges) else { return picture.height }
    return max(1, roundedQuotient(available * picture.height, count * picture.width))
  }
}
