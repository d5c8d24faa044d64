import CImageCodecs

/// The MCUs of an ordinary JPEG from the top, read by one reader, or by several at the same time, each of a part
/// of the data.
@safe final class JPEGUnits {
  private var reader: JPEGUnitReader
  /// Reads the rest behind `reader`, each a part.
  private var waiting: ArraySlice<JPEGAhead> = []
  /// It was met: MCUs from `next` on are taken from it, with so much added to their DCs.
  private var met: JPEGAhead?
  private var next = 0
  private var base = Base()

  /// How many other readers were met.
  private(set) var meetings = 0

  /// What makes differences to a beginning elsewhere the DCs they are.
  private struct Base {
    var luma: Int32 = 0
    var blue: Int32 = 0
    var red: Int32 = 0
  }

  /// - Parameters:
  ///   - jpeg: has read the header, and nothing since.
  ///   - input: must outlive the reader.
  ///   - share: rows of units that will be read, of all.
  init(
    _ jpeg: OpaquePointer, _ shape: JPEGUnitReader.Shape, _ input: JPEGCodedData.Input,
    share: (Int, of: Int), threads: DecodeThreads
  ) {
    let start = Int(shape.layout.data_offset)
    reader = unsafe JPEGUnitReader(jpeg, shape, unsafe JPEGCodedData(input, offset: start))
    // Rows of a picture have about the same number of bytes; what is missing, the last reader reads then.
    let wanted = unsafe (input.byteCount - start) / max(1, share.of) * share.0
    let parts = min(threads.count, wanted / threads.leastBytes)
    guard parts > 1, shape.layout.restart_interval == 0 else { return }
    let marks = (1..<parts).compactMap {
      unsafe JPEGCodedData.plainOffset(in: input, from: start + wanted / parts * $0)
    }
    waiting =
      marks.map { mark in
        let reader = unsafe JPEGUnitReader(jpeg, shape, unsafe JPEGCodedData(input, offset: mark))
        return JPEGAhead(reader, mark: mark, end: start + wanted)
      }[...]
    for (before, mark) in zip([reader] + waiting.map(\.reader), marks) { before.data.notice(mark) }
    for ahead in waiting { ahead.begin() }
  }

  deinit { stop() }

  /// Lets the other threads go.
  func stop() {
    // One that was met has ended.
    for ahead in waiting { ahead.stop() }
    for ahead in waiting { ahead.finish() }
    waiting = []
  }

  var luma: JPEGUnitReader.Component { reader.luma }
  var blue: JPEGUnitReader.Component { reader.blue }
  var red: JPEGUnitReader.Component { reader.red }

  /// Makes sure that all has been read, and the picture ends there.
  func endPicture() -> Bool {
    // MCUs that were read beyond the picture's last one are none.
    if let met {
      guard next == met.count, takeOver(met) else { return false }
    }
    return reader.endStretch(at: 0xD9)
  }

  /// Reads so many MCUs (see `JPEGUnitReader.read`).
  func read(_ count: Int, _ numbers: UnsafeMutablePointer<Int32>, gap: Int) -> Bool {
    var done = 0
    while done < count {
      meet()
      let wanted = mayMeet ? 1 : count - done
      if let met {
        if next < met.count {
          done += unsafe take(wanted, from: met, numbers + done, gap)
        } else if !takeOver(met) {
          return false
        }
      } else {
        guard unsafe reader.read(wanted, numbers + done, gap: gap) else { return false }
        done += wanted
      }
    }
    return true
  }

  /// The next reader may have begun already.
  private var mayMeet: Bool {
    guard !waiting.isEmpty else { return false }
    return (met?.reader ?? reader).data.markTotal != nil
  }

  /// Goes over to the next reader, if it is at the same bit.
  private func meet() {
    guard mayMeet, let ahead = waiting.first else { return }
    let data = (met?.reader ?? reader).data
    guard let start = met == nil ? reader.position : met?.start(of: next) else { return }
    let position = start - 8 * data.markTotal!
    guard position >= 0 else { return }
    ahead.finish()
    guard let unit = ahead.firstUnit(from: position) else {
      // It never was in step.
      stop()
      return
    }
    guard ahead.starts[unit] == position else { return }
    waiting.removeFirst()
    let here = predictions
    let there = ahead.predictions(before: unit)
    base.luma = Int32(truncatingIfNeeded: here.luma &- there.luma)
    base.blue = Int32(truncatingIfNeeded: here.blue &- there.blue)
    base.red = Int32(truncatingIfNeeded: here.red &- there.red)
    met = ahead
    next = unit
    meetings += 1
  }

  /// The DCs before the next MCU.
  private var predictions: JPEGUnitReader.Predictions {
    guard let met else { return reader.predictions }
    return based(met.predictions(before: next))
  }

  private func based(_ found: JPEGUnitReader.Predictions) -> JPEGUnitReader.Predictions {
    JPEGUnitReader.Predictions(
      luma: Int(Int32(truncatingIfNeeded: found.luma) &+ base.luma),
      blue: Int(Int32(truncatingIfNeeded: found.blue) &+ base.blue),
      red: Int(Int32(truncatingIfNeeded: found.red) &+ base.red))
  }

  /// Reads on where another reader stopped.
  private func takeOver(_ ahead: JPEGAhead) -> Bool {
    met = nil
    guard !ahead.isBroken else { return false }
    ahead.reader.predictions = based(ahead.reader.predictions)
    reader = ahead.reader
    return true
  }

  /// Takes up to so many MCUs, and at least one.
  private func take(
    _ wanted: Int, from ahead: JPEGAhead, _ target: UnsafeMutablePointer<Int32>, _ targetGap: Int
  ) -> Int {
    let shape = reader.shape
    var taken = 0
    unsafe ahead.withNumbers(from: next, wanted: wanted) { numbers, count, gap in
      for index in 0..<shape.numberCount {
        let (source, target) = unsafe (numbers + index * gap, target + index * targetGap)
        let base = base(ofNumber: index)
        for unit in 0..<count { unsafe target[unit] = source[unit] &+ base }
      }
      taken = count
    }
    next += taken
    return taken
  }

  /// What is added to a number of an MCU: nothing to shares.
  private func base(ofNumber index: Int) -> Int32 {
    let shape = reader.shape
    if index < shape.chromaStart { return base.luma }
    if index == shape.chromaStart { return base.blue }
    return index == shape.chromaStart + shape.chromaCount ? base.red : 0
  }
}
