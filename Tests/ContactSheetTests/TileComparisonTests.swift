import ContactSheet
import Foundation
import ImageCodecs
import PixelDiff
import PixelGeometry
import PlainJSON
import TestSupport
import Testing

/// What is said of tiles that changed, moved, came or went, in pages drawn in letters.
@Suite struct TileComparisonTests {
  private func findings(_ expected: [String], _ actual: [String]) throws -> TileFindings {
    try TileComparison.findings(DrawnPage(expected), DrawnPage(actual))
  }

  private let grid = [
    "aaa.bbb.ccc.",
    "aaa.bbb.ccc.",
    "............",
    "ddd.eee.fff.",
    "ddd.eee.fff.",
  ]

  // MARK: tiles that stay

  @Test func `nothing changed`() throws {
    let found = try findings(grid, grid)
    #expect(found.list.isEmpty && found.unchanged == 6 && found.pixelsOutside == 0)
    #expect(found.summary == "no tile changed")
    #expect(found.lines.isEmpty)
  }

  @Test func `a tile changed`() throws {
    var other = grid
    other[3] = "ddd.eEe.fff."
    let found = try findings(grid, other)
    #expect(found.list.map(\.change) == [.changed(DiffPercent(part: 1, of: 6))])
    #expect(found.list[0].expected?.index == 4 && found.list[0].actual?.index == 4)
    #expect(found.unchanged == 5)
    #expect(found.summary == "e.jpg changed (16.67 % of its tile)")
    #expect(found.lines == ["e.jpg changed (16.67 % of its tile)"])
  }

  @Test func `the tiles that changed most come first`() throws {
    var other = grid
    other[0] = "aaA.BBB.ccc."
    other[4] = "DDd.eee.FFf."
    let found = try findings(grid, other)
    #expect(found.list.map(\.name) == ["a.jpg", "b.jpg", "d.jpg", "f.jpg"])
    #expect(found.summary == "4 changed")
    #expect(
      found.lines == [
        "4 changed: b.jpg (50.00 %), d.jpg (33.33 %), f.jpg (33.33 %), a.jpg (16.67 %)"
      ])
  }

  @Test func `pixels outside of all tiles are counted`() throws {
    var other = grid
    other[0] = "aaA.bbb.ccc*"
    other[2] = "......**...."
    let found = try findings(grid, other)
    #expect(found.pixelsOutside == 3)
    #expect(
      found.lines == ["a.jpg changed (16.67 % of its tile)", "3 pixels outside of all tiles"])
    #expect(
      found.summary == "a.jpg changed (16.67 % of its tile); 3 pixels outside of all tiles")
    other[2] = grid[2]
    #expect(try findings(grid, other).lines.last == "1 pixel outside of all tiles")
  }

  @Test func `pixels under two tiles count for both`() throws {
    // The frame of a is 4 wide, that of b begins within it.
    let overlapping = ["aabab", "a.bab"]
    let other = ["aabab", "a.bAb"]
    let found = try findings(overlapping, other)
    #expect(
      found.list.map(\.change) == [
        .changed(DiffPercent(part: 1, of: 8)), .changed(DiffPercent(part: 1, of: 6)),
      ])
    #expect(found.summary == "2 changed")
  }

  @Test func `ignored pixels and those outside of the crop are no change`() throws {
    var other = grid
    other[0] = "AAA.BBB.ccc."
    let options = DiffOptions(
      crop: PixelRect(left: 0, top: 0, width: 6, height: 5),
      ignored: [PixelRect(left: 0, top: 0, width: 3, height: 2)])
    let found = try TileComparison.findings(
      DrawnPage(grid), DrawnPage(other), options: options)
    #expect(found.list.map(\.change) == [.changed(DiffPercent(part: 2, of: 6))])
    #expect(found.list[0].name == "b.jpg")
  }

  // MARK: tiles that move

  @Test func `tiles of a row moved by one column`() throws {
    let other = [
      "bbb.ccc.....",
      "bbb.ccc.....",
      "............",
      "ddd.eee.fff.",
      "ddd.eee.fff.",
    ]
    let found = try findings(grid, other)
    #expect(
      found.lines == [
        "2 moved by one column to the left: b.jpg, c.jpg", "a.jpg is gone",
      ])
    #expect(found.unchanged == 3)
    let back = try findings(other, grid)
    #expect(back.summary == "2 moved by one column to the right; a.jpg is new")
    guard case .moved(let move, let pixels) = back.list[0].change else {
      Issue.record("\(back.list[0])")
      return
    }
    #expect(move.x == 4 && move.y == 0 && pixels == .same)
    #expect(move.grid?.columns == 1 && move.grid?.rows == 0 && move.grid?.places == 1)
  }

  @Test func `where a row begins earlier, tiles move by places`() throws {
    let other = [
      "bbb.ccc.ddd.",
      "bbb.ccc.ddd.",
      "............",
      "eee.fff.....",
      "eee.fff.....",
    ]
    #expect(
      try findings(grid, other).lines == [
        "5 moved by one place towards the start: b.jpg, c.jpg, d.jpg, e.jpg, f.jpg",
        "a.jpg is gone",
      ])
    #expect(
      try findings(other, grid).summary
        == "5 moved by one place towards the end; a.jpg is new")
  }

  @Test func `columns and rows at once`() throws {
    let other = [
      "fff.bbb.ccc.",
      "fff.bbb.ccc.",
      "............",
      "ddd.eee.aaa.",
      "ddd.eee.aaA.",
    ]
    #expect(
      try findings(grid, other).lines == [
        "a.jpg moved by 2 columns to the right and one row down and changed",
        "f.jpg moved by 2 columns to the left and one row up",
      ])
    let rows = ["aa", "..", "bb", "..", "cc"]
    #expect(
      try findings(rows, ["cc", "..", "bb", "..", "aa"]).lines == [
        "a.jpg moved by 2 rows down", "c.jpg moved by 2 rows up",
      ])
  }

  @Test func `where frames stand in no grid, tiles move by pixels`() throws {
    let columns = [
      "aa.bb.",
      "...bb.",
      "cc.bb.",
      "cc....",
    ]
    let other = [
      "...bb.",
      "aa.bb.",
      "...bb.",
      "cc..dd",
      "cc....",
    ]
    #expect(
      try findings(columns, other).lines == [
        "2 moved by one pixel down: a.jpg, c.jpg", "d.jpg is new",
        "4 pixels outside of all tiles",
      ])
    let moved = try findings(["aa......", "....bbb."], ["....bbb.", ".....aa."])
    #expect(
      moved.lines == [
        "a.jpg moved by 5 pixels to the right and one pixel down", "b.jpg moved by one pixel up",
      ])
    // In the same column and row, but elsewhere.
    #expect(
      try findings(["aa.", "aa."], [".aa", ".aa"]).lines == [
        "a.jpg moved by one pixel to the right"
      ])
  }

  @Test func `moves that have nothing in common are not listed each`() throws {
    func page(_ lefts: [Int]) -> DrawnPage {
      let drawing = zip("abcdefgh", lefts).enumerated().map { index, tile in
        let row =
          String(repeating: ".", count: tile.1) + String(repeating: tile.0, count: index + 1)
        return row + String(repeating: ".", count: 20 - row.count)
      }
      return DrawnPage(drawing)
    }
    let found = try TileComparison.findings(
      page([0, 0, 0, 0, 0, 0, 0]), page([1, 2, 2, 3, 3, 4, 5]))
    #expect(
      found.lines == [
        "2 moved by 2 pixels to the right: b.jpg, c.jpg",
        "2 moved by 3 pixels to the right: d.jpg, e.jpg",
        "a.jpg moved by one pixel to the right",
        "2 moved by other distances: f.jpg, g.jpg",
      ])
  }

  @Test func `without rows, or a pixel larger, it only moved`() throws {
    let other = [
      "bbb.aaa.ccc.",
      "bbb.aAa.ccc.",
      "............",
      "ddd.eee.fff.",
      "ddd.eee.fff.",
    ]
    let found = try TileComparison.findings(
      DrawnPage(grid), DrawnPage(other), feedsRows: false)
    #expect(
      found.lines == [
        "a.jpg moved by one column to the right (pixels not compared)",
        "b.jpg moved by one column to the left (pixels not compared)",
      ])
    #expect(
      try findings(grid, other).lines == [
        "a.jpg moved by one column to the right and changed",
        "b.jpg moved by one column to the left",
      ])
    // Columns differ by a pixel where the width does not divide.
    #expect(
      try findings(["aaa.bb.ccc.dd"], ["bbb.cc.ddd.."]).lines == [
        "3 moved by one column to the left (pixels not compared): b.jpg, c.jpg, d.jpg",
        "a.jpg is gone",
      ])
    #expect(
      try findings(["aaa.bb.cc.dd"], ["bbb.cc.dd..."]).lines == [
        "3 moved by one column to the left (pixels of 1 not compared): b.jpg, c.jpg, d.jpg",
        "a.jpg is gone",
      ])
  }

  @Test func `only where tiles move, rows are needed`() throws {
    let page = DrawnPage(grid).page
    #expect(!TileComparison(expected: page, actual: page).needsRows)
    let moved = DrawnPage(["....aaa", "....aaa"]).page
    #expect(TileComparison(expected: page, actual: moved).needsRows)
    let resized = DrawnPage(["....aaaa", "....aaaa"]).page
    #expect(!TileComparison(expected: page, actual: resized).needsRows)
  }

  // MARK: tiles that become something else

  @Test func `tiles have another size`() throws {
    let found = try findings(
      ["aa.bbb", "aa.bbb"], ["aaa...bbbbb", "aaa...bbbbb", "aaa........"])
    #expect(
      found.lines == [
        "2 were resized: a.jpg (from 2 × 2 to 3 × 3), b.jpg (from 3 × 2 to 5 × 2)",
        "8 pixels outside of all tiles",
      ])
    #expect(
      try findings(["aa", "aa"], ["aaaa"]).summary
        == "a.jpg was resized (from 2 × 2 to 4 × 1)")
  }

  @Test func `placeholders come and go`() throws {
    let first = DrawnPage(grid, placeholders: "bcf")
    var other = grid
    other[0] = "AAA.BBB.ccc."
    other[3] = "eee.ddd.fff."
    other[4] = "eee.ddd.fff."
    let found = try TileComparison.findings(first, DrawnPage(other, placeholders: "adf"))
    #expect(
      found.lines == [
        "2 are placeholders now: a.jpg, d.jpg",
        "2 are no placeholders any more: b.jpg, c.jpg",
        "d.jpg moved by one column to the right (pixels not compared)",
        "e.jpg moved by one column to the left",
      ])
    #expect(found.unchanged == 1)
    #expect(
      try TileComparison.findings(DrawnPage(grid), DrawnPage(grid, placeholders: "a")).lines
        == ["a.jpg is a placeholder now"])
    #expect(
      try TileComparison.findings(DrawnPage(grid, placeholders: "a"), DrawnPage(grid)).lines
        == ["a.jpg is no placeholder any more"])
  }

  @Test func `tiles go to other pages, and come from them`() throws {
    let (first, second) = (DrawnPage(["aa.bb"]), DrawnPage(["cc.dd"]))
    let (third, fourth) = (DrawnPage(["bb.cc"]), DrawnPage(["dd.ee"]))
    let found = try TileComparison.findings(
      first, third,
      sheets: (
        SheetPlacements(pages: [first.page, second.page]),
        SheetPlacements(pages: [third.page, fourth.page])
      ))
    #expect(
      found.lines == [
        "b.jpg moved by one column to the left", "c.jpg moved from page 2 to page 1",
        "a.jpg is gone",
      ])
    let back = try TileComparison.findings(
      third, first,
      sheets: (
        SheetPlacements(pages: [third.page, fourth.page]),
        SheetPlacements(pages: [first.page, second.page])
      ))
    #expect(
      back.lines == [
        "b.jpg moved by one column to the right", "c.jpg moved from page 1 to page 2",
        "a.jpg is new",
      ])
    #expect(back.list.map(\.expectedPage) == [0, 0, nil])
    #expect(back.list.map(\.actualPage) == [0, 1, 0])
  }

  // MARK: names

  private func pages(
    _ expected: [Character: RawPath?], _ actual: [Character: RawPath?]
  ) throws -> TileFindings {
    let row = ["aa.bb.cc.dd"]
    return try TileComparison.findings(
      DrawnPage(row, names: expected), DrawnPage(row, names: actual))
  }

  @Test func `tiles belong together by name`() throws {
    // By the whole name, wherever they stand.
    let swapped = try pages(["a": "x/1", "b": "y/1"], ["a": "y/1", "b": "x/1"])
    #expect(swapped.list.map(\.name) == ["x/1", "y/1"])
    #expect(swapped.list.map(\.expected?.index) == [0, 1])
    #expect(swapped.list.map(\.actual?.index) == [1, 0])
    // Without directories, where that is one picture only.
    #expect(try pages(["a": "x/1", "b": "x/2"], ["a": "../1", "b": "2"]).list.isEmpty)
    let ambiguous = try pages(["a": "x/1", "b": "y/1"], ["a": "z/1", "b": "b.jpg"])
    #expect(ambiguous.summary == "2 new; 2 gone")
    #expect(ambiguous.lines == ["2 new: z/1, b.jpg", "2 gone: x/1, y/1"])
    #expect(
      try pages(["a": "x/1", "b": "b.jpg"], ["a": "z/1", "b": "x/1"]).lines == [
        "x/1 moved by one column to the right and changed", "z/1 is new", "b.jpg is gone",
      ])
    // The k-th of a name belongs to the k-th.
    let names: [Character: RawPath?] = ["a": "1", "b": "1", "c": "1", "d": "2"]
    #expect(try pages(names, names).list.isEmpty)
    let fewer = try pages(names, ["a": "1", "b": "1", "c": "2", "d": "3"])
    #expect(fewer.list.map(\.name) == ["1", "2", "3"])
    #expect(fewer.list.first?.change == .gone && fewer.list.last?.change == .new)
    #expect(fewer.list[0].expected?.index == 2)
    // Tiles without a name as well.
    let none: RawPath? = nil
    #expect(try pages(["a": none, "b": none], ["a": none, "b": none]).list.isEmpty)
    #expect(try pages(["a": none, "b": none], ["a": none]).list.first?.name == "picture 2")
  }

  @Test func `ten names are enough`() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    func page(_ count: Int, changed: Bool = false) -> DrawnPage {
      // As wide as all letters need, two columns and a gap each.
      let first = letters.prefix(count).map { "\($0)\($0)" }.joined(separator: ".")
      let second = changed ? first.uppercased() : first
      return DrawnPage(
        [first, second].map { $0 + String(repeating: ".", count: 3 * 26 - $0.count) })
    }
    func names(_ letters: String) -> String {
      letters.map { "\($0).jpg" }.joined(separator: ", ")
    }
    #expect(
      try TileComparison.findings(page(13), page(26)).lines
        == ["13 new: \(names("nopqrstuvw")) and 3 more"])
    #expect(
      try TileComparison.findings(page(11), page(1)).lines
        == ["10 gone: \(names("bcdefghijk"))"])
    let changed = try TileComparison.findings(page(12), page(12, changed: true))
    #expect(changed.lines.count == 1)
    #expect(changed.lines[0].hasPrefix("12 changed: a.jpg (50.00 %), b.jpg"))
    #expect(changed.lines[0].hasSuffix(", j.jpg (50.00 %) and 2 more"))
  }

  // MARK: for programs

  @Test func `findings are told to programs`() throws {
    let names: [Character: RawPath?] = ["d": RawPath(bytes: [0x64, 0xFF])]
    var other = [
      "bbb.aAa.CCc.",
      "bbb.aAa.ccc.",
      "....*.......",
      "............",
      ".......ggg..",
    ]
    other[3] = "eeeee..ggg.."
    let found = try TileComparison.findings(
      DrawnPage(grid, names: names, placeholders: "c"), DrawnPage(other))
    let text = JSON.object(found.members).text
    let root = try JSONDocument(Array(text.utf8)).root
    #expect(root.members?.map(\.name) == ["unchanged", "pixels_outside", "findings"])
    #expect(root["unchanged"]?.number?.int == 0)
    #expect(root["pixels_outside"]?.number?.int == 1)
    let list = try #require(root["findings"]?.elements)
    #expect(
      list.map { $0["change"]?.text } == [
        "moved", "moved", "no-placeholder", "gone", "resized", "gone", "new",
      ])
    #expect(
      JSON(list[0]).text
        == "{\"change\": \"moved\", \"file\": \"a.jpg\", \"x\": 4, \"y\": 0, \"pixels_changed\": true, "
        + "\"expected\": {\"page\": 1, \"index\": 0, \"left\": 0, \"top\": 0, \"width\": 3, \"height\": 2}, "
        + "\"actual\": {\"page\": 1, \"index\": 0, \"left\": 4, \"top\": 0, \"width\": 3, \"height\": 2}}"
    )
    #expect(list[1]["pixels_changed"]?.flag == false)
    #expect(list[3]["file_bytes"]?.text == "64ff" && list[3]["actual"]?.isNull == true)
    #expect(list[6]["expected"]?.isNull == true && list[6]["actual"]?["index"]?.number?.int == 4)
    let changed = try findings(["aa.bb.cc"], ["aA.cc.bb"])
    let more = JSON.object(changed.members).text
    #expect(more.contains("\"file\": \"a.jpg\", \"pixels\": 1, \"percent\": 50.00, "))
    #expect(more.contains("\"columns\": 1, \"rows\": 0, \"pixels_changed\": false, "))
  }
}
