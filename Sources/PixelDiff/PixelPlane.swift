/// Some rows of one picture in memory: those of a band and the few around it.
struct PixelPlane: Sendable {
  let bytes: [UInt8]
  /// Where in `bytes` the first pixel of ``firstRow`` stands.
  let origin: Int
  /// Bytes from a row to the next.
  let stride: Int
  /// The row of the canvas that stands first.
  let firstRow: Int

  /// Calls `body` with access to the pixels, which ends with the call.
  @inline(__always)
  func withPixels<Word: PixelWord, Result>(
    _: Word.Type, _ body: (PixelReader<Word>) -> Result
  ) -> Result {
    unsafe bytes.withUnsafeBytes { bytes in
      // An empty picture has no rows to read.
      guard let base = bytes.baseAddress else { return body(.nothing) }
      return unsafe body(
        PixelReader(base: base + origin - firstRow * stride, stride: stride))
    }
  }
}

/// Reads pixels of a ``PixelPlane`` without checks; whoever holds it keeps to rows and columns that are there.
@safe struct PixelReader<Word: PixelWord> {
  /// Where the pixel of column 0 and row 0 stands, or would.
  let base: UnsafeRawPointer
  let stride: Int

  static var nothing: PixelReader {
    unsafe PixelReader(base: UnsafeRawPointer(bitPattern: 1)!, stride: 0)
  }

  @inline(__always)
  subscript(x: Int, y: Int) -> Word {
    unsafe Word(at: base + (y &* stride &+ x &* Word.bytes))
  }

  /// The first column from `x` on where the two differ, or `end`.
  @inline(__always)
  func firstDifference(from other: Self, row y: Int, in columns: Range<Int>) -> Int {
    let first = unsafe base + y &* stride
    let second = unsafe other.base + y &* other.stride
    var x = columns.lowerBound
    let end = columns.upperBound
    // Neighbours of a mismatch are often mismatches.
    if x < end, self[x, y] != other[x, y] { return x }
    let perBlock = 64 / Word.bytes
    while x &+ perBlock <= end {
      let offset = x &* Word.bytes
      if unsafe blocksDiffer(first + offset, second + offset) { break }
      x &+= perBlock
    }
    while x < end, self[x, y] == other[x, y] { x &+= 1 }
    return x
  }
}

/// Whether two blocks of 64 bytes differ.
@inline(__always)
private func blocksDiffer(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
  var difference = SIMD4<UInt64>.zero
  for offset in Swift.stride(from: 0, to: 64, by: 32) {
    let left = unsafe (first + offset).loadUnaligned(as: SIMD4<UInt64>.self)
    let right = unsafe (second + offset).loadUnaligned(as: SIMD4<UInt64>.self)
    difference |= left ^ right
  }
  return difference[0] | difference[1] | difference[2] | difference[3] != 0
}
