import ContactSheet
import ContactSheetLayout
import ContactSheetTesting
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Sheets with words compared with recorded ones, pixel by pixel. Each golden was looked at, enlarged, before it
/// was kept: what is to be seen on it stands beside it.
@Suite struct WordGoldenTests {
  private static let samples = [
    "dog.jpg", "lake.jpg", "fox.jpg", "owl.png", "waterfall.jpg",
  ].map { PictureSource.file(RawPath(packageRoot.appendingPathComponent("Samples/\($0)").path)) }

  private static let sheets: [(String, Sheet)] = [
    // Two lines below each cell, in the middle of it, none nearer to the next picture than to its own.
    (
      "grid",
      Sheet(
        samples, layout: .grid(GridLayout(width: 300)),
        words: SheetWords(
          caption: "{index}. {name}\n{width} × {height}", font: "Noto Sans", fontSize: 11))
    ),
    // The words begin at the left edge of each picture, white on blue; the narrow one has lost its middle.
    (
      "justified",
      Sheet(
        samples, layout: .justified(JustifiedLayout(width: 300, rowHeight: 70)),
        background: Color(rgb: 0x203060),
        words: SheetWords(caption: "{stem}", font: "Noto Sans", fontSize: 12, alignment: .left))
    ),
    // Dark bars along the lower edges, cut by the round corners inside of the white ring; the lake is too low
    // for two lines and has one.
    (
      "fitted-overlay",
      Sheet(
        samples, layout: .fitted(FittedLayout(width: 300)), background: Color(rgb: 0xDDDDDD),
        shape: .rounded(radius: 16), border: 3, borderColor: Color(rgb: 0xFFFFFF),
        words: SheetWords(
          caption: "{name}\n{megapixels} MP", captionPosition: .overlay, font: "Noto Sans",
          fontSize: 10))
    ),
    // On a clear sheet: circles with a bar at their foot, and what lies outside of them stays clear.
    (
      "circles-overlay",
      Sheet(
        samples, layout: .grid(GridLayout(width: 300)), background: .clear, shape: .circle,
        border: 2,
        words: SheetWords(
          caption: "{index}", captionPosition: .overlay, font: "Noto Sans", fontSize: 12,
          color: Color(rgb: 0xFFD700)))
    ),
    // The title in Hebrew: the year stands at its left end. Below it a header, at the foot of the page which
    // page it is; black on white.
    (
      "page",
      Sheet(
        samples, layout: .grid(GridLayout(width: 300, columns: 2, margins: Margins(all: 10))),
        paging: Paging(height: 420),
        words: SheetWords(
          caption: "{stem}", title: "תמונות מהחוף 2024", header: "Samples: {count} pictures",
          footer: "{title}, {page} / {pages}", font: "Noto Sans", fontSize: 13))
    ),
    // The same sizes twice as large: lines are not twice as many pixels but twice as fine.
    (
      "list-scaled",
      Sheet(
        Array(samples.prefix(2)), layout: .list(ListLayout(width: 120)), scale: 2,
        words: SheetWords(caption: "바다 0042 ✓ {stem}", font: "Noto Sans", fontSize: 12))
    ),
  ]

  static let names = sheets.map(\.0) + ["strip-more", "strip-more-last"]

  @Test(.enabled(if: NotoFonts.areThere), arguments: sheets.indices)
  func `a sheet with words equals its golden`(_ index: Int) async throws {
    let (name, sheet) = WordGoldenTests.sheets[index]
    // Of several pages the last: it has room below its pictures.
    let pages = try await sheet.bitmaps()
    expectImage(.bitmap(try #require(pages.last)), named: name, options: everyByte)
  }

  @Test(.enabled(if: NotoFonts.areThere))
  func `a last circle says how many more there are`() async throws {
    // "+7" in the middle of what the fox leaves of the last circle; below, upright and on top.
    var first = Strip(Array(WordGoldenTests.samples.prefix(3)), size: 80, spacing: -24, border: 4)
    try first.append(more: 7, font: "Noto Sans")
    expectImage(.bitmap(try await first.bitmap()), named: "strip-more", options: everyByte)
    var last = Strip(
      Array(WordGoldenTests.samples.prefix(3)), size: 80, spacing: -24, border: 4,
      background: .clear,
      axis: .vertical, front: .last)
    try last.append(more: 1234, font: "Noto Sans", color: Color(rgb: 0xFFD700))
    expectImage(.bitmap(try await last.bitmap()), named: "strip-more-last", options: everyByte)
  }
}
