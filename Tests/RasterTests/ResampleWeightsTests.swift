import Raster
import TestSupport
import Testing

@Suite struct ResampleWeightsTests {
  @Test func `the weights of every output sum to exactly one`() {
    let seed = SeededGenerator.seed("weights sum to one")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let sourceCount = Int.random(in: 1...3000, using: &random)
      let outputCount = Int.random(in: 1...400, using: &random)
      let whole = Fixed.from(sourceCount)
      let start = Int64.random(in: 0..<whole, using: &random)
      let length = Int64.random(in: 1...(whole - start), using: &random)
      for filter in ResampleFilter.allCases {
        let weights = ResampleWeights(
          start: start, length: length, outputCount: outputCount, sourceCount: sourceCount,
          filter: filter)
        for output in 0..<outputCount {
          let row = weights.weights[output * weights.taps..<(output + 1) * weights.taps]
          #expect(row.reduce(0) { $0 + Int32($1) } == ResampleWeights.one)
          #expect(weights.firsts[output] >= 0 && weights.firsts[output] < sourceCount)
        }
        #expect(weights.sourceRange.lowerBound >= 0)
        #expect(weights.sourceRange.upperBound <= sourceCount)
        #expect(weights.firsts == weights.firsts.sorted())
      }
    }
  }

  @Test(arguments: ResampleFilter.allCases.filter { $0 != .mitchell })
  func `the same size is the identity`(filter: ResampleFilter) {
    // Mitchell's cubic blurs by design, so it is the exception.
    let weights = ResampleWeights(
      start: 0, length: Fixed.from(9), outputCount: 9, sourceCount: 9, filter: filter)
    for output in 0..<9 {
      for tap in 0..<weights.taps {
        let source = weights.firsts[output] + tap
        let weight = weights.weights[output * weights.taps + tap]
        #expect(Int32(weight) == (source == output ? ResampleWeights.one : 0))
      }
    }
  }

  @Test func `the weights are those of the formulas as they are written`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("plain weights"))
    for _ in 0..<400 {
      let sourceCount = Int.random(in: 1...3000, using: &random)
      let whole = Fixed.from(sourceCount)
      let start = Int64.random(in: 0..<whole, using: &random)
      for filter in ResampleFilter.allCases {
        let axis = ResampleAxis(
          start: start, length: Int64.random(in: 1...(whole - start), using: &random),
          outputCount: Int.random(in: 1...60, using: &random), sourceCount: sourceCount,
          filter: filter)
        expectPlain(axis)
      }
    }
  }

  @Test func `a length is scaled alike in 64 bits and in 128`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("scale"))
    for _ in 0..<20_000 {
      let value =
        Int64.random(in: -(1 << 62)...(1 << 62), using: &random)
        >> Int64.random(in: 0...62, using: &random)
      let b = max(
        1,
        Int64.random(in: 1...(1 << 62), using: &random) >> Int64.random(in: 0...62, using: &random))
      // So that the result has room.
      let a = Int64.random(in: -b...b, using: &random)
      let doubled = 2 * Int128(value) * Int128(a) + Int128(b)
      var (expected, rest) = doubled.quotientAndRemainder(dividingBy: 2 * Int128(b))
      if rest < 0 { expected -= 1 }
      #expect(Int128(Fixed.scale(value, times: a, over: b)) == expected, "\(value) · \(a) / \(b)")
    }
  }

  private func expectPlain(_ axis: ResampleAxis) {
    let (weights, plain) = (ResampleWeights(axis), PlainWeights(axis))
    let isSame =
      weights.taps == plain.taps && weights.firsts == plain.firsts
      && weights.weights == plain.weights && weights.sourceRange == plain.sourceRange
    #expect(isSame, "\(axis)")
  }

  @Test func `Lanczos 3 is, everywhere, the formula as it is written`() {
    let wrong = (0...Fixed.one * 3).first {
      ResampleFilter.lanczos3.value(at: $0) != plainLanczos($0)
    }
    #expect(wrong == nil)
  }

  @Test func `a filter's values are those of its formula`() {
    for step in 0...400 {
      let x = Double(step) / 100
      let position = Fixed.from(step) / 100
      for (filter, formula) in formulas {
        let value = Double(filter.value(at: position)) / Double(1 << 30)
        #expect(abs(value - formula(x)) < 4e-6, "\(filter) at \(x)")
      }
    }
  }

  /// Written in floating point, from the papers that the filters cite.
  private let formulas: [(ResampleFilter, (Double) -> Double)] = [
    (
      .lanczos3,
      { x in
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sine(Double.pi * x) / (Double.pi * x) }
        return x < 3 ? sinc(x) * sinc(x / 3) : 0
      }
    ),
    (.mitchell, { cubic($0, b: 1.0 / 3, c: 1.0 / 3) }),
    (.catmullRom, { cubic($0, b: 0, c: 0.5) }),
    (.bilinear, { max(0, 1 - $0) }),
    (.box, { $0 <= 0.5 ? 1 : 0 }),
  ]
}

private func cubic(_ x: Double, b: Double, c: Double) -> Double {
  if x < 1 {
    return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + 6 - 2 * b) / 6
  }
  if x < 2 {
    return
      ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + 8 * b
      + 24 * c) / 6
  }
  return 0
}
