import CTestCodecs
import Foundation

/// Small files that cost much time or memory where nothing limits them.
package enum HostileFixture {
  /// How the scans of ``scans(_:width:height:coding:components:)`` are coded.
  package enum Coding: CaseIterable, Sendable {
    /// 18 bytes a scan and more: end-of-band runs that cover the picture.
    case huffman
    /// 10 bytes a scan: no data at all, which the arithmetic decoder takes for zeros.
    case arithmetic
  }

  /// A flat progressive JPEG whose coefficients are refined again and again: each scan walks through the
  /// whole picture and changes nothing.
  ///
  /// - Parameter components: each has a scan of its own in turn; 4:4:4 for three of them.
  package static func scans(
    _ count: Int, width: Int, height: Int, coding: Coding = .huffman, components: Int = 1
  ) -> [UInt8] {
    let blocks = ((width + 7) / 8) * ((height + 7) / 8)
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
    let frame: [UInt8] = (0..<components).flatMap { [UInt8($0 + 1), 0x11, 0] as [UInt8] }
    let size: [UInt8] = bigEndian(height) + bigEndian(width)
    bytes += segment(coding == .huffman ? 0xC2 : 0xCA, [8] + size + [UInt8(components)] + frame)
    var (flat, run): ([UInt8], [UInt8]) = ([], [])
    if coding == .huffman {
      // One code of one bit in each table: DC 0, and a run of 2¹⁴…2¹⁵ − 1 blocks without coefficients.
      let counts: [UInt8] = [1] + [UInt8](repeating: 0, count: 15)
      bytes += segment(0xC4, [0x00] + counts + [0x00])
      bytes += segment(0xC4, [0x10] + counts + [0xE0])
      flat = [UInt8](repeating: 0, count: (blocks + 7) / 8)
      run = runs(of: blocks)
    }
    func scan(_ component: Int, _ first: UInt8, _ last: UInt8, _ bits: UInt8, _ data: [UInt8])
      -> [UInt8]
    {
      segment(0xDA, [1, UInt8(component + 1), 0, first, last, bits]) + data
    }
    for component in 0..<components { bytes += scan(component, 0, 0, 0, flat) }
    for component in 0..<components { bytes += scan(component, 1, 63, 0x01, run) }
    for index in 0..<count { bytes += scan(index % components, 1, 63, 0x10, run) }
    return bytes + [0xFF, 0xD9]
  }

  /// A sequential JPEG of three components whose first is decoded again and again: 10 bytes a scan.
  package static func sequentialScans(_ count: Int, width: Int, height: Int) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segment(0xDB, [0] + [UInt8](repeating: 16, count: 64))
    let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    let size: [UInt8] = bigEndian(height) + bigEndian(width)
    bytes += segment(0xC9, [8] + size + components)
    for component: UInt8 in [1, 2, 3] + [UInt8](repeating: 1, count: count) {
      bytes += segment(0xDA, [1, component, 0, 0, 63, 0])
    }
    return bytes + [0xFF, 0xD9]
  }

  /// A progressive JPEG whose scans, up to 6,000, stand behind a marker that does not exist and, if it did,
  /// would have a length that passes over them.
  package static func hiddenScans(_ count: Int, width: Int, height: Int) -> [UInt8] {
    let plain = scans(count, width: width, height: height, coding: .arithmetic)
    let first = plain.indices.first { plain[$0] == 0xFF && plain[$0 + 1] == 0xDA }!
    let rest = plain[(first + 10)...].dropLast(2)
    let hidden = [0xFF, 0x02, 0xFF, 0xFF] + rest
    let padding = [UInt8](repeating: 0, count: 65_537 - hidden.count)
    // The decoder passes over such a marker only where a restart is due.
    let restarts = segment(0xDD, bigEndian(100))
    return Array(plain[..<first]) + restarts + plain[first..<(first + 10)] + hidden + padding
      + [0xFF, 0xD9]
  }

  /// Codes of 15 bits that together pass over all of the blocks.
  private static func runs(of blocks: Int) -> [UInt8] {
    var bits: [Bool] = []
    var rest = blocks
    while rest > 0 {
      // 0 is the code of the run; 14 bits say how much longer than 2¹⁴ it is.
      let length = min(max(rest, 1 << 14), (1 << 15) - 1)
      bits.append(false)
      bits += (0..<14).reversed().map { length >> $0 & 1 == 1 }
      rest -= length
    }
    while !bits.count.isMultiple(of: 8) { bits.append(true) }
    return stride(from: 0, to: bits.count, by: 8).flatMap { start in
      let byte = bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      return byte == 0xFF ? [0xFF, 0x00] : [byte]
    }
  }

  private static func segment(_ marker: UInt8, _ contents: [UInt8]) -> [UInt8] {
    [0xFF, marker] + bigEndian(contents.count + 2) + contents
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [UInt8(value >> 8), UInt8(value & 255)]
  }

  // MARK: PNG

  private static let pixel = PNGFixture.bytes(
    width: 1, height: 1, .rgb, samples: [1, 2, 3])

  /// A PNG of one pixel with a chunk that inflates to `count` zeros: `zTXt`, `iTXt` or `iCCP`.
  package static func inflating(_ type: String, to count: Int) -> [UInt8] {
    let head =
      switch type {
      case "iTXt": Array("Comment\0\u{1}\0\0\0".utf8)
      case "iCCP": Array("profile\0\0".utf8)
      default: Array("Comment\0\0".utf8)
      }
    return PNGFixture.inserting(
      PNGFixture.chunk(type, head + deflatedZeros(count)), into: pixel)
  }

  /// A PNG of one pixel with the head of a colour profile that claims `count` bytes.
  package static func profile(claiming count: UInt32) -> [UInt8] {
    let head = PNGFixture.bigEndian(count) + [UInt8](repeating: 0, count: 128)
    // A stored block of 132 bytes, not the last one.
    let stream: [UInt8] = [0x78, 0x01, 0x00, 0x84, 0x00, 0x7B, 0xFF] + head
    return PNGFixture.inserting(
      PNGFixture.chunk("iCCP", Array("profile\0\0".utf8) + stream), into: pixel)
  }

  /// A PNG of one pixel whose pixel data goes on for `count` bytes after it.
  package static func surplusPixels(_ count: Int) -> [UInt8] {
    PNGFixture.signature
      + PNGFixture.chunks(pixel).flatMap { chunk in
        PNGFixture.chunk(
          chunk.type, chunk.type == "IDAT" ? deflatedZeros(count) : chunk.contents)
      }
  }

  /// A PNG of one pixel among `count` chunks without contents, before or after its pixel.
  ///
  /// `IDAT` is right only where `afterPixels` is false: it then begins the pixel data.
  package static func emptyChunks(
    _ type: String, _ count: Int, afterPixels: Bool = false
  ) -> [UInt8] {
    let chunk = PNGFixture.chunk(type, [])
    var all: [UInt8] = []
    all.reserveCapacity(count * chunk.count)
    for _ in 0..<count { all += chunk }
    return PNGFixture.inserting(all, into: pixel, afterPixels: afterPixels)
  }

  private static func deflatedZeros(_ count: Int) -> [UInt8] {
    var size = 0
    guard let bytes = unsafe ctc_deflate_zeros(count, &size) else {
      preconditionFailure("zeros cannot be deflated")
    }
    defer { unsafe free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  }
}
