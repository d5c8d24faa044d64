/// Goes through blocks of deflate without making bytes of them, to find where the last one begins: a stream
/// that libdeflate has finished is made to go on.
package struct DeflateWalk {
  private let bytes: [UInt8]
  /// The place of the next bit.
  private var position = 0

  /// The same blocks, the last one no longer marked as such, and after them an empty one that ends at a whole
  /// byte; nil for what is no stream of deflate.
  package static func continued(_ stream: [UInt8]) -> [UInt8]? {
    var walk = DeflateWalk(bytes: stream)
    guard let last = walk.lastBlock(), (walk.position + 7) / 8 == stream.count else { return nil }
    var stream = stream
    stream[last >> 3] &= ~(1 << UInt8(last & 7))
    // The three bits of a stored block and zeros up to a byte, which may begin in the stream's last; its length.
    let used = walk.position & 7
    if used > 0 { stream[stream.count - 1] &= 1 << UInt8(used) - 1 }
    if used == 0 || used > 5 { stream.append(0) }
    return stream + [0, 0, 0xFF, 0xFF]
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The place of the bit that marks the last block; ends after that block.
  private mutating func lastBlock() -> Int? {
    while true {
      let start = position
      guard let isLast = take(1), let kind = take(2) else { return nil }
      switch kind {
      case 0:
        position = (position + 7) & ~7
        guard let count = take(16), let check = take(16), count ^ check == 0xFFFF else {
          return nil
        }
        position += 8 * count
      case 1:
        guard skip(DeflateWalk.fixedLiterals, DeflateWalk.fixedDistances) else { return nil }
      case 2:
        guard let (literals, distances) = codes(), skip(literals, distances) else { return nil }
      default: return nil
      }
      guard position <= 8 * bytes.count else { return nil }
      if isLast == 1 { return start }
    }
  }

  /// The next bits, the first one lowest; nil where there are not so many.
  private mutating func take(_ count: Int) -> Int? {
    guard position + count <= 8 * bytes.count else { return nil }
    defer { position += count }
    return Int(truncatingIfNeeded: ahead & (1 << UInt64(count) - 1))
  }

  /// At least 24 bits; zeros after the end.
  private var ahead: UInt64 {
    var bits: UInt64 = 0
    let first = position >> 3
    for index in 0..<4 where first + index < bytes.count {
      bits |= UInt64(bytes[first + index]) << UInt64(8 * index)
    }
    return bits >> UInt64(position & 7)
  }

  // MARK: codes

  /// For each 15 bits that may come the symbol that they begin with, above four bits with its length; 0 for
  /// none.
  private typealias Table = [UInt16]

  private static let fixedLiterals = table(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = table([UInt8](repeating: 5, count: 30))

  private static func table(_ lengths: [UInt8]) -> Table {
    var table = Table(repeating: 0, count: 1 << 15)
    for (symbol, word) in PrefixCode(lengths: lengths).words.enumerated() where word > 0 {
      let length = Int(word & 0xFF)
      for index in stride(from: Int(word >> 8), to: table.count, by: 1 << length) {
        table[index] = UInt16(symbol << 4 | length)
      }
    }
    return table
  }

  private mutating func symbol(_ table: Table) -> Int? {
    let entry = table[Int(truncatingIfNeeded: ahead & 0x7FFF)]
    guard entry > 0 else { return nil }
    position += Int(entry & 15)
    return Int(entry >> 4)
  }

  /// The codes of a block, from its head.
  private mutating func codes() -> (literals: Table, distances: Table)? {
    guard let literals = take(5), let distances = take(5), let count = take(4) else { return nil }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for symbol in DeflateSymbols.codeLengthOrder.prefix(count + 4) {
      guard let length = take(3) else { return nil }
      codeLengths[symbol] = UInt8(length)
    }
    let code = DeflateWalk.table(codeLengths)
    var lengths: [UInt8] = []
    let total = literals + 257 + distances + 1
    while lengths.count < total {
      guard let symbol = symbol(code) else { return nil }
      switch symbol {
      case 16:
        guard let last = lengths.last, let more = take(2) else { return nil }
        lengths += [UInt8](repeating: last, count: 3 + more)
      case 17, 18:
        guard let more = take(symbol == 17 ? 3 : 7) else { return nil }
        lengths += [UInt8](repeating: 0, count: more + (symbol == 17 ? 3 : 11))
      default: lengths.append(UInt8(symbol))
      }
    }
    guard lengths.count == total else { return nil }
    return (
      DeflateWalk.table(Array(lengths.prefix(literals + 257))),
      DeflateWalk.table(Array(lengths.dropFirst(literals + 257)))
    )
  }

  /// Goes past the end of the block.
  private mutating func skip(_ literals: Table, _ distances: Table) -> Bool {
    while position <= 8 * bytes.count, let symbol = symbol(literals) {
      if symbol < DeflateSymbols.endOfBlock { continue }
      if symbol == DeflateSymbols.endOfBlock { return true }
      // Four symbols share a number of bits, but for the first eight and the last.
      position += symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
      guard let distance = self.symbol(distances) else { return false }
      position += distance < 4 ? 0 : distance / 2 - 1
    }
    return false
  }
}
