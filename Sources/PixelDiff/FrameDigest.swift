/// 128 bits that stand for the pixels of a frame as they can be seen.
///
/// Frames of one size with the same visible pixels have the same digest, in pictures of 8 bits and of 16.
/// Others have another one, but for one in 2¹²⁸ that nobody made for the purpose: it is no cryptographic
/// digest.
package struct FrameDigest: Hashable, Sendable {
  // Two lanes, each a chain of steps that can be undone: two chains of which one step differs end
  // differently. They begin with the digits of π. The factors are odd: 2⁶⁴ over the golden ratio, and one of
  // J. Salmon and others, "Parallel Random Numbers: As Easy as 1, 2, 3", 2011.
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344

  /// Takes the next pixel.
  ///
  /// - Parameter pixel: straight RGBA of 16 bits a channel, alpha lowest; 0 for whatever has no alpha.
  @inline(__always)
  mutating func add(_ pixel: UInt64) {
    first = (first ^ pixel) &* 0x9E37_79B9_7F4A_7C15
    first ^= first >> 32
    second = (second &+ pixel) &* 0xD2B7_4407_B1CE_6E93
    second ^= second >> 29
  }
}
