/// A whole pixel as one number, so that two pixels are compared at once: straight RGBA of 8 or 16 bits a
/// channel.
protocol PixelWord: FixedWidthInteger & UnsignedInteger & Sendable {
  static var bytes: Int { get }
  /// The value of one step of 8 bits.
  static var step: Int { get }
  /// The pixel whose samples are stored from `address`.
  init(at address: UnsafeRawPointer)
  var red: Int { get }
  var green: Int { get }
  var blue: Int { get }
  var alpha: Int { get }
}

extension PixelWord {
  /// The largest difference of any of the four channels.
  @inline(__always)
  func largestDifference(from other: Self) -> Int {
    let (reds, greens) = (abs(red &- other.red), abs(green &- other.green))
    let (blues, alphas) = (abs(blue &- other.blue), abs(alpha &- other.alpha))
    return Swift.max(reds, greens, blues, alphas)
  }
}

extension UInt32: PixelWord {
  static var bytes: Int { 4 }
  static var step: Int { 1 }
  @inline(__always)
  init(at address: UnsafeRawPointer) {
    unsafe self.init(littleEndian: address.loadUnaligned(as: UInt32.self))
  }
  @inline(__always) var red: Int { Int(self & 0xFF) }
  @inline(__always) var green: Int { Int(self >> 8 & 0xFF) }
  @inline(__always) var blue: Int { Int(self >> 16 & 0xFF) }
  @inline(__always) var alpha: Int { Int(self >> 24) }
}

/// The samples are stored with the high byte first.
extension UInt64: PixelWord {
  static var bytes: Int { 8 }
  static var step: Int { 257 }
  @inline(__always)
  init(at address: UnsafeRawPointer) {
    unsafe self.init(bigEndian: address.loadUnaligned(as: UInt64.self))
  }
  @inline(__always) var red: Int { Int(self >> 48) }
  @inline(__always) var green: Int { Int(self >> 32 & 0xFFFF) }
  @inline(__always) var blue: Int { Int(self >> 16 & 0xFFFF) }
  @inline(__always) var alpha: Int { Int(self & 0xFFFF) }
}
