/// Samples of the lowest frequencies of blocks, and their colours, of several MCUs at once: one in each lane.
///
/// The transforms are libjpeg's jpeg_idct_3x3 and jpeg_idct_6x6 (jidctint.c), whose numbers have 13 bits of
/// fraction, and 2 between the columns and the rows; colours are those of jdcolor.c, with 16 bits.
enum JPEGLowTransform {
  typealias Lanes = SIMD8<Int32>

  /// Numbers of a block that comes to a square of samples: its dequantised coefficients of as many rows and columns,
  /// row after row, and one for those that do not count.
  static func numberCount(side: Int) -> Int { side * side + 1 }

  /// Of a dequantised coefficient: no sum leaves 32 bits. A sample of 6 × 6 is up to an eighth of
  /// (1 + 1.37 + 1.23 + 1 + 0.71 + 0.37)² = 32.2 times as large, and has 18 more bits on its way:
  /// 4.03 · 2032 · 2¹⁸ < 2³¹.
  private static let bound = 2032

  /// Which number each coefficient is.
  ///
  /// - Parameters:
  ///   - quantization: 64 factors in natural order.
  ///   - side: of the square, 3 or 6.
  static func terms(quantization: UnsafePointer<UInt16>, side: Int) -> JPEGTerms {
    unsafe JPEGTerms(quantization: quantization, bound: bound, others: side * side) { row, column in
      row < side && column < side ? (side * row + column, 1) : nil
    }
  }

  // In units of 1/8192: √½, √1.5 and (√3 − 1) / 2.
  private static let c0707: Int32 = 5793
  private static let c1225: Int32 = 10_033
  private static let c0366: Int32 = 2998

  /// Makes 3 × 3 samples, less 128 and not limited yet, of as many numbers.
  ///
  /// - Parameter rowGap: from one row of samples to the next.
  @inline(__always) static func makeThree(
    _ numbers: UnsafePointer<Lanes>, _ samples: UnsafeMutablePointer<Lanes>, rowGap: Int
  ) {
    // A column of the result in each turn, which is what a row is made of then.
    @inline(__always) func three(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> (Lanes, Lanes, Lanes) {
      let even = c &* c0707
      let odd = b &* c1225
      let outer = a &+ even
      return (outer &+ odd, a &- even &- even, outer &- odd)
    }
    let half = Lanes(repeating: 1 << 10)
    @inline(__always) func column(_ index: Int) -> (Lanes, Lanes, Lanes) {
      let sums = unsafe three(
        numbers[index] &<< 13 &+ half, numbers[3 + index], numbers[6 + index])
      return (sums.0 &>> 11, sums.1 &>> 11, sums.2 &>> 11)
    }
    let (left, middle, right) = (column(0), column(1), column(2))
    let rounding = Lanes(repeating: 1 << 4)
    @inline(__always) func row(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ index: Int) {
      let sums = three((a &+ rounding) &<< 13, b, c)
      let target = unsafe samples + index &* rowGap
      unsafe target[0] = sums.0 &>> 18
      unsafe target[1] = sums.1 &>> 18
      unsafe target[2] = sums.2 &>> 18
    }
    row(left.0, middle.0, right.0, 0)
    row(left.1, middle.1, right.1, 1)
    row(left.2, middle.2, right.2, 2)
  }

  /// Makes 6 × 6 samples, less 128 and not limited yet, of as many numbers.
  ///
  /// - Parameter halfway: room for 36.
  @inline(__always) static func makeSix(
    _ numbers: UnsafePointer<Lanes>, _ halfway: UnsafeMutablePointer<Lanes>,
    _ samples: UnsafeMutablePointer<Lanes>
  ) {
    let half = Lanes(repeating: 1 << 10)
    for column in 0..<6 {
      let (source, target) = unsafe (numbers + column, halfway + column)
      let sums = unsafe six(
        source[0] &<< 13 &+ half, source[6], source[12], source[18], source[24], source[30])
      let (middle, odd1) = (sums.middle &>> 11, sums.odd1 &<< 2)
      unsafe target[0] = (sums.outer &+ sums.odd0) &>> 11
      unsafe target[30] = (sums.outer &- sums.odd0) &>> 11
      unsafe target[6] = middle &+ odd1
      unsafe target[24] = middle &- odd1
      unsafe target[12] = (sums.inner &+ sums.odd2) &>> 11
      unsafe target[18] = (sums.inner &- sums.odd2) &>> 11
    }
    let rounding = Lanes(repeating: 1 << 4)
    for row in 0..<6 {
      let (source, target) = unsafe (halfway + 6 &* row, samples + 6 &* row)
      let sums = unsafe six(
        (source[0] &+ rounding) &<< 13, source[1], source[2], source[3], source[4], source[5])
      let odd1 = sums.odd1 &<< 13
      unsafe target[0] = (sums.outer &+ sums.odd0) &>> 18
      unsafe target[5] = (sums.outer &- sums.odd0) &>> 18
      unsafe target[1] = (sums.middle &+ odd1) &>> 18
      unsafe target[4] = (sums.middle &- odd1) &>> 18
      unsafe target[2] = (sums.inner &+ sums.odd2) &>> 18
      unsafe target[3] = (sums.inner &- sums.odd2) &>> 18
    }
  }

  /// Of six coefficients the even and the odd part of each pair of samples.
  private struct SixSums {
    var outer, middle, inner: Lanes
    var odd0, odd1, odd2: Lanes
  }

  /// - Parameter a: has 13 bits of fraction, as have the sums but for `odd1`.
  @inline(__always) private static func six(
    _ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes, _ f: Lanes
  ) -> SixSums {
    let (c4, c2, c5) = (e &* c0707, c &* c1225, (b &+ f) &* c0366)
    return SixSums(
      outer: a &+ c4 &+ c2, middle: a &- c4 &- c4, inner: a &+ c4 &- c2,
      odd0: c5 &+ (b &+ d) &<< 13, odd1: b &- d &- f, odd2: c5 &+ (f &- d) &<< 13)
  }

  /// Beyond ±512 libjpeg's table of limited samples begins again: what is not 0 here is there.
  @inline(__always) static func excess(_ sample: Lanes) -> Lanes { (sample &+ 512) & ~1023 }

  /// Pixels, RGBA, of samples less 128.
  @inline(__always) static func color(_ luma: Lanes, _ blue: Lanes, _ red: Lanes) -> SIMD8<UInt32> {
    let y = clamped(luma &+ 128)
    let cb = centered(blue)
    let cr = centered(red)
    let r = clamped(y &+ (cr &* 91_881 &+ 32_768) &>> 16)
    let g = clamped(y &+ (32_768 &- cb &* 22_554 &- cr &* 46_802) &>> 16)
    let b = clamped(y &+ (cb &* 116_130 &+ 32_768) &>> 16)
    return SIMD8(truncatingIfNeeded: r | g &<< 8 | b &<< 16) | 0xFF00_0000
  }

  /// Pixels, RGBA, of samples less 128.
  @inline(__always) static func gray(_ luma: Lanes) -> SIMD8<UInt32> {
    SIMD8(truncatingIfNeeded: clamped(luma &+ 128)) &* 0x01_0101 | 0xFF00_0000
  }

  @inline(__always) private static func clamped(_ value: Lanes) -> Lanes {
    pointwiseMin(pointwiseMax(value, .zero), Lanes(repeating: 255))
  }

  @inline(__always) private static func centered(_ value: Lanes) -> Lanes {
    pointwiseMin(pointwiseMax(value, Lanes(repeating: -128)), Lanes(repeating: 127))
  }
}
