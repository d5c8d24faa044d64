/// A picture as it comes: a file, or the bytes of one.
package enum EncodedPicture: Hashable, Sendable {
  case file(RawPath)
  case bytes([UInt8])
}

extension EncodedPicture {
  /// Reads what can be known without decoding: format, size, orientation.
  ///
  /// - Parameters:
  ///   - limits: see `PictureDecoder.open`.
  ///   - autoOrient: see `PictureDecoder.probe`.
  package func probe(
    limits: PictureLimits = .none, autoOrient: Bool = true
  ) throws(PictureFault) -> PictureHeader {
    let decoder = try PictureDecoder.open(self, limits: limits)
    return try decoder.probe(autoOrient: autoOrient)
  }
}
