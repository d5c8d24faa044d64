/// The lowest frequencies of a block, those of the first rows and columns, of which libjpeg makes a square of as
/// many samples (jidctint.c).
///
/// A block's numbers are its dequantised coefficients, row after row, and one more for those that do not count.
/// Within the bounds here no sum of the transforms leaves 32 bits but on its way to one that is within them.
@safe final class JPEGLowFrequencies {
  /// What becomes of the coefficient at a position in zigzag order.
  struct Term {
    /// Which number of the block it is.
    var index: Int32
    /// What it is multiplied by, 0 where it does not count.
    var factor: Int32
    /// How far from 0 it may be, as it is coded; below 0 where there must be none.
    var limit: Int32
  }

  /// By position, the DC first. Those from 64 on are for blocks that are too long: nothing may be there. Those from
  /// `JPEGHuffmanTable.endRun` on are behind a block's end.
  let terms: UnsafeMutablePointer<Term>
  /// The last position that counts.
  let last: Int

  static func numberCount(side: Int) -> Int { side * side + 1 }

  /// Of a dequantised coefficient. A sample of 6 × 6 is up to an eighth of (1 + 1.37 + 1.23 + 1 + 0.71 + 0.37)² =
  /// 32.2 times as large, and has 18 more bits on its way: 4.03 · 2032 · 2¹⁸ < 2³¹.
  private static let bound = 2032

  /// - Parameters:
  ///   - quantization: 64 factors in natural order.
  ///   - side: of the square, 3 or 6.
  init(quantization: UnsafePointer<UInt16>, side: Int) {
    let (count, end) = (JPEGHuffmanTable.positionCount, JPEGHuffmanTable.endRun)
    let other = Int32(side * side)
    unsafe terms = .allocate(capacity: count)
    unsafe terms.initialize(repeating: Term(index: other, factor: 0, limit: -1), count: end)
    unsafe (terms + end).initialize(
      repeating: Term(index: other, factor: 0, limit: 0), count: count - end)
    var last = 0
    for (position, place) in JPEGBlock.zigzag.enumerated() {
      let (row, column) = (place / 8, place % 8)
      var term = Term(index: other, factor: 0, limit: .max)
      if row < side, column < side {
        let factor = unsafe Int(quantization[place])
        term = Term(
          index: Int32(side * row + column), factor: Int32(factor),
          limit: Int32(JPEGLowFrequencies.bound / max(factor, 1)))
        last = position
      }
      unsafe terms[position] = term
    }
    self.last = last
  }

  deinit { unsafe terms.deallocate() }

  /// Takes the coefficient at a position; false where it is out of bounds.
  @inline(__always) func take(
    _ value: Int, at position: Int, _ numbers: UnsafeMutablePointer<Int32>, gap: Int
  ) -> Bool {
    let term = unsafe terms[position]
    unsafe numbers[Int(term.index) &* gap] = Int32(truncatingIfNeeded: value) &* term.factor
    return Int(value.magnitude) <= Int(term.limit)
  }
}
