/// libjpeg's inverse transform of a block to 2 × 2 samples (jidctred.c, jpeg_idct_2x2), one coefficient after
/// the other as they are decoded.
///
/// It takes the coefficients of the rows and columns 0, 1, 3, 5 and 7. What is within the bounds here comes
/// out the same from all of libjpeg's versions of it, those for special processors included, whose numbers
/// have fewer bits.
@safe final class JPEGSmallTransform {
  /// The sums of a block: of five columns the even parts, of five the odd parts, and one for the rest.
  private let sums: UnsafeMutablePointer<Int32>
  private static let sumCount = 11

  // In units of 1/8192, by row or column: 3.624509785, −1.272758580, 0.850430095 and −0.720959822.
  private static let factors = [0, 29_692, 0, -10_426, 0, 6_967, 0, -5_906]
  // Which of the five columns it is.
  private static let columns = [0, 1, nil, 2, nil, 3, nil, 4]

  /// Dequantised coefficients: with these, no sum of libjpeg's vector code leaves its bits.
  private static let bound = 2047

  /// The share that each coefficient has in a sum.
  ///
  /// - Parameter quantization: 64 factors in natural order.
  static func terms(quantization: UnsafePointer<UInt16>) -> JPEGTerms {
    unsafe JPEGTerms(quantization: quantization, bound: bound, others: sumCount - 1) {
      row, column in
      let share = row == 0 ? 1 << 15 : factors[row]
      guard let column = columns[column], share != 0 else { return nil }
      return (row == 0 ? column : 5 + column, share)
    }
  }

  init() {
    unsafe sums = .allocate(capacity: JPEGSmallTransform.sumCount)
    unsafe sums.initialize(repeating: 0, count: JPEGSmallTransform.sumCount)
  }

  deinit { unsafe sums.deallocate() }

  @inline(__always) func clear() {
    unsafe sums.update(repeating: 0, count: JPEGSmallTransform.sumCount)
  }

  @inline(__always) func add(_ value: Int, _ term: JPEGTerms.Term) {
    unsafe sums[Int(term.index)] &+= Int32(truncatingIfNeeded: value) &* term.factor
  }

  /// What the coefficients that were added, the DC not among them, are to the four samples: two of the upper row,
  /// two of the lower. With the dequantised DC added, an eighth of that, rounded down, is the sample less 128.
  @inline(__always) func takeShares(_ shares: UnsafeMutablePointer<Int32>, gap: Int) {
    // After the columns there are 2 more bits than in a sample times 8; after the rows 13 + 2 + 3 + 2 go. The DC
    // is a whole number of what is left when 13 + 2 + 2 have gone.
    for row in 0..<2 {
      let (c0, c1, c3) = (column(0, row), column(1, row), column(2, row))
      let (c5, c7) = (column(3, row), column(4, row))
      let even = c0 &<< 15 &+ (1 &<< 19)
      let odd = c1 &* 29_692 &- c3 &* 10_426 &+ c5 &* 6_967 &- c7 &* 5_906
      unsafe shares[2 &* row &* gap] = Int32(truncatingIfNeeded: (even &+ odd) &>> 17)
      unsafe shares[(2 &* row &+ 1) &* gap] = Int32(truncatingIfNeeded: (even &- odd) &>> 17)
    }
  }

  @inline(__always) private func column(_ index: Int, _ row: Int) -> Int {
    let (even, odd) = unsafe (Int(sums[index]), Int(sums[5 + index]))
    return (row == 0 ? even &+ odd &+ 4096 : even &- odd &+ 4096) &>> 13
  }
}
