/// Takes the filters of PNG (specification, section 9) off rows of pixels of 3 or 4 bytes, and makes straight
/// RGBA of them on the way.
///
/// The row above is the one that was made of it: of RGB, every fourth byte is passed over.
@unsafe struct PNGUnfilter {
  /// Filtered: a filter's number, then bytes. A byte after the last one can be read.
  let source: UnsafeRawPointer
  /// RGBA.
  let above: UnsafeRawPointer
  let target: UnsafeMutableRawPointer
  let width: Int

  private typealias Pixel = SIMD4<UInt8>
  private typealias Bytes = SIMD16<UInt8>
  private typealias Bytes8 = SIMD8<UInt8>
  private typealias Words = SIMD8<Int16>

  /// - Parameter pixelBytes: 3 or 4.
  /// - Returns: false where there is no such filter.
  func run(pixelBytes: Int) -> Bool {
    unsafe pixelBytes == 4 ? run(4) : run(3)
  }

  @inline(__always)
  private func run(_ bytes: Int) -> Bool {
    switch unsafe source.load(as: UInt8.self) {
    case 0: unsafe takeNone(bytes)
    case 1: unsafe takeSub(bytes)
    case 2: unsafe takeUp(bytes)
    case 3: unsafe takeAverage(bytes)
    case 4: unsafe takePaeth(bytes)
    default: return false
    }
    return true
  }

  @inline(__always)
  private func input(_ x: Int, _ bytes: Int) -> Pixel {
    unsafe (source + 1).loadUnaligned(fromByteOffset: x &* bytes, as: Pixel.self)
  }

  @inline(__always)
  private func up(_ x: Int) -> Pixel {
    unsafe above.loadUnaligned(fromByteOffset: 4 &* x, as: Pixel.self)
  }

  @inline(__always)
  private func store(_ pixel: Pixel, _ x: Int, _ bytes: Int) {
    let opaque = bytes == 3 ? pixel | Pixel(0, 0, 0, 255) : pixel
    unsafe target.storeBytes(of: opaque, toByteOffset: 4 &* x, as: Pixel.self)
  }

  @inline(__always)
  private func takeNone(_ bytes: Int) {
    if bytes == 4 {
      unsafe target.copyMemory(from: source + 1, byteCount: 4 * width)
    } else {
      for x in unsafe 0..<width { unsafe store(input(x, bytes), x, bytes) }
    }
  }

  @inline(__always)
  private func takeSub(_ bytes: Int) {
    var left = Pixel.zero
    for x in unsafe 0..<width {
      left = unsafe left &+ (input(x, bytes))
      unsafe store(left, x, bytes)
    }
  }

  @inline(__always)
  private func takeUp(_ bytes: Int) {
    var x = 0
    if bytes == 4 {
      while unsafe x &+ 4 <= width {
        let values = unsafe (source + 1).loadUnaligned(fromByteOffset: 4 &* x, as: Bytes.self)
        let above = unsafe above.loadUnaligned(fromByteOffset: 4 &* x, as: Bytes.self)
        unsafe target.storeBytes(of: values &+ above, toByteOffset: 4 &* x, as: Bytes.self)
        x &+= 4
      }
    }
    while unsafe x < width {
      unsafe store(input(x, bytes) &+ (up(x)), x, bytes)
      x &+= 1
    }
  }

  @inline(__always)
  private func takeAverage(_ bytes: Int) {
    var left = Pixel.zero
    for x in unsafe 0..<width {
      let up = unsafe up(x)
      // (a + b) >> 1 without a ninth bit.
      let mean = (left & up) &+ ((left ^ up) &>> 1)
      left = unsafe input(x, bytes) &+ mean
      unsafe store(left, x, bytes)
    }
  }

  @inline(__always)
  private func takePaeth(_ bytes: Int) {
    var (left, corner) = (Words.zero, Words.zero)
    for x in unsafe 0..<width {
      let up = unsafe words(up(x), .zero)
      left = paeth(left, up, corner, plus: unsafe words(input(x, bytes), .zero))
      corner = up
      unsafe store(Bytes8(truncatingIfNeeded: left).lowHalf, x, bytes)
    }
  }

  // MARK: fewer bytes a pixel

  /// Takes the filter off a row of pixels of 1 or 2 bytes, and leaves them as they are.
  ///
  /// - Parameter count: of bytes.
  /// - Returns: false where there is no such filter.
  static func line(
    _ source: UnsafeRawPointer, above: UnsafeRawPointer, target: UnsafeMutableRawPointer,
    count: Int, pixelBytes: Int
  ) -> Bool {
    let input = unsafe UnsafeRawBufferPointer(start: source + 1, count: count)
    let above = unsafe UnsafeRawBufferPointer(start: above, count: count)
    let output = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
    func left(_ index: Int) -> UInt8 {
      unsafe index < pixelBytes ? 0 : output[index - pixelBytes]
    }
    switch unsafe source.load(as: UInt8.self) {
    case 0: unsafe output.copyMemory(from: input)
    case 1: for index in 0..<count { unsafe output[index] = input[index] &+ left(index) }
    case 2: for index in 0..<count { unsafe output[index] = input[index] &+ above[index] }
    case 3:
      for index in 0..<count {
        let mean = unsafe (Int(left(index)) + Int(above[index])) / 2
        unsafe output[index] = input[index] &+ UInt8(mean)
      }
    case 4:
      for index in 0..<count {
        let corner = unsafe index < pixelBytes ? 0 : Int(above[index - pixelBytes])
        let (left, up) = unsafe (Int(left(index)), Int(above[index]))
        let (distanceLeft, distanceUp) = (abs(up - corner), abs(left - corner))
        let distanceCorner = abs(left + up - 2 * corner)
        let nearest =
          distanceLeft <= distanceUp && distanceLeft <= distanceCorner
          ? left : distanceUp <= distanceCorner ? up : corner
        unsafe output[index] = input[index] &+ UInt8(nearest)
      }
    default: return false
    }
    return true
  }

  // MARK: two rows

  var isPaeth: Bool { unsafe source.load(as: UInt8.self) == 4 }

  /// Both this row and the one below it have Paeth's filter.
  ///
  /// Each pixel waits for the one to its left, so two rows at once take hardly longer than one: the lower one is
  /// made a pixel behind.
  ///
  /// - Parameters:
  ///   - below: the row below this one; what is above it is not looked at.
  ///   - pixelBytes: 3 or 4.
  func runTwo(below: PNGUnfilter, pixelBytes: Int) {
    unsafe pixelBytes == 4 ? takeTwo(below, 4) : takeTwo(below, 3)
  }

  @inline(__always)
  private func takeTwo(_ below: PNGUnfilter, _ bytes: Int) {
    // The upper row in the low half, the lower one in the high half.
    var up = unsafe words(up(0), .zero)
    var left = paeth(.zero, up, .zero, plus: unsafe words(input(0, bytes), .zero))
    unsafe store(Bytes8(truncatingIfNeeded: left).lowHalf, 0, bytes)
    var corner = Words(lowHalf: up.lowHalf, highHalf: .zero)
    var x = 1
    while unsafe x < width {
      let values = unsafe words(input(x, bytes), below.input(x &- 1, bytes))
      up = unsafe Words(lowHalf: words(self.up(x), .zero).lowHalf, highHalf: left.lowHalf)
      left = paeth(left, up, corner, plus: values)
      corner = up
      let made = Bytes8(truncatingIfNeeded: left)
      unsafe store(made.lowHalf, x, bytes)
      unsafe below.store(made.highHalf, x &- 1, bytes)
      x &+= 1
    }
    up = Words(lowHalf: .zero, highHalf: left.lowHalf)
    left = paeth(left, up, corner, plus: unsafe words(.zero, below.input(x &- 1, bytes)))
    unsafe below.store(Bytes8(truncatingIfNeeded: left).highHalf, x &- 1, bytes)
  }

  @inline(__always)
  private func words(_ low: Pixel, _ high: Pixel) -> Words {
    Words(truncatingIfNeeded: Bytes8(lowHalf: low, highHalf: high))
  }
}

/// A value plus that of left, up and corner which is nearest to left + up − corner; ties go in that order.
@inline(__always)
private func paeth(
  _ left: SIMD8<Int16>, _ up: SIMD8<Int16>, _ corner: SIMD8<Int16>, plus value: SIMD8<Int16>
) -> SIMD8<Int16> {
  let fromLeft = up &- corner
  let distanceLeft = pointwiseMax(fromLeft, corner &- up)
  let (ahead, behind) = (left &- corner, corner &- left)
  let distanceUp = pointwiseMax(ahead, behind)
  let distanceCorner = pointwiseMax(ahead &+ fromLeft, behind &- fromLeft)
  let upOrCorner = up.replacing(with: corner, where: distanceUp .> distanceCorner)
  let isOther = distanceLeft .> pointwiseMin(distanceUp, distanceCorner)
  return (value &+ left.replacing(with: upOrCorner, where: isOther)) & 255
}
