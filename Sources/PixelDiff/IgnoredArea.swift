import PixelGeometry

/// The part of what is ignored that lies in the rows of a band, in pixels of the canvas.
struct IgnoredArea {
  private let rects: [PixelRect]
  private let mask: IgnoreMask?
  private let canvas: PixelRect

  init(_ plan: DiffPlan, rows: Range<Int>) {
    canvas = plan.canvas
    mask = plan.options.ignoreMask
    let band = PixelRect(
      left: canvas.left, top: canvas.top + rows.lowerBound, width: canvas.width,
      height: rows.count)
    rects = plan.options.ignored.compactMap { rect in
      var rect = rect.clipped(to: band)
      rect.left -= plan.canvas.left
      rect.top -= plan.canvas.top
      return rect.isEmpty ? nil : rect
    }
  }

  /// Whether ``forEachRange(row:_:)`` may give any.
  func hasRanges(row y: Int) -> Bool {
    mask != nil || rects.contains { $0.rows.contains(y) }
  }

  /// Calls `body` with ranges of columns that are ignored, in any order; they may overlap.
  func forEachRange(row y: Int, _ body: (Range<Int>) -> Void) {
    for rect in rects where rect.rows.contains(y) { body(rect.columns) }
    mask?.forEachRange(row: canvas.top + y) { range in
      let range = range.clamped(to: canvas.columns)
      if !range.isEmpty { body(range.lowerBound - canvas.left..<range.upperBound - canvas.left) }
    }
  }
}
