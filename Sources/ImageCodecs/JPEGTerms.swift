/// What becomes of a block's coefficients, by their positions in zigzag order, the DC first.
@safe final class JPEGTerms {
  struct Term {
    /// Where the coefficient goes: which number of the block, or which sum.
    var index: Int32
    /// What it is multiplied by, 0 where it does not count.
    var factor: Int32 = 0
    /// How far from 0 it may be, as it is coded; below 0 where there must be none.
    var limit: Int32
  }

  // Positions from 64 on are of blocks that are too long; those from `JPEGHuffmanTable.endRun` on are behind a
  // block's end.
  private let terms: UnsafeMutablePointer<Term>
  /// The last position that counts.
  let last: Int

  /// - Parameters:
  ///   - quantization: 64 factors in natural order.
  ///   - bound: how far from 0 a dequantised coefficient that counts may be.
  ///   - others: where those go that do not count.
  ///   - place: where the coefficient of a row and a column goes, and what it is multiplied by once it is
  ///     dequantised; nil where it does not count.
  init(
    quantization: UnsafePointer<UInt16>, bound: Int, others: Int,
    place: (_ row: Int, _ column: Int) -> (index: Int, share: Int)?
  ) {
    let (count, end) = (JPEGHuffmanTable.positionCount, JPEGHuffmanTable.endRun)
    let others = Int32(others)
    unsafe terms = .allocate(capacity: count)
    unsafe terms.initialize(repeating: Term(index: others, limit: -1), count: end)
    unsafe (terms + end).initialize(repeating: Term(index: others, limit: 0), count: count - end)
    var last = 0
    for (position, natural) in JPEGTerms.zigzag.enumerated() {
      var term = Term(index: others, limit: .max)
      if let (index, share) = place(natural / 8, natural % 8) {
        let factor = unsafe Int(quantization[natural])
        term = Term(
          index: Int32(index), factor: Int32(truncatingIfNeeded: factor * share),
          limit: Int32(bound / max(factor, 1)))
        last = position
      }
      unsafe terms[position] = term
    }
    self.last = last
  }

  deinit { unsafe terms.deallocate() }

  @inline(__always) subscript(position: Int) -> Term { unsafe terms[position] }

  /// Natural order of the positions in zigzag order (ITU-T T.81, figure 5).
  private static let zigzag: [Int] = {
    var order: [Int] = []
    for diagonal in 0..<15 {
      let rows = (max(0, diagonal - 7)...min(diagonal, 7)).map { $0 }
      for row in diagonal.isMultiple(of: 2) ? rows.reversed() : rows {
        order.append(8 * row + diagonal - row)
      }
    }
    return order
  }()
}
