/// A picture as it comes: a file, or the bytes of one.
package enum EncodedPicture: Hashable, Sendable {
  case file(RawPath)
  case bytes([UInt8])
}

extension EncodedPicture {
  /// Reads what can be known without decoding: format, size, orientation.
  ///
  /// - Parameters:
  ///   - maxPixels, maxScans: see `PictureDecoder.open`.
  ///   - autoOrient: see `PictureDecoder.probe`.
  package func probe(
    maxPixels: Int, maxScans: Int = 0, autoOrient: Bool = true
  ) throws(PictureFault) -> PictureHeader {
    let decoder = try PictureDecoder.open(self, maxPixels: maxPixels, maxScans: maxScans)
    return try decoder.probe(autoOrient: autoOrient)
  }
}
