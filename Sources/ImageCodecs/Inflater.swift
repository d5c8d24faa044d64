import CLibDeflate

/// Inflates a zlib stream (RFC 1950, RFC 1951) from pieces of it into a buffer of its own, which also is the
/// window that matches reach back into.
///
/// It is made for the filtered rows of photographs, of which Huffman codes of literals are nearly all: one look
/// at ``HuffmanTables`` gives up to three of them. Anything odd is ``Progress/broken``, and more is odd than in
/// the specification; bytes that came before it are right.
@safe struct Inflater: ~Copyable {
  enum Progress {
    /// ``feed(_:)`` or ``endInput()`` is due.
    case wantsInput
    /// Bytes have to be taken before there is room for more.
    case isFull
    /// Everything came, and its checksum is right.
    case hasEnded
    case broken
  }

  private enum Block {
    case header
    case coded
    /// What is left of it.
    case stored(Int)
    case checksum
    case ended
  }

  private let tables: HuffmanTables
  private let output: UnsafeMutablePointer<UInt8>
  private let outputCapacity: Int
  private let input: UnsafeMutablePointer<UInt8>

  /// Inflated bytes that were not taken yet.
  private var ready = 0..<0
  /// The checksum of what came before `summedEnd`.
  private var checksum: UInt32 = 1
  private var summedEnd = 0

  private var inputCount = 0
  private var inputPosition = 0
  private var inputHasEnded = false
  /// The next bits of the input from the lowest, `bitCount` of them, and above them possibly more.
  private var bits: UInt64 = 0
  private var bitCount = 0

  private var block = Block.header
  private var isLastBlock = false
  private var hasHeader = false
  private var windowSize = 0

  /// How far a match may reach back.
  private static let window = 32_768
  /// The longest match, the literals before it, and what copying them writes too much.
  private static let outputSlack = 320
  private static let inputCapacity = 65_536
  /// The longest block header has 563 bytes. So many are there before one is read; past the end of the input
  /// they are 0.
  private static let inputMargin = 1024
  /// What one turn of the loop over symbols reads at most.
  private static let turnBytes = 24

  /// - Parameter pieceBytes: at least so many bytes can be ready at once.
  init(pieceBytes: Int) {
    tables = HuffmanTables()
    outputCapacity = Inflater.window + max(pieceBytes, 65_536) + Inflater.outputSlack
    unsafe output = .allocate(capacity: outputCapacity)
    unsafe input = .allocate(capacity: Inflater.inputCapacity + 2 * Inflater.inputMargin)
  }

  deinit {
    unsafe output.deallocate()
    unsafe input.deallocate()
  }

  // MARK: bytes in and out

  /// How many bytes are ready.
  var readyCount: Int { ready.count }

  /// All input was taken, to the last byte.
  var hasUsedAllInput: Bool { inputPosition - bitCount / 8 == inputCount }

  /// Takes more of the stream.
  ///
  /// - Parameter body: writes bytes to the buffer it is given, 60 KB and more, and says how many.
  mutating func feed(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
    // Whole bytes among the bits that are ready may have to be given back.
    let start = max(0, inputPosition - 8)
    let left = inputCount - start
    unsafe input.update(from: input + start, count: left)
    inputPosition -= start
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: input + left, count: Inflater.inputCapacity - left)
    let count = unsafe body(room)
    precondition(count <= room.count)
    inputCount = left + count
  }

  /// Nothing follows what was fed.
  mutating func endInput() {
    inputHasEnded = true
    unsafe (input + inputCount).update(repeating: 0, count: 2 * Inflater.inputMargin)
  }

  /// Gives the next bytes, `count` of those that are ready, and drops them.
  mutating func take<Result>(_ count: Int, _ body: (UnsafeRawPointer) -> Result) -> Result {
    precondition(count <= ready.count)
    defer { ready = ready.lowerBound + count..<ready.upperBound }
    return unsafe body(UnsafeRawPointer(output + ready.lowerBound))
  }

  /// Inflates until bytes have to be fed or taken.
  mutating func run() -> Progress {
    makeRoom()
    let progress = go()
    // What was made of bytes past the end of the input is nothing.
    if inputPosition - bitCount / 8 > inputCount { return .broken }
    sum()
    if case .hasEnded = progress, checksum != storedChecksum { return .broken }
    return progress
  }

  private var storedChecksum: UInt32 = 0

  private mutating func sum() {
    unsafe checksum = libdeflate_adler32(
      checksum, output + summedEnd, ready.upperBound - summedEnd)
    summedEnd = ready.upperBound
  }

  /// Moves what is needed later, the window and what was not taken, to the front.
  private mutating func makeRoom() {
    let kept = max(Inflater.window, ready.count)
    let shift = ready.upperBound - kept
    guard shift > 0 else { return }
    unsafe output.update(from: output + shift, count: kept)
    ready = ready.lowerBound - shift..<ready.upperBound - shift
    summedEnd -= shift
  }

  private mutating func go() -> Progress {
    while true {
      let isShort = !inputHasEnded && inputCount - inputPosition < Inflater.inputMargin
      switch block {
      case .ended: return .hasEnded
      case .header:
        if isShort { return .wantsInput }
        if !hasHeader {
          guard readStreamHeader() else { return .broken }
        } else {
          guard readBlockHeader() else { return .broken }
        }
      case .coded:
        if ready.upperBound > outputCapacity - Inflater.outputSlack { return .isFull }
        if isShort { return .wantsInput }
        guard inflateCodes() else { return .broken }
        if inputHasEnded, inputPosition >= inputCount + Inflater.inputMargin { return .broken }
      case .stored(let left):
        if ready.upperBound > outputCapacity - Inflater.outputSlack { return .isFull }
        if isShort { return .wantsInput }
        guard copyStored(left) else { return .broken }
      case .checksum:
        if isShort { return .wantsInput }
        alignToByte()
        storedChecksum = (0..<4).reduce(0) { sum, _ in sum << 8 | UInt32(takeBits(8)) }
        block = .ended
      }
    }
  }

  // MARK: bits

  /// Makes at least 56 bits ready.
  @inline(__always)
  private mutating func refill() {
    let next = unsafe UInt64(
      littleEndian: UnsafeRawPointer(input + inputPosition).loadUnaligned(as: UInt64.self))
    bits |= next &<< UInt64(truncatingIfNeeded: bitCount)
    inputPosition &+= (63 &- bitCount) &>> 3
    bitCount |= 56
  }

  /// - Parameter count: below 17.
  private mutating func takeBits(_ count: Int) -> Int {
    refill()
    let value = Int(bits & (1 &<< UInt64(count) &- 1))
    bits &>>= UInt64(count)
    bitCount &-= count
    return value
  }

  private mutating func alignToByte() {
    inputPosition -= bitCount / 8
    (bits, bitCount) = (0, 0)
  }

  // MARK: headers

  private mutating func readStreamHeader() -> Bool {
    let (method, flags) = (takeBits(8), takeBits(8))
    // Deflate, a window of up to 32 KB, no dictionary.
    guard method & 15 == 8, method >> 4 <= 7, (method << 8 | flags) % 31 == 0, flags & 0x20 == 0
    else { return false }
    windowSize = 256 << (method >> 4)
    hasHeader = true
    return true
  }

  private mutating func readBlockHeader() -> Bool {
    if isLastBlock {
      block = .checksum
      return true
    }
    isLastBlock = takeBits(1) == 1
    switch takeBits(2) {
    case 0:
      let dropped = bitCount & 7
      bits &>>= UInt64(dropped)
      bitCount -= dropped
      let (count, complement) = (takeBits(16), takeBits(16))
      guard count ^ complement == 0xFFFF else { return false }
      alignToByte()
      block = .stored(count)
      return true
    case 1:
      guard tables.setFixed() else { return false }
    case 2:
      guard readCodeLengths() else { return false }
    default: return false
    }
    block = .coded
    return true
  }

  private mutating func readCodeLengths() -> Bool {
    let (literalCount, distanceCount) = (takeBits(5) + 257, takeBits(5) + 1)
    let lengthCount = takeBits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { return false }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengthLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<lengthCount { lengthLengths[order[index]] = UInt8(takeBits(3)) }
    guard tables.setLengthCodes(lengthLengths) else { return false }
    let count = literalCount + distanceCount
    var lengths = [UInt8](repeating: 0, count: count)
    var index = 0
    while index < count {
      refill()
      let (symbol, used) = tables.lengthCode(bits)
      bits &>>= UInt64(used)
      bitCount &-= used
      if symbol < 16 {
        lengths[index] = UInt8(symbol)
        index += 1
        continue
      }
      if symbol == 16, index == 0 { return false }
      let length = symbol == 16 ? lengths[index - 1] : 0
      let times =
        switch symbol {
        case 16: 3 + takeBits(2)
        case 17: 3 + takeBits(3)
        default: 11 + takeBits(7)
        }
      guard index + times <= count else { return false }
      for position in index..<index + times { lengths[position] = length }
      index += times
    }
    return tables.set(
      literals: lengths[..<literalCount], distances: lengths[literalCount...])
  }

  // MARK: blocks

  private mutating func copyStored(_ left: Int) -> Bool {
    let room = outputCapacity - ready.upperBound
    let count = min(left, room, inputCount - inputPosition)
    // It goes on past the end.
    if count <= 0, left > 0 { return false }
    unsafe (output + ready.upperBound).update(from: input + inputPosition, count: count)
    inputPosition += count
    ready = ready.lowerBound..<ready.upperBound + count
    block = left == count ? .header : .stored(left - count)
    return true
  }

  /// Goes through symbols until the block ends, or input or room run short.
  private mutating func inflateCodes() -> Bool {
    typealias Entry = HuffmanTables.Entry
    let literals = unsafe tables.literals
    let distances = unsafe tables.distances
    let source = unsafe UnsafeRawPointer(input)
    var bits = self.bits
    var bitCount = UInt64(self.bitCount)
    var position = unsafe source + inputPosition
    let readable =
      inputHasEnded ? inputCount + Inflater.inputMargin : inputCount - Inflater.turnBytes
    let positionEnd = unsafe source + readable
    let start = unsafe UnsafeMutableRawPointer(output)
    var target = unsafe start + ready.upperBound
    let targetEnd = unsafe start + (outputCapacity - Inflater.outputSlack)
    var isSound = true
    var blockEnds = false

    loop: while unsafe position < positionEnd && target <= targetEnd {
      unsafe load(&bits, &bitCount, &position)
      // Four looks take at most 4 · 11 bits of at least 56.
      var entry = unsafe literals[Int(truncatingIfNeeded: bits & Entry.literalMask)]
      if entry & Entry.countMask != 0 {
        unsafe emit(entry, &bits, &bitCount, &target)
        entry = unsafe literals[Int(truncatingIfNeeded: bits & Entry.literalMask)]
        if entry & Entry.countMask != 0 {
          unsafe emit(entry, &bits, &bitCount, &target)
          entry = unsafe literals[Int(truncatingIfNeeded: bits & Entry.literalMask)]
          if entry & Entry.countMask != 0 {
            unsafe emit(entry, &bits, &bitCount, &target)
            entry = unsafe literals[Int(truncatingIfNeeded: bits & Entry.literalMask)]
            if entry & Entry.countMask != 0 {
              unsafe emit(entry, &bits, &bitCount, &target)
              continue
            }
          }
        }
        unsafe load(&bits, &bitCount, &position)
      }
      if entry & Entry.isLink != 0 {
        entry = unsafe literals[Entry.linked(entry, bits &>> UInt64(HuffmanTables.literalBits))]
        if entry & Entry.countMask != 0 {
          unsafe emit(entry, &bits, &bitCount, &target)
          continue
        }
      }
      let used = UInt64(entry & 63)
      bits &>>= used
      bitCount &-= used
      if entry & Entry.isLength == 0 {
        blockEnds = entry & Entry.isEnd != 0
        isSound = blockEnds
        break
      }
      // At least 56 − 15 bits; a length takes 5 more, a distance 15 + 13.
      let length = Int(
        truncatingIfNeeded: UInt64(entry &>> 16) &+ bits & Entry.extraMask(entry))
      let lengthBits = Entry.extraBits(entry)
      bits &>>= lengthBits
      bitCount &-= lengthBits
      var far = unsafe distances[Int(truncatingIfNeeded: bits & Entry.distanceMask)]
      if far & Entry.isLink != 0 {
        far = unsafe distances[Entry.linked(far, bits &>> UInt64(HuffmanTables.distanceBits))]
      }
      let farUsed = UInt64(far & 63)
      bits &>>= farUsed
      bitCount &-= farUsed
      let distance = Int(
        truncatingIfNeeded: UInt64(far &>> 16) &+ bits & Entry.extraMask(far))
      let distanceBits = Entry.extraBits(far)
      bits &>>= distanceBits
      bitCount &-= distanceBits
      // 0 is what no code stands for, and codes of symbols that have no meaning.
      if unsafe distance == 0 || distance > windowSize || distance > target - start {
        isSound = false
        break loop
      }
      unsafe copyMatch(to: target, distance: distance, length: length)
      unsafe target += length
    }
    self.bits = bits
    self.bitCount = Int(bitCount)
    inputPosition = unsafe position - source
    ready = unsafe ready.lowerBound..<target - start
    if blockEnds { block = .header }
    return isSound
  }
}

/// Makes at least 56 bits ready.
@inline(__always)
private func load(
  _ bits: inout UInt64, _ bitCount: inout UInt64, _ position: inout UnsafeRawPointer
) {
  let next = unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
  bits |= next &<< bitCount
  unsafe position += Int(truncatingIfNeeded: (63 &- bitCount) &>> 3)
  bitCount |= 56
}

/// Writes an entry's literals, and up to three bytes after them that will be written over.
@inline(__always)
private func emit(
  _ entry: UInt32, _ bits: inout UInt64, _ bitCount: inout UInt64,
  _ target: inout UnsafeMutableRawPointer
) {
  unsafe target.storeBytes(of: (entry &>> 8).littleEndian, as: UInt32.self)
  unsafe target += Int(truncatingIfNeeded: entry &>> 6 & 3)
  bits &>>= UInt64(entry)  // by its lowest six bits
  bitCount &-= UInt64(entry & 63)
}

/// Copies bytes from `distance` before the target, which may be what it writes, and up to 15 too many.
@inline(__always)
private func copyMatch(to target: UnsafeMutableRawPointer, distance: Int, length: Int) {
  var to = unsafe target
  let end = unsafe target + length
  var from = unsafe UnsafeRawPointer(target - distance)
  if distance >= 16 {
    repeat {
      unsafe to.storeBytes(of: from.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
      unsafe to += 16
      unsafe from += 16
    } while unsafe to < end
  } else if distance == 1 {
    let fill = unsafe SIMD16<UInt8>(repeating: from.load(as: UInt8.self))
    repeat {
      unsafe to.storeBytes(of: fill, as: SIMD16<UInt8>.self)
      unsafe to += 16
    } while unsafe to < end
  } else if distance >= 8 {
    repeat {
      unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe to += 8
      unsafe from += 8
    } while unsafe to < end
  } else {
    // Of 8 bytes at a time as many are right as lie between the two.
    repeat {
      unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe to += distance
      unsafe from += distance
    } while unsafe to < end
  }
}
