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
    firsts.reserveCapacity(outputCount)
    // Weights of all outputs in a row, and how many each has.
    var given: [Int16] = []
    var counts: [Int] = []
    counts.reserveCapacity(outputCount)
    var values: [Int64] = []
    for output in 0..<count {
      let center = start + Fixed.scale(length, times: 2 * output + 1, over: 2 * count)
      // Position k covers k…k+1: its middle must be nearer than the radius.
      let half = Fixed.one / 2
      var first = Fixed.ceiling(center - radius - half)
      var end = Fixed.floor(center + radius - half) + 1
      first = min(max(first, 0), sourceCount - 1)
      end = min(max(end, first + 1), sourceCount)
      if output == 0 { given.reserveCapacity(outputCount * (end - first + 2)) }

      values.removeAll(keepingCapacity: true)
      for position in first..<end {
        let distance = Fixed.from(position) + half - center
        values.append(
          filter.value(at: Fixed.scale(distance, times: Fixed.one, over: stretch)))
      }
      if values.allSatisfy({ $0 == 0 }) {
        // A box narrower than the distance to any middle: the pixel it lies in.
        first = min(max(Fixed.floor(center), 0), sourceCount - 1)
        values = [Unit30.one]
      }
      let before = given.count
      ResampleWeights.appendNormalized(&values, to: &given)
      while given.count > before + 1, given.last == 0 { given.removeLast() }
      // Zeros at the front stay: first positions must not go backwards from one output to the next.
      firsts.append(first)
      counts.append(given.count - before)
    }

    let taps = counts.max() ?? 0
    if given.count != taps * outputCount {
      var padded: [Int16] = []
      padded.reserveCapacity(taps * outputCount)
      var position = 0
      for count in counts {
        padded.append(contentsOf: given[position..<position + count])
        padded.append(contentsOf: repeatElement(0, count: taps - count))
        position += count
      }
      given = padded
    }
    self.taps = taps
    self.weights = given
    self.firsts = firsts
    let lower = firsts.min() ?? 0
    let upper = zip(firsts, counts).reduce(0) { max($0, $1.0 + $1.1) }
    sourceRange = lower..<upper
  }

  /// Scales `values` so that they sum to exactly one, and appends them; what rounding leaves goes to the
  /// largest, the first of equals.
  private static func appendNormalized(_ values: inout [Int64], to weights: inout [Int16]) {
    // The sum of a filter's values is never near zero: it is the filter sampled at least once per unit.
    let sum = max(1, values.reduce(0, +))
    var rest = Int64(one)
    var largest = 0
    for index in values.indices {
      values[index] = Int64(Int32(clamping: Fixed.divide(values[index] << fractionBits, by: sum)))
      rest -= values[index]
      if values[index] > values[largest] { largest = index }
    }
    values[largest] += rest
    for value in values { weights.append(Int16(clamping: value)) }
  }
}
