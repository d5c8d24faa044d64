import CImageCodecs
import Synchronization

/// Reads the MCUs of a JPEG from somewhere in the middle of its data on, on a thread of its own, while another
/// reader is on its way there.
///
/// Huffman codes find back into step (Klein and Wiseman, "Parallel Huffman decoding with applications to JPEG
/// files", 2003): whoever begins anywhere reads nonsense first, and sooner or later ends a code where one ends.
/// Where both readers are at the same bit before an MCU, all that follows is the same for both, but for the DCs,
/// which are differences: they begin elsewhere. So nothing is taken from here that the other reader would not
/// have read itself. Where the two never meet, the other one goes on, and nothing is lost but this work.
@safe final class JPEGAhead: @unchecked Sendable {
  // Unchecked: all but the flag is the thread's until it has been joined, then the other reader's.

  /// Where in the input it began.
  let mark: Int
  /// Reads on behind the MCUs that were read, once `finish` has been called.
  let reader: JPEGUnitReader
  /// MCUs that were read.
  private(set) var count = 0
  /// Of the first ones: the bit that each begins with, counted from the mark.
  private(set) var starts: [Int] = []
  /// The same of those that the next reader may have read as well, the last ones; the first is number
  /// `lateStart`.
  private var lateStarts: [Int] = []
  private var lateStart = 0
  /// A piece of MCUs after the other; of a piece the first number of each, then the second of each.
  private let numbers: UnsafeMutablePointer<Int32>
  /// Something behind the MCUs that were read is not in order.
  private(set) var isBroken = false

  private let end: Int
  private let isStopped = Atomic(false)
  private var thread: Thread?

  /// MCUs that are held at most: about 8 MB.
  private static let most = 131_072
  /// MCUs that are read before it counts as being in step; what is not in order before is nonsense.
  private static let doubtful = 2_048
  /// MCUs that are read behind the place where the next reader began.
  private static let overlap = 2_000
  /// MCUs that are read at a time.
  private static let pieceCount = 64

  /// - Parameters:
  ///   - reader: of data that begins at the mark, and notices the place where the next reader begins.
  ///   - end: where in the input about the last that is wanted is.
  init(_ reader: JPEGUnitReader, mark: Int, end: Int) {
    self.reader = reader
    self.mark = mark
    self.end = end
    unsafe numbers = .allocate(capacity: JPEGAhead.most * reader.shape.numberCount)
  }

  deinit { unsafe numbers.deallocate() }

  /// Nothing is read where there is no thread to be had.
  func begin() { thread = Thread { [self] in read() } }

  /// Waits until all has been read.
  func finish() {
    thread?.join()
    thread = nil
  }

  /// Has the thread read no further.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  private func read() {
    let step = reader.shape.numberCount
    while !isStopped.load(ordering: .relaxed), count < JPEGAhead.most, !isAtEnd {
      guard let hasUnit = reader.hasUnit() else {
        isBroken = true
        return
      }
      guard hasUnit else { return }
      let isLate = reader.data.markTotal != nil
      let (piece, index) = count.quotientAndRemainder(dividingBy: JPEGAhead.pieceCount)
      if count < JPEGAhead.doubtful {
        starts.append(reader.position)
      } else if isLate {
        if lateStarts.isEmpty { lateStart = count }
        lateStarts.append(reader.position)
      }
      let wanted =
        count < JPEGAhead.doubtful || isLate ? 1 : JPEGAhead.pieceCount - index
      let got = unsafe reader.readPresent(
        wanted, numbers + piece * JPEGAhead.pieceCount * step + index, gap: JPEGAhead.pieceCount)
      count += got
      if got > 0 { continue }
      guard count < JPEGAhead.doubtful else {
        isBroken = true
        return
      }
      count = 0
      starts.removeAll(keepingCapacity: true)
      reader.skipByte()
    }
  }

  private var isAtEnd: Bool {
    guard let total = reader.data.markTotal else { return reader.data.storedOffset > end }
    let first = lateStarts.count - JPEGAhead.overlap
    return first >= 0 && lateStarts[first] >= 8 * total
  }

  // MARK: what was read

  /// The numbers of MCUs of one piece, a number of each after the other.
  ///
  /// - Parameter body: gets the first number of the first one, how many MCUs there are, at most as many as are
  ///   wanted, and how far it is to the next number of an MCU.
  func withNumbers(
    from unit: Int, wanted: Int, _ body: (UnsafePointer<Int32>, _ count: Int, _ gap: Int) -> Void
  ) {
    let (piece, index) = unit.quotientAndRemainder(dividingBy: JPEGAhead.pieceCount)
    let found = min(wanted, JPEGAhead.pieceCount - index, count - unit)
    let first = piece * JPEGAhead.pieceCount * reader.shape.numberCount + index
    unsafe body(numbers + first, found, JPEGAhead.pieceCount)
  }

  /// The bit that an MCU begins with, or the first one that was not read; nil where it is not known.
  func start(of unit: Int) -> Int? {
    if unit == count { return reader.position }
    if unit < starts.count { return starts[unit] }
    return lateStarts.isEmpty || unit < lateStart ? nil : lateStarts[unit - lateStart]
  }

  /// Of the first MCUs the one that begins at a bit, or the next one behind it; nil where none does.
  func firstUnit(from bit: Int) -> Int? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < bit { low = middle + 1 } else { high = middle }
    }
    return low < starts.count ? low : nil
  }

  /// The DCs before an MCU, as far as they are known here.
  func predictions(before unit: Int) -> JPEGUnitReader.Predictions {
    var predictions = JPEGUnitReader.Predictions()
    guard unit > 0 else { return predictions }
    let shape = reader.shape
    unsafe withNumbers(from: unit - 1, wanted: 1) { numbers, _, gap in
      predictions.luma = unsafe Int(numbers[(shape.chromaStart - 1) * gap])
      guard shape.isColor else { return }
      predictions.blue = unsafe Int(numbers[shape.chromaStart * gap])
      predictions.red = unsafe Int(numbers[(shape.chromaStart + shape.chromaCount) * gap])
    }
    return predictions
  }
}
