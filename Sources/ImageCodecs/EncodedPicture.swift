/// A picture as it comes: a file, or the bytes of one.
package enum EncodedPicture: Hashable, Sendable {
  case file(RawPath)
  case bytes([UInt8])
}

extension EncodedPicture {
  /// Reads what can be known without decoding: format, size, orientation.
  ///
  /// - Parameter maxPixels: more pixels than this are refused; 0 means no limit.
  package func probe(maxPixels: Int) throws(PictureFault) -> PictureHeader {
    let decoder = try PictureDecoder.open(self, maxPixels: maxPixels)
    return try decoder.probe()
  }
}
