package import PixelGeometry

/// What a picture may claim before memory or time is spent on it. In each field 0 means no limit.
package struct PictureLimits: Hashable, Sendable {
  /// Width × height.
  package var pixels: Int
  /// Width, and height.
  package var side: Int
  /// Scans of a JPEG, for pictures of up to ``fullScanPixels``; larger ones may have fewer.
  package var scans: Int
  /// Bytes of a colour profile; a larger one is ignored, with a remark.
  package var profileBytes: Int

  package init(pixels: Int = 0, side: Int = 0, scans: Int = 0, profileBytes: Int = 0) {
    self.pixels = pixels
    self.side = side
    self.scans = scans
    self.profileBytes = profileBytes
  }

  package static let none = PictureLimits()

  /// Each scan passes over every block of the picture, about 0.75 ms for a million pixels even where it
  /// holds nothing; so what 16 million pixels may cost is the most that larger ones may.
  package static let fullScanPixels = 16_000_000

  /// What cameras and optimisers write at any size.
  package static let leastScans = 20

  /// The scans that a picture of this size may have; 0 means no limit.
  package func scans(for size: PixelSize) -> Int {
    guard size.pixelCount > PictureLimits.fullScanPixels, scans > PictureLimits.leastScans else {
      return scans
    }
    let (most, overflow) = scans.multipliedReportingOverflow(by: PictureLimits.fullScanPixels)
    if overflow { return scans }
    return max(PictureLimits.leastScans, most / size.pixelCount)
  }

  package func checkSize(_ size: PixelSize) throws(PictureFault) {
    let (pixelCount, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    if pixels > 0, overflow || pixelCount > pixels {
      throw .tooManyPixels(width: size.width, height: size.height, limit: pixels)
    }
    if side > 0, max(size.width, size.height) > side {
      throw .sideTooLong(width: size.width, height: size.height, limit: side)
    }
  }

  /// A picture that is held whole while it is decoded must come in a file that could fill what it takes:
  /// a few bytes must not cost gigabytes. A cut-off file is granted its share.
  ///
  /// - Parameters:
  ///   - heldBytes: memory that the whole picture takes.
  ///   - perFileByte: the most of it that one byte of a sound file can fill.
  package func checkHeld(
    _ size: PixelSize, heldBytes: Int, perFileByte: Int, fileBytes: Int
  ) throws(PictureFault) {
    guard pixels > 0, heldBytes > PictureLimits.freeHeldBytes else { return }
    let (granted, overflow) = fileBytes.multipliedReportingOverflow(by: perFileByte)
    if overflow || heldBytes - granted <= PictureLimits.freeHeldBytes { return }
    throw .tooFewBytes(
      width: size.width, height: size.height, fileBytes: fileBytes, heldBytes: heldBytes)
  }

  /// What any picture may hold.
  package static let freeHeldBytes = 64_000_000

  /// A Huffman code has at least one bit for each block of 64 coefficients, 128 bytes.
  package static let heldBytesPerHuffmanByte = 1024

  /// The arithmetic coder's least cost of a decision is about 1/50 of a bit.
  package static let heldBytesPerArithmeticByte = 51_200

  /// Deflate reaches 1,032 bytes for one.
  package static let mostInflation = 1032
}
