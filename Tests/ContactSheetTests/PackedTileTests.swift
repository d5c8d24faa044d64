import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// A tile that comes packed has the colors of the one that does not.
@Suite struct PackedTileTests {
  @Test(arguments: [false, true])
  func `every kind of picture that is packed has the colors of its tile`(
    colorManagement: Bool
  ) throws {
    let decoding = DecodeOptions(colorManagement: colorManagement)
    var names: Set<String> = []
    for fixture in FixtureSet.jpegs + FixtureSet.pngs
    where try isPacked(.bytes(fixture.bytes), fixture.name, decoding) {
      names.insert(fixture.name)
    }
    #expect(names.count >= 10)
  }

  @Test func `a tile of any orientation is packed and upright`() throws {
    for orientation in 1...8 {
      var fixture = JPEGFixture(width: 31, height: 22) { x, y in
        (UInt8(8 * x), UInt8(11 * y), UInt8(x ^ y))
      }
      fixture.exif = ExifFixture.orientation(orientation)
      #expect(
        try isPacked(.bytes(fixture.bytes), "orientation \(orientation)", DecodeOptions()))
    }
  }

  @Test func `what has alpha, or is resampled as light, is not packed`() throws {
    let clear = PNGFixture.bytes(width: 2, height: 1, .rgba, samples: [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(try !isPacked(.bytes(clear), "alpha", DecodeOptions()))
    let opaque = JPEGFixture(width: 9, height: 9) { _, _ in (1, 2, 3) }.bytes
    var decoding = DecodeOptions()
    #expect(try isPacked(.bytes(opaque), "opaque", decoding))
    decoding.linear = true
    #expect(try !isPacked(.bytes(opaque), "linear", decoding))
  }

  /// Compares the tile, whole and in two parts where it is stored from the top.
  private func isPacked(
    _ source: PictureSource, _ name: String, _ decoding: DecodeOptions
  ) throws -> Bool {
    let plan = try Strip([source], decoding: decoding).plan(cancellation: Cancellation())
    var recipe = plan.recipes[0]
    recipe.tileSize = PixelSize(width: 13, height: 9)
    let maker = try TileMaker(recipe, filter: .lanczos3, decoding: decoding, packs: true)
    guard maker.isPacked else { return false }
    let tile = try recipe.make(filter: .lanczos3, decoding: decoding).bitmap
    let bytes =
      recipe.header?.orientation == .topLeft
      ? try maker.packedRows(0..<4).bytes + maker.packedRows(4..<9).bytes
      : try maker.packedRows(0..<9).bytes
    #expect(bytes == tile.opaqueBytes, "\(name)")
    return true
  }
}
