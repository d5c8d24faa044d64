import CImageCodecs
package import PixelGeometry

/// Encodes rows from the top into the bytes of a PNG: 8 bits, RGB or straight RGBA, tagged sRGB, without
/// time or place.
@safe package struct PNGEncoder: ~Copyable {
  /// The `Software` text by which a sheet of ours is known.
  package static let software = "contactsheet"

  private let writer: OpaquePointer
  private let rowBytes: Int

  /// - Parameters:
  ///   - hasAlpha: rows are RGBA, else RGB.
  ///   - pixelsPerMetre: the density that is stated.
  package static func start(
    size: PixelSize, hasAlpha: Bool, pixelsPerMetre: Int
  ) throws(PNGEncodingError) -> PNGEncoder {
    guard let writer = unsafe cic_png_writer_create() else {
      throw PNGEncodingError(words: "not enough memory")
    }
    let encoder = unsafe PNGEncoder(
      writer: writer, rowBytes: size.width * (hasAlpha ? 4 : 3))
    let status = unsafe PNGEncoder.software.withCString { software in
      var settings = unsafe cic_png_settings(
        width: UInt32(size.width), height: UInt32(size.height), has_alpha: hasAlpha,
        pixels_per_metre: UInt32(pixelsPerMetre), software: software)
      return unsafe cic_png_writer_start(writer, &settings)
    }
    try encoder.check(status)
    return encoder
  }

  private init(writer: OpaquePointer, rowBytes: Int) {
    unsafe self.writer = writer
    self.rowBytes = rowBytes
  }

  deinit { unsafe cic_png_writer_destroy(writer) }

  /// Encodes whole rows.
  package mutating func write(rows: [UInt8]) throws(PNGEncodingError) {
    precondition(rows.count.isMultiple(of: rowBytes))
    try check(
      unsafe cic_png_writer_write_rows(writer, rows, rowBytes, UInt32(rows.count / rowBytes)))
  }

  /// Encodes the end; call after the last row.
  package mutating func finish() throws(PNGEncodingError) {
    try check(unsafe cic_png_writer_finish(writer))
  }

  /// Hands over the bytes encoded since the last call.
  package mutating func takeBytes() -> [UInt8] {
    var count = 0
    guard let start = unsafe cic_png_writer_pending(writer, &count) else { return [] }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    unsafe cic_png_writer_take(writer)
    return bytes
  }

  private borrowing func check(_ status: cic_status) throws(PNGEncodingError) {
    guard status != CIC_OK else { return }
    throw PNGEncodingError(words: unsafe String(cString: cic_png_writer_message(writer)))
  }
}

/// What stopped libpng; in practice only a lack of memory.
package struct PNGEncodingError: Error, Equatable {
  package var words: String
}
