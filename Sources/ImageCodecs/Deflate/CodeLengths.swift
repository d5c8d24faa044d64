/// The lengths of the code words of a block as its head says them: themselves coded, with repetitions
/// (RFC 1951, section 3.2.7).
struct CodeLengths {
  private let literalCount: Int
  private let distanceCount: Int
  /// Lengths 0…15; 16 repeats the one before 3…6 times, 17 and 18 write 3…10 and 11…138 zeros.
  private var symbols: [(symbol: Int, extra: UInt32)] = []
  private let code: PrefixCode
  private let codeCount: Int

  /// - Parameters:
  ///   - literals: of literals, the end of the block, and lengths.
  ///   - distances: all 0 where there is no match.
  init(_ literals: [UInt8], _ distances: [UInt8]) {
    literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
    // One word that is not used, where there is none: some decoders want one.
    let distances = distances.allSatisfy { $0 == 0 } ? [1] : distances
    distanceCount = distances.lastIndex { $0 > 0 }! + 1
    let lengths = literals.prefix(literalCount) + distances.prefix(distanceCount)
    var frequencies = [UInt32](repeating: 0, count: 19)
    var rest = lengths[...]
    while let length = rest.first {
      let end = rest.firstIndex { $0 != length } ?? rest.endIndex
      var left = end - rest.startIndex
      rest = rest[end...]
      if length > 0 {
        symbols.append((Int(length), 0))
        left -= 1
      }
      while left >= 3 {
        let (symbol, least, most) =
          length > 0 ? (16, 3, 6) : left > 10 ? (18, 11, 138) : (17, 3, 10)
        let taken = min(left, most)
        symbols.append((symbol, UInt32(taken - least)))
        left -= taken
      }
      for _ in 0..<left { symbols.append((Int(length), 0)) }
    }
    for (symbol, _) in symbols { frequencies[symbol] += 1 }
    // There are always two symbols: no code of 257 words or more has all of one length, so lengths differ.
    let code = PrefixCode(frequencies: frequencies, limit: 7)
    self.code = code
    let used = DeflateSymbols.codeLengthOrder.lastIndex { code.lengths[$0] > 0 } ?? 0
    codeCount = max(4, used + 1)
  }

  private static func extraBits(_ symbol: Int) -> Int {
    switch symbol {
    case 16: 2
    case 17: 3
    case 18: 7
    default: 0
    }
  }

  var bitCount: Int {
    14 + 3 * codeCount
      + symbols.reduce(0) { $0 + Int(code.lengths[$1.symbol]) + CodeLengths.extraBits($1.symbol) }
  }

  func write(to sink: inout BitSink) {
    unsafe sink.put(UInt32(literalCount - 257), 5)
    unsafe sink.put(UInt32(distanceCount - 1), 5)
    unsafe sink.put(UInt32(codeCount - 4), 4)
    for symbol in DeflateSymbols.codeLengthOrder.prefix(codeCount) {
      unsafe sink.flush()
      unsafe sink.put(UInt32(code.lengths[symbol]), 3)
    }
    for (symbol, extra) in symbols {
      unsafe sink.flush()
      unsafe sink.put(code.words[symbol])
      unsafe sink.put(extra, UInt32(CodeLengths.extraBits(symbol)))
    }
    unsafe sink.flush()
  }
}
