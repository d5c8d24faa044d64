/// For each output position along one axis: the first source position that counts, and a weight for it
/// and each that follows.
///
/// Weights are fixed point with ``fractionBits`` bits, and the weights of an output position sum to
/// exactly one, so that a flat picture stays flat. Positions are clipped to the picture, not to the crop
/// box: the neighbours of a crop's edge are real pixels, and count as they would without the crop.
package struct ResampleWeights: Equatable, Sendable {
  /// 14 bits: a weight fits 16 bits with its sign and the filters' overshoot.
  package static let fractionBits = 14
  package static let one: Int32 = 1 << fractionBits

  /// Weights per output position; those not needed are zero.
  package let taps: Int
  /// The first source position of each output position.
  package let firsts: [Int]
  /// `taps` weights for each output position.
  package let weights: [Int16]

  package var outputCount: Int { firsts.count }

  /// All the source positions that any output position needs.
  package let sourceRange: Range<Int>

  /// - Parameters:
  ///   - start: where the crop begins, in ``Fixed`` units of the source.
  ///   - length: how long it is; more than 0.
  ///   - outputCount: output positions, at least 1.
  ///   - sourceCount: positions the source has, at least 1.
  package init(
    start: Int64, length: Int64, outputCount: Int, sourceCount: Int, filter: ResampleFilter
  ) {
    let count = Int64(outputCount)
    let step = Fixed.divide(length, by: count)
    // When reducing, the filter is as many times wider as there are source pixels to an output pixel.
    let stretch = max(step, Fixed.one)
    let radius = Fixed.scale(filter.support, times: stretch, over: Fixed.one)

    var firsts: [Int] = []
    var rows: [[Int16]] = []
    firsts.reserveCapacity(outputCount)
    rows.reserveCapacity(outputCount)
    for output in 0..<count {
      let center = start + Fixed.scale(length, times: 2 * output + 1, over: 2 * count)
      // Position k covers k…k+1: its middle must be nearer than the radius.
      let half = Fixed.one / 2
      var first = Fixed.ceiling(center - radius - half)
      var end = Fixed.floor(center + radius - half) + 1
      first = min(max(first, 0), sourceCount - 1)
      end = min(max(end, first + 1), sourceCount)

      var values = (first..<end).map { position -> Int64 in
        let distance = Fixed.from(position) + half - center
        return filter.value(at: Fixed.scale(distance, times: Fixed.one, over: stretch))
      }
      if values.allSatisfy({ $0 == 0 }) {
        // A box narrower than the distance to any middle: the pixel it lies in.
        first = min(max(Fixed.floor(center), 0), sourceCount - 1)
        values = [Unit30.one]
      }
      var row = ResampleWeights.normalized(values)
      while row.count > 1, row.last == 0 { row.removeLast() }
      // Zeros at the front stay: first positions must not go backwards from one output to the next.
      firsts.append(first)
      rows.append(row)
    }

    let taps = rows.reduce(0) { max($0, $1.count) }
    var weights: [Int16] = []
    weights.reserveCapacity(taps * outputCount)
    for row in rows {
      weights.append(contentsOf: row)
      weights.append(contentsOf: repeatElement(0, count: taps - row.count))
    }
    self.taps = taps
    self.weights = weights
    self.firsts = firsts
    let lower = firsts.min() ?? 0
    let upper = zip(firsts, rows).reduce(0) { max($0, $1.0 + $1.1.count) }
    sourceRange = lower..<upper
  }

  /// Scales `values` so that they sum to exactly one; what rounding leaves goes to the largest, the
  /// first of equals.
  private static func normalized(_ values: [Int64]) -> [Int16] {
    let sum = values.reduce(0, +)
    // The sum of a filter's values is never near zero: it is the filter sampled at least once per unit.
    var scaled = values.map { Int32(clamping: Fixed.divide($0 << fractionBits, by: max(1, sum))) }
    let rest = one - scaled.reduce(0, +)
    if rest != 0, let largest = scaled.indices.max(by: { scaled[$0] < scaled[$1] }) {
      let firstOfEquals = scaled.firstIndex(of: scaled[largest]) ?? largest
      scaled[firstOfEquals] += rest
    }
    return scaled.map { Int16(clamping: $0) }
  }
}
