/// A corner of a shape: a quarter of a disc, from the corner's tip.
package struct RoundCorner: Equatable, Sendable {
  /// Twice the corner's radius.
  package let diameter: Int
  /// Pixels from the shape's edge to where the corner ends.
  let side: Int
  /// Of the top left corner, rows of `side`; the other corners mirror it.
  let coverage: [UInt8]

  package init(diameter: Int) {
    precondition(diameter >= 0)
    self.diameter = diameter
    side = (diameter + 1) / 2
    var corner = [UInt8](repeating: 0, count: side * side)
    for y in 0..<side {
      for x in y..<side {  // the other half of the square mirrors this one at the diagonal
        let value = RoundCorner.discCoverage(x: x, y: y, diameter: diameter)
        corner[y * side + x] = value
        corner[x * side + y] = value
      }
    }
    coverage = corner
  }

  /// Horizontal lines that a pixel is cut into.
  private static let lineCount: Int64 = 64
  /// Lengths are in 1/4,096 pixel.
  private static let unit: Int64 = 4096

  /// The share of pixel (x, y) that a disc touching the axes covers, x ≥ y.
  ///
  /// There the circle runs within 45° of horizontal above the middle, so its area is summed over upright
  /// lines: each is as long as the circle is high, which changes so slowly from one to the next that 64
  /// lines give the area within 1/1,000.
  private static func discCoverage(x: Int, y: Int, diameter: Int) -> UInt8 {
    let radius = Int64(diameter) * unit / 2
    // The pixel, measured from the disc's middle.
    let left = Int64(x) * unit - radius
    let top = Int64(y) * unit - radius
    let (right, bottom) = (left + unit, top + unit)
    // Seen from the middle, a pixel of the first quarter reaches from its nearest corner, at the bottom
    // right, to its farthest, at the top left. Most pixels are on one side of the circle with both.
    if right <= 0, bottom <= 0 {
      if right * right + bottom * bottom >= radius * radius { return 0 }
      if left * left + top * top <= radius * radius { return 255 }
    }
    var covered: Int64 = 0
    let step = unit / lineCount
    for line in 0..<lineCount {
      let across = left + line * step + step / 2
      let rest = radius * radius - across * across
      guard rest > 0 else { continue }
      let height = integerSquareRoot(4 * rest)  // twice the half chord: a bit more exact
      let (low, high) = (max(2 * top, -height), min(2 * bottom, height))
      covered += max(0, high - low)
    }
    let whole = 2 * unit * lineCount
    return UInt8((covered * 255 + whole / 2) / whole)
  }
}
