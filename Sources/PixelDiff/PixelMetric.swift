/// Says of two pixels that are not the same number whether they count as different.
protocol PixelMetric: Sendable {
  associatedtype Word: PixelWord

  /// - Parameter largestDifference: of their channels, which is known already.
  func mark(
    _ expected: PixelReader<Word>, _ actual: PixelReader<Word>, x: Int, y: Int,
    largestDifference: Int
  ) -> PixelMark
}

/// See ``DiffOptions/Metric/exact(tolerance:alpha:)``.
struct ExactMetric<Word: PixelWord>: PixelMetric {
  /// The largest difference that is none, in steps of the word's depth.
  let most: Int

  @inline(__always)
  func mark(
    _: PixelReader<Word>, _: PixelReader<Word>, x _: Int, y _: Int, largestDifference: Int
  ) -> PixelMark {
    largestDifference > most ? .mismatch : .same
  }
}
