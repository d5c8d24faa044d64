/// Decodes an ordinary JPEG at some scale, as libjpeg does, as long as all is in order.
protocol JPEGRowDecoder: AnyObject {
  /// Writes the next row, RGBA; false where libjpeg has to go on.
  func readRow(_ row: UnsafeMutablePointer<UInt8>) -> Bool
  /// Lets other threads go that read the input.
  func stop()
  /// How many other readers were met.
  var meetings: Int { get }
}

extension JPEGRowDecoder {
  func stop() {}
  var meetings: Int { 0 }
}
