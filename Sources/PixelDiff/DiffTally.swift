import PixelGeometry

/// Adds up what came of bands, which come in their order.
package struct DiffTally: Sendable {
  private let plan: DiffPlan
  private var nextRow = 0
  private var counts = DiffCounts()
  private var largest: LargestDifference?
  private var bounds: DiffRegion?
  private var regions: RegionFinder
  private var window: WindowFinder?
  private var runs: [Range<Int>] = []

  package init(_ plan: DiffPlan) {
    self.plan = plan
    let (size, options) = (plan.canvas.size, plan.options)
    regions = RegionFinder(
      size: size, distance: options.regionDistance, limit: options.regionLimit)
    window = options.windowSide.map { WindowFinder(size: size, side: $0) }
  }

  /// Takes the next band, from the top.
  package mutating func add(_ band: ComparedBand) {
    precondition(band.rows.lowerBound == nextRow)
    nextRow = band.rows.upperBound
    if let found = band.largestDifference, found.value > largest?.value ?? 0 { largest = found }
    for (index, count) in band.counts.enumerated() {
      counts += count
      let y = band.rows.lowerBound + index
      if count.differing == 0 {
        window?.add(row: y, runs: [])
        continue
      }
      let marks = band.mask.span.extracting(band.marks(row: y))
      differingRuns(marks, into: &runs)
      let row = DiffRegion(
        frame: PixelRect(
          left: runs[0].lowerBound, top: y,
          width: runs[runs.count - 1].upperBound - runs[0].lowerBound, height: 1),
        pixels: count.differing)
      if bounds == nil { bounds = row } else { bounds!.join(row) }
      regions.add(row: y, runs: runs)
      window?.add(row: y, runs: runs)
    }
  }

  /// - Precondition: all rows were added.
  package func result() -> DiffResult {
    precondition(nextRow == plan.canvas.height)
    func inPicture(_ rect: PixelRect) -> PixelRect {
      var rect = rect
      rect.left += plan.canvas.left
      rect.top += plan.canvas.top
      return rect
    }
    let (listed, regionCount) = regions.regions()
    return DiffResult(
      expectedSize: plan.expected.size, actualSize: plan.actual.size,
      sizesDiffer: plan.options.sizeMismatch == .fail && plan.expectedPart != plan.actualPart,
      canvas: plan.canvas, counts: counts, largestDifference: largest,
      bounds: bounds.map { inPicture($0.frame) },
      regions: listed.map { DiffRegion(frame: inPicture($0.frame), pixels: $0.pixels) },
      regionCount: regionCount,
      worstWindow: (window?.worstWindow).map {
        WorstWindow(frame: inPicture($0.frame), pixels: $0.pixels)
      })
  }
}
