/// A Huffman table of a JPEG (ITU-T T.81, annex C), to be looked up by the next 12 bits.
@safe final class JPEGHuffmanTable: @unchecked Sendable {
  // Unchecked: what the pointers lead to is written by `init` alone.

  /// What is looked up: `symbols` always, and one more of AC.
  enum Use: Sendable {
    case dc
    /// AC that is passed over: `runs`.
    case passing
    /// AC whose values count: `values`.
    case values
    /// AC whose values count up to a position: `values` and `runs`.
    case valuesAndPassing

    var passes: Bool { self == .passing || self == .valuesAndPassing }
    var takesValues: Bool { self == .values || self == .valuesAndPassing }
  }

  /// Bits that the tables are looked up by.
  static let lookupBits = 12
  private static let entryCount = 1 << lookupBits

  /// The code at the front: its length · 256 + its symbol, and 0 where the code is longer or is none.
  let symbols: UnsafeMutablePointer<UInt16>

  /// For AC whose values do not count: as many codes of one block as there are at the front. The low 5 bits
  /// are all of their bits, those of the values included. The others are how far the position in the block
  /// goes, up to 63, and `blockEnd` more where the last code ends the block; `other` and no bits where the
  /// first code is longer.
  let runs: UnsafeMutablePointer<UInt16>

  /// For AC whose values count: the code at the front and its value. The low byte is the number of bits, the
  /// next one the run of zeros before, the upper half the value; all 0 where that is more than 12 bits. The
  /// end of the block is a run of `endRun` and the value 0. A run of 16 without a value is all 0, too.
  let values: UnsafeMutablePointer<Int32>

  static let blockEnd = 128
  /// More than a block holds: positions from here on are behind the end.
  static let endRun = 80
  /// Positions that a block's codes can lead to, with those that are too far.
  static let positionCount = 64 + endRun
  static let other = 255

  // Codes of 13…16 bits. `limits[i]`: the first value of the next 16 bits that is above all codes of 13 + i
  // bits; `offsets[i]`: what makes the code, without the bits that follow it, an index in `list`.
  private let limits: [Int]
  private let offsets: [Int]
  private let list: [UInt8]

  /// - Parameters:
  ///   - counts: how many codes there are of 1…16 bits; they must be prefix codes.
  ///   - symbols: of the codes in their order.
  ///   - use: the tables of other uses stay empty.
  init(counts: [UInt8], symbols list: [UInt8], for use: Use) {
    self.list = list
    let count = JPEGHuffmanTable.entryCount
    unsafe symbols = .allocate(capacity: count)
    unsafe symbols.initialize(repeating: 0, count: count)
    unsafe runs = .allocate(capacity: use.passes ? count : 1)
    unsafe values = .allocate(capacity: use.takesValues ? count : 1)
    unsafe runs.initialize(to: 0)
    unsafe values.initialize(to: 0)
    var (limits, offsets): ([Int], [Int]) = ([], [])
    var (code, index) = (0, 0)
    for length in 1...16 {
      for _ in 0..<Int(counts[length - 1]) {
        if length <= JPEGHuffmanTable.lookupBits {
          let spare = JPEGHuffmanTable.lookupBits - length
          let entry = UInt16(length << 8) | UInt16(list[index])
          unsafe (symbols + code << spare).update(repeating: entry, count: 1 << spare)
        }
        code += 1
        index += 1
      }
      if length > JPEGHuffmanTable.lookupBits {
        limits.append(code << (16 - length))
        offsets.append(index - code)
      }
      code <<= 1
    }
    (self.limits, self.offsets) = (limits, offsets)
    if use.passes {
      for front in 0..<count { unsafe (runs + front).initialize(to: run(front)) }
    }
    if use.takesValues {
      for front in 0..<count { unsafe (values + front).initialize(to: value(front)) }
    }
  }

  deinit {
    unsafe symbols.deallocate()
    unsafe runs.deallocate()
    unsafe values.deallocate()
  }

  /// The code at the front of 64 bits, as in `symbols`; 0 where there is none.
  @inline(__always) func symbol(_ window: UInt64) -> UInt16 {
    let symbol = unsafe symbols[Int(truncatingIfNeeded: window &>> 52)]
    return symbol != 0 ? symbol : longSymbol(window)
  }

  private func longSymbol(_ window: UInt64) -> UInt16 {
    let front = Int(window >> 48)
    for (index, limit) in limits.enumerated() where front < limit {
      let length = JPEGHuffmanTable.lookupBits + 1 + index
      return UInt16(length << 8) | UInt16(list[front >> (16 - length) + offsets[index]])
    }
    return 0
  }

  private func run(_ front: Int) -> UInt16 {
    var (used, advance) = (0, 0)
    while used < JPEGHuffmanTable.lookupBits {
      let rest = front << used & (JPEGHuffmanTable.entryCount - 1)
      let entry = Int(unsafe symbols[rest])
      let (length, zeros, size) = (entry >> 8, entry >> 4 & 15, entry & 15)
      if length == 0 || used + length > JPEGHuffmanTable.lookupBits { break }
      if size == 0, zeros != 15 {
        used += length
        advance += JPEGHuffmanTable.blockEnd
        break
      }
      // No block goes on for longer.
      if advance + zeros + 1 > 63 { break }
      used += length + size
      advance += zeros + 1
    }
    if used == 0 { advance = JPEGHuffmanTable.other }
    return UInt16(used | advance << 5)
  }

  private func value(_ front: Int) -> Int32 {
    let entry = Int(unsafe symbols[front])
    let (length, zeros, size) = (entry >> 8, entry >> 4 & 15, entry & 15)
    let used = length + size
    if length > 0, size == 0, zeros != 15 { return Int32(JPEGHuffmanTable.endRun << 8 | length) }
    if length == 0 || size == 0 || used > JPEGHuffmanTable.lookupBits { return 0 }
    let bits = front >> (JPEGHuffmanTable.lookupBits - used) & (1 << size - 1)
    let value = bits >> (size - 1) == 0 ? bits - (1 << size - 1) : bits
    return Int32(value << 16 | zeros << 8 | used)
  }

  // MARK: tables that are made once

  private struct Key: Equatable, Sendable {
    var counts: [UInt8]
    var symbols: [UInt8]
    var use: Use
  }

  // Most pictures have the tables of the standard, and making one takes as long as a small picture.
  private static let recent = RecentValues<Key, JPEGHuffmanTable>(capacity: 16)

  /// The table of these codes, made when it is first asked for.
  static func table(counts: [UInt8], symbols: [UInt8], for use: Use) -> JPEGHuffmanTable {
    recent.value(Key(counts: counts, symbols: symbols, use: use)) {
      JPEGHuffmanTable(counts: $0.counts, symbols: $0.symbols, for: $0.use)
    }
  }
}
