import ContactSheetCLI
import Foundation
import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

/// The page of a sheet as people use it: pointers, keys, screens of any kind. What is on top is read from the
/// sheet's own pixels: every picture has one colour.
@Suite(.enabled(if: Browser.isWanted), .serialized) struct HTMLSheetBrowserTests {
  private static let levels = [10, 40, 70, 100, 130, 200, 230]
  private let folder: SheetFolder
  private let names: [String]

  init() throws {
    let folder = try SheetFolder()
    let sizes = [(30, 20), (20, 30), (40, 40), (60, 20), (20, 60), (33, 21), (24, 25)]
    try folder.directory.makeDirectory("some pictures")
    names = try zip(Self.levels, sizes).map { level, size in
      try folder.picture("some pictures/\(level)#.png", size.0, size.1, level: level)
      return "\(level)#.png"
    }
    self.folder = folder
  }

  /// Makes a sheet of all pictures and its page.
  private func make(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let pictures = names.map { "some pictures/\($0)" }
    let run = try Tool.run(words + pictures + ["--html", "page.html", "-q"], in: folder.url)
    #expect(run.code == 0 && run.errorText == "", "\(line): \(run.errorText)")
  }

  private var page: URL { folder.url.appendingPathComponent("page.html") }

  private func bitmap(_ name: String) throws -> Bitmap { try decodedBitmap(folder.contents(name)) }

  /// For points of a sheet the name of the picture of what is there, `-` for nothing.
  ///
  /// - Parameters:
  ///   - sheet: which on the page, from 0.
  ///   - points: in shares of its width and height.
  private func targets(
    _ browser: BrowserSession, sheet: Int, _ points: [(Double, Double)]
  ) throws -> [String] {
    let list = points.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    return try browser.text(
      """
      (() => {
        const frame = document.querySelectorAll('img')[\(sheet)].getBoundingClientRect();
        return [\(list)].map(([x, y]) => {
          const hit = document.elementFromPoint(frame.left + x * frame.width, frame.top + y * frame.height);
          const link = hit && hit.closest('a, area');
          return link ? decodeURIComponent(link.href.split('/').at(-1)) : '-';
        }).join('|');
      })()
      """
    ).split(separator: "|").map(String.init)
  }

  /// The picture whose colour a pixel and all around it have; `-` for the background, nil at an edge, where
  /// colours are mixed and browsers go by the pixel beside it.
  ///
  /// - Parameter reach: what is around it, in pixels.
  private func owner(
    _ picture: Bitmap, _ x: Int, _ y: Int, background: UInt8, reach: Int
  ) -> String? {
    let level = picture[x, y].red
    for row in max(0, y - reach)...min(y + reach, picture.size.height - 1) {
      for column in max(0, x - reach)...min(x + reach, picture.size.width - 1) {
        if picture[column, row] != Color(red: level, green: level, blue: level, alpha: 255) {
          return nil
        }
      }
    }
    if level == background { return "-" }
    return Self.levels.firstIndex(of: Int(level)).map { names[$0] }
  }

  /// Compares what is hit all over a sheet with its pixels.
  private func expectTrue(
    _ browser: BrowserSession, sheet: Int, _ picture: Bitmap, background: UInt8, reach: Int = 1,
    _ words: Comment
  ) throws {
    var points: [(Double, Double)] = []
    var expected: [String] = []
    let step = max(1, Int((Double(picture.size.pixelCount) / 6000).squareRoot()))
    for y in stride(from: 0, to: picture.size.height, by: step) {
      for x in stride(from: 0, to: picture.size.width, by: step) {
        guard let owner = owner(picture, x, y, background: background, reach: reach) else {
          continue
        }
        points.append(
          (
            // A browser takes a place within a pixel for the nearest whole one.
            (Double(x) + 0.25) / Double(picture.size.width),
            (Double(y) + 0.25) / Double(picture.size.height)
          ))
        expected.append(owner)
      }
    }
    #expect(points.count > 500)
    let found = try targets(browser, sheet: sheet, points)
    #expect(found.count == expected.count)
    let wrong = zip(zip(found, expected), points).filter { $0.0.0 != $0.0.1 }
    #expect(wrong.isEmpty, "\(words): \(wrong.prefix(5))")
  }

  @Test func `wherever a pointer is, it is on the picture that is seen there`() throws {
    let browser = try BrowserSession()
    let sheets: [(line: String, background: UInt8)] = [
      ("strip --border 0", 170), ("strip --border 0 --front last", 170),
      ("strip --border 0 --axis vertical --size 60 --spacing -40", 170),
      ("strip --border 0 --axis vertical --front last --shape rounded", 170),
      (
        "strip --border 0 --columns 3 --size 45 --spacing -20 --row-spacing 0 --margin 7,3,2,11",
        170
      ),
      ("strip --border 0 --shape square --front last --size 70 --spacing -50", 170),
      ("grid --shape circle --width 400", 255),
      ("grid --shape circle --cell-aspect 5:2 --width 500", 255),
      ("grid --shape circle --fit natural --width 301", 255),
      ("grid --shape rounded --columns 4 --width 401 --spacing 0", 255),
      ("fitted --columns 3 --width 500", 255), ("fitted --corner-radius 9 --width 251", 255),
      ("justified --width 600 --row-height 90", 255), ("list --width 90 --shape rounded", 255),
    ]
    for sheet in sheets {
      try make("\(sheet.line) -o sheet.png")
      let picture = try bitmap("sheet.png")
      let words = Comment(rawValue: sheet.line)
      try browser.open(page, height: picture.size.height + 200)
      try expectTrue(browser, sheet: 0, picture, background: sheet.background, words)
      // On a screen that is too narrow the sheet shrinks, and the links with it.
      try browser.open(page, width: 120, height: picture.size.height + 200)
      #expect(
        try browser.text("'' + (document.scrollingElement.scrollWidth <= innerWidth)") == "true",
        words)
      // Where styles do not apply the map is what is hit.
      let plain = String(decoding: try folder.contents("page.html"), as: UTF8.self)
        .replacing(#/<style>[^<]*<\/style>/#, with: "")
      try folder.directory.write(Array(plain.utf8), "plain.html")
      try browser.open(
        folder.url.appendingPathComponent("plain.html"), height: picture.size.height + 600)
      try expectTrue(
        browser, sheet: 0, picture, background: sheet.background, "\(sheet.line), without style")
    }
  }

  @Test func `several pages stand one below another, each with its own links`() throws {
    try make("grid --per-page 3 --shape circle --width 300 -o sheet.png")
    let browser = try BrowserSession()
    try browser.open(page)
    for number in 1...3 {
      let picture = try bitmap("sheet-00\(number).png")
      try expectTrue(browser, sheet: number - 1, picture, background: 255, "page \(number)")
    }
    #expect(try browser.text("'' + document.querySelectorAll('img').length") == "3")
  }

  @Test(arguments: [
    ("strip --border 0 --scale 1,2,3", UInt8(170)),
    ("fitted --columns 3 --width 301 --scale 1,2", 255),
    ("justified --width 403 --row-height 77 --scale 1,2 --shape rounded", 255),
    ("strip --border 0 --scale 2", 170), ("grid --shape circle --width 301 --scale 1.5", 255),
  ])
  func `on a dense screen the dense file is shown, in the same size and with the same links`(
    line: String, background: UInt8
  ) throws {
    try make("\(line) -o sheet.png")
    let browser = try BrowserSession()
    let picture = try bitmap("sheet.png")
    var sizes: Set<String> = []
    for ratio in [1, 2] {
      try browser.open(page, height: picture.size.height + 200, ratio: Double(ratio))
      try expectTrue(
        browser, sheet: 0, picture, background: background, reach: line.contains("1,") ? 1 : 2,
        "\(line), \(ratio) to one")
      sizes.insert(
        try browser.text(
          "((i) => i.clientWidth + 'x' + i.clientHeight)(document.querySelector('img'))"))
      let shown = try browser.text(
        "decodeURIComponent(document.querySelector('img').currentSrc).split('/').at(-1)")
      #expect(shown == (ratio == 2 && line.contains("1,2") ? "sheet@2x.png" : "sheet.png"))
    }
    #expect(sizes.count == 1)
    let scale = line.hasSuffix(" 2") ? 2.0 : line.hasSuffix("1.5") ? 1.5 : 1
    let width = Int((Double(picture.size.width) / scale).rounded())
    #expect(sizes.first?.hasPrefix("\(width)x") == true)
  }

  @Test(arguments: ["strip", "strip --front last", "grid --shape circle --width 300"])
  func `a click opens the picture on top, and the ring of a picture belongs to it`(
    line: String
  ) throws {
    try make("\(line) -o sheet.png")
    let browser = try BrowserSession()
    try browser.open(page)
    _ = try browser.text(
      """
      window.opened = [];
      addEventListener('click', event => {
        const link = event.target.closest('a');
        opened.push(link ? decodeURIComponent(link.href.split('/').at(-1)) : '-');
        event.preventDefault();
      });
      ''
      """)
    let plan = try folder.plan(
      line + " " + names.map { "some?pictures/\($0)" }.joined(separator: " "), blank: "?")
    let frames = plan.pages[0].frames
    var clicks: [(Double, Double)] = frames.map {
      (Double($0.left) + Double($0.width) / 2, Double($0.top) + Double($0.height) / 2)
    }
    var expected = names
    if line.hasPrefix("strip") {
      // In the middle between two neighbours, and at both edges of where they overlap.
      for (index, (one, other)) in zip(frames, frames.dropFirst()).enumerated() {
        let y = Double(one.top) + Double(one.height) / 2
        for x in [
          Double(other.left) + 1.5, Double(other.left + one.right) / 2, Double(one.right) - 1.5,
        ] {
          clicks.append((x, y))
          expected.append(names[line.contains("last") ? index + 1 : index])
        }
      }
    }
    let corner = try browser.text(
      "((f) => f.left + ' ' + f.top)(document.querySelector('img').getBoundingClientRect())"
    ).split(separator: " ").compactMap { Double($0) }
    for (x, y) in clicks { try browser.click(x: corner[0] + x, y: corner[1] + y) }
    let opened = try browser.text("opened.join('|')").split(separator: "|").map(String.init)
    #expect(opened == expected)
  }

  @Test(arguments: [
    "strip", "strip --front last --size 60",
    "justified --width 500 --row-height 90 --shape rounded",
  ])
  func `keys go through the pictures in their order, and where they are is plain to see`(
    line: String
  ) throws {
    try make("\(line) -o sheet.png")
    let browser = try BrowserSession()
    for isDark in [false, true] {
      try browser.open(page, width: 700, height: 700, isDark: isDark)
      let before = try browser.screenshot()
      for name in names {
        try browser.pressTab()
        let focus = try browser.text(
          """
          ((e, f) => [decodeURIComponent((e.href || '-').split('/').at(-1)), f.left, f.top, f.right, f.bottom]
            .join('|'))(document.activeElement, document.activeElement.getBoundingClientRect())
          """
        ).split(separator: "|").map(String.init)
        #expect(focus[0] == name)
        let frame = focus.dropFirst().compactMap { Double($0) }
        let after = try browser.screenshot()
        let difference = try BitmapDiff(expected: before, actual: after).result()
        let changed = try #require(difference.bounds)
        let near = PixelRect(
          left: Int(frame[0]) - 7, top: Int(frame[1]) - 7, width: Int(frame[2] - frame[0]) + 14,
          height: Int(frame[3] - frame[1]) + 14)
        #expect(changed.left >= near.left && changed.right <= near.right, "\(name)")
        #expect(changed.top >= near.top && changed.bottom <= near.bottom, "\(name)")
        // A ring three pixels wide, for a disc of this size.
        #expect(
          Double(difference.counts.differing) > 2.5 * 3 * (frame[3] - frame[1]), "\(name)")
      }
      try browser.pressTab()
      #expect(try browser.text("document.activeElement.tagName") != "AREA")
    }
  }

  @Test
  func `every picture is told once to those who do not see it, and nothing is said of the page`()
    throws
  {
    try make("strip --front last -o sheet.png")
    let run = try Browser.open(page)
    #expect(run.console == [])
    let browser = try BrowserSession()
    try browser.open(page)
    let told = try browser.accessible()
    #expect(
      told.filter { $0.role == "link" }.map(\.name).sorted()
        == Self.levels.map { "\($0)#" }.sorted())
    #expect(told.contains { $0.role == "image" && $0.name == "Strip of 7 pictures" })
    #expect(told.contains { $0.role == "heading" && $0.name == "page" })
    var grounds: Set<String> = []
    for isDark in [false, true] {
      try browser.open(page, isDark: isDark)
      grounds.insert(try browser.text("getComputedStyle(document.body).backgroundColor"))
    }
    #expect(grounds == ["rgb(255, 255, 255)", "rgb(21, 24, 28)"])
  }
}
