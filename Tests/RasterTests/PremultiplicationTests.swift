import Raster
import Testing

@Suite struct PremultiplicationTests {
  @Test func `all 65,536 pairs of colour and alpha come back as they were`() {
    for alpha in UInt8.min...UInt8.max {
      for value in UInt8.min...UInt8.max {
        let premultiplied = premultiply(value, alpha)
        let full = premultiply(255, alpha)
        #expect(premultiplied <= full && Int(full) <= PremultipliedBitmap.one)
        #expect(straightAlpha(full) == alpha)
        #expect(unpremultiply(premultiplied, full) == (alpha == 0 ? 0 : value))
      }
    }
  }

  @Test func `a colour comes back from any alpha that is not a whole byte`() {
    for alpha in UInt16.min...UInt16(PremultipliedBitmap.one) {
      let rounded = (Int(alpha) + 127) / 255
      #expect(Int(straightAlpha(alpha)) == rounded)
      // Full colour is 255 wherever the 8-bit alpha is not 0.
      #expect(unpremultiply(alpha, alpha) == (rounded == 0 ? 0 : 255))
      #expect(unpremultiply(0, alpha) == 0)
    }
  }

  @Test func `16 bits are premultiplied as exactly as their units allow`() {
    for value in UInt16.min...UInt16.max {
      // 65,025 / 65,535 = 255 / 257
      #expect(Int(premultiplyDeep(value, 65_535)) == (Int(value) * 510 + 257) / 514)
    }
    for alpha in UInt8.min...UInt8.max {
      for value in UInt8.min...UInt8.max {
        #expect(
          premultiplyDeep(UInt16(value) * 257, UInt16(alpha) * 257) == premultiply(value, alpha))
      }
    }
  }
}
