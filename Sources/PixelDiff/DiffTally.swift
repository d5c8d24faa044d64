import PixelGeometry

/// Adds up what came of bands, which come in their order.
package struct DiffTally: Sendable {
  private let plan: DiffPlan
  private var nextRow = 0
  private var counts = DiffCounts()
  private var largest: LargestDifference?

  package init(_ plan: DiffPlan) { self.plan = plan }

  /// Takes the next band, from the top.
  package mutating func add(_ band: ComparedBand) {
    precondition(band.rows.lowerBound == nextRow)
    nextRow = band.rows.upperBound
    if let found = band.largestDifference, found.value > largest?.value ?? 0 { largest = found }
    for count in band.counts { counts += count }
  }

  /// - Precondition: all rows were added.
  package func result() -> DiffResult {
    precondition(nextRow == plan.canvas.height)
    return DiffResult(
      expectedSize: plan.expected.size, actualSize: plan.actual.size, canvas: plan.canvas,
      counts: counts, largestDifference: largest)
  }
}
