import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// One strip of every kind of picture: none of them decides what the others look like.
@Suite struct MixedKindsTests {
  /// A picture of four quarters, and what each of them is on the strip.
  private struct Kind {
    var name: String
    var picture: PictureSource
    /// Top left, top right, bottom left, bottom right, over the background.
    var quarters: [Color]
    var tolerance = 0
  }

  private static let side = 16
  private static let background = Color(rgb: 0x0050C8)
  private static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// - Parameter quarters: the samples of a pixel of each.
  private static func samples(_ quarters: [[Int]]) -> [Int] {
    (0..<side * side).flatMap { index in
      let (x, y) = (index % side, index / side)
      return quarters[(y < side / 2 ? 0 : 2) + (x < side / 2 ? 0 : 1)]
    }
  }

  private static func png(
    _ name: String, _ colorType: PNGFixture.ColorType, bitDepth: Int = 8, _ quarters: [[Int]],
    palette: [UInt8]? = nil, paletteAlpha: [UInt8]? = nil, transparent: [UInt16]? = nil,
    shows colors: [Color]
  ) -> Kind {
    let bytes = PNGFixture.bytes(
      width: side, height: side, colorType, bitDepth: bitDepth, samples: samples(quarters),
      palette: palette, paletteAlpha: paletteAlpha, transparent: transparent)
    return Kind(
      name: name, picture: .bytes(bytes), quarters: colors.map(overBackground),
      // A rounding of alpha compositing.
      tolerance: 1)
  }

  private static func overBackground(_ color: Color) -> Color {
    func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      let alpha = Double(color.alpha) / 255
      return UInt8((Double(top) * alpha + Double(bottom) * (1 - alpha)).rounded())
    }
    return Color(
      red: mix(color.red, background.red), green: mix(color.green, background.green),
      blue: mix(color.blue, background.blue))
  }

  private static func gray(_ level: UInt8, _ alpha: UInt8 = 255) -> Color {
    Color(red: level, green: level, blue: level, alpha: alpha)
  }

  private static let red = Color(red: 220, green: 20, blue: 40)
  private static let green = Color(red: 10, green: 200, blue: 30)
  private static let half = Color(red: 250, green: 240, blue: 0, alpha: 128)

  private static func rgb(_ color: Color) -> [Int] {
    [Int(color.red), Int(color.green), Int(color.blue)]
  }

  private static func rgba(_ color: Color) -> [Int] { rgb(color) + [Int(color.alpha)] }

  private static func bytes(_ colors: Color...) -> [UInt8] {
    colors.flatMap { [$0.red, $0.green, $0.blue] }
  }

  private static let kinds: [Kind] = {
    let deep = { (samples: [Int]) in samples.map { $0 * 257 } }
    let grayAlpha = [[200, 255], [60, 255], [240, 128], [90, 0]]
    let grayAlphaShows = [gray(200), gray(60), gray(240, 128), clear]
    let colors = [red, green, half, clear]
    let opaque = [red, green, green, red]
    let jpegSamples = samples(opaque.map(rgb)).map { UInt8($0) }
    let graySamples = samples([[200], [60], [60], [200]]).map { UInt8($0) }
    var color = JPEGFixture(width: side, height: side, pixels: jpegSamples)
    color.sampling = (1, 1)
    let grayJPEG = JPEGFixture(width: side, height: side, pixels: graySamples, components: 1)
    return [
      png(
        "1-bit grey", .gray, bitDepth: 1, [[0], [1], [1], [0]],
        shows: [gray(0), gray(255), gray(255), gray(0)]),
      png(
        "8-bit grey", .gray, [[200], [60], [0], [255]],
        shows: [gray(200), gray(60), gray(0), gray(255)]),
      png("grey and alpha, 8 bits", .grayAlpha, grayAlpha, shows: grayAlphaShows),
      png(
        "grey and alpha, 16 bits", .grayAlpha, bitDepth: 16, grayAlpha.map(deep),
        shows: grayAlphaShows),
      png(
        "palette", .palette, bitDepth: 2, [[0], [1], [1], [0]], palette: bytes(red, green),
        shows: opaque),
      png(
        "palette and tRNS", .palette, bitDepth: 2, [[3], [1], [0], [2]],
        palette: bytes(half, green, red, red), paletteAlpha: [128, 255, 0],
        shows: [red, green, half, clear]),
      png("RGB", .rgb, opaque.map(rgb), shows: opaque),
      png(
        "RGB and tRNS", .rgb, [red, green, green, half].map(rgb), transparent: [250, 240, 0],
        shows: [red, green, green, clear]),
      png("RGBA, 8 bits", .rgba, colors.map(rgba), shows: colors),
      png("RGBA, 16 bits", .rgba, bitDepth: 16, colors.map(rgba).map(deep), shows: colors),
      Kind(
        name: "grey JPEG", picture: .bytes(grayJPEG.bytes),
        quarters: [gray(200), gray(60), gray(60), gray(200)], tolerance: 3),
      Kind(name: "RGB JPEG", picture: .bytes(color.bytes), quarters: opaque, tolerance: 6),
    ]
  }()

  private static func difference(_ a: Color, _ b: Color) -> Int {
    [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)]
      .map { abs(Int($0) - Int($1)) }.max()!
  }

  @Test(arguments: 0..<12)
  func `every kind of picture keeps its colours in a strip of all kinds`(turn: Int) async throws {
    // Each kind comes first once.
    let kinds = Array(Self.kinds[turn...] + Self.kinds[..<turn])
    let strip = Strip(
      kinds.map(\.picture), size: Self.side, spacing: 0, border: 0,
      background: Self.background, shape: .square, filter: .box)
    let bitmap = try decodedBitmap(try await strip.png())
    #expect(bitmap.size == PixelSize(width: 12 * Self.side, height: Self.side))
    let (near, far) = (Self.side / 4, Self.side * 3 / 4)
    for (index, kind) in kinds.enumerated() {
      let places = [(near, near), (far, near), (near, far), (far, far)]
      for (quarter, (x, y)) in places.enumerated() {
        let found = bitmap[index * Self.side + x, y]
        #expect(
          Self.difference(found, kind.quarters[quarter]) <= kind.tolerance,
          "\(kind.name), quarter \(quarter): \(found), not \(kind.quarters[quarter])")
      }
    }
  }
}
