import ContactSheet
import ImageCodecs
import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Two sheets that were made, and what their placements say of what differs.
@Suite struct TilesOfSheetsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A picture of its own: no two shades are alike.
  private func picture(_ name: String, _ shade: Int) throws {
    let side = 40
    try directory.write(
      PNGFixture.bytes(
        width: side, height: side, .gray,
        samples: (0..<side * side).map { (shade * 11 + $0 % side + $0 / side) % 256 }), name)
  }

  private func sheet(_ names: [String], _ output: String, _ options: String = "") -> CommandLineRun
  {
    let files = names.map { directory.path($0) }.joined(separator: " ")
    return CommandLineRun(
      "grid \(files) -c 4 -w 100 --spacing 4 --margin 0 -q \(options) "
        + "-o \(directory.path(output + ".png")) --placements \(directory.path(output + ".json"))")
  }

  private func placements(_ output: String) throws -> SheetPlacements {
    try SheetPlacements(file: RawPath(directory.path(output + ".json")))
  }

  private func findings(_ first: String, _ second: String) throws -> TileFindings {
    let paths = (RawPath(directory.path(first + ".png")), RawPath(directory.path(second + ".png")))
    let bitmaps = (try decodedBitmap(.file(paths.0)), try decodedBitmap(.file(paths.1)))
    let sheets = (try placements(first), try placements(second))
    var tiles = TileComparison(
      expected: sheets.0, page: try #require(sheets.0.page(for: paths.0, size: bitmaps.0.size)),
      actual: sheets.1, page: try #require(sheets.1.page(for: paths.1, size: bitmaps.1.size)))
    #expect(tiles.needsRows)
    for (bitmap, side) in [
      (bitmaps.0, PictureComparison.Side.expected), (bitmaps.1, .actual),
    ] {
      let rowBytes = 4 * bitmap.size.width
      for y in 0..<bitmap.size.height {
        let row = Array(bitmap.pixels[y * rowBytes..<(y + 1) * rowBytes])
        tiles.add(row: y, row.span, isDeep: false, of: side)
      }
    }
    let diff = try BitmapDiff(expected: bitmaps.0, actual: bitmaps.1)
    _ = diff.result { tiles.add($0) }
    return tiles.findings()
  }

  @Test func `one picture changed, one was taken out, and those after it moved`() throws {
    let names = (1...10).map { "IMG_\($0).png" }
    for (index, name) in names.enumerated() { try picture(name, index) }
    #expect(sheet(names, "old").errors == "")
    // The second has another shade, the fifth is gone, two are new.
    try picture(names[1], 15)
    try picture("new-1.png", 16)
    try picture("new-2.png", 17)
    let left = names.filter { $0 != names[4] } + ["new-1.png", "new-2.png"]
    #expect(sheet(left, "new").errors == "")
    let found = try findings("old", "new")
    #expect(found.unchanged == 3)
    #expect(found.pixelsOutside == 0)
    func list(_ names: some Sequence<String>) -> String {
      names.map { directory.path($0) }.joined(separator: ", ")
    }
    #expect(
      found.lines == [
        "\(list(["IMG_2.png"])) changed (100 % of its tile)",
        "5 moved by one place towards the start: \(list(names[5...]))",
        "2 new: \(list(["new-1.png", "new-2.png"]))",
        "\(list(["IMG_5.png"])) is gone",
      ])
    #expect(
      found.list.map(\.change).filter { if case .moved(_, .same) = $0 { true } else { false } }
        .count == 5)
  }

  @Test func `a picture that moved and changed, and one that cannot be read any more`() throws {
    let names = (1...6).map { "\($0).png" }
    for (index, name) in names.enumerated() { try picture(name, index) }
    #expect(sheet(names, "old").errors == "")
    try picture(names[5], 20)
    try directory.write([1, 2, 3], names[0])
    _ = sheet(
      [names[0], names[1], names[2], names[3], names[5]], "new", "--on-error placeholder")
    let found = try findings("old", "new")
    #expect(
      found.lines == [
        "\(directory.path("1.png")) is a placeholder now",
        "\(directory.path("6.png")) moved by one column to the left and changed",
        "\(directory.path("5.png")) is gone",
      ])
    #expect(
      try placements("new").pages[0].tiles.map(\.isPlaceholder) == [true]
        + Array(repeating: false, count: 4))
  }
}
