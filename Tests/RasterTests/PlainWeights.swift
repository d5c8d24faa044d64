import Raster

/// The judge of the weights: what ``ResampleWeights`` gives, the formulas as they are written, in 128 bits.
struct PlainWeights {
  var taps = 0
  var firsts: [Int] = []
  var weights: [Int16] = []
  var sourceRange = 0..<0

  init(_ axis: ResampleAxis) {
    let count = Int64(axis.outputCount)
    let half = Fixed.one / 2
    let stretch = max(rounded(Int128(axis.length), Int128(count)), Fixed.one)
    let radius = rounded(Int128(axis.filter.support) * Int128(stretch), Int128(Fixed.one))
    var rows: [[Int16]] = []
    for output in 0..<count {
      let center =
        axis.start + rounded(Int128(axis.length) * Int128(2 * output + 1), Int128(2 * count))
      var first = Fixed.ceiling(center - radius - half)
      var end = Fixed.floor(center + radius - half) + 1
      first = min(max(first, 0), axis.sourceCount - 1)
      end = min(max(end, first + 1), axis.sourceCount)
      var values = (first..<end).map { position -> Int64 in
        let distance = Fixed.from(position) + half - center
        let place = rounded(Int128(distance) * Int128(Fixed.one), Int128(stretch))
        return axis.filter == .lanczos3 ? plainLanczos(place) : axis.filter.value(at: place)
      }
      if values.allSatisfy({ $0 == 0 }) {
        first = min(max(Fixed.floor(center), 0), axis.sourceCount - 1)
        values = [1 << 30]
      }
      let sum = max(1, values.reduce(0, +))
      var row = values.map { Int32(clamping: rounded(Int128($0) << 14, Int128(sum))) }
      let largest = row.max()!
      row[row.firstIndex(of: largest)!] += ResampleWeights.one - row.reduce(0, +)
      while row.count > 1, row.last == 0 { row.removeLast() }
      firsts.append(first)
      rows.append(row.map { Int16(clamping: $0) })
    }
    taps = rows.map(\.count).max()!
    for row in rows {
      weights += row + [Int16](repeating: 0, count: taps - row.count)
    }
    sourceRange = firsts.min()!..<zip(firsts, rows).map { $0 + $1.count }.max()!
  }
}

/// Lanczos 3 at a position in ``Fixed`` units, one being 2³⁰.
func plainLanczos(_ position: Int64) -> Int64 {
  let x = abs(position)
  guard x < 3 * Fixed.one else { return 0 }
  return product(plainSinc(x), plainSinc(rounded(Int128(x), 3)))
}

private func plainSinc(_ x: Int64) -> Int64 {
  guard x > 0 else { return 1 << 30 }
  return Int64((Int128(plainSineOfPi(x)) << 30) / Int128(product(pi, x << 10)))
}

private let pi: Int64 = 3_373_259_426

private func plainSineOfPi(_ x: Int64) -> Int64 {
  let period = x & (2 * Fixed.one - 1)
  let half = period >= Fixed.one ? period - Fixed.one : period
  let a = product(pi, min(half, Fixed.one - half) << 10)
  let square = product(a, a)
  var sum: Int64 = 1 << 30
  for n in stride(from: Int64(12), through: 2, by: -2) {
    sum = (1 << 30) - product(square, sum) / (n * (n + 1))
  }
  return period >= Fixed.one ? -product(a, sum) : product(a, sum)
}

/// Of numbers with 30 fraction bits.
private func product(_ a: Int64, _ b: Int64) -> Int64 {
  Int64((Int128(a) * Int128(b) + (1 << 29)) >> 30)
}

/// a / b, halves up.
private func rounded(_ a: Int128, _ b: Int128) -> Int64 {
  let (quotient, remainder) = (2 * a + b).quotientAndRemainder(dividingBy: 2 * b)
  return Int64(remainder < 0 ? quotient - 1 : quotient)
}
