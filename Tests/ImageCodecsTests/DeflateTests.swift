import CLibDeflate
import ImageCodecs
import TestSupport
import Testing

/// The deflate writer against libdeflate's inflate and zlib's.
@Suite struct DeflateTests {
  /// A zlib stream of the blocks, as a PNG has it.
  private func inflated(_ blocks: [UInt8], of bytes: [UInt8]) throws -> [UInt8] {
    let sum = unsafe libdeflate_adler32(1, bytes, bytes.count)
    let stream =
      [0x78, 0x01] + blocks + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    let inflated = try PlainPNG.inflated(stream, count: bytes.count)
    // The helper's inflate is zlib's.
    #expect(try TestSupport.inflated(stream, count: bytes.count) == inflated)
    return inflated
  }

  private func expect(_ bytes: [UInt8], _ matches: [DeflateMatch], _ context: String) throws {
    let blocks = DeflateBlocks.deflated(bytes, matches, isLast: true)
    #expect(try inflated(blocks, of: bytes) == bytes, "\(context)")
    #expect(blocks.count <= bytes.count + 5 * (bytes.count / 65_000 + 1) + 8, "\(context)")
    // The same as two parts: the first ends at a whole byte and goes on.
    let parts =
      DeflateBlocks.deflated(bytes, matches, isLast: false)
      + DeflateBlocks.deflated(bytes, matches, isLast: true)
    #expect(try inflated(parts, of: bytes + bytes) == bytes + bytes, "\(context)")
  }

  /// In an order that repeats nothing for long.
  private func shuffled(_ counts: [Int]) -> [UInt8] {
    var random = SeededGenerator(seed: 2)
    return counts.enumerated().flatMap { [UInt8](repeating: UInt8($0), count: $1) }
      .shuffled(using: &random)
  }

  @Test func `literals alone, of one value, of two, and of all`() throws {
    for count in [1, 2, 3, 4, 5, 7, 64, 64_999, 65_000, 65_001, 130_003] {
      try expect([UInt8](repeating: 9, count: count), [], "one value, \(count)")
      try expect((0..<count).map { UInt8($0 % 2) }, [], "two values, \(count)")
      try expect((0..<count).map { UInt8(truncatingIfNeeded: $0) }, [], "all values, \(count)")
    }
  }

  @Test func `frequencies that would make words too long`() throws {
    var fibonacci = [1, 1]
    while fibonacci.count < 24 { fibonacci.append(fibonacci.suffix(2).reduce(0, +)) }
    try expect(shuffled(fibonacci), [], "Fibonacci")
    // All 256 symbols: the rare ones share what words there are.
    let all = [Int](repeating: 1, count: 236) + fibonacci.suffix(20)
    try expect(shuffled(all), [], "all symbols")
  }

  @Test func `noise grows by no more than its blocks' heads`() throws {
    var random = SeededGenerator(seed: 3)
    for count in [1, 100, 65_000, 200_000] {
      try expect(
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, [], "noise, \(count)")
    }
  }

  @Test func `runs of every length from 1 to 600`() throws {
    var random = SeededGenerator(seed: 4)
    for pixelBytes in [3, 4] {
      var row: [UInt8] = []
      for length in 1...600 {
        row += [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: length)
      }
      while row.count % pixelBytes != 1 { row.append(1) }
      let matches = PixelMatches.matches(
        in: row, rowBytes: row.count, pixelBytes: pixelBytes)
      try expect(row, matches, "\(pixelBytes)")
      #expect(matches.reduce(0) { $0 + $1.count } > row.count * 9 / 10)
    }
  }

  @Test func `matches are as long as they say, at any length and distance`() throws {
    let seed = SeededGenerator.seed("matches")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      var bytes = (0..<Int.random(in: 1...40_000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var matches: [DeflateMatch] = []
      let lengths = Array(3...258).shuffled(using: &random)
      for length in lengths {
        // Each number of bits as often.
        let most = 1 << Int.random(in: 0...15, using: &random)
        let distance = min(bytes.count, Int.random(in: 1...most, using: &random))
        matches.append(DeflateMatch(position: bytes.count, length: length, distance: distance))
        for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
        for _ in 0..<Int.random(in: 0...400, using: &random) {
          bytes.append(UInt8.random(in: 0...50, using: &random))
        }
      }
      try expect(bytes, matches, "seed \(seed)")
    }
    let row = (0..<32_768).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let farthest = DeflateMatch(position: 32_768, length: 258, distance: 32_768)
    try expect(row + row.prefix(258), [farthest], "the farthest and longest")
  }

  @Test func `matches of pixels are true`() throws {
    let seed = SeededGenerator.seed("matches of pixels")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let pixelBytes = Int.random(in: 3...4, using: &random)
      let rowBytes = 1 + pixelBytes * Int.random(in: 1...300, using: &random)
      let values = UInt8.random(in: 0...255, using: &random)
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...90, using: &random) * rowBytes {
        bytes.append(
          bytes.isEmpty || Int.random(in: 0..<3, using: &random) == 0
            ? UInt8.random(in: 0...values, using: &random)
            : bytes[bytes.count - min(bytes.count, pixelBytes)])
      }
      let matches = PixelMatches.matches(in: bytes, rowBytes: rowBytes, pixelBytes: pixelBytes)
      var end = 0
      for match in matches {
        #expect(match.start >= end && match.start + match.count <= bytes.count, "seed \(seed)")
        #expect(
          (3...258).contains(match.count) && (1...32_768).contains(match.distance)
            && match.distance <= match.start)
        end = match.start + match.count
        for index in match.start..<end {
          guard bytes[index] != bytes[index - match.distance] else { continue }
          Issue.record("seed \(seed): byte \(index) is another")
          return
        }
      }
      try expect(bytes, matches, "seed \(seed)")
    }
  }

  // MARK: codes

  @Test func `a code is complete, within its limit, and as short as Huffman's`() {
    let seed = SeededGenerator.seed("codes")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 2...286, using: &random)
      let most = UInt32(1) << UInt32.random(in: 1...20, using: &random)
      let frequencies = (0..<count).map { _ in
        Bool.random(using: &random) ? UInt32.random(in: 0...most, using: &random) : 0
      }
      let used = frequencies.filter { $0 > 0 }.count
      guard used > 1 else { continue }
      let limit = Int.random(in: 9...15, using: &random)
      let lengths = PrefixCode(frequencies: frequencies, limit: limit).lengths
      #expect(zip(frequencies, lengths).allSatisfy { ($0 == 0) == ($1 == 0) })
      #expect(lengths.allSatisfy { $0 <= limit })
      let taken = lengths.reduce(0) { $0 + ($1 == 0 ? 0 : 1 << (15 - Int($1))) }
      #expect(taken == 1 << 15, "seed \(seed): incomplete")
      let cost = zip(frequencies, lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
      let (least, longest) = huffman(frequencies.map(Int.init))
      if longest <= limit { #expect(cost == least, "seed \(seed)") }
      #expect(cost >= least && Double(cost) < 1.1 * Double(least), "seed \(seed)")
    }
  }

  /// The bits of Huffman's code, and its longest word, by the plain words of his paper.
  private func huffman(_ frequencies: [Int]) -> (cost: Int, longest: Int) {
    var nodes = frequencies.filter { $0 > 0 }.map { (weight: $0, depth: 0) }
    var cost = 0
    while nodes.count > 1 {
      nodes.sort { ($0.weight, $0.depth) > ($1.weight, $1.depth) }
      let (a, b) = (nodes.removeLast(), nodes.removeLast())
      cost += a.weight + b.weight
      nodes.append((a.weight + b.weight, max(a.depth, b.depth) + 1))
    }
    return (cost, nodes[0].depth)
  }

  @Test func `words are canonical`() {
    // The example of RFC 1951, section 3.2.2: lengths 3, 3, 3, 3, 3, 2, 4, 4.
    let code = PrefixCode(lengths: [3, 3, 3, 3, 3, 2, 4, 4])
    let words = code.words.map { word in
      let bits = (0..<(word & 0xFF)).map { word >> (8 + $0) & 1 == 1 ? "1" : "0" }
      return bits.joined()
    }
    #expect(words == ["010", "011", "100", "101", "110", "00", "1110", "1111"])
  }

  // MARK: streams that go on

  private func deflated(_ bytes: [UInt8], level: Int32) throws -> [UInt8] {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else { throw NoMemory() }
    defer { unsafe libdeflate_free_compressor(compressor) }
    var stream = [UInt8](repeating: 0, count: bytes.count + 1_000)
    let count = unsafe libdeflate_deflate_compress(
      compressor, bytes, bytes.count, &stream, stream.count)
    try #require(count > 0)
    return Array(stream.prefix(count))
  }

  @Test func `a finished stream goes on`() throws {
    var random = SeededGenerator(seed: 6)
    // Blocks that are stored, with fixed codes, and with codes of their own; several.
    let noise = (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let contents: [[UInt8]] = [
      [], [1], Array("a few words, a few words".utf8), noise,
      noise.map { $0 % 5 == 0 ? $0 % 16 : 3 }, [UInt8](repeating: 7, count: 100_000),
      noise.prefix(30_000) + noise.prefix(40_000).map { $0 & 7 } + noise.prefix(1_000),
    ]
    for bytes in contents {
      for level: Int32 in [0, 1, 6, 12] {
        let stream = try deflated(bytes, level: level)
        let continued = try #require(DeflateWalk.continued(stream))
        #expect(continued.count <= stream.count + 5)
        let twice = bytes + bytes
        #expect(try inflated(continued + stream, of: twice) == twice)
        let thrice = twice + bytes
        #expect(try inflated(continued + continued + stream, of: thrice) == thrice)
        // Any bits: nothing but an answer.
        var damaged = stream
        for _ in 0..<20 where !damaged.isEmpty {
          damaged[Int.random(in: 0..<damaged.count, using: &random)] ^=
            UInt8(1)
            << UInt8(
              Int.random(in: 0..<8, using: &random))
          _ = DeflateWalk.continued(damaged)
        }
        #expect(DeflateWalk.continued(Array(stream.dropLast(1 + stream.count / 3))) == nil)
      }
    }
    #expect(DeflateWalk.continued([]) == nil)
    #expect(DeflateWalk.continued([0xFF, 0xFF]) == nil)
  }
}
