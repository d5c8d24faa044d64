package import ImageCodecs
package import PixelGeometry

/// A picture in a report.
package struct HTMLReportPicture: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A PNG or JPEG file that is copied into the page, piece by piece.
    case file(RawPath)
    /// The bytes of such a file.
    case bytes([UInt8])
    /// A file that the page shows from where it is: relative to the page, or absolute.
    case link(RawPath)
  }

  /// Upright, as a browser shows it.
  package var size: PixelSize
  package var source: Source

  package init(size: PixelSize, source: Source) {
    self.size = size
    self.source = source
  }
}
