import ImageCodecs

/// A band of rows of a page, drawn.
package struct RenderedRows: Sendable {
  /// Straight RGBA, or RGB where the plan is opaque: the rows of the band, and before them the one above
  /// the band unless the band is the first.
  package var bytes: [UInt8]
  package var rowBytes: Int
  package var pixelBytes: Int
  package var isFirst: Bool
  package var isLast: Bool
}

extension PNGBand {
  init(_ rows: RenderedRows, _ compression: PNGCompression) throws(PNGEncodingError) {
    try self.init(
      rows: rows.bytes, rowBytes: rows.rowBytes, pixelBytes: rows.pixelBytes,
      isFirst: rows.isFirst, isLast: rows.isLast, compression: compression)
  }
}
