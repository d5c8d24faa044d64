/// Bits at the front of a JPEG's coded data, as Fabian Giesen describes it ("Reading bits in far too many
/// ways", 2018, variant 4): the next ones are the upper bits of `window`, and `count` of them are there.
@unsafe struct JPEGBits {
  var window: UInt64 = 0
  var count = 0
  /// What follows the bits that are there.
  var next: UnsafePointer<UInt8>

  /// Makes at least 56 bits be there, of 8 bytes from `next` on.
  @inline(__always) mutating func refill() {
    let word = unsafe UInt64(
      bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    unsafe window |= word &>> UInt64(truncatingIfNeeded: count)
    unsafe next += (63 &- count) &>> 3
    unsafe count |= 56
  }

  @inline(__always) mutating func drop(_ bits: Int) {
    unsafe window = window &<< UInt64(truncatingIfNeeded: bits)
    unsafe count &-= bits
  }

  /// A value of `size` bits, up to 15, by table F.1 and figure F.12 of the standard; 0 for none.
  @inline(__always) mutating func take(_ size: Int) -> Int {
    let bits = unsafe Int(
      truncatingIfNeeded: (window &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- size))
    let isNegative = unsafe ~(Int(truncatingIfNeeded: window) &>> 63)
    unsafe drop(size)
    return bits &- (((1 &<< size) &- 1) & isNegative)
  }
}
