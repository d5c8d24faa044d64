import CTestCodecs
import Foundation

/// A PNG whose filtered rows, deflate stream and pixel chunks a test chooses.
package struct FilteredPNG {
  package var width: Int
  package var height: Int
  package var type: PNGFixture.ColorType
  package var bitDepth = 8
  package var palette: [UInt8] = []
  package var paletteAlpha: [UInt8] = []
  /// For each row a filter's number, and bytes. What pixels they stand for is the decoder's to say.
  package var filtered: [UInt8] = []
  package var deflation = Deflation()
  /// Lengths of the pixel chunks, again and again; what is left goes into the last one.
  package var chunkLengths: [Int] = []
  /// Chunks after the pixels.
  package var tail: [UInt8] = []

  package struct Deflation: Sendable {
    package var level: Int32 = 6
    package var windowBits: Int32 = 15
    package var strategy = Strategy.standard

    package init() {}

    /// Numbers as zlib has them.
    package enum Strategy: Int32, CaseIterable, Sendable {
      case standard, filtered, huffmanOnly, runs, fixedCodes
    }
  }

  package init(width: Int, height: Int, _ type: PNGFixture.ColorType, bitDepth: Int = 8) {
    (self.width, self.height, self.type, self.bitDepth) = (width, height, type, bitDepth)
    if type == .palette { palette = (0..<768).map { UInt8(truncatingIfNeeded: $0 * 7) } }
  }

  package var rowBytes: Int { (width * type.channels * bitDepth + 7) / 8 }

  /// Fills rows with smooth parts, runs and noise.
  ///
  /// - Parameter filter: of each row.
  package mutating func fill(
    _ random: inout SeededGenerator, filter: (_ row: Int) -> UInt8
  ) {
    filtered = []
    filtered.reserveCapacity(height * (1 + rowBytes))
    for row in 0..<height {
      filtered.append(filter(row))
      let kind = Int.random(in: 0..<4, using: &random)
      for index in 0..<rowBytes {
        switch kind {
        case 0: filtered.append(UInt8.random(in: 0...255, using: &random))
        case 1:
          let small =
            Int.random(in: -6...6, using: &random) + Int.random(in: -6...6, using: &random)
          filtered.append(UInt8(truncatingIfNeeded: small))
        case 2: filtered.append(index / 5 % 7 == 0 ? UInt8(row & 3) : 0)
        default: filtered.append(filtered[max(0, filtered.count - 1 - rowBytes)])
        }
      }
    }
  }

  package var stream: [UInt8] {
    var count = 0
    guard
      let deflated = unsafe ctc_deflate(
        filtered, filtered.count, deflation.level, deflation.windowBits,
        deflation.strategy.rawValue, &count)
    else { preconditionFailure("the rows cannot be deflated") }
    defer { unsafe free(deflated) }
    return unsafe Array(UnsafeBufferPointer(start: deflated, count: count))
  }

  package var bytes: [UInt8] { bytes(stream) }

  /// The PNG with another stream of pixels.
  package func bytes(_ stream: [UInt8]) -> [UInt8] {
    var png = PNGFixture.signature
    let header =
      PNGFixture.bigEndian(UInt32(width)) + PNGFixture.bigEndian(UInt32(height))
      + [UInt8(bitDepth), UInt8(type.rawValue), 0, 0, 0]
    png += PNGFixture.chunk("IHDR", header)
    if type == .palette {
      png += PNGFixture.chunk("PLTE", palette)
      if !paletteAlpha.isEmpty { png += PNGFixture.chunk("tRNS", paletteAlpha) }
    }
    var rest = stream[...]
    var index = 0
    while !chunkLengths.isEmpty, rest.count > chunkLengths[index % chunkLengths.count],
      index < 1_000_000
    {
      let part = rest.prefix(chunkLengths[index % chunkLengths.count])
      png += PNGFixture.chunk("IDAT", Array(part))
      rest = rest.dropFirst(part.count)
      index += 1
    }
    png += PNGFixture.chunk("IDAT", Array(rest))
    return png + tail + PNGFixture.chunk("IEND", [])
  }
}
