import CImageCodecs
import CLibDeflate

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The contents of a PNG's pixel chunks, joined, and a look at what follows them.
///
/// It is at least as strict as libpng: where libpng would refuse a chunk, or have a remark about it, reading
/// ends, before anything is given out that libpng would not have given out.
@safe struct PNGPixelChunks: ~Copyable {
  private let input: cic_input
  private let byteCount: Int
  /// No pixel chunk that libpng takes is refused for being longer, unless it is longer than it need be.
  private let mostLength: Int
  private var position: Int
  /// What is left of the chunk at hand.
  private var left = 0
  /// The checksum of what was read of it.
  private var sum: UInt32 = 0
  /// All were read, and `position` is where the next chunk begins.
  private(set) var hasEnded = false

  /// - Parameters:
  ///   - input: must outlive this.
  ///   - position: where the first pixel chunk begins.
  ///   - byteCount: of the whole file.
  ///   - rowBytes, rowCount: of what they inflate to.
  /// - Returns: nil where there is none that is there whole.
  init?(_ input: cic_input, at position: Int, byteCount: Int, rowBytes: Int, rowCount: Int) {
    unsafe self.input = input
    self.position = position
    self.byteCount = byteCount
    // png_check_chunk_length of libpng: a stream that is only stored.
    let bytes = rowBytes * rowCount
    mostLength = bytes + 6 + 5 * (bytes / min(rowBytes, 32_566) + 1)
    guard let head = contents(8), enter(head.span) else { return nil }
  }

  /// Begins the pixel chunk that has this head, at `position`.
  private mutating func enter(_ head: Span<UInt8>) -> Bool {
    let chunk = PNGChunkHead(head)
    // Of a chunk that the end of the file cuts off libpng gives less than what is there.
    guard chunk.type == .pixels, chunk.length <= mostLength,
      position + 12 + chunk.length <= byteCount
    else { return false }
    position += 8
    left = chunk.length
    sum = PNGPixelChunks.sum(0, head.extracting(4..<8))
    return true
  }

  private static func sum(_ sum: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(sum, $0.baseAddress, $0.count) }
  }

  /// Reads up to as many bytes of the file as there is room; nil where it cannot be read.
  private func bytes(into room: UnsafeMutableRawBufferPointer) -> Int? {
    if unsafe input.descriptor < 0 {
      let count = min(room.count, byteCount - position)
      unsafe room.baseAddress!.copyMemory(from: input.bytes! + position, byteCount: count)
      return count
    }
    while true {
      let count = unsafe pread(input.descriptor, room.baseAddress, room.count, off_t(position))
      if count >= 0 { return count }
      if errno != EINTR { return nil }
    }
  }

  /// The next bytes of the file; nil where there are fewer.
  private func contents(_ count: Int) -> [UInt8]? {
    guard position + count <= byteCount else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe bytes.withUnsafeMutableBytes { unsafe self.bytes(into: $0) }
    return got == count ? bytes : nil
  }

  /// Reads contents of pixel chunks.
  ///
  /// - Parameter room: of a kilobyte, and more.
  /// - Returns: how many bytes; nil where there is anything odd.
  mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int? {
    guard let got = unsafe bytes(into: room), got > 0 else { return nil }
    let bytes = unsafe room.bindMemory(to: UInt8.self)
    let start = position
    var (from, count) = (0, 0)
    while true {
      let part = min(left, got - from)
      sum = unsafe PNGPixelChunks.sum(sum, bytes.span.extracting(from..<from + part))
      if from > count {
        unsafe (bytes.baseAddress! + count).update(from: bytes.baseAddress! + from, count: part)
      }
      count += part
      from += part
      left -= part
      position = start + from
      // Its checksum, and the head of the next chunk.
      guard left == 0, got - from >= 12 else { break }
      guard unsafe PNGChunkHead.number(bytes.span.extracting(from..<from + 4)) == sum else {
        return nil
      }
      position += 4
      let head = unsafe bytes.span.extracting(from + 4..<from + 12)
      if PNGChunkHead(head).type != .pixels {
        hasEnded = true
        return count
      }
      guard enter(head) else { return nil }
      from += 12
    }
    return from > 0 ? count : nil
  }

  /// Once `hasEnded`: whether what follows is nothing that libpng has to say anything about.
  ///
  /// - Parameter limit: a longer chunk is odd.
  mutating func restIsPlain(limit: Int) -> Bool {
    while let head = contents(8) {
      let chunk = PNGChunkHead(head.span)
      position += 8
      guard chunk.length <= limit, let rest = contents(chunk.length + 4) else { return false }
      position += rest.count
      let sum = PNGPixelChunks.sum(
        PNGPixelChunks.sum(0, head.span.extracting(4..<8)), rest.span.extracting(0..<chunk.length))
      guard PNGChunkHead.number(rest.span.extracting(chunk.length..<rest.count)) == sum else {
        return false
      }
      if chunk.type == .end { return chunk.length == 0 }
      // These have their place, and libpng reads them.
      guard chunk.type.isAncillary, chunk.type != .transparency, chunk.type != .profile else {
        return false
      }
    }
    return false
  }
}
