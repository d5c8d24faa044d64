/// Bits written from the lowest up, as deflate wants them; at most 7 wait for their byte after ``flush()``.
@unsafe struct BitSink {
  private(set) var next: UnsafeMutableRawPointer
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  /// - Parameter start: room for all that will be written, and 8 bytes more.
  init(_ start: UnsafeMutableRawPointer) { unsafe next = start }

  /// Adds bits, at most 57 between two flushes.
  @inline(__always)
  mutating func put(_ value: UInt32, _ count: UInt32) {
    unsafe bits |= UInt64(value) &<< self.count
    unsafe self.count &+= UInt64(count)
  }

  /// Adds a word of a ``PrefixCode``.
  @inline(__always)
  mutating func put(_ word: UInt32) { unsafe put(word &>> 8, word & 0xFF) }

  /// Stores whole bytes.
  @inline(__always)
  mutating func flush() {
    unsafe next.storeBytes(of: bits.littleEndian, as: UInt64.self)
    unsafe next += Int(count &>> 3)
    // Of 63 bits at most 56 go.
    unsafe bits &>>= count & ~7
    unsafe count &= 7
  }

  /// Fills the last byte with zeros.
  mutating func align() {
    unsafe flush()
    guard unsafe count > 0 else { return }
    unsafe count = 8
    unsafe flush()
  }

  /// A block of no bytes, after which the stream stands at a whole byte, as zlib's sync flush leaves it.
  mutating func putEmptyBlock() {
    unsafe putStored(count: 0, isLast: false)
  }

  /// The head of a stored block, after which `count` bytes follow.
  ///
  /// - Parameter count: 0…65,535.
  mutating func putStored(count: Int, isLast: Bool) {
    unsafe put(isLast ? 1 : 0, 3)
    unsafe align()
    unsafe put(UInt32(count), 16)
    unsafe put(UInt32(~UInt16(count)), 16)
    unsafe flush()
  }

  /// Copies bytes; the stream stands at a whole byte.
  mutating func putBytes(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe next.copyMemory(from: start, byteCount: bytes.count)
    unsafe next += bytes.count
  }
}
