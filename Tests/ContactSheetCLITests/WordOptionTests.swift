import ContactSheet
import ContactSheetCLI
import Foundation
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Captions, titles, headers and footers by the command, and what it says where they cannot be.
struct WordOptionTests {
  private let folder: SheetFolder

  init() throws {
    folder = try SheetFolder()
    for (name, width, height) in [("a.png", 40, 30), ("b.png", 30, 40), ("c d.png", 60, 20)] {
      try folder.picture(name, width, height)
    }
  }

  @Test func `a plan has each caption with its place, and the words of the page`() throws {
    let plan = try folder.plan(
      "grid . -w 300 --caption {index}.{name}\\n{width}×{height} --font-size 20 --title T{count} "
        + "--footer {page}/{pages}")
    let page = plan.pages[0]
    #expect(
      page.tiles.map { $0.caption?.text } == [
        "1.a.png\n40×30", "2.b.png\n30×40", "3.c d.png\n60×20",
      ])
    // Cells of 94 below a title of 53 (35 pixels of type) and half a line; a gap of 6, two lines of 30.
    #expect(page.tiles[0].frame == rect(2, 2 + 53 + 15, 93, 93))
    #expect(page.tiles[0].caption?.frame == rect(2, 70 + 93 + 6, 93, 60))
    #expect(page.texts?.map { $0.role } == ["title", "footer"])
    #expect(page.texts?.map { $0.text } == ["T3", "1/1"])
    #expect(page.height == 70 + 93 + 66 + 15 + 30 + 2)
  }

  @Test(arguments: ["list", "grid", "fitted", "justified"])
  func `every layout takes captions, and is drawn with them`(_ layout: String) throws {
    let bare = try folder.tool("\(layout) . -w 200 -o bare.png")
    let worded = try folder.tool("\(layout) . -w 200 --caption {stem} -o worded.png")
    #expect((bare.code, worded.code) == (0, 0))
    let page = try folder.plan("\(layout) . -w 200 --caption {stem} -o worded.png").pages[0]
    let bitmap = try decodedBitmap(folder.contents("worded.png"))
    #expect(bitmap.size == page.size)
    for tile in page.tiles {
      let frame = try #require(tile.caption?.frame)
      #expect(frame.top >= tile.frame.bottom)
      // Black ink on white, and only where the caption is.
      let ink = frame.rows.contains { y in frame.columns.contains { bitmap[$0, y].red < 100 } }
      #expect(ink, "\(layout): \(tile.index)")
    }
  }

  @Test func `captions on pictures take no room`() throws {
    let bare = try folder.frames("fitted . -w 300")
    #expect(
      try folder.frames("fitted . -w 300 --caption {name} --caption-position overlay") == bare)
  }

  @Test func `type is 3 mm high on a page that has a size, else 14 pixels`() throws {
    func height(_ line: String) throws -> Int? {
      try folder.plan(line).pages[0].tiles[0].caption?.height
    }
    #expect(try height("grid . --caption x") == 21)
    // 35 pixels at 300 dpi, a line of 53.
    #expect(try height("grid . --caption x --page-size A4") == 53)
    #expect(try height("grid . --caption x --font-size 10mm --dpi 254") == 150)
  }

  @Test(arguments: [
    (
      "grid a.png --caption {nam}",
      "'--caption' has a fault: unknown token '{nam}'; did you mean '{name}'? There are {na"
    ),
    (
      "grid a.png --footer {name}",
      "'--footer' has a fault: unknown token '{name}'; there are {page}"
    ),
    (
      "list a.png --title {title}",
      "'--title' has a fault: unknown token '{title}'; there are {page}"
    ),
    ("list a.png --title {", "'--title' has a fault: '{' without '}'"),
    ("list a.png --header x}", "'--header' has a fault: '}' without '{'"),
    (
      "list a.png --caption x --caption-position above",
      "'above' is not a value of '--caption-position': below, overlay."
    ),
    ("list a.png --caption x --font-size 3", "'--font-size 3' is out of range: 4…500 pixels."),
    (
      "list a.png --caption x --text-align middle",
      "'middle' is not a value of '--text-align': left, center, right."
    ),
    ("list a.png --caption x --text-color blu", "'blu' is not a colour (--text-color)"),
    ("strip a.png --caption x", "Option '--caption' does not belong to this command."),
    ("strip a.png --more", "'--more' goes with '--limit'"),
    ("strip a.png --font x", "'--font' of a strip goes with '--more'."),
    (
      "grid a.png --page-size 20x20 --margin 0 --header x --dpi 72 --font-size 20",
      "With room for words a page 20 high has no room between margins 45 + 0."
    ),
  ])
  func `wrong words are wrong usage`(_ line: String, _ words: String) throws {
    let outcome = try folder.tool(line)
    #expect(outcome.code == 64)
    #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
    #expect(folder.names.filter { $0.hasSuffix("grid.png") || $0.hasSuffix("list.png") } == [])
  }

  @Test func `a character that no font has, and a font that is not there, are told once`() throws {
    let outcome = try folder.tool(
      "grid . --caption \u{F0000}{index}\u{F0000} --title \u{F0000} --font Nowhere-Grotesk -o s.png "
        + "--json-report r.json")
    #expect(outcome.code == 0)
    let lines = outcome.errorText.split(separator: "\n")
    #expect(lines.count { $0.contains("no font has U+F0000") } == 1)
    #expect(lines.count { $0.contains("s.png: no font 'Nowhere-Grotesk'; '") } == 1)
    let report = try folder.contents("r.json")
    #expect(String(decoding: report, as: UTF8.self).contains("no font has U+F0000"))
    let quiet = try folder.tool("grid . --caption \u{F0000} -o s.png --quiet")
    #expect(quiet.errorText == "")
  }

  @Test func `where captions stand and how they are aligned may be said in a manifest`() throws {
    let options = "--caption {name} --caption-position overlay --text-align right"
    let command = try folder.tool("list a.png -w 90 \(options) -o s.png")
    #expect(command.code == 0)
    let asked = try folder.contents("s.png")
    _ = try folder.shell(
      "\"$TOOL\" list a.png -w 90 \(options) -o s.png --print-manifest > m.json && rm s.png")
    let batch = try folder.tool("batch m.json")
    #expect(batch.code == 0, "\(batch.errorText)")
    #expect(try folder.contents("s.png") == asked)
    for (option, value) in [("text-align", "top"), ("caption-position", "center")] {
      let sheet = #""layout": "list", "caption": "x", "inputs": ["a.png"], "output": "t.png""#
      try folder.directory.write(
        Array(#"{"sheets": [{\#(sheet), "\#(option)": "\#(value)"}]}"#.utf8), "m.json")
      let wrong = try folder.tool("batch m.json")
      #expect(wrong.code == 2)
      #expect(wrong.errorText.contains("'\(value)' is not a value of '\(option)'"))
    }
  }

  @Test func `a page of HTML has the title that all pages of the sheet have, else its own name`()
    throws
  {
    for (options, title) in [
      ("--title T{count}\\n{pages}", "T3 1"), ("--title {date:taken-range}", "page"),
      ("--per-page 1 --title {page}", "page"),
      ("--per-page 1 --title <i>", "&lt;i&gt;"),
    ] {
      let outcome = try folder.tool("list . \(options) -o s.png --html page.html")
      #expect(outcome.code == 0, "\(outcome.errorText)")
      let page = String(decoding: try folder.contents("page.html"), as: UTF8.self)
      #expect(page.contains("<title>\(title)</title>"), "\(options)")
      #expect(page.contains(">\(title)</h1>"), "\(options)")
      _ = try folder.shell("rm s*.png")
    }
  }

  @Test func `a line feed in a name begins no other line`() throws {
    try folder.picture("x\r\ny\n.png", 9, 9)
    let tiles = try folder.plan("list . -w 90 --sort size --caption {name}\\n{width}").pages[0]
      .tiles
    let texts = tiles.compactMap { $0.caption?.text }
    #expect(texts.contains("x\r\u{FFFD}y\u{FFFD}.png\n9"), "\(texts)")
  }

  @Test func `a font of a strip that is not there is told, and the circle is called by its words`()
    throws
  {
    let outcome = try folder.tool(
      "strip . --limit 1 --more --font Nowhere-Grotesk -o s.png --html s.html")
    #expect(outcome.code == 0)
    #expect(outcome.errorText.contains("s.png: no font 'Nowhere-Grotesk'; '"))
    let page = String(decoding: try folder.contents("s.html"), as: UTF8.self)
    #expect(page.contains(#"title="2 more"><span>2 more</span>"#))
  }

  @Test func `a title of a manifest is the title of its picture's caption`() throws {
    try folder.directory.write(
      Array(
        """
        {"sheets": [{"layout": "list", "width": 90, "caption": "{title}", "output": "s.png",
          "placements": "s.json",
          "inputs": [{"src": "a.png", "title": "Low tide"}, "b.png"]}]}
        """.utf8), "m.json")
    let outcome = try folder.tool("batch m.json")
    #expect(outcome.code == 0, "\(outcome.errorText)")
    let plan = try PrintedPlan(folder.contents("s.json"))
    #expect(plan.pages[0].tiles.map { $0.caption?.text } == ["Low tide", nil])
    // Other words make another sheet.
    #expect(try folder.tool("batch m.json --check").code == 0)
    _ = try folder.shell("sed -i 's/{title}/{title}!/' m.json")
    #expect(try folder.tool("batch m.json --check").code == 1)
  }

  @Test
  func `a strip tells how many pictures the limit leaves out, and nothing where it leaves none`()
    throws
  {
    let more = try folder.plan("strip . --limit 2 --more").pages[0]
    #expect(more.size == PixelSize(width: 120, height: 50))
    #expect(more.tiles.count == 3 && more.tiles[2].file == nil)
    #expect(try folder.plan("strip . --limit 3 --more").pages[0].tiles.count == 3)
    let one = try folder.tool("strip . --limit 1 --more --markdown -o s.png")
    #expect(one.code == 0)
    #expect(one.errorText.contains("s.png: 85 × 50, 1 picture and 2 more, "))
    #expect(one.outputText.contains("alt=\"Strip of 1 picture: a, 2 more\""), "\(one.outputText)")
    #expect(try folder.tool("strip . --limit 1 --more --html page.html -o s.png").code == 0)
    let shown = String(decoding: try folder.contents("page.html"), as: UTF8.self)
    #expect(shown.contains("alt=\"Strip of 1 picture\""))
    let bitmap = try decodedBitmap(folder.contents("s.png"))
    // White words on grey, right of the first circle.
    let ink = (50..<85).contains { x in (0..<50).contains { bitmap[x, $0].red > 220 } }
    #expect(ink)
    #expect(bitmap[75, 12] == Color(rgb: 0x5B6169))
  }

  @Test func `help captions has every token with its meaning`() {
    let help = CommandLineRun("help captions")
    #expect(help.code == .done)
    let flat = help.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for token in CaptionToken.allCases {
      #expect(flat.contains("{\(token.rawValue)} \(token.meaning): \(token.example)"))
    }
    let lines = help.output.split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(CommandLineRun("--help").output.contains("  captions "))
  }
}
