import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// `contactsheet diff` of sheets whose placements are known, and its HTML page.
@Suite struct SheetDiffTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["old", "new", "exp", "act"] { try directory.makeDirectory(name) }
    for (index, name) in ["a", "b", "c", "d", "e"].enumerated() {
      let color = Color(rgb: UInt32(0x10_2030 * (index + 1)))
      try directory.write(Self.png(color), "old/\(name).png")
      if name != "b" { try directory.write(Self.png(color), "new/\(name).png") }
    }
    // c changed, b is gone, f is new.
    try directory.write(Self.png(Color(rgb: 0xFF0000)), "new/c.png")
    try directory.write(Self.png(Color(rgb: 0x00FF00)), "new/f.png")
  }

  private static func png(_ color: Color) -> [UInt8] {
    PNGFixture.bytes(
      Bitmap(
        size: PixelSize(width: 30, height: 30),
        pixels: (0..<900).flatMap { _ in [color.red, color.green, color.blue, 255] }))
  }

  private func tool(_ line: String) throws -> Tool.Outcome {
    try Tool.run(line.split(separator: " ").map(String.init), in: directory.url)
  }

  private func makeSheets(placements: String) throws {
    for (side, pictures) in [("exp", "old"), ("act", "new")] {
      let run = try tool(
        "grid \(pictures) --columns 3 --width 90 --margin 0 --spacing 0 -q -o \(side)/s.png "
          + "--placements \(side)/\(placements)")
      #expect(run.code == 0)
    }
  }

  @Test func `pictures are spoken of, with placements found beside the sheets or named`() throws {
    try makeSheets(placements: "s.placements.json")
    let beside = try tool("diff exp/s.png act/s.png")
    #expect(beside.code == 1)
    let lines = beside.outputText.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("exp/s.png act/s.png: differ: "))
    #expect(lines.contains { $0.contains("new/c.png") && $0.contains("changed") })
    #expect(
      lines.contains { $0.hasPrefix("  2 moved by one place") || $0.contains("moved by one") })
    #expect(lines.contains("  old/b.png is gone"))
    #expect(lines.contains("  new/f.png is new"))
    // Directories find them, too.
    let directories = try tool("diff exp act --json")
    #expect(directories.outputText.contains("\"change\": \"gone\""))
    let named = try tool(
      "diff exp/s.png act/s.png --expected-placements exp/s.placements.json "
        + "--actual-placements act/s.placements.json")
    #expect(named.outputText == beside.outputText)
  }

  @Test func `a sheet is the same as itself, and says nothing of pictures`() throws {
    try makeSheets(placements: "s.placements.json")
    #expect(
      try tool("diff exp/s.png exp/s.png").outputText == "exp/s.png exp/s.png: same\n")
  }

  @Test func `placements that are named have to fit, those that lie there need not`() throws {
    try makeSheets(placements: "s.placements.json")
    let line = "diff exp/s.png act/s.png --expected-placements exp/s.placements.json"
    #expect(try tool(line).code == 64)
    let wrong = try tool("\(line) --actual-placements old/a.png")
    #expect(wrong.code == 2)
    #expect(wrong.errorText.hasPrefix("contactsheet: old/a.png: line 1, column 1: "))
    let other = try tool(
      "diff old/a.png new/a.png --expected-placements exp/s.placements.json "
        + "--actual-placements act/s.placements.json")
    #expect(other.code == 2)
    #expect(
      other.errorText
        == "contactsheet: exp/s.placements.json: has no page of the name and the size "
        + "of old/a.png\n")
    try directory.write(Array("nonsense".utf8), "exp/s.placements.json")
    let run = try tool("diff exp/s.png act/s.png")
    #expect(run.code == 1 && !run.outputText.contains("is gone"))
    #expect(
      try tool(
        "diff exp act --expected-placements exp/s.placements.json "
          + "--actual-placements act/s.placements.json"
      ).code == 64)
  }

  // MARK: the page

  private func text(_ name: String) throws -> String {
    String(decoding: try directory.url.appendingPathComponent(name).contents(), as: UTF8.self)
  }

  @Test func `the page holds its pictures, of files and of directories`() throws {
    try makeSheets(placements: "p.json")
    let expected = Data(try directory.url.appendingPathComponent("exp/s.png").contents())
    for line in ["diff exp/s.png act/s.png", "diff exp act"] {
      let run = try tool("\(line) --html r.html")
      #expect(run.code == 1)
      let page = try text("r.html")
      #expect(page.contains(expected.base64EncodedString()))
      #expect(page.components(separatedBy: "<img ").count == 4)
      #expect(page.contains("data-state=\"changed\""))
      #expect(!page.contains("src=\"exp/"))
      #expect(try tool("\(line) --html again.html").code == 1)
      #expect(try text("again.html") == page)
    }
  }

  @Test func `links are relative to the page, and encoded`() throws {
    try directory.write(Self.png(Color(rgb: 1)), "exp/a b#é.png")
    try directory.write(Self.png(Color(rgb: 2)), "act/a b#é.png")
    try directory.makeDirectory("out/deep")
    let run = try tool("diff exp act --html out/deep/r.html --link-pictures")
    #expect(run.code == 1)
    let page = try text("out/deep/r.html")
    #expect(page.contains("src=\"../../exp/a%20b%23%C3%A9.png\""))
    #expect(page.contains("src=\"../../act/a%20b%23%C3%A9.png\""))
    #expect(try tool("diff exp act --link-pictures").code == 64)
  }

  @Test func `the page shows what was expected before it is updated`() throws {
    try directory.write(Self.png(Color(rgb: 0x123456)), "exp/a.png")
    try directory.write(Self.png(Color(rgb: 0x654321)), "act/a.png")
    let before = Data(try directory.url.appendingPathComponent("exp/a.png").contents())
    #expect(try tool("diff exp act --html r.html --update all").code == 0)
    #expect(try text("r.html").contains(before.base64EncodedString()))
    #expect(
      try directory.url.appendingPathComponent("exp/a.png").contents()
        == directory.url.appendingPathComponent("act/a.png").contents())
  }

  @Test func `a page is refused where a picture is`() throws {
    try makeSheets(placements: "p.json")
    let run = try tool("diff exp act --html exp/s.png")
    #expect(run.code == 2)
    #expect(run.errorText.contains("exp/s.png: is one of the pictures"))
  }
}
