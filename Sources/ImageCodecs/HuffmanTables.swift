/// The codes of a deflate block (RFC 1951, 3.2), looked up by the bits that come next.
///
/// Long codes are found in two steps, through a link. A literal's entry also holds those after it, up to three
/// together, as far as their codes fit the bits that were looked at.
@safe struct HuffmanTables: ~Copyable {
  /// An entry has from its lowest bit: 6 bits, how many bits the code takes; 2 bits, how many literals it
  /// stands for; and these literals, 8 bits each. Where there is none, 5 bits say how many extra bits follow
  /// the code, 3 what it is, and the highest 16 give the number that extra bits are added to. Where it is a
  /// link, they are how many more bits have to be looked at, and where the entries for them begin. 0 stands for no code.
  enum Entry {
    static let countMask: UInt32 = 0xC0
    static let isLength: UInt32 = 0x2000
    static let isEnd: UInt32 = 0x4000
    static let isLink: UInt32 = 0x8000
    static let literalMask = UInt64(1 << literalBits) - 1
    static let distanceMask = UInt64(1 << distanceBits) - 1

    static func literal(_ symbol: Int) -> UInt32 { UInt32(symbol) << 8 | 1 << 6 }

    static func number(_ base: Int, extra: Int) -> UInt32 {
      UInt32(base) << 16 | UInt32(extra) << 8
    }

    @inline(__always)
    static func extraBits(_ entry: UInt32) -> UInt64 { UInt64(entry &>> 8 & 31) }

    @inline(__always)
    static func extraMask(_ entry: UInt32) -> UInt64 { 1 &<< extraBits(entry) &- 1 }

    /// Where the entry stands that a link leads to.
    ///
    /// - Parameter bits: those after the first ones.
    @inline(__always)
    static func linked(_ entry: UInt32, _ bits: UInt64) -> Int {
      Int(truncatingIfNeeded: UInt64(entry &>> 16) &+ bits & extraMask(entry))
    }
  }

  /// Bits of the first step.
  static let literalBits = 11
  static let distanceBits = 8
  private static let lengthBits = 7

  let literals: UnsafeMutablePointer<UInt32>
  let distances: UnsafeMutablePointer<UInt32>
  private let lengthCodes: UnsafeMutablePointer<UInt32>

  init() {
    // Behind a link are at most 2⁴ entries of literals, 2⁷ of distances, and at least two codes.
    unsafe literals = .allocate(capacity: 1 << HuffmanTables.literalBits + 144 << 4)
    unsafe distances = .allocate(capacity: 1 << HuffmanTables.distanceBits + 16 << 7)
    unsafe lengthCodes = .allocate(capacity: 1 << HuffmanTables.lengthBits)
  }

  deinit {
    unsafe literals.deallocate()
    unsafe distances.deallocate()
    unsafe lengthCodes.deallocate()
  }

  /// The symbol of the code that the bits begin with, and how many of them it takes.
  borrowing func lengthCode(_ bits: UInt64) -> (symbol: Int, bits: Int) {
    let entry = unsafe lengthCodes[Int(bits & (1 << HuffmanTables.lengthBits - 1))]
    return (Int(entry >> 16), Int(entry & 63))
  }

  /// - Parameter lengths: of the 19 codes for lengths of codes.
  /// - Returns: whether the codes are complete.
  borrowing func setLengthCodes(_ lengths: [UInt8]) -> Bool {
    let entries = (0..<19).map { UInt32($0) << 16 }
    return unsafe HuffmanTables.fill(
      lengthCodes, bits: HuffmanTables.lengthBits, lengths[...], entries)
  }

  /// - Returns: whether both sets of codes are complete; of distances, there may be none.
  borrowing func set(literals lengths: ArraySlice<UInt8>, distances: ArraySlice<UInt8>) -> Bool {
    guard lengths.count > 256, lengths[lengths.startIndex + 256] > 0,
      unsafe HuffmanTables.fill(
        literals, bits: HuffmanTables.literalBits, lengths, HuffmanTables.literalEntries)
    else { return false }
    joinLiterals()
    if distances.allSatisfy({ $0 == 0 }) {
      unsafe self.distances.update(repeating: 0, count: 1 << HuffmanTables.distanceBits)
      return true
    }
    return unsafe HuffmanTables.fill(
      self.distances, bits: HuffmanTables.distanceBits, distances, HuffmanTables.distanceEntries)
  }

  borrowing func setFixed() -> Bool {
    let lengths: [UInt8] = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    return set(literals: lengths[...], distances: [UInt8](repeating: 5, count: 32)[...])
  }

  /// Puts the literals that follow one into its entry.
  private borrowing func joinLiterals() {
    // An entry depends on those at lower indexes, and on itself at 0 only.
    for index in (0..<1 << HuffmanTables.literalBits).reversed() {
      let first = unsafe literals[index]
      guard first & Entry.countMask != 0 else { continue }
      let used = first & 63
      let second = unsafe literals[index &>> Int(used)]
      guard second & Entry.countMask != 0 else { continue }
      let both = used &+ second & 63
      guard both <= HuffmanTables.literalBits else { continue }
      let third = unsafe literals[index &>> Int(both)]
      let all = both &+ third & 63
      if third & Entry.countMask != 0, all <= HuffmanTables.literalBits {
        unsafe literals[index] =
          all | 3 << 6 | first & 0xFF00 | (second & 0xFF00) << 8 | (third & 0xFF00) << 16
      } else {
        unsafe literals[index] = both | 2 << 6 | first & 0xFF00 | (second & 0xFF00) << 8
      }
    }
  }

  /// Enters codes.
  ///
  /// - Parameters:
  ///   - bits: of the first step.
  ///   - lengths: of each symbol's code, up to 15; 0 where it has none.
  ///   - entries: of each symbol, without the bits of its code.
  /// - Returns: false where the codes do not stand for all there is, or for more; a single code of one bit may
  ///   stand alone.
  private static func fill(
    _ table: UnsafeMutablePointer<UInt32>, bits: Int, _ lengths: ArraySlice<UInt8>,
    _ entries: [UInt32]
  ) -> Bool {
    var counts = [Int](repeating: 0, count: 17)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    let codeCount = counts.reduce(0, +)
    if codeCount == 1, counts[1] == 1, lengths.count <= 32 {
      let symbol = lengths.firstIndex(of: 1)! - lengths.startIndex
      for index in 0..<1 << bits { unsafe table[index] = index & 1 == 0 ? entries[symbol] | 1 : 0 }
      return true
    }
    // In units of the longest code.
    let used = (1...15).reduce(0) { $0 + counts[$1] << (15 - $1) }
    guard used == 1 << 15 else { return false }

    // Symbols by the length of their codes, then by number: the order of the codes.
    var next = [Int](repeating: 0, count: 17)
    for length in 1...15 { next[length + 1] = next[length] + counts[length] }
    var symbols = [Int](repeating: 0, count: codeCount)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[next[Int(length)]] = symbol
      next[Int(length)] += 1
    }

    // Codes begin with their highest bit, so they are kept, and counted on, from the other end.
    var code = 0
    var position = 0
    for length in 1...bits {
      // What is there for one bit less holds for either value of the new one.
      if length > 1 {
        let half = 1 << (length - 1)
        unsafe (table + half).update(from: table, count: half)
      }
      for _ in 0..<counts[length] {
        unsafe table[code] = entries[symbols[position]] | UInt32(length)
        position += 1
        advance(&code, length)
      }
    }
    var tableEnd = 1 << bits
    var prefix = -1
    var (linkStart, linkBits) = (0, 0)
    for length in bits + 1..<16 {
      while counts[length] > 0 {
        if code & (1 << bits - 1) != prefix {
          prefix = code & (1 << bits - 1)
          linkStart = tableEnd
          linkBits = length - bits
          // As deep as the codes that begin so are long: they are the next ones, up to a full set.
          var taken = counts[length]
          while taken < 1 << linkBits {
            linkBits += 1
            taken = taken << 1 + counts[bits + linkBits]
          }
          tableEnd += 1 << linkBits
          unsafe table[prefix] = Entry.number(linkStart, extra: linkBits) | Entry.isLink
        }
        let entry = entries[symbols[position]] | UInt32(length)
        for index in stride(from: code >> bits, to: 1 << linkBits, by: 1 << (length - bits)) {
          unsafe table[linkStart + index] = entry
        }
        position += 1
        counts[length] -= 1
        advance(&code, length)
      }
    }
    return true
  }

  /// The code after one, both with their highest bit first; after the last one, anything.
  private static func advance(_ code: inout Int, _ length: Int) {
    let zeros = ~code & (1 << length - 1)
    guard zeros != 0 else { return }
    // The lowest bit that is 0 is the highest here; those below it, which are 1, become 0.
    let bit = 1 << (Int.bitWidth - 1 - zeros.leadingZeroBitCount)
    code = code & (bit - 1) | bit
  }

  private static let literalEntries: [UInt32] = {
    var entries = (0..<256).map(Entry.literal)
    entries.append(Entry.isEnd)
    for (base, extra) in lengths {
      entries.append(Entry.number(base, extra: extra) | Entry.isLength)
    }
    // Two that have a code where codes are fixed, but no meaning.
    return entries + [0, 0]
  }()

  private static let distanceEntries: [UInt32] =
    distanceBases.map { Entry.number($0, extra: $1) } + [0, 0]

  /// RFC 1951, 3.2.5: the least length of each symbol from 257 on, and its extra bits.
  private static let lengths: [(Int, Int)] =
    (0..<28).map { index in
      let extra = max(0, index / 4 - 1)
      return (index < 8 ? index + 3 : (4 + index % 4) << extra + 3, extra)
    } + [(258, 0)]

  /// The same for distances.
  private static let distanceBases: [(Int, Int)] = (0..<30).map { index in
    let extra = max(0, index / 2 - 1)
    return (index < 4 ? index + 1 : (2 + index % 2) << extra + 1, extra)
  }
}
