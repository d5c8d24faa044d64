import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct LinearLightTests {
  private func resampledLinear(_ source: Bitmap, to size: PixelSize) -> [Color] {
    var resampler = RowResampler(
      sourceSize: source.size, hasAlpha: true, linear: true,
      cropBox: CropBox(whole: source.size), outputSize: size, filter: .box)
    for row in resampler.rows {
      let start = 4 * row * source.size.width
      resampler.feed(source.pixels.span.extracting(start..<start + 4 * source.size.width))
    }
    return straight(resampler.finish())
  }

  @Test func `every level comes back from light as it was, for any alpha`() {
    for alpha in [255, 128, 20, 1] {
      let source = bitmap(width: 256, height: 1) { x, _ in
        Color(red: UInt8(x), green: UInt8(255 - x), blue: 7, alpha: UInt8(alpha))
      }
      let output = resampledLinear(source, to: source.size)
      for x in 0..<256 {
        // An alpha of 1 leaves 255 steps of light, which are coarse in the shadows.
        let tolerance = alpha > 1 ? 1 : 13
        #expect(
          output[x].isClose(to: source[x, 0], within: tolerance), "\(alpha): \(x), \(output[x])")
      }
    }
  }

  @Test func `16 bits make the light of 8 bits, and values between lie on the line`() {
    for alpha: UInt8 in [255, 128, 1] {
      var (shallow, deep) = (PremultipliedRow(width: 256), PremultipliedRow(width: 256))
      let pixels = (UInt8.min...255).flatMap { level -> [UInt8] in [level, 255 - level, 7, alpha] }
      let doubled = pixels.flatMap { byte -> [UInt8] in [byte, byte] }
      shallow.premultiplyLight(pixels.span)
      deep.premultiplyDeepLight(doubled.span)
      #expect(shallow.samples == deep.samples)
    }
    var row = PremultipliedRow(width: 1)
    for (value, light) in [(0, 0), (1, 0), (7, 1), (128, 10), (257, 20), (65_535, 65_025)] {
      let sample = [UInt8(value >> 8), UInt8(value & 255)]
      let pixel = sample + sample + sample + [255, 255]
      row.premultiplyDeepLight(pixel.span)
      #expect(row.samples == [light, light, light, 65_025].map { UInt16($0) }, "\(value)")
    }
  }

  @Test func `black and white mix to the grey of half the light`() {
    let source = bitmap(width: 2, height: 1) { x, _ in Color(rgb: x == 0 ? 0 : 0xFFFFFF) }
    // IEC 61966-2-1: light 1/2 is stored as 187.5.
    let mixed = resampledLinear(source, to: PixelSize(width: 1, height: 1))[0]
    #expect(mixed.red == 188 && mixed.alpha == 255)
    #expect(
      resampled(source, hasAlpha: true, to: PixelSize(width: 1, height: 1), .box)[0].red == 128)
  }
}
