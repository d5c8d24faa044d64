import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster
import Testing

@Suite struct DecodeShrinkTests {
  private func shrink(
    _ crop: (Int, Int), _ tile: Int, _ format: PictureFormat = .jpeg, stored: Int = 1_500_000
  ) -> Int {
    decodeShrink(
      format: format, storedSize: PixelSize(width: stored, height: 1),
      cropBox: CropBox(whole: PixelSize(width: crop.0, height: crop.1)),
      tile: PixelSize(width: tile, height: tile))
  }

  @Test func `the smallest scale whose crop is still large enough is taken`() {
    // 1.5 × the tile: at the border, and one pixel short of it.
    #expect(shrink((1200, 1200), 100) == 8)
    #expect(shrink((1199, 1200), 100) == 4)
    #expect(shrink((1200, 1199), 100) == 4)
    #expect(shrink((600, 600), 100) == 4)
    #expect(shrink((599, 600), 100) == 2)
    #expect(shrink((300, 300), 100) == 2)
    #expect(shrink((299, 300), 100) == 1)
    #expect(shrink((1, 1), 100) == 1)
  }

  @Test func `a small picture keeps more: 2.25 × the tile at every scale`() {
    let small = 1_499_999
    #expect(shrink((1800, 1800), 100, stored: small) == 8)
    #expect(shrink((1799, 1800), 100, stored: small) == 4)
    #expect(shrink((899, 900), 100, stored: small) == 2)
    #expect(shrink((449, 450), 100, stored: small) == 1)
  }

  @Test func `a PNG is never shrunk`() {
    #expect(shrink((9000, 9000), 10, .png) == 1)
  }
}
