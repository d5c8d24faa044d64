package import PixelGeometry

/// How much of each pixel of a frame a shape covers, 0…255: a rectangle with round corners, up to a disc.
///
/// Coverage is the exact area of the shape within the pixel, rounded to 1/255; the mask is the same
/// turned or mirrored in all eight ways, on every processor.
package struct CoverageMask: Equatable, Sendable {
  package let size: PixelSize
  /// Clear pixels on each side, outside the shape.
  private let inset: Int
  private let corner: RoundCorner

  /// - Parameters:
  ///   - size: of the frame that is masked.
  ///   - inset: of the shape within the frame, in pixels on each side; a shape inset to nothing covers
  ///     nothing.
  ///   - corner: each of the shape's corners; no wider than half of the shape, or half a disc.
  package init(size: PixelSize, inset: Int, corner: RoundCorner) {
    precondition(size.width >= 1 && size.height >= 1 && inset >= 0)
    let (width, height) = (size.width - 2 * inset, size.height - 2 * inset)
    precondition(
      width <= 0 || height <= 0 || corner.diameter <= min(width, height), "corners overlap")
    precondition(
      corner.diameter.isMultiple(of: 2) || corner.diameter == width && width == height,
      "corners end within a pixel")
    self.size = size
    self.inset = inset
    self.corner = corner
  }

  /// Every pixel is covered whole.
  package var isWhole: Bool { inset == 0 && corner.side == 0 }

  /// The coverage of the pixel at a column and a row of the frame.
  package subscript(x: Int, y: Int) -> UInt8 {
    let (width, height) = (size.width - 2 * inset, size.height - 2 * inset)
    let (column, row) = (x - inset, y - inset)
    guard column >= 0, row >= 0, column < width, row < height else { return 0 }
    // The distance from the nearest edges, in pixels that lie between.
    let fromSide = min(column, width - 1 - column)
    let fromTop = min(row, height - 1 - row)
    guard fromSide < corner.side, fromTop < corner.side else { return 255 }
    return corner.coverage[fromTop * corner.side + fromSide]
  }

  /// The columns of a row that are surely covered whole; what lies outside has to be looked up.
  package func wholeColumns(row: Int) -> Range<Int> {
    let (width, height) = (size.width - 2 * inset, size.height - 2 * inset)
    let line = row - inset
    guard line >= 0, line < height, width > 0 else { return 0..<0 }
    let fromTop = min(line, height - 1 - line)
    var start = 0
    if fromTop < corner.side {
      while start < corner.side, corner.coverage[fromTop * corner.side + start] < 255 { start += 1 }
    }
    return start < width - start ? (inset + start)..<(inset + width - start) : 0..<0
  }
}
