import CLibDeflate
import CLibZ
package import PixelGeometry

/// Joins bands into the bytes of a PNG: 8 bits, RGB or straight RGBA, tagged sRGB, without time or place.
///
/// The chunks are written here and not by libpng, because libpng deflates all rows in one thread; the
/// tests read every kind of output with libpng.
package struct PNGEncoder: Sendable {
  /// The `Software` text by which a sheet of ours is known.
  package static let software = "contactsheet"

  private let size: PixelSize
  private let pixelBytes: Int
  private let pixelsPerMetre: Int
  /// The Adler-32 of all bands so far.
  private var checksum: UInt32 = 1
  private var nextRow = 0

  /// - Parameters:
  ///   - size: sides of 1…2³¹ − 1.
  ///   - hasAlpha: rows are RGBA, else RGB.
  ///   - pixelsPerMetre: the density that is stated.
  package init(size: PixelSize, hasAlpha: Bool, pixelsPerMetre: Int) {
    self.size = size
    self.pixelBytes = hasAlpha ? 4 : 3
    self.pixelsPerMetre = pixelsPerMetre
  }

  /// Rows of each band, from the top: always cut at the same rows, whoever makes them. About 512 KB, few
  /// enough for little memory, and enough for their codes to pay; 2 MB where every byte counts.
  package static func bandHeight(width: Int, _ compression: PNGCompression) -> Int {
    max(1, (compression == .smallest ? 2_097_152 : 524_288) / (3 * width))
  }

  /// The bytes before the first band.
  package var head: [UInt8] {
    let big = PNGEncoder.bigEndian
    let density = big(UInt32(pixelsPerMetre))
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk(
        "IHDR",
        big(UInt32(size.width)) + big(UInt32(size.height)) + [8, pixelBytes == 4 ? 6 : 2, 0, 0, 0])
      + chunk("sRGB", [0])
      + chunk("pHYs", density + density + [1])
      + chunk("tEXt", Array("Software\0\(PNGEncoder.software)".utf8))
  }

  /// The bytes of the next band, and with the last one those that end the file.
  package mutating func append(_ band: PNGBand) -> [UInt8] {
    // The zlib header: a window of 32 KB, and the level, which no decoder asks for.
    let head: [UInt8] = nextRow == 0 ? [0x78, 0x01] : []
    checksum = UInt32(
      adler32_combine(UInt(checksum), UInt(band.checksum), band.filteredCount))
    nextRow += band.filteredCount / (1 + pixelBytes * size.width)
    guard nextRow == size.height else { return chunk("IDAT", head, band.bytes) }
    return chunk("IDAT", head, band.bytes, PNGEncoder.bigEndian(checksum)) + chunk("IEND")
  }

  private func chunk(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    let count = contents.reduce(0) { $0 + $1.count }
    var chunk = PNGEncoder.bigEndian(UInt32(count))
    chunk.reserveCapacity(12 + count)
    chunk += type.utf8
    for part in contents { chunk += part }
    let check = unsafe chunk.withUnsafeBytes { bytes in
      unsafe libdeflate_crc32(0, bytes.baseAddress! + 4, bytes.count - 4)
    }
    chunk += PNGEncoder.bigEndian(check)
    return chunk
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
