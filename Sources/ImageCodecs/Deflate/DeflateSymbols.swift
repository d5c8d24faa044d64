/// The symbols of deflate for lengths and distances (RFC 1951, section 3.2.5).
enum DeflateSymbols {
  /// Literals 0…255, the end of a block, and 29 symbols of lengths.
  static let literalCount = 286
  static let endOfBlock = 256
  static let distanceCount = 30
  static let longestMatch = 258
  static let farthestMatch = 32_768

  /// The symbol of a length of 3…258, less 257, and how many bits follow it.
  @inline(__always)
  static func length(_ length: Int) -> (symbol: Int, extraBits: Int) {
    if length == longestMatch { return (28, 0) }
    let offset = length - 3
    guard offset >= 8 else { return (offset, 0) }
    let extraBits = log2(offset) - 2
    return (4 * extraBits + (offset &>> extraBits), extraBits)
  }

  /// The symbol of a distance of 1…32,768, and how many bits follow it.
  @inline(__always)
  static func distance(_ distance: Int) -> (symbol: Int, extraBits: Int) {
    let offset = distance - 1
    guard offset >= 4 else { return (offset, 0) }
    let extraBits = log2(offset) - 1
    return (2 * extraBits + (offset &>> extraBits), extraBits)
  }

  /// The place of the highest bit of a number above 0.
  @inline(__always)
  static func log2(_ number: Int) -> Int { Int.bitWidth - 1 - number.leadingZeroBitCount }

  /// The order in which the lengths of the code of code lengths are written (section 3.2.7).
  static let codeLengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
}
