import ContactSheetCLI
import TestSupport
import Testing

/// Wrong command lines of the sheets: one sentence each, exit 64, and nothing is read or written.
struct SheetRefusalTests {
  /// What is said of a command line whose pictures are not there; nil where it is taken.
  private func refusal(_ line: String) -> String? {
    let run = CommandLineRun(line)
    #expect(run.output == "", "\(line)")
    guard run.code == .usage else {
      #expect(run.code == .notMade, "\(line): \(run.errors)")
      return nil
    }
    let command = line.prefix { $0 != " " }
    let (start, end) = ("contactsheet: ", " See 'contactsheet \(command) --help'.\n")
    #expect(run.errors.hasPrefix(start) && run.errors.hasSuffix(end), "\(run.errors)")
    return String(run.errors.dropFirst(start.count).dropLast(end.count))
  }

  @Test(arguments: [
    ("width", ["0", "100001", "-5", "99999999999999999999"], "1…100000 pixels"),
    ("spacing", ["-1", "10001"], "0…10000 pixels"),
    ("margin", ["-1", "100001", "−1"], "0…100000 pixels"),
    ("border", ["-1", "10001"], "0…10000 pixels"),
    ("corner-radius", ["-1", "10001"], "0…10000 pixels"),
    ("scale", ["0", "0.99", "8.01"], "1…8"),
    ("dpi", ["0", "10001"], "1…10000"),
    ("per-page", ["0", "1000001"], "1…1000000"),
    ("rows", ["0", "1000001"], "1…1000000"),
    ("jobs", ["0", "257"], "1…256"),
    ("memory", ["0", "1000001", "-1"], "1…1000000 MB"),
    ("limit", ["0", "1000001"], "1…1000000"),
  ])
  func `a number out of range is named with its option and the range, in every layout`(
    _ option: String, _ values: [String], _ range: String
  ) {
    for command in ["list", "grid", "fitted", "justified"] {
      for value in values {
        #expect(
          refusal("\(command) gone.jpg --\(option) \(value)")
            == "'--\(option) \(value)' is out of range: \(range).", "\(command)")
      }
    }
  }

  @Test(arguments: [
    ("grid --columns 0", "'--columns 0' is out of range: 1…10000."),
    ("fitted --columns 10001", "'--columns 10001' is out of range: 1…10000."),
    ("justified --row-height 0", "'--row-height 0' is out of range: 1…10000 pixels."),
    ("justified --row-height 10001", "'--row-height 10001' is out of range: 1…10000 pixels."),
    ("justified --row-tolerance 101", "'--row-tolerance 101' is out of range: 0…100 percent."),
    ("grid --cell 0x5", "'--cell 0' is out of range: 1…100000 pixels."),
    ("grid --cell 5x100001", "'--cell 100001' is out of range: 1…100000 pixels."),
    ("list --page-size 0x0", "'--page-size 0' is out of range: 1…100000 pixels."),
    ("list --page-size 10x-5", "'--page-size -5' is out of range: 1…100000 pixels."),
    (
      "list --width 0.001mm",
      "'--width 0.001mm', 0 pixels at 300 dpi, is out of range: 1…100000 pixels."
    ),
    (
      "list --width 340in --dpi 300",
      "'--width 340in', 102000 pixels at 300 dpi, is out of range: 1…100000 pixels."
    ),
    (
      "list --spacing -2mm",
      "'--spacing -2mm', -24 pixels at 300 dpi, is out of range: "
        + "0…10000 pixels."
    ),
    (
      "list --width 99999999999999999999mm",
      "'--width 99999999999999999999mm' is out of range: 1…100000 pixels."
    ),
    (
      "list --width 3631313203955.2in --dpi 10000",
      "'--width 3631313203955.2in' is out of range: 1…100000 pixels."
    ),
    (
      "list --width 99999999999999999999px",
      "'--width 99999999999999999999px' is out of range: 1…100000 pixels."
    ),
    (
      "list --page-size A3 --dpi 10000",
      "'--page-size 297mm', 116929 pixels at 10000 dpi, is out of range: 1…100000 pixels."
    ),
    (
      "grid --geometry 0x5+1+1",
      "'--geometry 0x5+1+1' is out of range: W and H are 1…100000 pixels."
    ),
    (
      "grid --geometry 5x5+5001+5001",
      "'--geometry 5x5+5001+5001' is out of range: X and Y are 0…5000 pixels."
    ),
    (
      "grid --geometry 99999999999999999999x5",
      "'--geometry 99999999999999999999x5' is out of range: W and H are 1…100000 pixels."
    ),
    (
      "list --shadow 0,1001,6",
      "'--shadow 0,1001,6' is out of range: X and Y are -1000…1000, BLUR is 0…1000."
    ),
    (
      "list --shadow 0,2,-1",
      "'--shadow 0,2,-1' is out of range: X and Y are -1000…1000, BLUR is 0…1000."
    ),
    (
      "list --shadow 99999999999999999999,0,6",
      "'--shadow 99999999999999999999,0,6' is out of range: X and Y are -1000…1000, "
        + "BLUR is 0…1000."
    ),
    ("list --anchor 2,0", "'--anchor 2,0' is out of range: both numbers are 0…1."),
    ("list x1000001", "'x1000001' is out of range: x1…x1000000."),
  ])
  func `what is out of range says what is in it`(_ line: String, _ expected: String) {
    #expect(refusal(with(line)) == expected)
  }

  /// With a picture after the command.
  private func with(_ line: String) -> String {
    let parts = line.split(separator: " ", maxSplits: 1)
    return "\(parts[0]) gone.jpg \(parts[1])"
  }

  @Test(arguments: ["width", "spacing", "border", "corner-radius", "margin"])
  func `what is no length is refused with what one looks like`(_ option: String) {
    for value in [
      "ten", "1.5", "5pt", "5 mm", "mm", "1e3mm", "1.2.3mm", "0x10", "5em", "٣", "--", "",
    ] {
      let arguments = ["list", "gone.jpg", "--\(option)=\(value)"].map { Array($0.utf8) }
      let run = CommandLineRun(arguments)
      let words =
        option == "margin"
        ? "is not a margin (--margin): one length, vertical,horizontal, or top,right,bottom,left."
        : "is not a length (--\(option)): whole pixels, or a number with mm, cm or in."
      #expect(
        run.errors == "contactsheet: '\(value)' \(words) See 'contactsheet list --help'.\n")
      #expect(run.code == .usage)
    }
  }

  private static let sizes =
    "A3, A4, A5, A6, letter, legal, tabloid, or WIDTHxHEIGHT as in 200x150mm."

  @Test(arguments: [
    (
      "list --margin 1,2,3",
      "'1,2,3' is not a margin (--margin): one length, "
        + "vertical,horizontal, or top,right,bottom,left."
    ),
    (
      "list --margin 1,,3,4",
      "'1,,3,4' is not a margin (--margin): one length, "
        + "vertical,horizontal, or top,right,bottom,left."
    ),
    ("grid --cell 300", "'300' is not a size (--cell): WIDTHxHEIGHT, as in 300x200."),
    ("grid --cell 300x", "'300x' is not a size (--cell): WIDTHxHEIGHT, as in 300x200."),
    ("grid --cell x200", "'x200' is not a size (--cell): WIDTHxHEIGHT, as in 300x200."),
    ("grid --cell 1x2x3", "'1x2x3' is not a size (--cell): WIDTHxHEIGHT, as in 300x200."),
    // Are these 20 pixels, or millimetres?
    ("grid --cell 10mmx20", "'10mmx20' is not a size (--cell): WIDTHxHEIGHT, as in 300x200."),
    (
      "grid --cell-aspect 3", "'3' is not a ratio (--cell-aspect): W:H, 1…10000 each, as in 3:2."
    ),
    (
      "grid --cell-aspect 0:1",
      "'0:1' is not a ratio (--cell-aspect): W:H, 1…10000 each, as in 3:2."
    ),
    (
      "grid --cell-aspect 1:2:3",
      "'1:2:3' is not a ratio (--cell-aspect): W:H, 1…10000 each, as in 3:2."
    ),
    (
      "grid --tile x",
      "'x' is not a tile (--tile): columns and rows of 1…10000, as in 4x3, 4x or x3."
    ),
    (
      "grid --tile 0x3",
      "'0x3' is not a tile (--tile): columns and rows of 1…10000, as in 4x3, 4x or x3."
    ),
    (
      "grid --tile 10001x",
      "'10001x' is not a tile (--tile): columns and rows of 1…10000, as in 4x3, 4x or x3."
    ),
    (
      "grid --tile 1x2x3",
      "'1x2x3' is not a tile (--tile): columns and rows of 1…10000, as in 4x3, 4x or x3."
    ),
    (
      "grid --geometry 300x300+4",
      "'300x300+4' is not a geometry (--geometry): WxH+X+Y in pixels, as in 300x300+4+4."
    ),
    (
      "grid --geometry 300x300!+4+4",
      "'300x300!+4+4' is not a geometry (--geometry): WxH+X+Y in pixels, as in 300x300+4+4."
    ),
    (
      "grid --geometry >",
      "'>' is not a geometry (--geometry): WxH+X+Y in pixels, as in 300x300+4+4."
    ),
    (
      "grid --geometry +4+5", "'--geometry +4+5' has two gaps; here X and Y have to be equal."
    ),
    ("list --page-size A9", "'A9' is not a page size (--page-size): \(sizes) Did you mean 'A3'?"),
    (
      "list --page-size lettre",
      "'lettre' is not a page size (--page-size): \(sizes) Did you mean 'letter'?"
    ),
    ("list --page-size 5", "'5' is not a page size (--page-size): \(sizes) Did you mean 'A5'?"),
    (
      "list --shadow 0,2",
      "'0,2' is not a shadow (--shadow): X,Y,BLUR in pixels, as in 0,2,6, and perhaps a colour after "
        + "them; or none."
    ),
    (
      "list --shadow 0,2,6,blurple",
      "'blurple' is not a colour (--shadow): #RGB, #RGBA, #RRGGBB, #RRGGBBAA, or a CSS name."
    ),
    (
      "grid --fit cover", "'cover' is not a value of '--fit': fill, fit, natural."
    ),
    (
      "fitted --distribute shortset",
      "'shortset' is not a value of '--distribute': alternate, shortest, in-order, balanced. "
        + "Did you mean 'shortest'?"
    ),
    (
      "justified --last-row full",
      "'full' is not a value of '--last-row': left, center, right, justify, balance."
    ),
    (
      "list --shape oval", "'oval' is not a value of '--shape': circle, rounded, square."
    ),
    (
      "list --progress yes", "'yes' is not a value of '--progress': auto, always, never, json."
    ),
  ])
  func `a value of the wrong form is refused with the right one`(
    _ line: String, _ expected: String
  ) {
    #expect(refusal(with(line)) == expected)
  }

  @Test(arguments: [
    (
      "grid --cell 10x10 --cell-aspect 1:1",
      "'--cell', '--cell-aspect' and '--geometry' say the same; give one of them."
    ),
    (
      "grid --cell 10x10 --geometry 10x10+1+1",
      "'--cell', '--cell-aspect' and '--geometry' say the same; give one of them."
    ),
    (
      "grid --cell 10x10 --width 500",
      "The width follows from the columns and their cells; leave out '--width'."
    ),
    (
      "grid --geometry 10x10+1+1 --width 500",
      "The width follows from the columns and their cells; leave out '--width'."
    ),
    (
      "grid --fit natural --cell 10x10",
      "'--fit natural' has no cells: it does not go with one of a given shape."
    ),
    (
      "grid --fit natural --cell-aspect 3:2",
      "'--fit natural' has no cells: it does not go with one of a given shape."
    ),
    ("grid --tile 4x3 --columns 4", "'--tile 4x3' and '--columns' say the same; give one of them."),
    ("grid --tile 4x3 --rows 3", "'--tile 4x3' and '--rows' say the same; give one of them."),
    ("grid --tile x3 --rows 3", "'--tile x3' and '--rows' say the same; give one of them."),
    (
      "list --page-size A4 --width 500",
      "'--width' does not go with '--page-size', which has a width."
    ),
    ("list --landscape", "'--landscape' goes with '--page-size'."),
    ("list --trim-last-page", "'--trim-last-page' goes with '--page-size'."),
    ("list --enlarge --no-enlarge", "'--enlarge' does not go with '--no-enlarge'."),
    (
      "list --shape circle --corner-radius 5",
      "'--corner-radius' goes with '--shape rounded' only."
    ),
    (
      "list --plan --placements a.json",
      "'--placements' does not go with '--plan', which makes nothing."
    ),
    (
      "list --placements a.json --json-report a.json",
      "'--placements' and '--json-report' name the same file, 'a.json'."
    ),
    (
      "list -o a.png --placements a.png",
      "'--placements' and '--output' name the same file, 'a.png'."
    ),
    (
      "list -o a.png --json-report a.png",
      "'--json-report' and '--output' name the same file, 'a.png'."
    ),
    ("list -o a.pdf", "'a.pdf' asks for .pdf, and contactsheet writes PNG: name the output .png."),
  ])
  func `what does not go together is refused`(_ line: String, _ expected: String) {
    #expect(refusal(with(line)) == expected)
  }

  @Test(arguments: [
    (
      "grid --columns 500 --width 390",
      "A sheet 390 wide has no room for 500 columns with spacing 8 and margins 2 + 2."
    ),
    (
      "grid --tile x3 --width 100 --margin 50",
      "A sheet 100 wide has no room between margins 50 + 50."
    ),
    ("list --width 100 --margin 50", "A sheet 100 wide has no room between margins 50 + 50."),
    ("justified --width 10 --margin 0,5", "A sheet 10 wide has no room between margins 5 + 5."),
    ("list --page-size 500x20 --margin 10", "A page 20 high has no room between margins 10 + 10."),
    (
      "grid --cell 1000x10 --page-size 2000x2000 --margin 0",
      "3 cells of width 1000 need a sheet 3016 wide, and it is 2000."
    ),
    ("grid --cell 50000x10", "The sheet would be 150020 wide, and at most it is 100000."),
    ("list --width 50000 --scale 8", "At scale 8 width must be 1…100000, not 400000."),
    (
      "justified --row-height 5000 --scale 2.5",
      "At scale 2.5 row height must be 1…10000, not 12500."
    ),
    (
      "grid --cell 10000x10 --scale 8",
      "At scale 8 the sheet would be 240160 wide, and at most it is 100000."
    ),
    (
      "grid --cell-aspect 1:10000",
      "The height of a cell must be 1…100000, not 3933333."
    ),
  ])
  func `what leaves no room says how much there is`(_ line: String, _ expected: String) {
    #expect(refusal(with(line)) == expected)
  }

  @Test func `room that only the number of pictures leaves short is told once they are known`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.write(plainPNG(1), "a.png")
    for (options, words) in [
      (
        "--tile x1 --width 100",
        "a sheet 100 wide has no room for 99 columns with spacing 8 and margins 2 + 2"
      ),
      (
        "--geometry 50x50+0+0 --tile x1 --page-size 500x500",
        "99 cells of width 50 need a sheet 4950 wide, and it is 500"
      ),
    ] {
      let run = CommandLineRun(
        "grid \(path) x99 \(options) --margin 0 -o \(directory.path("out.png"))"
          .replacing("--margin 0", with: options.contains("page") ? "--margin 0" : ""))
      #expect(run.errors == "contactsheet: \(words)\n")
      #expect(run.code == .notMade)
      #expect(try directory.names() == ["a.png"])
    }
  }

  // MARK: words of other tools

  @Test(arguments: [
    ("gap", "spacing"), ("gutter", "spacing"), ("padding", "margin"), ("cols", "columns"),
    ("colums", "columns"), ("upscale", "enlarge"), ("no-upscale", "no-enlarge"),
    ("paper-size", "page-size"), ("orientation", "landscape"), ("resolution", "dpi"),
    ("radius", "corner-radius"), ("border-radius", "corner-radius"), ("gravity", "anchor"),
    ("object-fit", "fit"), ("aspect-ratio", "cell-aspect"), ("witdh", "width"),
    ("bg", "background"), ("threads", "jobs"), ("perpage", "per-page"),
  ])
  func `an option of another tool names ours`(_ word: String, _ option: String) {
    #expect(
      refusal("grid gone.jpg --\(word) 5")
        == "Unknown option '--\(word)'. Did you mean '--\(option)'?")
  }

  @Test(arguments: [
    ("grid --row-height 5", "row-height"), ("list --columns 2", "columns"),
    ("fitted --cell 5x5", "cell"), ("justified --distribute shortest", "distribute"),
    ("grid --size 5", "size"), ("list --axis vertical", "axis"), ("grid --more", "more"),
  ])
  func `an option of another command does not belong here`(_ line: String, _ option: String) {
    #expect(refusal(with(line)) == "Option '--\(option)' does not belong to this command.")
  }

  @Test(arguments: [
    ("montage a.jpg", "grid"), ("gallery a.jpg", "justified"), ("waterfall a.jpg", "fitted"),
    ("gird a.jpg", "grid"), ("fited a.jpg", "fitted"), ("masonary a.jpg", "fitted"),
    ("justify a.jpg", "justified"), ("facepile a.jpg", "strip"), ("identify a.jpg", "probe"),
  ])
  func `a command of another tool names ours`(_ line: String, _ command: String) {
    let word = line.prefix { $0 != " " }
    let run = CommandLineRun(line)
    #expect(
      run.errors == "contactsheet: Unknown command '\(word)'. Did you mean '\(command)'?\n")
    #expect(run.code == .usage)
  }

  @Test func `a picture that is not there is no unknown command`() {
    for word in ["gone.jpg", "photos/", "a/b"] {
      let run = CommandLineRun("\(word) --columns 3")
      #expect(
        run.errors
          == "contactsheet: '\(word)' is neither a command nor a file. See 'contactsheet --help'.\n"
      )
      #expect(run.code == .usage)
    }
  }
}
