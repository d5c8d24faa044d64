import ContactSheet
import ContactSheetLayout
import ContactSheetTesting
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Sheets of every layout and look compared with recorded ones, pixel by pixel. Each golden was looked at
/// before it was kept: what is to be seen on it stands beside it.
@Suite struct SheetGoldenTests {
  private static func sample(_ name: String) -> PictureSource {
    .file(RawPath(packageRoot.appendingPathComponent("Samples/\(name)").path))
  }

  /// A flat picture with a darker frame of one eighth of its shorter side: a crop or a distortion shows.
  private static func framed(_ width: Int, _ height: Int, _ rgb: UInt32) -> PictureSource {
    let inner = Color(rgb: rgb)
    let outer = Color(red: inner.red / 2, green: inner.green / 2, blue: inner.blue / 2)
    let edge = min(width, height) / 8
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isEdge = min(x, y, width - 1 - x, height - 1 - y) < edge
        let color = isEdge ? outer : inner
        pixels += [color.red, color.green, color.blue, 255]
      }
    }
    return .bitmap(Bitmap(size: PixelSize(width: width, height: height), pixels: pixels))
  }

  /// Landscape, portrait, square, panorama, portrait, landscape, and one smaller than any frame.
  private static let framed: [PictureSource] = [
    framed(120, 80, 0xE03030), framed(80, 120, 0x30C040), framed(100, 100, 0x3050E0),
    framed(240, 60, 0xE0A020), framed(60, 90, 0x9040C0), framed(90, 60, 0x20A0A0),
    framed(24, 16, 0x808080),
  ]

  private static let samples = [
    "dog.jpg", "lake.jpg", "fox.jpg", "owl.png", "lying-boat.jpg", "waterfall.jpg", "cat.jpg",
    "upside-down-penguin.jpg",
  ].map(sample)

  private static let goldens: [(String, Sheet)] = [
    // Seven pictures below each other, 8 apart, all 120 wide without a margin; the last one is blown up.
    ("list", Sheet(framed, layout: .list(ListLayout(width: 120)))),
    // The same with the small one in its own size in the middle, taking 16 rows.
    ("list-no-enlarge", Sheet(framed, layout: .list(ListLayout(width: 120, enlarges: false)))),
    // Three columns of squares 54, 53, 54 (W − 20 = 161, cut at 53⅔ and 107⅓), 8 apart, a margin of 2:
    // of oblong pictures two edges of the frame are cut off, of the square one none; the last row is left.
    ("grid", Sheet(framed, layout: .grid(GridLayout(width: 181)))),
    // Whole pictures in the middle of cells of 60 × 40 on grey; the small one in its own size.
    (
      "grid-fit",
      Sheet(
        framed,
        layout: .grid(
          GridLayout(columns: 3, cell: .size(PixelSize(width: 60, height: 40)), fit: .fit)),
        background: Color(rgb: 0xCCCCCC))
    ),
    // Whole pictures as wide as their columns; each row as high as its highest, the others in its middle;
    // nothing above and below: the photo feed's grid.
    (
      "grid-natural",
      Sheet(
        framed,
        layout: .grid(
          GridLayout(
            width: 181, margins: Margins(top: 0, right: 2, bottom: 0, left: 2), fit: .natural)))
    ),
    // Two columns of 70, dealt alternately, top aligned, 8 apart, a margin of 6.
    ("fitted", Sheet(framed, layout: .fitted(FittedLayout(width: 160)))),
    // Three columns; each picture in the one that ends highest.
    (
      "fitted-shortest",
      Sheet(
        framed, layout: .fitted(FittedLayout(width: 200, columns: 3, distribution: .shortest)))
    ),
    // Three columns in order; their ends as near to each other as can be.
    (
      "fitted-balanced",
      Sheet(
        framed, layout: .fitted(FittedLayout(width: 200, columns: 3, distribution: .balanced)))
    ),
    // Rows about 60 high that fill 240 − 12; the last row is left where it is not full.
    ("justified", Sheet(framed, layout: .justified(JustifiedLayout(width: 240, rowHeight: 60)))),
    (
      "justified-center",
      Sheet(
        framed + [framed[0]],
        layout: .justified(JustifiedLayout(width: 240, rowHeight: 60, lastRow: .center)))
    ),
    // Discs with a white ring and a soft shadow downwards, on light grey; no room is made for the shadow.
    (
      "grid-circles",
      Sheet(
        samples, layout: .grid(GridLayout(width: 240, columns: 4, margins: Margins(all: 8))),
        background: Color(rgb: 0xDDDDDD), shape: .circle, border: 3,
        borderColor: Color(rgb: 0xFFFFFF), shadow: Shadow())
    ),
    // Round corners of 12, a dark border of 2 inside them, a sharp red shadow to the lower right.
    (
      "fitted-corners",
      Sheet(
        samples, layout: .fitted(FittedLayout(width: 240, columns: 3)),
        shape: .rounded(radius: 12), border: 2, borderColor: Color(rgb: 0x333333),
        shadow: Shadow(right: 3, down: 3, blur: 0, color: Color(rgb: 0xCC0000)))
    ),
    // On nothing: the owl has no ground of its own; the shadows lie on nothing as well.
    (
      "justified-transparent",
      Sheet(
        samples, layout: .justified(JustifiedLayout(width: 300, rowHeight: 70)),
        background: .clear, shape: .rounded(radius: nil), shadow: Shadow(down: 3, blur: 8))
    ),
    // Circles on oblong frames: half discs at the short ends.
    (
      "fitted-pills",
      Sheet(
        framed, layout: .fitted(FittedLayout(width: 200, columns: 3)),
        background: Color(rgb: 0xFFF4CC), shape: .circle, border: 3)
    ),
    // Upright boat, upright penguin; of the waterfall its top, of all others too.
    (
      "grid-top-scale-2",
      Sheet(
        samples, layout: .grid(GridLayout(width: 120, columns: 4, spacing: 4)), anchor: .top,
        scale: 2)
    ),
    // Every picture whole; the lake, a panorama, makes a low row or a low frame.
    ("fitted-samples", Sheet(samples, layout: .fitted(FittedLayout(width: 240, columns: 3)))),
    (
      "justified-samples",
      Sheet(samples, layout: .justified(JustifiedLayout(width: 320, rowHeight: 80)))
    ),
  ]

  static let names =
    goldens.map { "sheet-\($0.0).png" }
    + (1...2).flatMap { ["sheet-page-\($0).png", "sheet-page-\($0)-trimmed.png"] }

  @Test(arguments: goldens.indices)
  func `a sheet equals its golden`(index: Int) async throws {
    let (name, sheet) = Self.goldens[index]
    let png = try await sheet.pngs()[0]
    expectImage(.bytes(png), named: "sheet-\(name)", options: everyByte)
  }

  /// Pages of 200 × 150 with a margin of 10: two rows of three, the last page with one row and as high as
  /// the others; and the same trimmed.
  @Test(arguments: [false, true])
  func `pages equal their goldens`(trimmed: Bool) async throws {
    let sheet = Sheet(
      Self.samples, layout: .grid(GridLayout(width: 200, margins: Margins(all: 10))),
      paging: Paging(height: 150), trimsLastPage: trimmed)
    let pages = try await sheet.pngs()
    #expect(pages.count == 2)
    for (index, png) in pages.enumerated() {
      let name = "sheet-page-\(index + 1)\(trimmed ? "-trimmed" : "")"
      expectImage(.bytes(png), named: name, options: everyByte)
    }
  }
}
