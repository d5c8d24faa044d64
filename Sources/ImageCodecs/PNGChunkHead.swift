/// What stands before the contents of a PNG's chunk.
struct PNGChunkHead {
  /// Four letters.
  struct Kind: Equatable {
    var code: UInt32

    static let pixels = Kind(code: 0x4944_4154)  // IDAT
    static let end = Kind(code: 0x4945_4E44)  // IEND
    static let transparency = Kind(code: 0x7452_4E53)  // tRNS
    static let profile = Kind(code: 0x6943_4350)  // iCCP

    /// Nothing but letters, the first a small one: a decoder may pass over it.
    var isAncillary: Bool {
      let letters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }
      return letters[0] & 0x20 != 0
        && letters.allSatisfy {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
    }
  }

  /// Of the contents, in bytes.
  let length: Int
  let type: Kind

  /// - Parameter bytes: 8.
  init(_ bytes: Span<UInt8>) {
    length = Int(PNGChunkHead.number(bytes.extracting(0..<4)))
    type = Kind(code: PNGChunkHead.number(bytes.extracting(4..<8)))
  }

  /// - Parameter bytes: 4, the highest first.
  static func number(_ bytes: Span<UInt8>) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[$1]) }
  }
}
