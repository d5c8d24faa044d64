import PixelGeometry

/// A band, and what came of comparing it.
package struct ComparedBand: Sendable {
  let band: DiffBand
  /// A ``PixelMark`` for each pixel of the band's rows, each as wide as the canvas.
  package let mask: [UInt8]
  /// Of each row.
  package let counts: [DiffCounts]
  package let largestDifference: LargestDifference?

  /// The rows of the canvas that it is about.
  package var rows: Range<Int> { band.rows }

  var width: Int { band.plan.canvas.width }

  package func mark(x: Int, y: Int) -> PixelMark {
    PixelMark(rawValue: mask[(y - rows.lowerBound) * width + x])!
  }

  /// Where in ``mask`` the marks of a row stand.
  func marks(row y: Int) -> Range<Int> {
    (y - rows.lowerBound) * width..<(y - rows.lowerBound + 1) * width
  }
}
