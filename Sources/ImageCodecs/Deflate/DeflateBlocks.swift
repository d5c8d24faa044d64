/// Writes bytes and the matches that were found in them as blocks of deflate, each with codes of its own.
@unsafe package struct DeflateBlocks {
  /// Bytes of each block but the last; one that goes on with a match may have 257 more. A stored block holds
  /// 65,535.
  static let blockBytes = 65_000
  /// Four literals and what waits in the sink are 63 bits.
  private static let literalLimit = 14

  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private let matches: UnsafeBufferPointer<DeflateMatch>
  private var nextMatch: Int
  private var sink: BitSink

  /// Blocks of the bytes, of which there is at least one.
  ///
  /// - Parameters:
  ///   - matches: ascending, none over another, each within the bytes.
  ///   - isLast: the stream ends here; else it goes on at a whole byte.
  @safe package static func deflated(
    _ bytes: [UInt8], _ matches: [DeflateMatch], isLast: Bool
  ) -> [UInt8] {
    precondition(!bytes.isEmpty)
    return unsafe [UInt8](unsafeUninitializedCapacity: unsafe bound(bytes.count)) { output, count in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe matches.withUnsafeBufferPointer { matches in
          let start = UnsafeMutableRawPointer(output.baseAddress!)
          var blocks = unsafe DeflateBlocks(bytes, matches, to: start)
          unsafe count = blocks.write(isLast: isLast) - start
        }
      }
    }
  }

  /// The most bytes that so many become, and room that the sink wants.
  static func bound(_ count: Int) -> Int {
    // A block takes no more than stored: a head of five bytes.
    unsafe count + 8 * (count / blockBytes + 2) + 16
  }

  /// - Parameters:
  ///   - matches: ascending, none over another, each within the bytes.
  ///   - output: room for ``bound(_:)``.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ matches: UnsafeBufferPointer<DeflateMatch>,
    to output: UnsafeMutableRawPointer
  ) {
    unsafe self.bytes = bytes.baseAddress!
    unsafe count = bytes.count
    unsafe self.matches = matches
    unsafe sink = BitSink(output)
    unsafe nextMatch = 0
  }

  /// - Parameter isLast: the stream ends here; else it goes on at a whole byte.
  /// - Returns: where the output ends.
  mutating func write(isLast: Bool) -> UnsafeMutableRawPointer {
    var start = 0
    repeat {
      var last = unsafe nextMatch
      var end = unsafe min(count, start + DeflateBlocks.blockBytes)
      while unsafe last < matches.count, unsafe matches[last].start < end { last += 1 }
      if unsafe last > nextMatch {
        let match = unsafe matches[last - 1]
        end = max(end, match.start + match.count)
      }
      unsafe write(start..<end, nextMatch..<last, isLast: isLast && end == count)
      unsafe nextMatch = last
      start = end
    } while unsafe start < count
    if isLast { unsafe sink.align() } else { unsafe sink.putEmptyBlock() }
    return unsafe sink.next
  }

  // MARK: a block

  private mutating func write(_ range: Range<Int>, _ found: Range<Int>, isLast: Bool) {
    let (literals, distances, extraBits) = unsafe frequencies(range, found)
    let literalCode = unsafe PrefixCode(
      frequencies: literals, limit: DeflateBlocks.literalLimit)
    let distanceCode = PrefixCode(frequencies: distances, limit: 15)
    let head = CodeLengths(literalCode.lengths, distanceCode.lengths)
    let bits =
      unsafe 3 + head.bitCount + extraBits + cost(literals, literalCode)
      + cost(distances, distanceCode)
    // The head of a stored block may begin up to seven bits later.
    if bits > 8 * range.count + 35 {
      unsafe sink.putStored(count: range.count, isLast: isLast)
      unsafe sink.putBytes(
        UnsafeRawBufferPointer(start: bytes + range.lowerBound, count: range.count))
      return
    }
    unsafe sink.put(isLast ? 5 : 4, 3)
    unsafe head.write(to: &sink)
    unsafe literalCode.words.withUnsafeBufferPointer { literals in
      unsafe distanceCode.words.withUnsafeBufferPointer { distances in
        var position = range.lowerBound
        for index in found {
          let match = unsafe matches[index]
          unsafe write(position..<match.start, literals.baseAddress!)
          unsafe write(match, literals.baseAddress!, distances.baseAddress!)
          position = match.start + match.count
        }
        unsafe write(position..<range.upperBound, literals.baseAddress!)
        unsafe sink.put(literals[DeflateSymbols.endOfBlock])
        unsafe sink.flush()
      }
    }
  }

  private func cost(_ frequencies: [UInt32], _ code: PrefixCode) -> Int {
    zip(frequencies, code.lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) }
  }

  /// How often each symbol occurs, the end of the block included, and how many bits follow lengths and distances.
  private func frequencies(
    _ range: Range<Int>, _ found: Range<Int>
  ) -> (literals: [UInt32], distances: [UInt32], extraBits: Int) {
    var distances = [UInt32](repeating: 0, count: DeflateSymbols.distanceCount)
    // Four tables: a byte that comes again does not wait for the count before.
    var counts = [UInt32](repeating: 0, count: 4 * 256)
    var literals = [UInt32](repeating: 0, count: DeflateSymbols.literalCount)
    var extraBits = 0
    unsafe counts.withUnsafeMutableBufferPointer { counts in
      let counts = counts.baseAddress!
      var position = range.lowerBound
      for index in found {
        let match = unsafe matches[index]
        unsafe count(position..<match.start, in: counts)
        position = match.start + match.count
        let length = DeflateSymbols.length(match.count)
        let distance = DeflateSymbols.distance(match.distance)
        literals[257 + length.symbol] += 1
        distances[distance.symbol] += 1
        extraBits += length.extraBits + distance.extraBits
      }
      unsafe count(position..<range.upperBound, in: counts)
      for symbol in 0..<256 {
        literals[symbol] =
          unsafe counts[symbol] + counts[256 + symbol] + counts[512 + symbol] + counts[768 + symbol]
      }
    }
    literals[DeflateSymbols.endOfBlock] = 1
    return (literals, distances, extraBits)
  }

  @inline(__always)
  private func count(_ range: Range<Int>, in counts: UnsafeMutablePointer<UInt32>) {
    var next = unsafe bytes + range.lowerBound
    let end = unsafe bytes + range.upperBound
    while unsafe end - next >= 4 {
      let four = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt32.self)
      unsafe counts[Int(four & 0xFF)] &+= 1
      unsafe counts[256 &+ Int(four &>> 8 & 0xFF)] &+= 1
      unsafe counts[512 &+ Int(four &>> 16 & 0xFF)] &+= 1
      unsafe counts[768 &+ Int(four &>> 24)] &+= 1
      unsafe next += 4
    }
    while unsafe next < end {
      unsafe counts[Int(next.pointee)] &+= 1
      unsafe next += 1
    }
  }

  @inline(__always)
  private mutating func write(_ range: Range<Int>, _ words: UnsafePointer<UInt32>) {
    var next = unsafe bytes + range.lowerBound
    let end = unsafe bytes + range.upperBound
    var sink = unsafe sink
    while unsafe end - next >= 4 {
      let four = unsafe UnsafeRawPointer(next).loadUnaligned(as: UInt32.self).littleEndian
      unsafe sink.put(words[Int(four & 0xFF)])
      unsafe sink.put(words[Int(four &>> 8 & 0xFF)])
      unsafe sink.put(words[Int(four &>> 16 & 0xFF)])
      unsafe sink.put(words[Int(four &>> 24)])
      unsafe sink.flush()
      unsafe next += 4
    }
    while unsafe next < end {
      unsafe sink.put(words[Int(next.pointee)])
      unsafe sink.flush()
      unsafe next += 1
    }
    unsafe self.sink = sink
  }

  @inline(__always)
  private mutating func write(
    _ match: DeflateMatch, _ literals: UnsafePointer<UInt32>, _ distances: UnsafePointer<UInt32>
  ) {
    let length = DeflateSymbols.length(match.count)
    unsafe sink.put(literals[257 + length.symbol])
    // A length of 258 has no bits behind it.
    unsafe sink.put(
      UInt32(truncatingIfNeeded: match.count - 3) & (1 &<< UInt32(length.extraBits) &- 1),
      UInt32(length.extraBits))
    let distance = DeflateSymbols.distance(match.distance)
    unsafe sink.put(distances[distance.symbol])
    unsafe sink.put(
      UInt32(match.offset) & (1 &<< UInt32(distance.extraBits) &- 1), UInt32(distance.extraBits))
    unsafe sink.flush()
  }
}
