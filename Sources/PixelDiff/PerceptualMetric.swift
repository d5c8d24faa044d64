import PixelGeometry

/// See ``DiffOptions/Metric/perceptual(threshold:includesAntiAliased:)``.
struct PerceptualMetric<Word: PixelWord>: PixelMetric {
  /// The largest square distance that is no mismatch.
  let most: Double
  let includesAntiAliased: Bool
  /// Of what is compared.
  let size: PixelSize

  init(threshold: Double, includesAntiAliased: Bool, size: PixelSize) {
    most = YIQDifference.largest * threshold * threshold
    self.includesAntiAliased = includesAntiAliased
    self.size = size
  }

  @inline(__always)
  func mark(
    _ expected: PixelReader<Word>, _ actual: PixelReader<Word>, x: Int, y: Int,
    largestDifference _: Int
  ) -> PixelMark {
    let square = YIQDifference.signedSquare(
      expected[x, y], actual[x, y], at: 4 * (y * size.width + x))
    guard abs(square) > most else { return .same }
    if includesAntiAliased { return .mismatch }
    let edge = AntiAliasing<Word>(size: size)
    let isEdge =
      edge.covers(x, y, of: expected, other: actual)
      || edge.covers(x, y, of: actual, other: expected)
    return isEdge ? .antiAliased : .mismatch
  }
}
