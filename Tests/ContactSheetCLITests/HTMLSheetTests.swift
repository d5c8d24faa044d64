import ContactSheet
import ContactSheetCLI
import ContactSheetLayout
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// The page of a sheet as text: its map against what is drawn, its links and words, its files.
@Suite struct HTMLSheetTests {
  // MARK: the map

  /// An `<area>` as a browser understands it.
  private struct Area {
    var shape: String
    var numbers: [Double]
    var link: String?

    func holds(_ x: Double, _ y: Double) -> Bool {
      switch shape {
      case "rect": return x >= numbers[0] && x < numbers[2] && y >= numbers[1] && y < numbers[3]
      case "circle":
        let (right, down) = (x - numbers[0], y - numbers[1])
        return right * right + down * down <= numbers[2] * numbers[2]
      default:
        var isInside = false
        var last = numbers.count - 2
        var point = 0
        while point < numbers.count {
          let (y0, y1) = (numbers[last + 1], numbers[point + 1])
          if (y0 > y) != (y1 > y) {
            let x0 = numbers[last]
            if x < x0 + (y - y0) / (y1 - y0) * (numbers[point] - x0) { isInside.toggle() }
          }
          last = point
          point += 2
        }
        return isInside
      }
    }
  }

  /// The areas of each map of a page, in their order.
  private func maps(_ text: String) -> [[Area]] {
    text.components(separatedBy: "<map ").dropFirst().map { map in
      map.components(separatedBy: "</map>")[0].matches(
        of: #/<area shape="([a-z]+)" coords="([0-9.,]+)"( href="([^"]*)")?/#
      ).map { match in
        Area(
          shape: String(match.1), numbers: match.2.split(separator: ",").map { Double($0)! },
          link: match.4.map { String($0) })
      }
    }
  }

  private func text(_ page: HTMLSheet) throws -> String {
    var bytes: [UInt8] = []
    try page.write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// For each pixel the picture that is drawn there last, -1 for none, and -2 where an edge runs through it.
  private func drawn(_ plan: SheetPlan, _ page: PagePlan) -> [Int] {
    var owners = [Int](repeating: -1, count: page.size.pixelCount)
    var masks: [PixelSize: CoverageMask] = [:]
    for placement in page.placements {
      let frame = placement.frame
      let mask =
        masks[frame.size]
        ?? CoverageMask(
          size: frame.size, inset: 0,
          corner: RoundCorner(diameter: plan.look.cornerDiameter(of: frame.size)))
      masks[frame.size] = mask
      for y in 0..<frame.height {
        let row = (frame.top + y) * page.size.width + frame.left
        for x in 0..<frame.width {
          switch mask[x, y] {
          case 0: break
          case 255: owners[row + x] = placement.picture
          default: owners[row + x] = -2
          }
        }
      }
    }
    return owners
  }

  private func randomSheet(using random: inout SeededGenerator) -> any PlannedSheet {
    let pictures = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let size = PixelSize(
        width: Int.random(in: 1...90, using: &random),
        height: Int.random(in: 1...90, using: &random))
      return PictureSource.bitmap(
        Bitmap(size: size, pixels: [UInt8](repeating: 0, count: 4 * size.pixelCount)))
    }
    let shape: TileShape = [
      .square, .circle, .rounded(radius: nil),
      .rounded(radius: Int.random(in: 0...40, using: &random)),
    ].randomElement(using: &random)!
    let margins = Margins(
      top: Int.random(in: 0...9, using: &random), right: 3, bottom: 0,
      left: Int.random(in: 0...9, using: &random))
    let columns = Int.random(in: 1...5, using: &random)
    let width = Int.random(in: 60...220, using: &random)
    var sheet: Sheet
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      sheet = Sheet(
        pictures,
        layout: .grid(
          GridLayout(
            width: width, columns: columns, spacing: 2, margins: margins,
            cell: Bool.random(using: &random) ? .square : .aspect(width: 5, height: 3))))
    case 1:
      sheet = Sheet(
        pictures, layout: .fitted(FittedLayout(width: width, columns: columns, margins: margins)))
    case 2:
      sheet = Sheet(
        pictures, layout: .justified(JustifiedLayout(width: width, rowHeight: 50, margins: margins))
      )
    default:
      let size = Int.random(in: 1...70, using: &random)
      var strip = Strip(
        pictures, size: size, spacing: Int.random(in: (1 - size)...9, using: &random), border: 0,
        shape: shape)
      if case .rounded(let radius?) = shape {
        strip.shape = .rounded(radius: min(radius, size / 2))
      }
      strip.front = Bool.random(using: &random) ? .first : .last
      strip.axis = Bool.random(using: &random) ? .horizontal : .vertical
      strip.columns = strip.axis == .horizontal && Bool.random(using: &random) ? columns : nil
      strip.margins = margins
      return strip
    }
    sheet.shape = shape
    sheet.paging.picturesPerPage = Bool.random(using: &random) ? 4 : nil
    return sheet
  }

  @Test func `the first area that holds a pixel is the tile that is drawn there last`() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed("areas"))
    var (sure, apart) = (0, 0)
    for _ in 0..<40 {
      let sheet = randomSheet(using: &random)
      let plan = try sheet.plan()
      let page = HTMLSheet(
        path: "/pages/page.html", noun: "sheet", counts: plan.pages.map(\.placements.count),
        plan: plan,
        pages: plan.pages.enumerated().map { index, page in
          ShownPage(
            size: page.size, scale: 1,
            files: [.init(density: 1, path: RawPath("/pages/\(index).png"))])
        },
        pictures: sheet.pictures.indices.map { .file(RawPath("/pages/\($0)")) }, items: [],
        unusable: [])
      let maps = maps(try text(page))
      #expect(maps.count == plan.pages.count)
      for (map, page) in zip(maps, plan.pages) {
        #expect(map.count == page.placements.count)
        let owners = drawn(plan, page)
        // Every seventh pixel, in another place of each row.
        for pixel in stride(from: 0, to: owners.count, by: 7) where owners[pixel] != -2 {
          let (y, x) = pixel.quotientAndRemainder(dividingBy: page.size.width)
          let first = map.first { $0.holds(Double(x) + 0.5, Double(y) + 0.5) }
          sure += 1
          if first?.link != (owners[pixel] < 0 ? nil : "\(owners[pixel])") { apart += 1 }
        }
      }
    }
    #expect(sure > 10_000)
    #expect(apart == 0)
  }

  @Test func `a circle is a circle, and corners of any radius are met within a tenth of a pixel`() {
    let square = MapArea(
      PixelRect(left: 10, top: 20, width: 51, height: 51), cornerDiameter: 51,
      of: PixelSize(width: 200, height: 100), shownAs: PixelSize(width: 100, height: 50))
    #expect(square.attributes == "shape=\"circle\" coords=\"17.75,22.75,12.75\"")
    for radius in [1, 2, 7, 50, 200] {
      let size = PixelSize(width: 2 * radius + 10, height: 2 * radius)
      let area = MapArea(
        PixelRect(left: 0, top: 0, width: size.width, height: size.height),
        cornerDiameter: 2 * radius,
        of: size, shownAs: size)
      #expect(area.shape == .polygon)
      let points = stride(from: 0, to: area.coordinates.count, by: 2).map {
        (Double(area.coordinates[$0]) / 100, Double(area.coordinates[$0 + 1]) / 100)
      }
      // The middle of each side of the polygon, against the round end on the left.
      for (one, other) in zip(points, points.dropFirst()) {
        let (x, y) = ((one.0 + other.0) / 2, (one.1 + other.1) / 2)
        guard x < Double(radius) else { continue }
        let (right, down) = (x - Double(radius), y - Double(radius))
        let away = Double(radius) - (right * right + down * down).squareRoot()
        #expect(away > -0.01 && away < 0.11, "\(radius): \(away)")
      }
    }
  }

  // MARK: words and links

  private func page(_ folder: SheetFolder, _ name: String = "page.html") throws -> String {
    String(decoding: try folder.contents(name), as: UTF8.self)
  }

  @Test func `the title that is drawn on a sheet is that of its page`() throws {
    let folder = try SheetFolder()
    try folder.picture("a.png", 20, 20)
    let run = try folder.tool("grid a.png --title <{count}>\\n& --html page.html -o sheet.png")
    #expect(run.code == 0, "\(run.errorText)")
    let text = try page(folder, "page.html")
    #expect(text.contains("<title>&lt;1&gt; &amp;</title>"))
    #expect(text.contains("<h1 dir=\"auto\" class=\"unseen\">&lt;1&gt; &amp;</h1>"))
  }

  @Test func `what a manifest says of a picture is what the page says`() throws {
    let folder = try SheetFolder()
    for name in ["a", "b", "c", "d", "e"] { try folder.picture("in/\(name).png", 20, 20) }
    try folder.directory.write([1, 2, 3], "in/broken.png")
    try folder.directory.write(
      Array(
        #"""
        {"sheets": [{"layout": "strip", "output": "out/strip.png", "html": "pages/strip.html",
          "on-error": "placeholder", "inputs": [
          {"src": "in/a.png", "href": "https://example.org/?a&b", "alt": "Ada <Lovelace>", "title": "\"Ada\""},
          {"src": "in/b.png", "href": "javascript:alert(1)"},
          {"src": "in/c.png", "title": "only a title"},
          "in/d.png", "in/broken.png", {"src": "in/broken.png", "href": "why.html"}]}]}
        """#.utf8), "m.json")
    try folder.directory.makeDirectory("pages")
    let run = try folder.tool("batch m.json")
    #expect(run.code == 3)
    #expect(
      run.errorLines.contains(
        "contactsheet: in/b.png: 'javascript:alert(1)' is not used as its link: only http, https, mailto and "
          + "what is relative to the page are"))
    let text = try page(folder, "pages/strip.html")
    #expect(!text.contains("javascript"))
    let list = text.components(separatedBy: "<ul>\n")[1].components(separatedBy: "</ul>")[0]
    #expect(
      list == """
        <li><a id="t1" href="https://example.org/?a&amp;b" title="&quot;Ada&quot;"><span>Ada \
        &lt;Lovelace&gt;</span></a></li>
        <li><a id="t2" href="../in/b.png" title="b"><span>b</span></a></li>
        <li><a id="t3" href="../in/c.png" title="only a title"><span>only a title</span></a></li>
        <li><a id="t4" href="../in/d.png" title="d"><span>d</span></a></li>
        <li><span id="t5" title="broken"><span>broken (cannot be shown)</span></span></li>
        <li><a id="t6" href="why.html" title="broken"><span>broken (cannot be shown)</span></a></li>

        """)
    #expect(text.contains("<img src=\"../out/strip.png\" width=\"225\" height=\"50\" "))
    #expect(text.contains("<area shape=\"circle\" coords=\"165,25,25\">\n"))
    #expect(
      text.contains(
        "<area shape=\"circle\" coords=\"25,25,25\" href=\"https://example.org/?a&amp;b\" "
          + "alt=\"Ada &lt;Lovelace&gt;\" title=\"&quot;Ada&quot;\" tabindex=\"-1\" aria-hidden=\"true\">\n"
      ))
  }

  @Test func `names are names, whatever they look like`() throws {
    let folder = try SheetFolder()
    let picture = PNGFixture.bytes(
      width: 9, height: 9, .gray, samples: [Int](repeating: 9, count: 81))
    let texts = [
      "<b>&\"'.png", "a b%20#?.png", "javascript:alert(1).png", "\u{202E}gnp.x.png",
      "new\nline.png", ".hidden",
    ]
    let names: [[UInt8]] = texts.map { Array($0.utf8) } + [[0xFF, 0x2E, 0x70]]
    for name in names { try folder.directory.write(picture, named: name) }
    let list: [UInt8] = Array(names.map { $0 + [0] }.joined())
    try folder.directory.write(list, "list")
    let run = try folder.tool(
      "grid --files-from list -0 -o s&t'<.png --html page.html -q --markdown")
    #expect(run.code == 0, "\(run.errorText)")
    let text = try page(folder)
    let links = text.matches(of: #/<a id="t\d+" href="([^"]*)" title="([^"]*)">/#).map {
      [String($0.1), String($0.2)]
    }
    #expect(
      links == [
        ["%3Cb%3E%26%22%27.png", "&lt;b&gt;&amp;&quot;&#39;"],
        ["a%20b%2520%23%3F.png", "a b%20#?"],
        ["javascript%3Aalert%281%29.png", "javascript:alert(1)"],
        ["%E2%80%AEgnp.x.png", "\\u{202E}gnp.x"], ["new%0Aline.png", "new\\nline"],
        [".hidden", ".hidden"],
        ["%FF.p", "\\xFF"],
      ])
    #expect(
      run.outputText == """
        <a href="page.html"><img src="s%26t%27%3C.png" width="1200" height="1199" \
        alt="Contact sheet of 7 pictures: &lt;b&gt;&amp;&quot;&#39;, a b%20#?, javascript:alert(1), \\u{202E}gnp.x, \
        new\\nline, .hidden, \\xFF"></a>

        """)
  }

  @Test func `a page allows its own style and pictures, and nothing else`() throws {
    let folder = try SheetFolder()
    try folder.picture("a.png", 9, 9)
    #expect(try folder.tool("strip a.png --html page.html").code == 0)
    let text = try page(folder)
    let style = try #require(text.firstMatch(of: #/<style>([^<]*)<\/style>/#)).1
    let digest = Data(SHA256.digest(Array(style.utf8))).base64EncodedString()
    #expect(
      text.contains(
        "content=\"default-src 'none'; img-src file: 'self'; style-src 'sha256-\(digest)'; base-uri 'none'; "
          + "form-action 'none'\""))
    #expect(text.contains("<html lang=\"en\">") && text.contains("<title>page</title>"))
    #expect(!text.contains("<script") && !text.contains(" style=") && !text.contains("http:"))
  }

  // MARK: files

  @Test(arguments: [
    (
      "strip a.png -o - --html p.html",
      "'--html' shows the sheet by the name of its file: it does not go with '--output -'."
    ),
    (
      "strip a.png -o - --markdown",
      "'--markdown' shows the sheet by the name of its file: it does not go with '--output -'."
    ),
    ("grid a.png --html p.html --plan", "'--html' does not go with '--plan', which makes nothing."),
    (
      "grid a.png --markdown --plan", "'--markdown' does not go with '--plan', which makes nothing."
    ),
    ("grid a.png --html grid.png", "'--html' and '--output' name the same file, 'grid.png'."),
    (
      "grid a.png --scale 1,2 --html ./grid@2x.png",
      "'--html' and '--output' name the same file, './grid@2x.png'."
    ),
    ("grid a.png --html -", "'--html' is a file; one that is called '-' is './-'."),
    (
      "grid a.png --html p --placements ./p",
      "'--placements' and '--html' name the same file, './p'."
    ),
    (
      "strip a.png --scale 1,5",
      "'--scale 1,5' makes several files of a sheet, for a page that shows them: it goes with '--html' only. "
        + "A decimal has a point."
    ),
    (
      "strip a.png --scale 2,3 --html p.html",
      "'2,3' is not a list of scales (--scale): whole numbers from 1 to 8, the smallest first, as in 1,2,3."
    ),
    (
      "strip a.png --scale 1,1.5 --html p.html",
      "'1,1.5' is not a list of scales (--scale): whole numbers from 1 to 8, the smallest first, as in 1,2,3."
    ),
    (
      "strip a.png --scale 1,2,2 --html p.html",
      "'1,2,2' is not a list of scales (--scale): whole numbers from 1 to 8, the smallest first, as in 1,2,3."
    ),
    (
      "strip a.png --scale 1,9 --html p.html",
      "'1,9' is not a list of scales (--scale): whole numbers from 1 to 8, the smallest first, as in 1,2,3."
    ),
  ])
  func `what does not go together is refused in words`(line: String, words: String) {
    let run = CommandLineRun(line)
    #expect(run.code == .usage)
    let command = line.prefix { $0 != " " }
    #expect(run.errors == "contactsheet: \(words) See 'contactsheet \(command) --help'.\n")
  }

  @Test func `nothing is written over a picture, and what fails leaves what was made before`()
    throws
  {
    let folder = try SheetFolder()
    try folder.picture("a.png", 9, 9)
    try folder.picture("s@2x.png", 9, 9)
    let before = try folder.contents("a.png")
    let page = try folder.tool("strip a.png -o s.png --html a.png")
    #expect(page.code == 2)
    #expect(
      page.errorText
        == "contactsheet: a.png: is one of the pictures (a.png); choose another file for --html\n")
    let dense = try folder.tool("strip a.png s@2x.png -o s.png --html p.html --scale 1,2")
    #expect(dense.code == 2)
    #expect(
      dense.errorText
        == "contactsheet: s@2x.png: is one of the pictures (s@2x.png); choose another name for the output\n"
    )
    #expect(folder.names == ["a.png", "s@2x.png"])
    #expect(try folder.contents("a.png") == before)

    // Without -o a dense file that is not ours is left alone, too.
    try folder.picture("strip@3x.png", 9, 9)
    let foreign = try folder.tool("strip a.png --html p.html --scale 1,3")
    #expect(foreign.code == 2)
    #expect(foreign.errorText.contains("strip@3x.png: exists and is not a contact sheet"))
    #expect(folder.names == ["a.png", "s@2x.png", "strip@3x.png"])

    let nowhere = try folder.tool("strip a.png -o t.png --html nowhere/p.html -q")
    #expect(nowhere.code == 2)
    #expect(nowhere.errorText.hasPrefix("contactsheet: nowhere/p.html: cannot be created: "))
    #expect(folder.names.contains("t.png"))
    try folder.directory.makeDirectory("u@3x.png")
    let half = try folder.tool("strip a.png -o u.png --html p.html --scale 1,2,3 -q")
    #expect(half.code == 2)
    #expect(half.errorText == "contactsheet: u@3x.png: is a directory, not a file to write to\n")
    #expect(folder.names.contains("u.png") && folder.names.contains("u@2x.png"))
    #expect(!folder.names.contains("p.html"))
  }

  @Test func `files of several densities are multiples of the first, whatever the layout rounds`()
    throws
  {
    let folder = try SheetFolder()
    for (index, size) in [(31, 17), (29, 43), (50, 49), (7, 60), (61, 13)].enumerated() {
      try folder.picture("\(index).png", size.0, size.1, level: 40 * index)
    }
    for line in [
      "fitted . --columns 3 --width 200", "justified . --width 211 --row-height 37", "strip .",
    ] {
      let run = try folder.tool(
        "\(line) -o s.png --html p.html --scale 1,2,3 --json-report r.json --markdown -q")
      #expect(run.code == 0)
      let one = try decodedBitmap(folder.contents("s.png")).size
      for density in [2, 3] {
        #expect(
          try decodedBitmap(folder.contents("s@\(density)x.png")).size
            == one.multiplied(by: density))
      }
      #expect(
        try page(folder, "p.html").contains(
          "<img src=\"s.png\" srcset=\"s.png 1x, s@2x.png 2x, s@3x.png 3x\" width=\"\(one.width)\" "
            + "height=\"\(one.height)\""))
      #expect(run.outputText.contains("<img src=\"s@2x.png\" width=\"\(one.width)\""))
      let report = String(decoding: try folder.contents("r.json"), as: UTF8.self)
      #expect(
        report.contains(
          "\"denser\": [{\"file\": \"s@2x.png\", \"width\": \(2 * one.width), \"height\": \(2 * one.height), "
        ))
      #expect(report.contains("\"html\": {\"file\": \"p.html\"}"))
    }
    // Of a strip nothing is rounded.
    let dense = try folder.contents("s@2x.png")
    #expect(try folder.tool("strip . --scale 2 -o double.png -q").code == 0)
    #expect(try folder.contents("double.png") == dense)
  }

  @Test func `every file is told, with what holds for all of them at the end`() throws {
    let folder = try SheetFolder()
    for index in 0..<3 { try folder.picture("\(index).png", 9, 9) }
    let run = try folder.tool(
      "grid . --width 30 --spacing 0 --margin 0 --per-page 2 -o s.png --html p.html --scale 1,2")
    #expect(run.code == 0)
    let lines = run.errorLines.map { $0.replacing(#/, \d+\.\d+ s/#, with: ", T") }
    #expect(
      lines.suffix(4) == [
        "contactsheet: s-001.png: 30 × 10, 2 pictures",
        "contactsheet: s-002.png: 30 × 10, 1 picture",
        "contactsheet: s-001@2x.png: 60 × 20, 2 pictures",
        "contactsheet: s-002@2x.png: 60 × 20, 1 picture, T",
      ])
    let text = try page(folder, "p.html")
    #expect(text.contains("srcset=\"s-002.png 1x, s-002@2x.png 2x\""))
    #expect(text.contains("alt=\"Page 2 of 2: picture 3\""))
  }

  // MARK: batches

  @Test func `a batch makes pages, and knows when one is missing`() throws {
    let batch = try BatchFolder(shoots: 2)
    try batch.writeManifest(
      shoots: 0, more: ", \"scale\": \"1,2\", \"markdown\": true",
      extra: [
        "{\"inputs\": [\"shoots/s0/\"], \"output\": \"out/s0.png\", \"html\": \"out/s0.html\"}",
        "{\"inputs\": [\"shoots/s1/\"], \"output\": \"shoots/s1/all.png\", \"html\": \"shoots/s1/all.html\"}",
      ])
    try batch.folder.directory.makeDirectory("out")
    let first = try batch.batch()
    #expect(first.code == 0, "\(first.errorText)")
    let lines = first.outputText.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("<a href=\"out/s0.html\"><img src=\"out/s0@2x.png\" width=\"90\" "))
    #expect(lines[1].hasPrefix("<a href=\"shoots/s1/all.html\">"))
    #expect(try batch.states() == ["out/s0.png": "unchanged", "shoots/s1/all.png": "unchanged"])
    for lost in ["out/s0.html", "out/s0@2x.png"] {
      try FileManager.default.removeItem(at: batch.folder.url.appendingPathComponent(lost))
      #expect(try batch.states() == ["out/s0.png": "built", "shoots/s1/all.png": "unchanged"])
      #expect(
        batch.folder.names.contains("out")
          && FileManager.default.fileExists(
            atPath: batch.folder.url.appendingPathComponent(lost).path)
      )
    }
    for (output, html, words) in [
      ("out/s0@2x.png", "q.html", "'out/s0@2x.png' would be written over out/s0@2x.png"),
      (
        "out/s1.png", "./p.html",
        "'./p.html' is already the 'html' of the sheet at line 2, column 13"
      ),
    ] {
      try batch.writeManifest(
        shoots: 0,
        extra: [
          "{\"inputs\": [\"shoots/s0/\"], \"output\": \"out/s0.png\", \"html\": \"p.html\", "
            + "\"scale\": \"1,2\"}",
          "{\"inputs\": [\"shoots/s1/\"], \"output\": \"\(output)\", \"html\": \"\(html)\"}",
        ])
      let conflict = try batch.batch()
      #expect(conflict.code == 2)
      #expect(conflict.errorText.contains(words), "\(conflict.errorText)")
    }
  }

  @Test func `a command with a page is printed as a manifest that makes the same`() throws {
    let folder = try SheetFolder()
    try folder.picture("a.png", 30, 20)
    try folder.picture("b.png", 20, 30, level: 7)
    let line = "fitted a.png b.png --width 99 -o s.png --html p.html --scale 1,2 --markdown"
    let printed = try folder.tool("\(line) --print-manifest")
    #expect(printed.code == 0)
    let made = try folder.tool(line)
    #expect(made.code == 0)
    let files = ["s.png", "s@2x.png", "p.html"]
    let before = try files.map { try folder.contents($0) }
    for file in files {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(file))
    }
    try folder.directory.write(printed.output, "m.json")
    let again = try folder.tool("batch m.json")
    #expect(again.code == 0)
    #expect(again.outputText == made.outputText)
    #expect(try files.map { try folder.contents($0) } == before)
  }
}
