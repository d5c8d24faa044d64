import PixelGeometry
package import Raster

/// Two bitmaps to be compared where they are, without a copy.
package struct BitmapDiff: Sendable {
  package let plan: DiffPlan
  private let expected: PixelPlane
  private let actual: PixelPlane

  package init(
    expected: Bitmap, actual: Bitmap, options: DiffOptions = DiffOptions()
  ) throws(DiffFault) {
    plan = try DiffPlan(
      expected: DiffInput(size: expected.size), actual: DiffInput(size: actual.size),
      options: options)
    self.expected = plane(of: expected, plan.expectedPart, plan)
    self.actual = plane(of: actual, plan.actualPart, plan)
  }

  /// Rows of the canvas, with those around them.
  package func band(_ rows: Range<Int>) -> DiffBand {
    DiffBand(plan: plan, rows: rows, expected: expected, actual: actual)
  }

  /// Ranges of rows that are worth a thread's while, from the top.
  package var bands: [Range<Int>] {
    let height = plan.canvas.height
    let count = max(8, 262_144 / plan.canvas.width)
    return stride(from: 0, to: height, by: count).map { $0..<min($0 + count, height) }
  }

  /// Compares all bands, one after the other.
  ///
  /// - Parameter body: is given each band as it is done.
  package func result(_ body: (ComparedBand) -> Void = { _ in }) -> DiffResult {
    var tally = DiffTally(plan)
    for rows in bands {
      let band = band(rows).compared()
      tally.add(band)
      body(band)
    }
    return tally.result()
  }
}

/// The pixels of a bitmap from the canvas's top left, laid on a clear canvas where they have to be.
private func plane(of bitmap: Bitmap, _ part: PixelSize, _ plan: DiffPlan) -> PixelPlane {
  let stride = 4 * bitmap.size.width
  let origin = plan.canvas.top * stride + 4 * plan.canvas.left
  if plan.options.sizeMismatch != .pad || part == plan.canvas.size {
    return PixelPlane(bytes: bitmap.pixels, origin: origin, stride: stride, firstRow: 0)
  }
  var bytes = [UInt8](repeating: 0, count: 4 * plan.canvas.size.pixelCount)
  for y in 0..<part.height {
    let source = origin + y * stride
    let target = 4 * y * plan.canvas.width
    bytes.replaceSubrange(
      target..<target + 4 * part.width, with: bitmap.pixels[source..<source + 4 * part.width])
  }
  return PixelPlane(bytes: bytes, origin: 0, stride: 4 * plan.canvas.width, firstRow: 0)
}
