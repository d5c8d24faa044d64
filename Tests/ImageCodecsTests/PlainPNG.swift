import CLibDeflate
import ImageCodecs
import PixelGeometry
import TestSupport
import Testing

/// A PNG of 8 bits, RGB or RGBA, read by the plain words of the specification, and inflated by libdeflate: a
/// decoder that shares nothing with libpng and zlib.
struct PlainPNG {
  var size: PixelSize
  var pixelBytes: Int
  /// Rows without their filters' numbers.
  var rows: [UInt8]
  /// The number of each row's filter.
  var filters: [UInt8] = []

  init(_ png: [UInt8]) throws {
    let chunks = PNGFixture.chunks(png)
    let header = chunks[0].contents
    func number(_ at: Int) -> Int { header[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    size = PixelSize(width: number(0), height: number(4))
    pixelBytes = header[9] == 6 ? 4 : 3
    let rowBytes = pixelBytes * size.width
    let stream = chunks.filter { $0.type == "IDAT" }.flatMap(\.contents)
    let filtered = try PlainPNG.inflated(stream, count: size.height * (1 + rowBytes))
    rows = [UInt8](repeating: 0, count: size.height * rowBytes)
    for y in 0..<size.height {
      let filter = filtered[y * (1 + rowBytes)]
      filters.append(filter)
      for x in 0..<rowBytes {
        let a = x < pixelBytes ? 0 : Int(rows[y * rowBytes + x - pixelBytes])
        let b = y == 0 ? 0 : Int(rows[(y - 1) * rowBytes + x])
        let c = x < pixelBytes || y == 0 ? 0 : Int(rows[(y - 1) * rowBytes + x - pixelBytes])
        let p = a + b - c
        let nearest = [a, b, c].min { abs(p - $0) < abs(p - $1) }!
        let prediction = try #require([0, a, b, (a + b) / 2, nearest].element(Int(filter)))
        rows[y * rowBytes + x] = filtered[y * (1 + rowBytes) + 1 + x] &+ UInt8(prediction)
      }
    }
  }

  /// A zlib stream, which has to give exactly so many bytes and to end with the stream.
  static func inflated(_ stream: [UInt8], count: Int) throws -> [UInt8] {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { throw NoMemory() }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    var bytes = [UInt8](repeating: 0, count: count)
    var (taken, made) = (0, 0)
    let result = unsafe libdeflate_zlib_decompress_ex(
      decompressor, stream, stream.count, &bytes, count, &taken, &made)
    try #require(result == LIBDEFLATE_SUCCESS)
    try #require(taken == stream.count && made == count)
    return bytes
  }
}

struct NoMemory: Error {}

extension Array {
  fileprivate func element(_ index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
