import ContactSheet
import Foundation
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Every option of the sheets takes effect: on the frames, or on the pixels.
struct SheetOptionTests {
  private let folder: SheetFolder

  init() throws {
    folder = try SheetFolder()
    for (name, width, height) in [
      ("a.png", 400, 300), ("b.png", 300, 400), ("c.png", 600, 200), ("d.png", 400, 400),
      ("e.png", 400, 300), ("f.png", 40, 30),
    ] {
      try folder.picture(name, width, height)
    }
  }

  private func frames(_ line: String) throws -> [PixelRect] { try folder.frames(line) }
  private func size(_ line: String) throws -> PixelSize { try folder.plan(line).pages[0].size }

  // MARK: width, columns, spacing, margin

  @Test func `390 pixels wide, a grid has thirds of 370 and a fitted sheet halves of it`() throws {
    // 123 and a third: the cuts fall at 123.33 and 246.67, rounded.
    let grid = try frames("grid a.png b.png c.png d.png --width 390")
    #expect(
      grid == [
        rect(2, 2, 123, 123), rect(133, 2, 124, 123), rect(265, 2, 123, 123),
        rect(2, 133, 123, 123),
      ])
    let fitted = try frames("fitted a.png b.png d.png --width 390")
    #expect(fitted == [rect(6, 6, 185, 139), rect(199, 6, 185, 247), rect(6, 153, 185, 185)])
    // The seed's own grid screen.
    let natural = try frames("grid a.png b.png c.png --width 390 --fit natural --margin 0,2")
    #expect(natural == [rect(2, 35, 123, 93), rect(133, 0, 124, 164), rect(265, 61, 123, 41)])
  }

  @Test func `the width is 1200 by itself, and what -w or --width says`() throws {
    for command in ["list", "grid", "fitted", "justified"] {
      #expect(try size("\(command) a.png").width == 1200)
      for option in ["-w 500", "--width 500", "--width=500", "-w500", "--width 500px"] {
        #expect(try size("\(command) a.png \(option)").width == 500, "\(command) \(option)")
      }
    }
    #expect(
      try frames("list a.png c.png -w 800") == [rect(0, 0, 800, 600), rect(0, 608, 800, 267)])
  }

  @Test func `columns divide what the margins and the spacing leave`() throws {
    for command in ["grid", "fitted"] {
      let frames = try frames(
        "\(command) d.png d.png d.png d.png -w 440 -c 4 --spacing 10 --margin 5")
      #expect(
        frames == [
          rect(5, 5, 100, 100), rect(115, 5, 100, 100), rect(225, 5, 100, 100),
          rect(335, 5, 100, 100),
        ])
    }
    let justified = try frames(
      "justified d.png d.png -w 210 --spacing 10 --margin 0 --row-height 100")
    #expect(justified == [rect(0, 0, 100, 100), rect(110, 0, 100, 100)])
    let list = try frames("list d.png d.png -w 100 -s 3")
    #expect(list == [rect(0, 0, 100, 100), rect(0, 103, 100, 100)])
  }

  @Test(arguments: [
    ("4", (4, 4, 4, 4)), ("4,6", (4, 6, 4, 6)), ("1,2,3,4", (1, 2, 3, 4)), ("0", (0, 0, 0, 0)),
    ("1in", (300, 300, 300, 300)), ("1mm,2mm", (12, 24, 12, 24)), ("3px,1cm", (3, 118, 3, 118)),
  ])
  func `a margin is one, two or four lengths, from the top clockwise`(
    _ text: String, _ sides: (Int, Int, Int, Int)
  ) throws {
    let (top, right, bottom, left) = sides
    for command in ["list", "fitted", "grid", "justified"] {
      let plan = try folder.plan("\(command) d.png -w 1000 --margin \(text)")
      let page = plan.pages[0]
      #expect(page.content.left == left && page.content.top == top, "\(command)")
      #expect(page.content.width == 1000 - left - right, "\(command)")
      #expect(page.content.height == page.height - top - bottom, "\(command)")
      let tile = page.tiles[0]
      #expect(tile.left == left && tile.top == top, "\(command)")
      #expect(page.height == tile.frame.bottom + bottom, "\(command)")
    }
  }

  // MARK: lengths and density

  @Test(arguments: [
    ("2in", "", 600), ("2in", "--dpi 72", 144), ("25.4mm", "", 300), ("2.54cm", "--dpi 100", 100),
    ("1.5in", "--dpi 101", 152), ("10MM", "", 118), ("1000px", "--dpi 1000", 1000),
    ("0.5in", "--dpi 9999", 5000), (".5in", "", 150), ("1.in", "", 300), ("+200", "", 200),
  ])
  func `a length in millimetres, centimetres or inches goes by the density`(
    _ text: String, _ dpi: String, _ pixels: Int
  ) throws {
    #expect(try size("list d.png --margin 0 --width \(text) \(dpi)").width == pixels)
  }

  @Test func `every length takes a unit`() throws {
    let justified = try frames(
      "justified d.png d.png -w 1000 --row-height 1in --dpi 100 --spacing 0.1in --margin 0")
    #expect(justified == [rect(0, 0, 100, 100), rect(110, 0, 100, 100)])
    let cell = try frames("grid d.png -c 1 --cell 1inx0.5in --dpi 100 --margin 0")
    #expect(cell == [rect(0, 0, 100, 50)])
    let both = try frames("grid d.png -c 1 --cell 10x20mm --dpi 254 --margin 0")
    #expect(both == [rect(0, 0, 100, 200)])
    let pixels = try frames("grid d.png -c 1 --cell 30pxx20px --margin 0")
    #expect(pixels == [rect(0, 0, 30, 20)])
  }

  @Test(arguments: [
    ("", 2835), ("--dpi 100", 3937), ("--dpi 300", 11811), ("--spacing 1mm", 11811),
    ("--spacing 1mm --dpi 100", 3937), ("--page-size 400x400", 11811), ("--scale 2", 5670),
    ("--margin 1,2mm", 11811),
  ])
  func `the PNG states the density: --dpi, or 300 where something is measured, else 72`(
    _ options: String, _ expected: UInt32
  ) throws {
    #expect(try folder.tool("list d.png -qo out.png --margin 1 \(options)").code == 0)
    let chunk = PNGFixture.chunks(try folder.contents("out.png")).first { $0.type == "pHYs" }
    #expect(
      chunk?.contents == PNGFixture.bigEndian(expected) + PNGFixture.bigEndian(expected) + [1])
  }

  // MARK: cells

  @Test func `fit decides what a picture makes of its cell`() throws {
    let line = "grid a.png b.png -c 2 -w 208 --margin 0"
    #expect(try frames(line) == [rect(0, 0, 100, 100), rect(108, 0, 100, 100)])
    #expect(try frames("\(line) --fit fill") == frames(line))
    #expect(try frames("\(line) --fit fit") == [rect(0, 12, 100, 75), rect(120, 0, 75, 100)])
    #expect(try frames("\(line) --fit natural") == [rect(0, 29, 100, 75), rect(108, 0, 100, 133)])
    // What a cell cuts off is said.
    let tiles = try folder.plan(line).pages[0].tiles
    #expect(tiles.map(\.lost) == [0.25, 0.25])
    #expect(tiles[0].crop == PrintedPlan.Crop(left: 50, top: 0, width: 300, height: 300))
    #expect(tiles[1].crop == PrintedPlan.Crop(left: 0, top: 50, width: 300, height: 300))
    let whole = try folder.plan("\(line) --fit fit").pages[0].tiles
    #expect(whole.map(\.lost) == [0, 0])
  }

  @Test func `a cell has a size or a ratio`() throws {
    let line = "grid a.png b.png c.png d.png -c 2 --spacing 10 --margin 5"
    let sized = try folder.plan("\(line) --cell 100x60")
    #expect(sized.pages[0].size == PixelSize(width: 220, height: 140))
    #expect(sized.pages[0].frames.last == rect(115, 75, 100, 60))
    let ratio = try frames("\(line) -w 220 --cell-aspect 3:2")
    #expect(ratio.last == rect(115, 5 + 67 + 10, 100, 67))
    #expect(try frames("\(line) -w 220 --cell-aspect 3/2") == ratio)
  }

  @Test func `cells on a page stand in its middle, and the page keeps its size`() throws {
    let plan = try folder.plan(
      "grid a.png b.png c.png d.png -c 3 --cell 100x60 --spacing 10 --margin 5 --page-size 400x200")
    #expect(plan.pages.map(\.size) == [PixelSize(width: 400, height: 200)])
    #expect(
      plan.pages[0].frames == [
        rect(40, 5, 100, 60), rect(150, 5, 100, 60), rect(260, 5, 100, 60), rect(40, 75, 100, 60),
      ])
    // Whatever the scale makes of the cells.
    let scaled = try folder.plan(
      "grid a.png b.png c.png -c 3 --cell 101x60 --spacing 7 --margin 5 --page-size 401x200 --scale 1.3"
    )
    #expect(scaled.pages.map(\.size) == [PixelSize(width: 521, height: 260)])
  }

  // MARK: the words of montage

  @Test func `a tile is columns and rows`() throws {
    let six = "grid a.png b.png c.png d.png e.png f.png"
    #expect(try frames("\(six) --tile 2x") == frames("\(six) -c 2"))
    #expect(try frames("\(six) --tile 2") == frames("\(six) -c 2"))
    #expect(try frames("\(six) --tile x2") == frames("\(six) -c 3"))
    #expect(try frames("\(six) --tile x4") == frames("\(six) -c 2"))
    #expect(try frames("\(six) --tile x9") == frames("\(six) -c 1"))
    #expect(try frames("\(six) --tile x1") == frames("\(six) -c 6"))
    for options in ["--tile 2x2", "--tile x2 -c 2", "--tile 2x --rows 2", "-c 2 --rows 2"] {
      let plan = try folder.plan("\(six) \(options)")
      #expect(plan.pages.map(\.tiles.count) == [4, 2], "\(options)")
    }
    // As many columns as x1 needs are counted once the directory has been read.
    try folder.directory.makeDirectory("d")
    for name in ["1.png", "2.png", "3.png"] { try folder.picture("d/\(name)", 9, 9) }
    #expect(try frames("grid d --tile x1").map(\.left).count == 3)
    #expect(Set(try frames("grid d --tile x1").map(\.top)).count == 1)
  }

  @Test func `a geometry is a cell with a gap on each of its sides`() throws {
    let two = "grid a.png d.png -c 2"
    let plan = try folder.plan("\(two) --geometry 100x100+4+4")
    #expect(plan.pages[0].size == PixelSize(width: 216, height: 108))
    #expect(plan.pages[0].frames == [rect(4, 16, 100, 75), rect(112, 4, 100, 100)])
    let spelled = try frames("\(two) --cell 100x100 --fit fit --spacing 8 --margin 4")
    #expect(plan.pages[0].frames == spelled)
    for same in ["100x100+4+4>", "100x100>+4+4", "100X100+4+4"] {
      #expect(try frames("\(two) --geometry \(same)") == spelled, "\(same)")
    }
    let gap = try frames("\(two) -w 216 --geometry +4+4")
    #expect(gap == [rect(4, 4, 100, 100), rect(112, 4, 100, 100)])
    let cell = try frames("\(two) --geometry 100x100")
    #expect(cell == [rect(2, 14, 100, 75), rect(110, 2, 100, 100)])
    // What is said by itself comes before.
    let filled = try frames("\(two) --geometry 100x100+4+4 --fit fill --spacing 0 --margin 1")
    #expect(filled == [rect(1, 1, 100, 100), rect(101, 1, 100, 100)])
    // A > is nothing new: small pictures stay small.
    #expect(try frames("grid f.png -c 1 --geometry 100x100+0+0") == [rect(30, 35, 40, 30)])
  }

  // MARK: fitted and justified

  @Test(arguments: [
    ("", [0, 1, 0, 1, 0]), ("--distribute alternate", [0, 1, 0, 1, 0]),
    ("--distribute shortest", [0, 1, 1, 1, 0]), ("--distribute in-order", [0, 0, 0, 1, 1]),
    ("--distribute balanced", [0, 0, 1, 1, 1]),
  ])
  func `pictures are dealt to columns as asked`(_ options: String, _ columns: [Int]) throws {
    // Heights of 200, 75, 33, 100 and 75 in columns of 100.
    try folder.picture("t.png", 200, 400)
    let frames = try frames(
      "fitted t.png a.png c.png d.png e.png -w 208 --margin 0 \(options)")
    #expect(frames.map { $0.left / 108 } == columns)
  }

  @Test func `rows have the height that is wanted, as far as the tolerance goes`() throws {
    let line = "justified a.png b.png c.png d.png e.png a.png b.png -w 900"
    for (options, wanted, tolerance) in [
      ("--row-height 200", 200, 25), ("--row-height 120", 120, 25),
      ("--row-height 200 --row-tolerance 60", 200, 60),
    ] {
      let frames = try frames("\(line) \(options)")
      for frame in frames where frame.top < frames.last!.top {
        #expect(abs(frame.height - wanted) * 100 <= tolerance * wanted, "\(options): \(frame)")
      }
    }
    #expect(try frames(line) == frames("\(line) --row-height 320 --row-tolerance 25"))
  }

  @Test func `the last row stands where it is told to`() throws {
    let line = "justified d.png d.png d.png d.png -w 320 --margin 0 --spacing 10 --row-height 100"
    func last(_ how: String) throws -> PixelRect { try frames("\(line) --last-row \(how)").last! }
    #expect(try frames(line).last == last("left"))
    #expect(try last("left") == rect(0, 110, 100, 100))
    #expect(try last("center") == rect(110, 110, 100, 100))
    #expect(try last("right") == rect(220, 110, 100, 100))
    // Stretched to half as high again at most.
    try folder.picture("g.png", 230, 100)
    let wide = "justified d.png d.png d.png g.png -w 320 --margin 0 --spacing 10 --row-height 100"
    #expect(try frames("\(wide) --last-row left").last == rect(0, 110, 230, 100))
    #expect(try frames("\(wide) --last-row justify").last == rect(0, 110, 320, 139))
    // Four in a row are lower than wanted, and none of them stands alone.
    #expect(try frames("\(line) --last-row balance").map(\.top) == [0, 0, 0, 0])
  }

  // MARK: enlarging and scale

  @Test func `small pictures are blown up, or keep their size in the middle of their place`() throws
  {
    for (command, large, small) in [
      ("list", rect(0, 0, 100, 75), rect(30, 0, 40, 30)),
      ("fitted", rect(0, 0, 100, 75), rect(30, 0, 40, 30)),
      ("grid --fit natural", rect(0, 0, 100, 75), rect(30, 0, 40, 30)),
      ("grid --fit fit", rect(0, 12, 100, 75), rect(30, 35, 40, 30)),
      ("grid", rect(0, 0, 100, 100), rect(30, 35, 40, 30)),
      ("justified --row-height 75", rect(0, 0, 100, 75), rect(30, 22, 40, 30)),
    ] {
      let columns = ["list", "just"].contains(command.prefix(4)) ? "" : "-c 1"
      let line = "\(command) f.png -w 100 --margin 0 \(columns)"
      #expect(try frames("\(line) --enlarge") == [large], "\(command)")
      #expect(try frames("\(line) --no-enlarge") == [small], "\(command)")
      let byItself = command == "grid --fit fit" ? small : large
      #expect(try frames(line) == [byItself], "\(command)")
    }
  }

  @Test func `what is blown up is said, unless it was asked for`() throws {
    let line = "list f.png a.png -w 100"
    let plan = try folder.plan(line)
    #expect(plan.warnings.map(\.warning) == ["enlarged"])
    #expect(plan.warnings.first?.pictures == 1)
    #expect(plan.warnings.first?.most == 2.5)
    #expect(plan.pages[0].tiles.map(\.enlarged) == [2.5, nil])
    let words =
      "contactsheet: 1 picture is smaller than the frame and blown up, 2.5 times at most; "
      + "--no-enlarge keeps small pictures small"
    #expect(try folder.tool(line).errorLines.first == words)
    for option in ["--enlarge", "--no-enlarge", "-q"] {
      #expect(try !folder.tool("\(line) \(option)").errorText.contains("blown up"), "\(option)")
    }
    #expect(try folder.plan("\(line) --no-enlarge").warnings.isEmpty)
  }

  @Test func `the scale multiplies every length`() throws {
    for line in [
      "list a.png b.png -w 301 --spacing 3 --margin 5",
      "grid a.png b.png -c 1 --cell 90x60 --spacing 3 --margin 5",
      "fitted a.png b.png -w 300 --spacing 4 --margin 6",
      "justified a.png b.png -w 300 --row-height 99 --spacing 4",
    ] {
      let (one, two) = (try folder.plan(line), try folder.plan("\(line) --scale 2"))
      #expect(two.pages[0].width == 2 * one.pages[0].width, "\(line)")
      for (frame, scaled) in zip(one.pages[0].frames, two.pages[0].frames) {
        #expect(abs(scaled.left - 2 * frame.left) <= 1, "\(line)")
        #expect(abs(scaled.width - 2 * frame.width) <= 1, "\(line)")
        #expect(abs(scaled.height - 2 * frame.height) <= 1, "\(line)")
      }
    }
    #expect(try size("list a.png -w 101 --scale 1.5").width == 152)
  }

  // MARK: pages

  @Test(arguments: [
    ("A4", 2480, 3508), ("a4", 2480, 3508), ("A3", 3508, 4961), ("A5", 1748, 2480),
    ("A6", 1240, 1748), ("letter", 2550, 3300), ("legal", 2550, 4200), ("tabloid", 3300, 5100),
    ("200x150mm", 2362, 1772), ("8x10in", 2400, 3000), ("1600x1200", 1600, 1200),
    ("20cmx150mm", 2362, 1772), ("1600pxx1200px", 1600, 1200), ("1600x1200px", 1600, 1200),
    ("4inx1200px", 1200, 1200), ("1600×1200", 1600, 1200), ("8.5X11IN", 2550, 3300),
    ("A4 --landscape", 3508, 2480), ("1600x1200 --landscape", 1600, 1200),
    ("300x400 --landscape", 400, 300), ("A4 --dpi 72", 595, 842), ("a6 --scale 2", 2480, 3496),
  ])
  func `a page has a name or a size`(_ size: String, _ width: Int, _ height: Int) throws {
    for command in ["list", "grid", "fitted", "justified"] {
      let plan = try folder.plan("\(command) a.png b.png --margin 5 --page-size \(size)")
      #expect(
        Set(plan.pages.map(\.size)) == [PixelSize(width: width, height: height)], "\(command)")
    }
  }

  @Test func `a page has margins of 10 mm by itself`() throws {
    for command in ["list", "grid", "fitted", "justified"] {
      let page = try folder.plan("\(command) a.png --page-size A6").pages[0]
      #expect(page.content.left == 118 && page.content.top == 118)
      #expect(page.content.width == 1240 - 236 && page.content.height == 1748 - 236)
      let own = try folder.plan("\(command) a.png --page-size A6 --margin 3").pages[0]
      #expect(own.content.left == 3)
    }
  }

  @Test func `pages end after so many pictures or rows`() throws {
    let all = "a.png b.png c.png d.png e.png f.png a.png"
    for command in ["list", "grid", "fitted", "justified"] {
      let plan = try folder.plan("\(command) \(all) --per-page 3")
      #expect(plan.pages.map(\.tiles.count) == [3, 3, 1], "\(command)")
      #expect(plan.pages.flatMap { $0.tiles.map(\.index) } == Array(0..<7), "\(command)")
    }
    #expect(try folder.plan("list \(all) --rows 4").pages.map(\.tiles.count) == [4, 3])
    #expect(try folder.plan("grid \(all) --rows 2").pages.map(\.tiles.count) == [6, 1])
    #expect(try folder.plan("fitted \(all) --rows 2").pages.map(\.tiles.count) == [4, 3])
    let rows = try folder.plan("justified \(all) --rows 1 --row-height 200 -w 600").pages
    #expect(rows.count > 1)
    for page in rows { #expect(Set(page.tiles.map(\.top)).count == 1) }
  }

  @Test func `the last page keeps its size unless it is trimmed`() throws {
    let line = "grid a.png b.png c.png d.png -c 1 --page-size 200x500 --margin 10 --spacing 10"
    let plan = try folder.plan(line)
    #expect(plan.pages.map(\.tiles.count) == [2, 2])
    #expect(plan.pages.map(\.height) == [500, 500])
    let trimmed = try folder.plan("\(line) --trim-last-page")
    #expect(trimmed.pages.map(\.height) == [500, 390])
    #expect(trimmed.pages.map(\.content.height) == [480, 370])
    #expect(trimmed.pages.map(\.frames) == plan.pages.map(\.frames))
  }

  // MARK: looks

  private func bitmap(_ line: String) throws -> Bitmap {
    let outcome = try folder.tool("\(line) -qo -")
    #expect(outcome.code == 0, "\(line): \(outcome.errorText)")
    return try decodedBitmap(outcome.output)
  }

  private let picture = Color(rgb: 0x5A5A5A)

  @Test func `shape, corner radius, border and background are drawn`() throws {
    let line = "grid d.png -c 1 -w 120 --margin 10"
    let square = try bitmap(line)
    #expect(square[0, 0] == Color(rgb: 0xFFFFFF))
    for corner in [(10, 10), (109, 10), (10, 109), (109, 109), (60, 60)] {
      #expect(square[corner.0, corner.1] == picture)
    }
    #expect(square[9, 9] == Color(rgb: 0xFFFFFF) && square[110, 110] == Color(rgb: 0xFFFFFF))
    let red = Color(rgb: 0xFF0000)
    #expect(try bitmap("\(line) --background red")[0, 0] == red)
    #expect(try bitmap("\(line) -b none")[0, 0] == .clear)
    #expect(try bitmap("\(line) -b none")[60, 60] == picture)

    let circle = try bitmap("\(line) --shape circle -b red")
    #expect(circle[10, 10] == red && circle[23, 23] == red && circle[27, 27] == picture)
    #expect(circle[60, 10] != red && circle[60, 60] == picture)
    let rounded = try bitmap("\(line) --corner-radius 20 -b red")
    #expect(rounded[10, 10] == red && rounded[14, 14] == red && rounded[18, 18] == picture)
    #expect(try bitmap("\(line) --shape rounded -b red").pixels != rounded.pixels)
    #expect(
      try bitmap("\(line) --shape rounded --corner-radius 25 -b red").pixels
        == bitmap("\(line) --shape rounded -b red").pixels)
    #expect(try bitmap("\(line) --corner-radius 0 -b red")[10, 10] == picture)

    let ring = try bitmap("\(line) --border 4 --border-color #00F")
    #expect(ring[10, 60] == Color(rgb: 0x0000FF) && ring[13, 60] == Color(rgb: 0x0000FF))
    #expect(ring[14, 60] == picture && ring[9, 60] == Color(rgb: 0xFFFFFF))
    // Without a colour it has the background's, and makes a clear one clear.
    #expect(try bitmap("\(line) --border 4 -b none")[11, 60] == .clear)
    #expect(try bitmap("\(line) --border 10000 --border-color #00F")[60, 60].blue == 255)
  }

  @Test func `a shadow falls where it is told to and takes no room`() throws {
    let line = "grid d.png -c 1 -w 120 --margin 10"
    let white = Color(rgb: 0xFFFFFF)
    #expect(try bitmap("\(line) --shadow none").pixels == bitmap(line).pixels)
    let sharp = try bitmap("\(line) --shadow 5,3,0,black")
    #expect(sharp.size == PixelSize(width: 120, height: 120))
    #expect(sharp[114, 60] == Color(rgb: 0) && sharp[115, 60] == white)
    #expect(sharp[60, 112] == Color(rgb: 0) && sharp[60, 113] == white)
    #expect(sharp[60, 60] == picture && sharp[9, 60] == white)
    #expect(try bitmap("\(line) --shadow -5,−3,0,black")[5, 60] == Color(rgb: 0))
    let soft = try bitmap("\(line) --shadow 0,0,6")
    #expect(soft[9, 60].red < 255 && soft[9, 60].red > 128 && soft[60, 60] == picture)
  }

  @Test func `the anchor decides what a crop keeps`() throws {
    // Black on the left, white on the right.
    let samples = (0..<100 * 50).map { $0 % 100 < 50 ? 0 : 255 }
    try folder.directory.write(
      PNGFixture.bytes(width: 100, height: 50, .gray, samples: samples), "half.png")
    let line = "grid half.png -c 1 -w 50 --margin 0"
    func levels(_ options: String) throws -> [UInt8] {
      let bitmap = try bitmap("\(line) \(options)")
      return [bitmap[2, 25].red, bitmap[47, 25].red]
    }
    #expect(try levels("") == [0, 255])
    #expect(try levels("--anchor center") == [0, 255])
    #expect(try levels("--anchor left") == [0, 0])
    #expect(try levels("--anchor top-right") == [255, 255])
    #expect(try levels("--anchor 0,0.3") == [0, 0])
  }

  @Test func `filter, orientation and colour reach the picture`() throws {
    try folder.directory.write(Pictures.dog, "dog.jpg")
    var turned = JPEGFixture(width: 96, height: 64) { x, y in (UInt8(x), UInt8(y), 7) }
    turned.exif = ExifFixture.orientation(6)
    try folder.directory.write(turned.bytes, "turned.jpg")
    let line = "list dog.jpg -w 40"
    for options in ["--filter box", "--filter mitchell", "--linear"] {
      #expect(try bitmap("\(line) \(options)").pixels != bitmap(line).pixels, "\(options)")
    }
    #expect(try frames("list turned.jpg -w 64") == [rect(0, 0, 64, 96)])
    #expect(try frames("list turned.jpg -w 96 --no-auto-orient") == [rect(0, 0, 96, 64)])
    #expect(try folder.plan("list turned.jpg").pages[0].tiles[0].orientation == 6)
  }

  @Test func `compression changes bytes and no pixel`() throws {
    try folder.directory.write(Pictures.dog, "dog.jpg")
    for line in [
      "strip dog.jpg a.png", "list dog.jpg", "grid dog.jpg", "fitted dog.jpg", "justified dog.jpg",
    ] {
      let balanced = try folder.tool("\(line) -qo -").output
      #expect(try folder.tool("\(line) --compression balanced -qo -").output == balanced)
      let fast = try folder.tool("\(line) --compression fast -qo -").output
      let smallest = try folder.tool("\(line) --compression smallest -qo -").output
      #expect(fast != balanced && smallest.count < min(fast.count, balanced.count), "\(line)")
      let pixels = try decodedBitmap(balanced)
      #expect(try decodedBitmap(fast) == pixels && decodedBitmap(smallest) == pixels, "\(line)")
    }
  }

  @Test func `jobs and memory change nothing but the estimate`() throws {
    try folder.directory.write(Pictures.dog, "dog.jpg")
    let line = "fitted dog.jpg a.png b.png c.png d.png e.png -w 300"
    let expected = try folder.tool("\(line) -qo -").output
    for options in ["-j 1", "--jobs 7", "--memory 1", "--memory 1000000", "-j 3 --memory 2"] {
      #expect(try folder.tool("\(line) \(options) -qo -").output == expected, "\(options)")
    }
    let plan = try folder.plan(line)
    #expect(plan.estimatedMemoryJobs == 2)
    let many = try folder.plan("\(line) -j 40")
    #expect(many.estimatedMemoryJobs == 40)
    #expect(many.estimatedMemoryBytes > plan.estimatedMemoryBytes)
    #expect(
      try folder.plan("\(line) -j 40 --memory 1").estimatedMemoryBytes
        < many.estimatedMemoryBytes)
    #expect(many.estimatedOutputBytes == plan.estimatedOutputBytes)
  }

  // MARK: commands

  @Test func `a sheet without a command is a fitted one, and masonry and rows are names too`()
    throws
  {
    try folder.directory.makeDirectory("photos")
    for name in ["1.png", "2.png"] { try folder.picture("photos/\(name)", 30, 40) }
    #expect(try folder.tool("photos/ -w 100").code == 0)
    #expect(folder.names.contains("fitted.png"))
    #expect(try folder.tool("fitted photos -w 100 -o spelled.png").code == 0)
    #expect(try folder.contents("fitted.png") == folder.contents("spelled.png"))
    let line = "a.png b.png --columns 3"
    #expect(try frames(line) == frames("fitted \(line)"))
    #expect(try frames("masonry \(line)") == frames("fitted \(line)"))
    #expect(try frames("rows a.png b.png") == frames("justified a.png b.png"))
    // A file of a command's name is meant as ./grid.
    try folder.picture("grid", 30, 40)
    #expect(try folder.tool("grid -w 100").code == 64)
    #expect(try frames("./grid -w 108").map(\.width) == [44])
  }
}
