/// The filters of PNG (specification, section 9): each byte is replaced by its difference from a
/// prediction, which the bytes of the pixel to the left and the row above give.
///
/// Each row takes the filter whose differences have the least sum of magnitudes, which the specification
/// recommends (section 12.7); on a tie the first of none, sub, up, average, Paeth.
struct PNGRowFilter {
  private let rowBytes: Int
  private let pixelBytes: Int
  /// Both rows stand behind bytes 0, so that the pixel left of the first one reads as 0.
  private var current: [UInt8]
  private var above: [UInt8]

  private static let lead = 16

  /// - Parameter pixelBytes: 3 or 4.
  init(rowBytes: Int, pixelBytes: Int) {
    self.rowBytes = rowBytes
    self.pixelBytes = pixelBytes
    current = [UInt8](repeating: 0, count: PNGRowFilter.lead + rowBytes)
    above = current
  }

  /// Takes the next row.
  mutating func take(_ row: Span<UInt8>) {
    precondition(row.count == rowBytes)
    swap(&current, &above)
    PNGRowFilter.copy(row, to: &current)
  }

  /// The filter of the row whose differences are least.
  func cheapest() -> PNGFilter { unsafe withRows { rows in unsafe rows.cheapest() } }

  /// Writes the number of a filter into `output`, at `start`, and after it the differences of the row.
  func write(_ filter: PNGFilter, into output: inout [UInt8], at start: Int) {
    precondition(output.count >= start + 1 + rowBytes)
    unsafe output.withUnsafeMutableBytes { output in
      let target = unsafe output.baseAddress! + start
      unsafe target.storeBytes(of: filter.rawValue, as: UInt8.self)
      unsafe withRows { rows in unsafe rows.write(filter, to: target + 1) }
    }
  }

  private func withRows<Result>(_ body: (Rows) -> Result) -> Result {
    unsafe current.withUnsafeBytes { current in
      unsafe above.withUnsafeBytes { above in
        let rows = unsafe Rows(
          current: current.baseAddress! + PNGRowFilter.lead,
          above: above.baseAddress! + PNGRowFilter.lead, count: rowBytes, pixelBytes: pixelBytes)
        return unsafe body(rows)
      }
    }
  }

  private static func copy(_ row: Span<UInt8>, to padded: inout [UInt8]) {
    unsafe row.withUnsafeBytes { source in
      unsafe padded.withUnsafeMutableBytes { target in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[lead...]).copyMemory(from: source)
      }
    }
  }
}

/// How bytes are predicted, by the number that stands before a row.
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth
}

private typealias Bytes = SIMD16<UInt8>
private typealias Words = SIMD16<Int16>

/// A row and the one above it; 16 bytes before each can be read.
@unsafe private struct Rows {
  let current: UnsafeRawPointer
  let above: UnsafeRawPointer
  let count: Int
  let pixelBytes: Int

  @inline(__always)
  private func load(_ row: UnsafeRawPointer, _ offset: Int) -> Bytes {
    unsafe row.loadUnaligned(fromByteOffset: offset, as: Bytes.self)
  }

  /// The differences of 16 bytes from their prediction.
  @inline(__always)
  private func differences(_ filter: PNGFilter, _ offset: Int) -> Bytes {
    let here = unsafe load(current, offset)
    switch filter {
    case .none: return here
    case .sub: return here &- (unsafe load(current, offset - pixelBytes))
    case .up: return here &- (unsafe load(above, offset))
    case .average:
      let (left, up) = unsafe (load(current, offset - pixelBytes), load(above, offset))
      // (a + b) >> 1 without a ninth bit.
      return here &- ((left & up) &+ ((left ^ up) &>> 1))
    case .paeth:
      let (left, up) = unsafe (load(current, offset - pixelBytes), load(above, offset))
      return here &- paeth(left, up, unsafe load(above, offset - pixelBytes))
    }
  }

  /// The differences of the last bytes, one by one.
  @inline(__always)
  private func difference(_ filter: PNGFilter, _ offset: Int) -> UInt8 {
    let here = unsafe current.load(fromByteOffset: offset, as: UInt8.self)
    let left = unsafe current.load(fromByteOffset: offset - pixelBytes, as: UInt8.self)
    let up = unsafe above.load(fromByteOffset: offset, as: UInt8.self)
    switch filter {
    case .none: return here
    case .sub: return here &- left
    case .up: return here &- up
    case .average: return here &- UInt8((Int(left) + Int(up)) / 2)
    case .paeth:
      let corner = unsafe above.load(fromByteOffset: offset - pixelBytes, as: UInt8.self)
      return here
        &- paeth(Bytes(repeating: left), Bytes(repeating: up), Bytes(repeating: corner))[0]
    }
  }

  func cheapest() -> PNGFilter {
    var best = PNGFilter.none
    var least = Int.max
    for (filter, cost) in unsafe [
      (PNGFilter.none, cost(.none)), (.sub, cost(.sub)), (.up, cost(.up)),
      (.average, cost(.average)), (.paeth, cost(.paeth)),
    ] where cost < least {
      (best, least) = (filter, cost)
    }
    return best
  }

  /// The sum of the differences' magnitudes, each taken as a byte with a sign.
  @inline(__always)
  private func cost(_ filter: PNGFilter) -> Int {
    var total = 0
    var offset = 0
    let whole = unsafe count & ~15
    while offset < whole {
      // 128 differences of at most 128 fit 16 bits.
      let end = min(whole, offset + 128 * 16)
      var sums = SIMD16<UInt16>()
      while offset < end {
        let values = unsafe differences(filter, offset)
        let magnitudes = pointwiseMin(values, 0 &- values)
        sums &+= SIMD16<UInt16>(truncatingIfNeeded: magnitudes)
        offset += 16
      }
      total += Int(SIMD16<UInt32>(truncatingIfNeeded: sums).wrappedSum())
    }
    while unsafe offset < count {
      let value = unsafe difference(filter, offset)
      total += Int(min(value, 0 &- value))
      offset += 1
    }
    return total
  }

  func write(_ filter: PNGFilter, to target: UnsafeMutableRawPointer) {
    switch filter {
    case .none: unsafe target.copyMemory(from: current, byteCount: count)
    case .sub: unsafe writeDifferences(.sub, to: target)
    case .up: unsafe writeDifferences(.up, to: target)
    case .average: unsafe writeDifferences(.average, to: target)
    case .paeth: unsafe writeDifferences(.paeth, to: target)
    }
  }

  @inline(__always)
  private func writeDifferences(_ filter: PNGFilter, to target: UnsafeMutableRawPointer) {
    let whole = unsafe count & ~15
    for offset in stride(from: 0, to: whole, by: 16) {
      unsafe target.storeBytes(
        of: unsafe differences(filter, offset), toByteOffset: offset, as: Bytes.self)
    }
    for offset in unsafe whole..<count {
      unsafe target.storeBytes(
        of: unsafe difference(filter, offset), toByteOffset: offset, as: UInt8.self)
    }
  }
}

/// Of left, up and corner the one nearest to left + up − corner; ties go in that order.
@inline(__always)
private func paeth(_ left: Bytes, _ up: Bytes, _ corner: Bytes) -> Bytes {
  let (a, b, c) = (
    Words(truncatingIfNeeded: left), Words(truncatingIfNeeded: up),
    Words(truncatingIfNeeded: corner)
  )
  let (fromLeft, fromUp) = (b &- c, a &- c)
  let distanceLeft = magnitude(fromLeft)
  let distanceUp = magnitude(fromUp)
  let distanceCorner = magnitude(fromLeft &+ fromUp)
  let upOrCorner = c.replacing(with: b, where: distanceUp .<= distanceCorner)
  let isLeft = (distanceLeft .<= distanceUp) .& (distanceLeft .<= distanceCorner)
  return Bytes(truncatingIfNeeded: upOrCorner.replacing(with: a, where: isLeft))
}

@inline(__always)
private func magnitude(_ words: Words) -> Words { pointwiseMax(words, 0 &- words) }
