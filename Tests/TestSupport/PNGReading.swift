package import ImageCodecs
import PixelGeometry
import Raster

/// All that reading a PNG comes to, by libpng or by ``FastPath/pngRows``.
package struct PNGReading: Equatable {
  /// Of all rows up to a fault.
  package var pixels: [UInt8] = []
  package var fault: PictureFault?
  /// What there is to say after the rows, and after all of the file.
  package var remarks: [DecodeRemark?] = []
  /// Rows that came before libpng was asked for any.
  package var ownRows = 0

  /// - Parameters:
  ///   - itself: ordinary PNGs are read without libpng.
  ///   - chunkBytes: rows that are decoded at a time.
  ///   - rowCount: no more rows are read; nil for all.
  package init(
    _ picture: EncodedPicture, itself: Bool, rowCount: Int? = nil,
    chunkBytes: Int = 65_536, limits: PictureLimits = PictureLimits(pixels: 100_000_000),
    keeps16Bits: Bool = false
  ) {
    do throws(PictureFault) {
      var decoder = try PictureDecoder.open(picture, limits: limits)
      decoder.chunkBytes = chunkBytes
      try decoder.start(keeps16Bits: keeps16Bits, fastPaths: itself ? [.pngRows] : [])
      let rows = min(rowCount ?? decoder.size.height, decoder.size.height)
      for _ in 0..<rows {
        try decoder.readRow()
        decoder.withRow(columns: 0..<decoder.size.width) { row in
          unsafe row.withUnsafeBytes { unsafe pixels.append(contentsOf: $0) }
        }
        if decoder.fastPath == .pngRows { ownRows += 1 }
      }
      remarks.append(decoder.remark())
      try decoder.finish()
      if decoder.fastPath != .pngRows { ownRows = max(0, min(ownRows, rows - 1)) }
      remarks.append(decoder.remark())
    } catch { fault = error }
  }

  /// Both ways came to the same.
  package static func == (one: PNGReading, other: PNGReading) -> Bool {
    one.pixels == other.pixels && one.fault == other.fault && one.remarks == other.remarks
  }
}
