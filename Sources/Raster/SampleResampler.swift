import PixelGeometry

/// The resampler for one kind of samples. Generic within this module only, where the compiler makes a
/// version of it for each kind: a version that is not is thirty times slower.
///
/// The last source rows lie in a ring. An output row whose rows are all there is made of them in one go: its
/// sums never leave the registers. Where a window is longer than the ring, what the oldest rows give is added
/// to sums in memory before they are lost.
struct SampleResampler<Kind: SampleKind>: Sendable {
  private let kernels: Kernels
  private let across: AcrossWeights
  private let down: ResampleWeights
  private let outputSize: PixelSize
  private let sourceWidth: Int
  private var ring: RowRing<Kind.Sample>
  private var nextOutput = 0
  private var nextSource: Int
  /// For windows longer than the ring: sums of output rows that some source rows were added to, in turn, each
  /// as long as the ring's rows.
  private var sums: [Int32] = []
  /// For each of them the first source row that was not added; 0 before any was.
  private var added: [Int] = []
  private var halfway: [Kind.Halfway]
  /// Finished rows that were not taken yet.
  private var output: [Kind.Output] = []

  /// The source rows it wants, from the first to the last, every one of them in turn.
  var rows: Range<Int> { down.sourceRange }

  init(across: ResampleWeights, down: ResampleWeights, outputSize: PixelSize, kernels: Kernels) {
    self.kernels = kernels
    self.across = AcrossWeights(across)
    self.down = down
    self.outputSize = outputSize
    nextSource = down.sourceRange.lowerBound
    sourceWidth = 4 * across.sourceRange.count
    let isShort = down.taps <= SampleResampler.longestRing
    ring = RowRing(
      width: sourceWidth, capacity: isShort ? down.taps : SampleResampler.shortRing)
    // The last windows may end in zero weights beyond the picture.
    let slack = 4 * self.across.taps * Kind.halfwayCount
    halfway = [Kind.Halfway](
      repeating: 0, count: Kind.halfwayCount * ring.stride + slack)
    if !isShort {
      let count = SampleResampler.openRows(down)
      sums = [Int32](repeating: 0, count: ring.stride * count)
      added = [Int](repeating: 0, count: count)
    }
  }

  /// Rows that take as much memory as the sums of longer windows.
  private static var longestRing: Int { 24 }
  private static var shortRing: Int { 8 }

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
  mutating func feed(_ row: Span<Kind.Sample>) {
    precondition(row.count == sourceWidth && rows.contains(nextSource))
    if !added.isEmpty { addOldest() }
    ring.put(row, at: nextSource)
    nextSource += 1
    while nextOutput < down.outputCount,
      down.firsts[nextOutput] + down.taps <= nextSource || nextSource == rows.upperBound
    {
      finishRow()
    }
  }

  /// How many output rows wait to be taken.
  var finishedCount: Int { output.count / (Kind.outputCount * outputSize.width) }

  /// Hands over the next `count` output rows, which have to be finished.
  mutating func take(_ count: Int) -> [Kind.Output] {
    precondition(count <= finishedCount, "\(rows.upperBound - nextSource) rows are missing")
    if count == finishedCount {
      defer { output = [] }
      return output
    }
    let wanted = Kind.outputCount * outputSize.width * count
    defer { output.removeFirst(wanted) }
    return Array(output.prefix(wanted))
  }

  /// Adds what the ring holds to the output rows that need the row about to be lost.
  private mutating func addOldest() {
    let oldest = nextSource - ring.capacity
    var outputRow = nextOutput
    while outputRow < down.outputCount, down.firsts[outputRow] <= oldest {
      let slot = outputRow % added.count
      let first = max(added[slot], down.firsts[outputRow])
      if first == oldest {
        addRows(first..<nextSource, to: outputRow, ends: false)
        added[slot] = nextSource
      }
      outputRow += 1
    }
  }

  /// Adds source rows, weighted, to an output row; where it ends with them, to the halfway row.
  private mutating func addRows(_ rows: Range<Int>, to outputRow: Int, ends: Bool) {
    let slot = added.isEmpty ? 0 : outputRow % added.count
    let begins = added.isEmpty || added[slot] <= down.firsts[outputRow]
    let weight = outputRow * down.taps + rows.lowerBound - down.firsts[outputRow]
    let place = rows.lowerBound % ring.capacity
    unsafe down.weights.withUnsafeBufferPointer { weights in
      unsafe halfway.withUnsafeMutableBufferPointer { halfway in
        unsafe sums.withUnsafeMutableBufferPointer { sums in
          unsafe ring.samples.withUnsafeBufferPointer { samples in
            let sums = unsafe sums.baseAddress.map { unsafe $0 + slot * ring.stride }
            unsafe Kind.addRows(
              WeightedRows(
                samples: samples.baseAddress!, stride: ring.stride, capacity: ring.capacity,
                first: place, weights: weights.baseAddress! + weight, count: rows.count),
              before: begins ? nil : sums, after: ends ? nil : sums,
              halfway: halfway.baseAddress!, kernels)
          }
        }
      }
    }
  }

  private mutating func finishRow() {
    var first = down.firsts[nextOutput]
    let end = min(first + down.taps, nextSource)
    if !added.isEmpty { first = max(first, added[nextOutput % added.count]) }
    addRows(first..<end, to: nextOutput, ends: true)
    if !added.isEmpty { added[nextOutput % added.count] = 0 }
    nextOutput += 1
    // Room for all that will come, unless it is much, and then handed over in parts.
    let count = Kind.outputCount * outputSize.width
    if output.capacity == 0 {
      output.reserveCapacity(min(count * (down.outputCount - nextOutput + 1), 1 << 22))
    }
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: count))
    unsafe halfway.withUnsafeBufferPointer { halfway in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe Kind.across(
          halfway.baseAddress!, across, to: output.baseAddress! + start, kernels)
      }
    }
  }
}
