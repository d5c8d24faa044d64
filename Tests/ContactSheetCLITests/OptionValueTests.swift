import ContactSheet
import ContactSheetCLI
import Foundation
import ImageCodecs
import Raster
import Testing

struct OptionValueTests {
  // MARK: numbers

  @Test(arguments: [
    ("size", ["1", "64", "10000", "007", "+5"]), ("spacing", ["-49", "0", "-0", "10000"]),
    ("border", ["0", "25"]), ("corner-radius", ["0", "25"]), ("columns", ["1", "10000"]),
    ("row-spacing", ["0", "10000"]), ("margin", ["0", "10000", "0,10000", "0,1,2,10000"]),
    ("scale", ["1", "1.5", "2.75", "8", "8.000", "1.0001"]), ("jobs", ["1", "256"]),
    ("max-input-pixels", ["0", "1", "9223372036854775807"]),
    ("anchor", ["0,0", "1,1", "0.5,.25", "1.0,0.000001"]),
  ])
  func `numbers just inside the range are taken`(_ option: String, _ values: [String]) {
    for value in values {
      #expect(refusal("a.jpg --\(option) \(value)") == nil, "--\(option) \(value)")
      #expect(refusal("a.jpg --\(option)=\(value)") == nil, "--\(option)=\(value)")
    }
  }

  @Test(arguments: [
    ("size", ["0", "10001", "-1", "99999999999999999999"], "1…10000 pixels"),
    (
      "spacing", ["-50", "10001", "-99999999999999999999"],
      "-49…10000 pixels for size 50"
    ),
    ("border", ["-1", "26"], "0…25 pixels for size 50"),
    ("corner-radius", ["-1", "26"], "0…25 pixels for size 50"),
    ("columns", ["0", "10001", "-1"], "1…10000"),
    ("row-spacing", ["-1", "10001"], "0…10000 pixels"),
    ("margin", ["-1", "10001"], "0…10000 pixels"),
    ("scale", ["0", "0.999", "8.001", "-1", "99999999999999999999"], "1…8"),
    ("jobs", ["0", "257", "-1"], "1…256"),
    ("max-input-pixels", ["-1"], "0 or more"),
    ("anchor", ["-0.001,0", "0,1.001", "2,2"], "both numbers are 0…1"),
  ])
  func `numbers just outside are refused with the option, the value and the range`(
    _ option: String, _ values: [String], _ range: String
  ) {
    for value in values {
      #expect(
        refusal("a.jpg --\(option) \(value)") == "'--\(option) \(value)' is out of range: \(range)."
      )
    }
  }

  @Test func `a number beyond all ranges is out of range, not no number`() throws {
    let words = try #require(refusal("a.jpg --max-input-pixels 9223372036854775808"))
    #expect(words.contains("out of range"), "\(words)")
  }

  @Test(arguments: [
    ("a.jpg --margin 5,10001", "'--margin 10001' is out of range: 0…10000 pixels."),
    ("a.jpg --margin 0,0,-1,0", "'--margin -1' is out of range: 0…10000 pixels."),
  ])
  func `a list with one number outside names that number`(_ line: String, _ expected: String) {
    #expect(refusal(line) == expected)
  }

  @Test(arguments: [
    "size", "spacing", "border", "corner-radius", "columns", "row-spacing", "jobs",
    "max-input-pixels",
  ])
  func `what is no whole number is refused`(_ option: String) {
    for value in ["1.5", "ten", "5px", "0x10", "1e3", "", "--", "5,5", "٣"] {
      let arguments = [Array("a.jpg".utf8), Array("--\(option)=\(value)".utf8)]
      #expect(refusal(arguments) == "'\(value)' is not a whole number (--\(option)).")
    }
  }

  @Test(arguments: ["two", "1e0", "0x2", "inf", "nan", "2x", "", "1.2.3", "1-1", "٣"])
  func `what is no decimal number is refused`(_ value: String) {
    let arguments = [Array("a.jpg".utf8), Array("--scale=\(value)".utf8)]
    #expect(refusal(arguments) == "'\(value)' is not a number (--scale).")
  }

  @Test func `numbers reach the strip`() throws {
    let strip = try stripCommand(
      "a.jpg --size 64 --spacing 7 --border 9 --columns 3 --row-spacing 11 --scale 1.5 "
        + "--max-input-pixels 1000 --jobs 2 --corner-radius 13"
    ).strip
    #expect(
      strip
        == Strip(
          ["a.jpg"], size: 64, spacing: 7, border: 9, shape: .rounded(radius: 13), columns: 3,
          rowSpacing: 11, scale: 1.5, decoding: DecodeOptions(maxPixels: 1000), jobs: 2))
  }

  // MARK: what depends on the size

  @Test(arguments: [
    (1, 0, 0), (2, -1, 1), (5, -4, 2), (6, -5, 3), (7, -6, 3), (10, -9, 3), (15, -14, 3),
    (16, -15, 3), (50, -15, 3), (10_000, -15, 3),
  ])
  func `default spacing and border make room where the size is small`(
    _ size: Int, _ spacing: Int, _ border: Int
  ) throws {
    let strip = try stripCommand("a.jpg --size \(size)").strip
    #expect(strip.spacing == spacing)
    #expect(strip.border == border)
    #expect(throws: Never.self) { try strip.check() }
  }

  @Test(arguments: [
    (
      "a.jpg --size 10 --spacing -15",
      "'--spacing -15' is out of range: -9…10000 pixels for size 10."
    ),
    ("a.jpg --size 1 --spacing -1", "'--spacing -1' is out of range: 0…10000 pixels for size 1."),
    ("a.jpg --size 10 --border 6", "'--border 6' is out of range: 0…5 pixels for size 10."),
    ("a.jpg --size 1 --border 1", "'--border 1' is out of range: 0…0 pixels for size 1."),
    (
      "a.jpg --corner-radius 6 --size 11",
      "'--corner-radius 6' is out of range: 0…5 pixels for size 11."
    ),
  ])
  func `a given length is not changed to fit the size but refused`(
    _ line: String, _ expected: String
  ) {
    #expect(refusal(line) == expected)
  }

  // MARK: colours

  @Test(
    arguments: [
      ("#123", 0x1122_33FF), ("123", 0x1122_33FF), ("#123A", 0x1122_33AA), ("123A", 0x1122_33AA),
      ("#1a2B3c", 0x1A2B_3CFF), ("1a2B3c", 0x1A2B_3CFF), ("#1A2B3C4D", 0x1A2B_3C4D),
      ("1a2b3c4d", 0x1A2B_3C4D), ("lightgray", 0xD3D3_D3FF), ("LightGray", 0xD3D3_D3FF),
      ("LIGHTGREY", 0xD3D3_D3FF), ("white", 0xFFFF_FFFF), ("RebeccaPurple", 0x6633_99FF),
      ("red", 0xFF00_00FF), ("green", 0x0080_00FF), ("none", 0), ("transparent", 0), ("NONE", 0),
      ("#0000", 0),
    ] as [(String, UInt32)])
  func `a colour is written as in CSS`(_ text: String, _ rgba: UInt32) throws {
    let expected = Color(
      red: UInt8(rgba >> 24), green: UInt8(rgba >> 16 & 255), blue: UInt8(rgba >> 8 & 255),
      alpha: UInt8(rgba & 255))
    let strip = try stripCommand("a.jpg --background \(text) --border-color \(text)").strip
    #expect(strip.background == expected)
    #expect(strip.borderColor == expected)
    #expect(try stripCommand("a.jpg -b\(text)").strip.background == expected)
  }

  @Test func `the default background is AAAAAA and the border has its colour`() throws {
    let strip = try stripCommand("a.jpg").strip
    #expect(strip.background == Color(red: 0xAA, green: 0xAA, blue: 0xAA, alpha: 255))
    #expect(strip.borderColor == nil)
  }

  @Test func `CSS has 148 names`() {
    #expect(Color.names.count == 148)
  }

  @Test(arguments: [
    "#12", "#12345", "#1234567", "#123456789", "#", "##123456", "#12345g", "12 34 56",
    "rgb(1,2,3)", "", "0x123456", "#١٢٣", "currentcolor",
  ])
  func `what is no colour is refused`(_ text: String) {
    for option in ["background", "border-color"] {
      let arguments = [Array("a.jpg".utf8), Array("--\(option)=\(text)".utf8)]
      #expect(
        refusal(arguments)
          == "'\(text)' is not a colour (--\(option)): #RGB, #RGBA, #RRGGBB, #RRGGBBAA, "
          + "a CSS name, or none.")
    }
  }

  @Test(arguments: [("lightgrau", "lightgray"), ("Whit", "white"), ("trasparent", "transparent")])
  func `a mistyped colour names the nearest one`(_ typed: String, _ meant: String) throws {
    let words = try #require(refusal("a.jpg -b \(typed)"))
    #expect(words.hasPrefix("'\(typed)' is not a colour (--background): "))
    #expect(words.hasSuffix(" Did you mean '\(meant)'?"), "\(words)")
  }

  // MARK: anchors and margins

  @Test(arguments: [
    ("center", 0.5, 0.5), ("centre", 0.5, 0.5), ("top", 0.5, 0), ("bottom", 0.5, 1),
    ("left", 0, 0.5), ("right", 1, 0.5), ("top-left", 0, 0), ("top-right", 1, 0),
    ("bottom-left", 0, 1), ("bottom-right", 1, 1), ("0.25,0.75", 0.25, 0.75), ("0,1", 0, 1),
    ("1,0", 1, 0),
  ])
  func `an anchor is a name or a pair`(_ text: String, _ x: Double, _ y: Double) throws {
    #expect(try stripCommand("a.jpg --anchor \(text)").strip.anchor == Anchor(x: x, y: y))
  }

  @Test(arguments: ["middle", "0.5", "0.5,", ",0.5", "0,0,0", "a,b", "top-center", "1e0,0", ""])
  func `what is no anchor is refused`(_ text: String) {
    let arguments = [Array("a.jpg".utf8), Array("--anchor=\(text)".utf8)]
    #expect(
      refusal(arguments)
        == "'\(text)' is not an anchor (--anchor): center, top, bottom, left, right, "
        + "top-left and the other corners, or x,y from 0,0 to 1,1.")
  }

  @Test(arguments: [
    ("5", [5, 5, 5, 5]), ("5,6", [5, 6, 5, 6]), ("5,6,7,8", [5, 6, 7, 8]), ("0", [0, 0, 0, 0]),
  ])
  func `margins are one number, two, or four from the top clockwise`(
    _ text: String, _ sides: [Int]
  ) throws {
    #expect(
      try stripCommand("a.jpg --margin \(text)").strip.margins
        == Margins(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3]))
  }

  @Test(arguments: ["1,2,3", "1,2,3,4,5", "5px", ",", "1,", "1,,2", "1.5", ""])
  func `what is no margin is refused`(_ text: String) {
    let arguments = [Array("a.jpg".utf8), Array("--margin=\(text)".utf8)]
    #expect(
      refusal(arguments)
        == "'\(text)' is not a margin (--margin): one whole number, vertical,horizontal, or "
        + "top,right,bottom,left.")
  }

  // MARK: choices

  @Test(arguments: [
    ("--shape circle", TileShape.circle), ("--shape square", .square),
    ("--shape rounded", .rounded(radius: nil)), ("--corner-radius 7", .rounded(radius: 7)),
    ("--shape rounded --corner-radius 7", .rounded(radius: 7)),
    ("--corner-radius 7 --shape rounded", .rounded(radius: 7)), ("", .circle),
    ("--corner-radius 0", .rounded(radius: 0)),
  ])
  func `a corner radius means round corners`(_ options: String, _ shape: TileShape) throws {
    #expect(try stripCommand("a.jpg \(options)").strip.shape == shape)
  }

  @Test(arguments: [
    ("--shape circle --corner-radius 7", "'--corner-radius' goes with '--shape rounded' only."),
    ("--shape square --corner-radius 7", "'--corner-radius' goes with '--shape rounded' only."),
    ("--axis vertical --columns 2", "'--columns' does not go with '--axis vertical'."),
    ("--columns 2 --axis vertical", "'--columns' does not go with '--axis vertical'."),
  ])
  func `options that contradict each other are refused`(_ options: String, _ expected: String) {
    #expect(refusal("a.jpg \(options)") == expected)
  }

  @Test func `choices reach the strip`() throws {
    let strip = try stripCommand("a.jpg --axis vertical --front last --filter box").strip
    #expect(strip == Strip(["a.jpg"], axis: .vertical, front: .last, filter: .box))
    #expect(try stripCommand("a.jpg --axis horizontal --columns 2").strip.columns == 2)
    for filter in ["lanczos3", "catmull-rom", "mitchell", "bilinear", "box"] {
      #expect(try stripCommand("a.jpg --filter \(filter)").strip.filter.rawValue == filter)
    }
    #expect(try stripCommand("a.jpg").strip.compression == .balanced)
    for compression in ["fast", "balanced", "smallest"] {
      let strip = try stripCommand("a.jpg --compression \(compression)").strip
      #expect(strip.compression.rawValue == compression)
    }
  }

  @Test(arguments: [
    ("--axis diagonal", "'diagonal' is not a value of '--axis': horizontal, vertical."),
    (
      "--axis vertcal",
      "'vertcal' is not a value of '--axis': horizontal, vertical. Did you mean 'vertical'?"
    ),
    ("--compression 9", "'9' is not a value of '--compression': fast, balanced, smallest."),
    ("--front top", "'top' is not a value of '--front': first, last."),
    ("--shape hexagon", "'hexagon' is not a value of '--shape': circle, rounded, square."),
    (
      "--shape Circle",
      "'Circle' is not a value of '--shape': circle, rounded, square. Did you mean 'circle'?"
    ),
  ])
  func `an unknown choice is refused with all that there are`(
    _ options: String, _ expected: String
  ) {
    #expect(refusal("a.jpg \(options)") == expected)
  }

  @Test func `an unknown filter is refused with all that there are`() throws {
    let words = try #require(refusal("a.jpg --filter lanczos"))
    #expect(words.hasPrefix("'lanczos' is not a value of '--filter': "))
    for filter in ["lanczos3", "catmull-rom", "mitchell", "bilinear", "box"] {
      #expect(words.contains(filter))
    }
    #expect(words.hasSuffix("Did you mean 'lanczos3'?"))
  }
}
