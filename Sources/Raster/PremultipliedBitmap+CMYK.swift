extension PremultipliedBitmap {
  /// Turns a bitmap whose four channels hold C, M, Y, K into an opaque one in RGB.
  ///
  /// Without a profile the inks are taken as ideal filters: red = (1 − C) · (1 − K), likewise the others.
  ///
  /// - Parameter inverted: the channels hold 1 − ink, as Adobe writes them.
  package mutating func convertFromCMYK(inverted: Bool) {
    let one = UInt32(PremultipliedBitmap.one)
    for index in stride(from: 0, to: pixels.count, by: 4) {
      func light(_ channel: Int) -> UInt32 {
        inverted ? UInt32(pixels[index + channel]) : one - UInt32(pixels[index + channel])
      }
      let black = light(3)
      for channel in 0..<3 {
        pixels[index + channel] = UInt16((light(channel) * black + one / 2) / one)
      }
      pixels[index + 3] = UInt16(one)
    }
  }
}
