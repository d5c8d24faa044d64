import ContactSheetLayout
import PixelGeometry

/// `--geometry` as ImageMagick's montage has it: the size of a cell and the gap on each of its sides, so
/// that between two pictures there are two gaps, and one at the sheet's edge.
struct MontageGeometry {
  var cell: PixelSize?
  var gap: Int?

  private static let gapRange = 0...5_000

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let text = arguments.text("geometry") else { return }
    let wrong = UsageError(
      "'\(text)' is not a geometry (--geometry): WxH+X+Y in pixels, as in 300x300+4+4.")
    // ImageMagick takes its > after the size as well as at the end.
    let parts = text.lowercased().split(separator: "+", omittingEmptySubsequences: false)
      .map { String($0.hasSuffix(">") ? $0.dropLast() : $0) }
    guard [1, 3].contains(parts.count) else { throw wrong }
    if !parts[0].isEmpty {
      guard let sides = ParsedArguments.sides(parts[0]),
        let width = ParsedArguments.whole(sides.0), let height = ParsedArguments.whole(sides.1)
      else { throw wrong }
      guard LayoutLimits.width.contains(width), LayoutLimits.width.contains(height) else {
        throw outOfRange(text, "W and H are", LayoutLimits.width)
      }
      cell = PixelSize(width: width, height: height)
    }
    if parts.count == 3 {
      guard let x = ParsedArguments.whole(parts[1]), let y = ParsedArguments.whole(parts[2]) else {
        throw wrong
      }
      guard MontageGeometry.gapRange.contains(x), MontageGeometry.gapRange.contains(y) else {
        throw outOfRange(text, "X and Y are", MontageGeometry.gapRange)
      }
      if x != y {
        throw UsageError("'--geometry \(text)' has two gaps; here X and Y have to be equal.")
      }
      gap = x
    }
    if cell == nil, gap == nil { throw wrong }
  }

  private func outOfRange(_ text: String, _ what: String, _ range: ClosedRange<Int>) -> UsageError {
    UsageError(
      "'--geometry \(text)' is out of range: \(what) \(range.lowerBound)…\(range.upperBound) pixels."
    )
  }
}
