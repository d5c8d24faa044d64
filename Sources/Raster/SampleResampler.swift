import PixelGeometry

/// A sample that can be resampled: 8 bits for opaque pictures, 16 for premultiplied ones.
protocol ResampleSample: FixedWidthInteger & UnsignedInteger & Sendable {
  /// A sample weighted down one axis, with 6 fraction bits and a sign.
  associatedtype Halfway: FixedWidthInteger & SignedInteger & Sendable
  /// Holds the sum of weighted halfway samples.
  associatedtype Sum: FixedWidthInteger & SignedInteger & Sendable

  /// The fourth channel is alpha and the others are premultiplied by it; else it is as good as a colour
  /// (always 255, or the black of CMYK).
  static var isPremultiplied: Bool { get }

  static func halfway(_ sum: Int32) -> Halfway
  /// The 16-bit premultiplied value of a sum of weighted halfway samples, clamped to 0…65,025.
  static func finished(_ sum: Sum) -> UInt16
}

/// Bits of a halfway sample below the whole value.
private let halfwayBits = 6
private let halfwayShift = ResampleWeights.fractionBits - halfwayBits
private let sumShift = ResampleWeights.fractionBits + halfwayBits
private let halfwayRounding: Int32 = 1 << Int32(halfwayShift - 1)
private let sumRounding: Int32 = 1 << Int32(sumShift - 1)

extension UInt8: ResampleSample {
  static var isPremultiplied: Bool { false }

  // A filter's weights have a sum of magnitudes below 1.5, so 255 · 1.5 · 2⁶ fits 16 bits with a sign.
  @inline(__always)
  static func halfway(_ sum: Int32) -> Int16 {
    Int16(truncatingIfNeeded: (sum &+ halfwayRounding) >> Int32(halfwayShift))
  }

  @inline(__always)
  static func finished(_ sum: Int32) -> UInt16 {
    // |sum| < 255 · 1.5² · 2²⁰ < 2³⁰
    let value = (sum &+ sumRounding) >> Int32(sumShift)
    return UInt16(truncatingIfNeeded: Swift.min(Swift.max(value, 0), 255)) &* 255
  }
}

extension UInt16: ResampleSample {
  static var isPremultiplied: Bool { true }

  @inline(__always)
  static func halfway(_ sum: Int32) -> Int32 {
    (sum &+ halfwayRounding) >> Int32(halfwayShift)
  }

  @inline(__always)
  static func finished(_ sum: Int64) -> UInt16 {
    let value = (sum &+ Int64(sumRounding)) >> Int64(sumShift)
    return UInt16(
      truncatingIfNeeded: Swift.min(Swift.max(value, 0), Int64(PremultipliedBitmap.one)))
  }
}

/// The resampler for one kind of sample. Generic within this module only, where the compiler makes a
/// version of it for each kind: a version that is not is thirty times slower.
struct SampleResampler<Sample: ResampleSample>: Sendable {
  private let across: ResampleWeights
  private let down: ResampleWeights
  private let outputSize: PixelSize
  /// Sums for output rows that some rows have reached, one slot each, reused in turn.
  private var slots: [[Int32]]
  private var nextOutput = 0
  private var nextSource: Int
  /// Finished rows that were not taken yet.
  private var output: [UInt16] = []
  private var halfway: [Sample.Halfway]

  /// The source rows it wants, from the first to the last, every one of them in turn.
  var rows: Range<Int> { down.sourceRange }

  init(across: ResampleWeights, down: ResampleWeights, outputSize: PixelSize) {
    self.across = across
    self.down = down
    self.outputSize = outputSize
    nextSource = down.sourceRange.lowerBound
    let width = 4 * across.sourceRange.count
    halfway = [Sample.Halfway](repeating: 0, count: width)
    slots = [[Int32]](
      repeating: [Int32](repeating: 0, count: width), count: SampleResampler.openRows(down))
  }

  /// How many output rows are open at once, at most: those whose windows share a source row.
  private static func openRows(_ weights: ResampleWeights) -> Int {
    var most = 1
    var oldest = 0
    for newest in 0..<weights.outputCount {
      while weights.firsts[oldest] + weights.taps <= weights.firsts[newest] { oldest += 1 }
      most = max(most, newest - oldest + 1)
    }
    return most
  }

  /// Takes the next of ``rows``: the samples of ``columns``, 4 for each pixel.
  mutating func feed(_ row: Span<Sample>) {
    precondition(row.count == halfway.count && rows.contains(nextSource))
    let source = nextSource
    nextSource += 1
    var outputRow = nextOutput
    while outputRow < down.outputCount, down.firsts[outputRow] <= source {
      let tap = source - down.firsts[outputRow]
      if tap < down.taps {
        let weight = down.weights[outputRow * down.taps + tap]
        let slot = outputRow % slots.count
        if tap == 0 {
          setWeighted(row, weight, &slots[slot])
        } else if weight != 0 {
          addWeighted(row, weight, &slots[slot])
        }
      }
      outputRow += 1
    }
    while nextOutput < down.outputCount,
      down.firsts[nextOutput] + down.taps <= nextSource || nextSource == rows.upperBound
    {
      finishRow()
    }
  }

  /// How many output rows wait to be taken.
  var finishedCount: Int { output.count / (4 * outputSize.width) }

  /// Hands over the next `count` output rows, which have to be finished.
  mutating func take(_ count: Int) -> PremultipliedBitmap {
    precondition(count <= finishedCount, "\(rows.upperBound - nextSource) rows are missing")
    let size = PixelSize(width: outputSize.width, height: count)
    if count == finishedCount {
      defer { output = [] }
      return PremultipliedBitmap(size: size, pixels: output)
    }
    defer { output.removeFirst(4 * size.pixelCount) }
    return PremultipliedBitmap(size: size, pixels: Array(output.prefix(4 * size.pixelCount)))
  }

  private mutating func finishRow() {
    let taps = across.taps
    let origin = across.sourceRange.lowerBound
    let width = outputSize.width
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: 4 * width))
    let slot = nextOutput % slots.count
    unsafe slots[slot].withUnsafeBufferPointer { sums in
      unsafe halfway.withUnsafeMutableBufferPointer { halfway in
        for index in 0..<sums.count { unsafe halfway[index] = Sample.halfway(sums[index]) }
      }
    }
    // The last windows may end in zero weights beyond the picture.
    let pixelCount = halfway.count / 4
    unsafe halfway.withUnsafeBufferPointer { halfway in
      unsafe across.weights.withUnsafeBufferPointer { weights in
        unsafe across.firsts.withUnsafeBufferPointer { firsts in
          unsafe output.withUnsafeMutableBufferPointer { output in
            var target = unsafe output.baseAddress! + start
            for x in 0..<width {
              var red: Sample.Sum = 0
              var green: Sample.Sum = 0
              var blue: Sample.Sum = 0
              var alpha: Sample.Sum = 0
              let first = unsafe firsts[x] - origin
              let used = min(taps, pixelCount - first)
              var source = unsafe halfway.baseAddress! + 4 * first
              let row = unsafe weights.baseAddress! + x * taps
              for tap in 0..<used {
                let weight = unsafe Sample.Sum(truncatingIfNeeded: row[tap])
                unsafe red &+= Sample.Sum(truncatingIfNeeded: source[0]) &* weight
                unsafe green &+= Sample.Sum(truncatingIfNeeded: source[1]) &* weight
                unsafe blue &+= Sample.Sum(truncatingIfNeeded: source[2]) &* weight
                unsafe alpha &+= Sample.Sum(truncatingIfNeeded: source[3]) &* weight
                unsafe source += 4
              }
              let finishedAlpha = Sample.finished(alpha)
              // Ringing can lift a colour above its alpha, which no real colour does.
              let most =
                Sample.isPremultiplied ? finishedAlpha : UInt16(PremultipliedBitmap.one)
              unsafe target[0] = min(Sample.finished(red), most)
              unsafe target[1] = min(Sample.finished(green), most)
              unsafe target[2] = min(Sample.finished(blue), most)
              unsafe target[3] = finishedAlpha
              unsafe target += 4
            }
          }
        }
      }
    }
    nextOutput += 1
  }
}

// MARK: kernels

/// sums = row · weight. Range: 65,025 · 2¹⁴ < 2³⁰ · 1.5 for all of a window's weights together.
@inline(__always)
private func setWeighted<Sample: ResampleSample>(
  _ row: Span<Sample>, _ weight: Int16, _ sums: inout [Int32]
) {
  let weight = Int32(weight)
  var sums = sums.mutableSpan
  for index in 0..<min(row.count, sums.count) {
    unsafe sums[unchecked: index] = Int32(truncatingIfNeeded: row[unchecked: index]) &* weight
  }
}

/// sums += row · weight. Range: see ``setWeighted``.
@inline(__always)
private func addWeighted<Sample: ResampleSample>(
  _ row: Span<Sample>, _ weight: Int16, _ sums: inout [Int32]
) {
  let weight = Int32(weight)
  var sums = sums.mutableSpan
  for index in 0..<min(row.count, sums.count) {
    unsafe sums[unchecked: index] &+= Int32(truncatingIfNeeded: row[unchecked: index]) &* weight
  }
}
