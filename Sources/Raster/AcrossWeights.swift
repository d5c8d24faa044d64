/// Weights as the loops across want them.
struct AcrossWeights: Sendable {
  /// A multiple of 4; those not needed are zero.
  let taps: Int
  /// For each output pixel the first source pixel, counted from the first that any of them needs.
  let firsts: [Int32]
  /// `taps` for each output pixel.
  let weights: [Int16]

  init(_ given: ResampleWeights) {
    let taps = (given.taps + 3) / 4 * 4
    let origin = given.sourceRange.lowerBound
    self.taps = taps
    firsts = given.firsts.map { Int32($0 - origin) }
    var weights = [Int16](repeating: 0, count: taps * given.outputCount)
    for output in 0..<given.outputCount {
      for tap in 0..<given.taps {
        weights[output * taps + tap] = given.weights[output * given.taps + tap]
      }
    }
    self.weights = weights
  }
}
