import PixelGeometry

/// Compares two pictures that come row by row, and holds no more of them than a band of rows.
///
/// In one thread, ``append(expected:actual:)`` gives bands as they are done. With several threads,
/// ``gather(expected:actual:)`` gives bands to be compared anywhere, and ``add(_:)`` takes them back in their
/// order. The result is the same, to the last bit.
package struct PixelDiffer: Sendable {
  package let plan: DiffPlan
  private var gatherer: BandGatherer
  private var tally: DiffTally

  package init(
    expected: DiffInput, actual: DiffInput, options: DiffOptions
  ) throws(DiffFault) {
    plan = try DiffPlan(expected: expected, actual: actual, options: options)
    gatherer = BandGatherer(plan)
    tally = DiffTally(plan)
  }

  /// How many rows it wants; rows below would make no difference.
  package var rowCount: Int { plan.canvas.bottom }

  /// Takes the next row of both, from the top, uncropped, as ``DiffInput`` describes them.
  ///
  /// - Parameters:
  ///   - expected: empty where that picture has no row left.
  ///   - actual: empty where that picture has no row left.
  /// - Returns: rows that are finished, where there are some.
  package mutating func append(
    expected: Span<UInt8>, actual: Span<UInt8>
  ) -> ComparedBand? {
    guard let band = gather(expected: expected, actual: actual)?.compared() else { return nil }
    add(band)
    return band
  }

  /// The same, but leaves the comparing to the caller.
  package mutating func gather(expected: Span<UInt8>, actual: Span<UInt8>) -> DiffBand? {
    gatherer.append(expected: expected, actual: actual)
  }

  /// Takes what came of the next band, from the top.
  package mutating func add(_ band: ComparedBand) { tally.add(band) }

  /// What came of it all.
  ///
  /// - Precondition: ``rowCount`` rows were appended, or all their bands added.
  package func result() -> DiffResult { tally.result() }
}
