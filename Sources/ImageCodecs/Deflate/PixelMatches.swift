/// Finds in filtered rows what repeats by whole pixels: of each pair of neighbouring pixels only the last
/// place where it stood is tried.
///
/// In filtered photographs little repeats but runs of like pixels, and pairs of pixels whose channels change
/// together. A search of all bytes finds a little more, and takes five times as long.
@unsafe package struct PixelMatches {
  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  /// Each row with the number of its filter before it.
  private let rowBytes: Int
  private let pixelBytes: Int

  /// A pair of pixels makes one of so many numbers.
  private static let hashBits: UInt64 = 14

  /// - Parameters:
  ///   - bytes: filtered rows, at least one byte.
  ///   - rowBytes: of each row with the number of its filter.
  ///   - pixelBytes: 3 or 4.
  /// - Returns: ascending, each within a row.
  @safe package static func matches(
    in bytes: [UInt8], rowBytes: Int, pixelBytes: Int
  ) -> [DeflateMatch] {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe PixelMatches(bytes, rowBytes: rowBytes, pixelBytes: pixelBytes).find()
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, rowBytes: Int, pixelBytes: Int) {
    unsafe self.bytes = bytes.baseAddress!
    unsafe count = bytes.count
    unsafe self.rowBytes = rowBytes
    unsafe self.pixelBytes = pixelBytes
  }

  private func find() -> [DeflateMatch] {
    var matches: [DeflateMatch] = []
    let costs = unsafe literalCosts()
    var places = unsafe [Int32](repeating: -.max, count: 1 << PixelMatches.hashBits)
    unsafe places.withUnsafeMutableBufferPointer { places in
      unsafe costs.withUnsafeBufferPointer { costs in
        for start in unsafe stride(from: 0, to: count, by: rowBytes) {
          unsafe find(
            start + 1..<min(start + rowBytes, count), places.baseAddress!, costs.baseAddress!,
            &matches)
        }
      }
    }
    return matches
  }

  @inline(__always)
  private func find(
    _ row: Range<Int>, _ places: UnsafeMutablePointer<Int32>, _ costs: UnsafePointer<UInt16>,
    _ matches: inout [DeflateMatch]
  ) {
    let step = unsafe pixelBytes
    let pairBytes = 2 * step
    let mask = unsafe UInt64.max &>> UInt64(64 - 16 * pixelBytes)
    let raw = unsafe UnsafeRawPointer(bytes)
    var position = row.lowerBound
    let end = unsafe min(row.upperBound, count - 7)
    while position < end {
      let pair = unsafe (raw + position).loadUnaligned(as: UInt64.self) & mask
      let hash = unsafe Int(
        truncatingIfNeeded: (pair &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- PixelMatches.hashBits))
      let place = unsafe Int(places[hash])
      unsafe places[hash] = Int32(truncatingIfNeeded: position)
      let distance = position &- place
      guard distance <= DeflateSymbols.farthestMatch,
        unsafe (raw + place).loadUnaligned(as: UInt64.self) & mask == pair
      else {
        position &+= step
        continue
      }
      let limit = min(DeflateSymbols.longestMatch, row.upperBound &- position)
      var length = pairBytes
      while length &+ 8 <= limit {
        let difference =
          unsafe (raw + position + length).loadUnaligned(as: UInt64.self)
          ^ (raw + place + length).loadUnaligned(as: UInt64.self)
        if difference != 0 {
          length &+= difference.trailingZeroBitCount &>> 3
          break
        }
        length &+= 8
      }
      length = min(length, limit)
      var cost = 0
      var index = 0
      let price = unsafe PixelMatches.price(distance)
      while index < length, cost <= price {
        unsafe cost &+= Int(costs[Int(bytes[position + index])])
        index &+= 1
      }
      guard cost > price else {
        position &+= step
        continue
      }
      matches.append(DeflateMatch(position: position, length: length, distance: distance))
      position &+= (length &+ step &- 1) / step &* step
    }
  }

  /// About what a match takes, in sixteenths of a bit.
  private static func price(_ distance: Int) -> Int {
    16 * (10 + DeflateSymbols.distance(distance).extraBits)
  }

  /// About what each literal takes, in sixteenths of a bit, by some of the bytes.
  private func literalCosts() -> [UInt16] {
    var counts = [Int](repeating: 1, count: 256)
    var total = 256
    for start in unsafe stride(from: 0, to: count, by: 4 * rowBytes) {
      for index in unsafe start..<min(start + rowBytes, count) {
        unsafe counts[Int(bytes[index])] += 1
        total += 1
      }
    }
    let all = unsafe log2(total)
    // No code word is shorter than a bit.
    return counts.map { UInt16(max(16, all - (unsafe log2($0)))) }
  }

  /// Sixteenths; between powers of two on a straight line.
  private func log2(_ number: Int) -> Int {
    let whole = DeflateSymbols.log2(number)
    return 16 * whole + ((number << 4) >> whole) - 16
  }
}
