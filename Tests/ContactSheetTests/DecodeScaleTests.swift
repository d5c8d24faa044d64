import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster
import Testing

@Suite struct DecodeScaleTests {
  private func scale(
    _ crop: (Int, Int), _ tile: Int, _ format: PictureFormat = .jpeg, stored: Int = 1_500_000
  ) -> DecodeScale {
    decodeScale(
      format: format, storedSize: PixelSize(width: stored, height: 1),
      cropBox: CropBox(whole: PixelSize(width: crop.0, height: crop.1)),
      tile: PixelSize(width: tile, height: tile))
  }

  @Test func `the smallest scale whose crop is still large enough is taken`() {
    // 1.5 × the tile, 1.25 × at 3/8: at the border, and one pixel short of it.
    #expect(scale((1200, 1200), 100) == .eighth)
    #expect(scale((1199, 1200), 100) == .quarter)
    #expect(scale((1200, 1199), 100) == .quarter)
    #expect(scale((600, 600), 100) == .quarter)
    #expect(scale((599, 600), 100) == .threeEighths)
    #expect(scale((334, 334), 100) == .threeEighths)
    #expect(scale((333, 334), 100) == .half)
    #expect(scale((300, 300), 100) == .half)
    #expect(scale((299, 300), 100) == .full)
    #expect(scale((1, 1), 100) == .full)
  }

  @Test func `a small picture keeps more: 2.25 × the tile, 1.875 × at 3/8`() {
    let small = 1_499_999
    #expect(scale((1800, 1800), 100, stored: small) == .eighth)
    #expect(scale((1799, 1800), 100, stored: small) == .quarter)
    #expect(scale((899, 900), 100, stored: small) == .threeEighths)
    #expect(scale((500, 500), 100, stored: small) == .threeEighths)
    #expect(scale((499, 500), 100, stored: small) == .half)
    #expect(scale((449, 450), 100, stored: small) == .full)
  }

  @Test func `a PNG is decoded whole`() {
    #expect(scale((9000, 9000), 10, .png) == .full)
  }
}
