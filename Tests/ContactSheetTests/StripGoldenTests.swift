import ContactSheet
import ContactSheetLayout
import ContactSheetTesting
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Goldens of ours are equal to the last byte, the colour of clear pixels included.
let everyByte = DiffOptions(metric: .exact(alpha: .strict))

/// Strips compared with recorded ones, pixel by pixel. Each golden was looked at before it was kept: what
/// is to be seen on it stands beside it.
@Suite struct StripGoldenTests {
  private static func sample(_ name: String) -> PictureSource {
    .file(RawPath(packageRoot.appendingPathComponent("Samples/\(name)").path))
  }

  /// Flat pictures whose colours tell which pixel is whose.
  private static func flat(_ rgb: UInt32, alpha: UInt8 = 255) -> PictureSource {
    let color = Color(rgb: rgb, alpha: alpha)
    return .bitmap(
      Bitmap(
        size: PixelSize(width: 8, height: 8),
        pixels: (0..<64).flatMap { _ in [color.red, color.green, color.blue, color.alpha] }))
  }

  private static let colors = [flat(0xE03030), flat(0x30C040), flat(0x3050E0)]
  private static let animals = ["dog.jpg", "cat.jpg", "owl.png", "fox.jpg"].map(sample)

  private static let goldens: [(String, Strip)] = [
    // Three discs 7 apart in grey, red whole and in front; a ring of 3 in the background's grey inside
    // each edge, so that the neighbour ends in a grey gap.
    ("strip-opaque", Strip(colors)),
    // The same on nothing: where the ring lies over a neighbour the neighbour is erased.
    ("strip-transparent", Strip(colors, background: .clear)),
    // Blue whole and in front.
    ("strip-last-on-top", Strip(colors, front: .last)),
    ("strip-vertical", Strip(colors, axis: .vertical)),
    // 450 × 100 for six; every length twice that of the first.
    ("strip-scale-2", Strip(colors, scale: 2)),
    // Corners of a radius of 12, the ring's inner corners of 9.
    ("strip-rounded", Strip(colors, shape: .rounded(radius: nil))),
    ("strip-square", Strip(colors, spacing: 4, shape: .square)),
    // White painted over the neighbour on nothing: no gap, a white ring.
    (
      "strip-border-color",
      Strip(colors, borderColor: Color(rgb: 0xFFFFFF), background: .clear)
    ),
    // Half a yellow: the ring is a half yellow all around, not a mixture with the neighbour.
    ("strip-translucent", Strip(colors, background: Color(rgb: 0xFFCC00, alpha: 128))),
    // Two rows of 8 apart, the last row left, a margin of 4 and 10.
    (
      "strip-columns",
      Strip(colors, columns: 2, margins: Margins(top: 4, right: 10, bottom: 4, left: 10))
    ),
    // Through the clear one in the middle the left neighbour's ring and the right neighbour show.
    (
      "strip-clear-picture",
      Strip([flat(0xE03030), flat(0, alpha: 0), flat(0x3050E0)], size: 40, spacing: -20)
    ),
    // An odd diameter, no border.
    ("strip-odd", Strip(colors, size: 31, spacing: -9, border: 0)),
    // Dog, cat, owl, fox: their faces upright and in the middle; the owl on the background.
    ("strip-samples", Strip(animals, size: 64, spacing: -16, border: 3)),
    (
      "strip-samples-transparent",
      Strip(animals, size: 64, spacing: -16, border: 4, background: .clear, scale: 2)
    ),
    // Lying on its side by EXIF: the boat stands upright, cut at the top (its mast is seen) and bottom.
    (
      "strip-orientation",
      Strip(
        [sample("lying-boat.jpg"), sample("upside-down-penguin.jpg")], size: 100, spacing: 5,
        anchor: .top)
    ),
  ]

  @Test(arguments: goldens.indices)
  func `a strip equals its golden`(index: Int) async throws {
    let (name, strip) = Self.goldens[index]
    let png = try await strip.png()
    let bitmap = try await strip.bitmap()
    #expect(try decodedBitmap(png) == bitmap)
    expectImage(.bitmap(bitmap), named: name, options: everyByte)
  }

  @Test func `every golden belongs to a test`() throws {
    let folder = packageRoot.appendingPathComponent("Tests/ContactSheetTests/__Goldens__")
    let names = [
      "StripGoldenTests": Self.goldens.map { "\($0.0).png" },
      "SheetGoldenTests": SheetGoldenTests.names,
      "TextGoldenTests": TextGoldenTests.samples.map { "\($0.name).png" },
      "WordGoldenTests": WordGoldenTests.names.map { "\($0).png" },
    ]
    let files = { try FileManager.default.contentsOfDirectory(atPath: $0) }
    #expect(try Set(files(folder.path)) == Set(names.keys))
    for (file, names) in names {
      #expect(try Set(files(folder.appendingPathComponent(file).path)) == Set(names))
    }
  }

  @Test(arguments: [50, 51, 8, 9])
  func `where the background is clear the gap between two pictures is clear`(size: Int) async throws
  {
    let strip = Strip(
      [Self.flat(0xFF0000), Self.flat(0x00FF00)], size: size, spacing: -size / 3,
      border: 2, background: .clear)
    let bitmap = try await strip.bitmap()
    let middle = size / 2
    // In the middle row: red up to its ring, two clear pixels, then green.
    #expect(bitmap[0, middle].alpha < 128)
    let ring = [size - 2, size - 1].map { bitmap[$0, middle] }
    #expect(ring.allSatisfy { $0.alpha < 30 })
    #expect(bitmap[size - 4, middle] == Color(rgb: 0xFF0000))
    #expect(bitmap[size + 1, middle] == Color(rgb: 0x00FF00))
  }
}
