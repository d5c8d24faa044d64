/// How much of each pixel of a square a shape covers, 0…255: a square with round corners, up to a disc.
///
/// Coverage is the exact area of the shape within the pixel, rounded to 1/255; the mask is the same
/// turned or mirrored in all eight ways, on every processor.
package struct CoverageMask: Equatable, Sendable {
  package let side: Int
  /// Clear pixels on each side, outside the shape.
  private let inset: Int
  /// Pixels from the shape's edge to where its corners end.
  private let cornerSide: Int
  /// Coverage of the top left corner, rows of `cornerSide`; the other corners mirror it.
  private let corner: [UInt8]

  /// - Parameters:
  ///   - side: of the square that is masked, in pixels; at least 1.
  ///   - inset: of the shape within the square, in pixels on each side; a shape inset to nothing covers
  ///     nothing.
  ///   - cornerDiameter: twice the radius of the shape's corners, 0…side − 2 · inset: even, or the end of
  ///     the range, which makes a disc.
  package init(side: Int, inset: Int, cornerDiameter: Int) {
    precondition(side >= 1 && inset >= 0 && cornerDiameter >= 0)
    let shape = max(0, side - 2 * inset)
    let diameter = min(cornerDiameter, shape)
    precondition(diameter.isMultiple(of: 2) || diameter == shape, "corners end within a pixel")
    self.side = side
    self.inset = inset
    cornerSide = (diameter + 1) / 2
    var corner = [UInt8](repeating: 0, count: cornerSide * cornerSide)
    for y in 0..<cornerSide {
      for x in y..<cornerSide {  // the other half of the square mirrors this one at the diagonal
        let value = CoverageMask.discCoverage(x: x, y: y, diameter: diameter)
        corner[y * cornerSide + x] = value
        corner[x * cornerSide + y] = value
      }
    }
    self.corner = corner
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

  /// The coverage of the pixel at a column and a row of the square.
  package subscript(x: Int, y: Int) -> UInt8 {
    let shape = side - 2 * inset
    let (column, row) = (x - inset, y - inset)
    guard column >= 0, row >= 0, column < shape, row < shape else { return 0 }
    // The distance from the nearest edges, in pixels that lie between.
    let fromSide = min(column, shape - 1 - column)
    let fromTop = min(row, shape - 1 - row)
    guard fromSide < cornerSide, fromTop < cornerSide else { return 255 }
    return corner[fromTop * cornerSide + fromSide]
  }

  /// The columns of a row that are surely covered whole; what lies outside has to be looked up.
  package func wholeColumns(row: Int) -> Range<Int> {
    let shape = side - 2 * inset
    let line = row - inset
    guard line >= 0, line < shape else { return 0..<0 }
    let fromTop = min(line, shape - 1 - line)
    var start = 0
    if fromTop < cornerSide {
      while start < cornerSide, corner[fromTop * cornerSide + start] < 255 { start += 1 }
    }
    return start < shape - start ? (inset + start)..<(inset + shape - start) : 0..<0
  }
}
