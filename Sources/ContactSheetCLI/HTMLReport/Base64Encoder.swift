/// Base64 as RFC 4648, section 4, has it: in pieces, on one line.
package struct Base64Encoder {
  /// What did not fill a group of three bytes yet.
  private var rest: [UInt8] = []

  package init() {}

  /// - Returns: the characters of all groups of three bytes that are whole by now.
  package mutating func encode(_ bytes: [UInt8]) -> [UInt8] {
    let input = rest.isEmpty ? bytes : rest + bytes
    let groups = input.count / 3
    var output = [UInt8](repeating: 0, count: 4 * groups)
    for group in 0..<groups {
      let start = 3 * group
      let word =
        UInt32(input[start]) << 16 | UInt32(input[start + 1]) << 8 | UInt32(input[start + 2])
      for position in 0..<4 {
        output[4 * group + position] = Base64Encoder.character(word >> UInt32(18 - 6 * position))
      }
    }
    rest = Array(input.suffix(input.count - 3 * groups))
    return output
  }

  /// - Returns: the characters of what is left, filled up with `=`.
  package mutating func finish() -> [UInt8] {
    guard !rest.isEmpty else { return [] }
    let filled = rest.count
    let last = encode([UInt8](repeating: 0, count: 3 - filled))
    return last.prefix(filled + 1) + [UInt8](repeating: UInt8(ascii: "="), count: 3 - filled)
  }

  /// Of the lowest six bits.
  private static func character(_ bits: UInt32) -> UInt8 { alphabet[Int(bits & 63)] }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
