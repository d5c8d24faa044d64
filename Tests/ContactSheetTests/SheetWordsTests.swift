import ContactSheet
import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Where the words of a sheet stand and what they say; how they are drawn, the plain renderer judges.
@Suite struct SheetWordsTests {
  private static func picture(_ width: Int, _ height: Int) -> PictureSource {
    .bitmap(
      Bitmap(
        size: PixelSize(width: width, height: height),
        pixels: Array(repeating: 200, count: 4 * width * height)))
  }

  private func plan(
    _ words: SheetWords, _ count: Int = 3, paging: Paging = Paging(), scale: Double = 1,
    layout: Sheet.Layout = .grid(GridLayout(width: 100, columns: 2, spacing: 4, margins: .none))
  ) throws -> SheetPlan {
    let pictures = (0..<count).map { _ in SheetWordsTests.picture(30, 20) }
    return try Sheet(pictures, layout: layout, paging: paging, scale: scale, words: words).plan()
  }

  @Test func `captions stand a quarter of a line below their pictures, in lines of one and a half`()
    throws
  {
    // 10 pixels: lines of 15, a gap of 3.
    let plan = try plan(SheetWords(caption: "{index}/{count}\n{width}×{height}", fontSize: 10))
    let page = plan.pages[0]
    #expect(page.size == PixelSize(width: 100, height: 2 * (48 + 33) + 4))
    #expect(page.texts.map(\.text) == ["1/3\n30×20", "2/3\n30×20", "3/3\n30×20"])
    #expect(
      page.texts.map(\.frame) == [
        PixelRect(left: 0, top: 51, width: 48, height: 30),
        PixelRect(left: 52, top: 51, width: 48, height: 30),
        PixelRect(left: 0, top: 136, width: 48, height: 30),
      ])
    #expect(page.texts.map(\.placement) == [0, 1, 2])
    #expect(page.texts.allSatisfy { $0.role == .caption && !$0.isOverlay })
  }

  @Test func `a caption on a picture takes no room; its bar is at the lower edge`() throws {
    let words = SheetWords(caption: "{index}", captionPosition: .overlay, fontSize: 10)
    let page = try plan(words).pages[0]
    #expect(page.size == PixelSize(width: 100, height: 100))
    // A line of 15 between insets of 3.
    #expect(page.texts[0].frame == PixelRect(left: 0, top: 27, width: 48, height: 21))
    #expect(page.texts.allSatisfy { $0.isOverlay })
  }

  @Test func `a picture too low for a line has no bar, one too low for all lines has some of them`()
    throws
  {
    let words = SheetWords(caption: "a\nb\nc", captionPosition: .overlay, fontSize: 10)
    func lines(_ height: Int) throws -> Int {
      let layout = GridLayout(
        columns: 1, margins: .none, cell: .size(PixelSize(width: 50, height: height)))
      let plan = try plan(words, 1, layout: .grid(layout))
      return try plan.pages[0].texts.first.map { try #require(plan.textStyles).lines(of: $0).count }
        ?? 0
    }
    #expect(try [20, 21, 35, 36, 50, 51, 80].map(lines) == [0, 1, 1, 2, 2, 3, 3])
  }

  @Test(.enabled(if: NotoFonts.areThere), arguments: [TextAlignment.left, .center, .right])
  func `no border and no round corner cuts a word on a picture`(_ alignment: TextAlignment) throws {
    let words = SheetWords(
      caption: "jg {index}{index}{index}\n████████████████████", captionPosition: .overlay,
      font: "Noto Sans", fontSize: 10, alignment: alignment)
    for (shape, border) in [
      (TileShape.circle, 0), (.circle, 7), (.rounded(radius: 30), 0), (.rounded(radius: nil), 5),
      (.square, 12),
    ] {
      for (size, density) in [
        (PixelSize(width: 90, height: 90), 1), (.init(width: 70, height: 52), 2),
      ] {
        var sheet = Sheet(
          [SheetWordsTests.picture(30, 20)],
          layout: .grid(GridLayout(columns: 1, margins: .none, cell: .size(size))), shape: shape,
          border: border, words: words)
        sheet.density = density
        let plan = try sheet.plan()
        let (page, look) = (plan.pages[0], plan.look)
        let frame = page.placements[0].frame
        let inset = look.border(of: frame.size)
        let corner = RoundCorner(diameter: max(0, look.cornerDiameter(of: frame.size) - 2 * inset))
        let inner = CoverageMask(size: frame.size, inset: inset, corner: corner)
        let lines = try #require(plan.textStyles).lines(of: try #require(page.texts.first))
        #expect(lines.count == 2 || frame.height < 110)
        for (line, left, top) in lines {
          let ink = try #require(try TextRenderer().bitmap(line))
          var cut = 0
          for y in 0..<ink.size.height {
            for x in 0..<ink.size.width where ink.pixels[4 * (y * ink.size.width + x) + 3] > 0 {
              if inner[left + x - frame.left, top + y - frame.top] < 255 { cut += 1 }
            }
          }
          #expect(cut == 0, "\(shape), border \(border), \(frame.size)")
        }
      }
    }
  }

  @Test func `a title and a header stand above the pictures of each page, a footer below them`()
    throws
  {
    let words = SheetWords(
      title: "T {count}", header: "{title}: {page} of {pages}", footer: "a\nb", fontSize: 10)
    let layout = GridLayout(width: 100, columns: 2, spacing: 4, margins: Margins(all: 5))
    let plan = try plan(words, paging: Paging(height: 160), layout: .grid(layout))
    #expect(plan.pages.count == 2)
    // The title has 18 pixels (17.5 rounded), a line of 27; the gap to the pictures is half a line of 15.
    #expect(
      plan.pages.map { $0.placements[0].frame.top } == [5 + 27 + 15 + 7, 5 + 27 + 15 + 7])
    #expect(plan.pages[0].content == PixelRect(left: 5, top: 54, width: 90, height: 160 - 54 - 42))
    #expect(plan.pages[1].texts.map(\.text) == ["T 3", "T 3: 2 of 2", "a\nb"])
    #expect(
      plan.pages[1].texts.map(\.frame) == [
        PixelRect(left: 5, top: 5, width: 90, height: 27),
        PixelRect(left: 5, top: 32, width: 90, height: 15),
        PixelRect(left: 5, top: 160 - 5 - 30, width: 90, height: 30),
      ])
    #expect(plan.pages[1].texts.map(\.role) == [.title, .header, .footer])
  }

  @Test func `a page that is trimmed ends below its last caption, with its footer`() throws {
    let words = SheetWords(caption: "x", footer: "y", fontSize: 10)
    var sheet = Sheet(
      [SheetWordsTests.picture(9, 9)],
      layout: .list(ListLayout(width: 40, margins: Margins(all: 1))), paging: Paging(height: 300),
      words: words)
    sheet.trimsLastPage = true
    let page = try sheet.plan().pages[0]
    #expect(page.size.height == 1 + 38 + 18 + 7 + 15 + 1)
    #expect(page.texts.last?.frame.bottom == page.size.height - 1)
  }

  @Test func `lengths of words are scaled like all others, and the height of a line rounded once`()
    throws
  {
    let one = try plan(SheetWords(caption: "x", fontSize: 10))
    let two = try plan(SheetWords(caption: "x", fontSize: 10), scale: 2)
    #expect(one.textStyles?.caption.size == 10 && two.textStyles?.caption.size == 20)
    #expect(two.pages[0].texts[0].frame.height == 2 * one.pages[0].texts[0].frame.height)
  }

  @Test func `words are black or white, whichever the background shows better`() throws {
    func color(_ background: Color, _ position: SheetWords.CaptionPosition = .below) throws
      -> Color?
    {
      var sheet = Sheet(
        [SheetWordsTests.picture(9, 9)], layout: .list(ListLayout(width: 40)),
        background: background)
      sheet.words = SheetWords(caption: "x", captionPosition: position)
      return try sheet.plan().textStyles?.caption.color
    }
    let (black, white) = (Color(rgb: 0), Color(rgb: 0xFFFFFF))
    #expect(try color(white) == black)
    #expect(try color(black) == white)
    #expect(try color(Color(rgb: 0x0000FF)) == white)
    #expect(try color(Color(rgb: 0xFFFF00)) == black)
    // A clear sheet is mostly looked at on white.
    #expect(try color(.clear) == black)
    #expect(try color(white, .overlay) == white)
  }

  @Test func `titles of pictures, dates taken and sizes of files come from where they are known`()
    throws
  {
    let exif = ExifFixture.dateTimeOriginal("2024:05:17 18:02:03")
    let later = ExifFixture.dateTimeOriginal("2024:06:02 01:00:00")
    let jpegs = [exif, later].map { exif -> [UInt8] in
      var fixture = JPEGFixture(
        width: 8, height: 8, pixels: Array(repeating: 90, count: 3 * 64))
      fixture.exif = exif
      return fixture.bytes
    }
    var sheet = Sheet(
      [.bytes(jpegs[1]), .bytes(jpegs[0]), SheetWordsTests.picture(8, 8)],
      layout: .list(ListLayout(width: 200)),
      words: SheetWords(caption: "{title}|{date}|{bytes}|{name}", header: "{date:taken-range}"))
    sheet.titles = ["Low tide", nil, "Dunes"]
    let texts = try sheet.plan().pages[0].texts.map(\.text)
    #expect(
      texts == [
        "2024-05-17 – 2024-06-02", "Low tide|2024-06-02|\(jpegs[1].count) bytes|",
        "|2024-05-17|\(jpegs[0].count) bytes|", "Dunes|||",
      ])
  }

  @Test func `titles for other pictures than there are are a fault`() {
    var sheet = Sheet(
      [SheetWordsTests.picture(9, 9)], layout: .list(ListLayout()),
      words: SheetWords(caption: "{title}"))
    sheet.titles = ["a", "b"]
    let error = #expect(throws: SheetError.self) { try sheet.plan() }
    #expect(error?.description == "there are 2 titles for 1 pictures")
  }

  @Test func `an unknown token is a fault that names the words it is in`() {
    for (words, name) in [
      (SheetWords(caption: "{nam}"), "caption"), (SheetWords(title: "{name}"), "title"),
      (SheetWords(header: "{date}"), "header"), (SheetWords(footer: "{"), "footer"),
    ] {
      let sheet = Sheet([SheetWordsTests.picture(9, 9)], layout: .list(ListLayout()), words: words)
      let error = #expect(throws: SheetError.self) { try sheet.plan() }
      #expect(error?.description.hasPrefix("\(name): ") == true)
    }
  }

  @Test func `a page with no room beside its words is a fault that says so`() {
    let sheet = Sheet(
      [SheetWordsTests.picture(9, 9)], layout: .list(ListLayout(width: 90)),
      paging: Paging(height: 30), words: SheetWords(header: "x", fontSize: 30))
    let error = #expect(throws: SheetError.self) { try sheet.plan() }
    #expect(
      error?.description
        == "with room for words a page 30 high has no room between margins 67 + 0")
  }

  @Test func `a caption whose tokens are all empty draws nothing, and keeps its room`() throws {
    let plan = try plan(SheetWords(caption: "{title}", fontSize: 10))
    #expect(plan.pages[0].texts == [])
    #expect(plan.pages[0].size.height == 2 * (48 + 18) + 4)
  }

  @Test func `a strip may end in a circle that says how many more there are`() async throws {
    var strip = Strip([SheetWordsTests.picture(90, 90)], size: 100, spacing: -30, border: 0)
    try strip.append(more: 12)
    guard case .bitmap(let circle) = strip.pictures[1] else {
      Issue.record("no bitmap")
      return
    }
    #expect(circle.size == PixelSize(width: 100, height: 100))
    let ink = (0..<100).filter { x in (0..<100).contains { y in circle[x, y].red > 200 } }
    let rows = (0..<100).filter { y in (0..<100).contains { x in circle[x, y].red > 200 } }
    // In the middle of the 70 columns that the first circle leaves.
    let (left, right) = (try #require(ink.first), try #require(ink.last))
    #expect(left > 30 && right < 100)
    #expect(abs((left + right) / 2 - 65) <= 2)
    #expect(abs((try #require(rows.first) + (try #require(rows.last))) / 2 - 50) <= 2)

    var onTop = Strip([SheetWordsTests.picture(90, 90)], size: 100, spacing: -30, front: .last)
    try onTop.append(more: 1_234_567)
    guard case .bitmap(let whole) = onTop.pictures[1] else { return }
    let columns = (0..<100).filter { x in (0..<100).contains { y in whole[x, y].red > 200 } }
    // Many digits are set smaller: inside the circle.
    #expect(try #require(columns.first) > 5 && (try #require(columns.last)) < 95)
  }
}
