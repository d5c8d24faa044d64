import ContactSheetCLI
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// `contactsheet diff` as it is called, with the real tool.
@Suite struct DiffTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func flat(_ width: Int, _ height: Int, _ color: Color) -> Bitmap {
    Bitmap(
      size: PixelSize(width: width, height: height),
      pixels: (0..<width * height).flatMap { _ in
        [color.red, color.green, color.blue, color.alpha]
      })
  }

  @discardableResult
  private func write(_ bitmap: Bitmap, _ name: String) throws -> String {
    try directory.write(PNGFixture.bytes(bitmap), name)
  }

  private func diff(_ line: String) throws -> Tool.Outcome {
    try Tool.run(["diff"] + line.split(separator: " ").map(String.init), in: directory.url)
  }

  private static let white = Color(rgb: 0xFFFFFF)
  private static let black = Color(rgb: 0)

  // MARK: how it ends

  @Test func `the same pictures end with 0, whatever their bytes`() throws {
    var bitmap = flat(9, 5, Self.white)
    bitmap[3, 2] = Self.black
    try write(bitmap, "a.png")
    let gray = (0..<45).map { $0 == 2 * 9 + 3 ? 0 : 255 }
    try directory.write(
      PNGFixture.bytes(width: 9, height: 5, .gray, samples: gray, interlaced: true), "b.png")
    let run = try diff("a.png b.png -o d.png")
    #expect(run.code == 0)
    #expect(run.outputText == "a.png b.png: same\n")
    #expect(run.errorText == "")
    // Nothing differs, so there is nothing to see.
    #expect(try directory.names() == ["a.png", "b.png"])
  }

  @Test func `different pictures end with 1, and the picture shows where`() throws {
    var bitmap = flat(40, 30, Self.white)
    try write(bitmap, "a.png")
    for x in 10..<14 { bitmap[x, 20] = Self.black }
    try write(bitmap, "b.png")
    let run = try diff("a.png b.png -o d.png --no-boxes")
    #expect(run.code == 1)
    #expect(
      run.outputText == """
        a.png b.png: differ: 4 of 1,200 pixels (0.33 %), largest difference 255 at 10,20
          4 × 1 at 10,20: 4 pixels

        """)
    let picture = try decodedBitmap(EncodedPicture.file(RawPath(directory.path("d.png"))))
    #expect(picture.size == PixelSize(width: 40, height: 30))
    for x in 0..<40 {
      #expect((picture[x, 20] == Color(rgb: 0xFF0000)) == (10..<14).contains(x))
    }
    #expect(picture[0, 0] == Self.white)
  }

  @Test func `what cannot be compared ends with 2, in one line`() throws {
    let path = try write(flat(200, 200, Self.white), "a.png")
    let whole = try URL(fileURLWithPath: path).contents()
    var jpeg = JPEGFixture(width: 64, height: 64) { x, y in (UInt8(x), UInt8(y), 9) }.bytes
    jpeg.removeLast(jpeg.count / 3)
    try directory.write(jpeg, "cut.jpg")
    try directory.write(Array(whole.prefix(60)), "cut.png")
    try directory.write(Array("hello".utf8), "text.png")
    for (line, expected) in [
      ("a.png nowhere.png", "nowhere.png: no such file"),
      ("text.png a.png", "text.png: is a text file; contactsheet reads JPEG and PNG"),
      ("a.png .", ".: is a directory, and a.png is not: two pictures are compared, or two"),
      ("a.png a.png --crop 500,0,10,10", "nothing to compare in the crop 500,0,10,10"),
      ("a.png cut.jpg", "cut.jpg: damaged JPEG: premature end of JPEG file"),
      ("a.png cut.png", "cut.png: malformed PNG: premature end of PNG file"),
      ("a.png a.png --ignore-mask cut.png", "cut.png: malformed PNG"),
      ("a.png a.png -o a.png", "a.png: is one of the pictures"),
    ] {
      let run = try diff(line)
      #expect(run.code == 2, "\(line)")
      #expect(run.errorText.hasPrefix("contactsheet: \(expected)"), "\(run.errorText)")
      #expect(run.errorText.split(separator: "\n").count == 1)
      #expect(run.outputText == "")
    }
  }

  @Test(arguments: [
    ("a.png", "Two pictures, or two directories, are compared: EXPECTED and ACTUAL."),
    (
      "a.png b.png c.png",
      "Two pictures, or two directories, are compared, not 3: EXPECTED and ACTUAL."
    ),
    (
      "a.png b.png --metric exact --threshold 0.1",
      "'--threshold' does not go with '--metric exact'."
    ),
    (
      "a.png b.png --metric perceptual --tolerance 3",
      "'--tolerance' does not go with '--metric perceptual'."
    ),
    (
      "a.png b.png --tolerance 3 --include-aa",
      "'--tolerance' goes with the exact metric, '--include-aa' does not."
    ),
    ("a.png b.png --max-percent 101", "'101' is not a percentage (--max-percent): 0…100"),
    ("a.png b.png --max-percent -1", "'-1' is not a percentage (--max-percent): 0…100"),
    ("a.png b.png --window 5", "'5' is not a window (--window): N:SIDE"),
    ("a.png b.png --window 5:2", "'5:2' is not a window (--window): N:SIDE"),
    ("a.png b.png --ignore 1,2,3", "'1,2,3' is not a rectangle (--ignore): X,Y,W,H"),
    ("a.png b.png --crop 1,2,0,3", "'1,2,0,3' is not a rectangle (--crop): X,Y,W,H"),
    ("a.png b.png --tolerance 256", "'--tolerance 256' is out of range: 0…255."),
    ("a.png b.png -o -", "The picture of a diff is not written to standard output"),
    ("a.png b.png --style heet", "'heet' is not a value of '--style'"),
  ])
  func `wrong usage is one sentence, with 64`(line: String, expected: String) throws {
    let run = CommandLineRun("diff \(line)")
    #expect(run.code == .usage)
    #expect(run.errors.hasPrefix("contactsheet: \(expected)"), "\(run.errors)")
    #expect(run.output == "")
  }

  // MARK: the cases of other tools' users

  @Test func `white and clear differ, hidden colours do not`() throws {
    try write(flat(8, 8, Self.white), "white.png")
    try write(flat(8, 8, Color(red: 255, green: 255, blue: 255, alpha: 0)), "clear.png")
    try write(flat(8, 8, Self.black), "black.png")
    try write(flat(8, 8, Color(red: 0, green: 0, blue: 0, alpha: 0)), "hidden.png")
    for metric in ["exact", "perceptual"] {
      #expect(try diff("white.png clear.png --metric \(metric)").outputText.contains("64 of 64"))
      #expect(try diff("black.png hidden.png --metric \(metric)").outputText.contains("64 of 64"))
      #expect(try diff("clear.png hidden.png --metric \(metric)").code == 0)
    }
    #expect(try diff("clear.png hidden.png --alpha strict").code == 1)
  }

  @Test func `pictures of different sizes differ by what only one has`() throws {
    try write(flat(20, 20, Self.white), "a.png")
    try write(flat(30, 20, Self.white), "b.png")
    for line in ["a.png b.png", "b.png a.png"] {
      let run = try diff("\(line) -o d.png")
      #expect(run.code == 1)
      #expect(run.outputText.contains("200 of 600 pixels (33.33 %)"))
      let picture = try decodedBitmap(EncodedPicture.file(RawPath(directory.path("d.png"))))
      #expect(picture.size == PixelSize(width: 30, height: 20))
    }
    #expect(try diff("a.png b.png --size-mismatch overlap").code == 0)
    #expect(try diff("a.png b.png --size-mismatch pad").outputText.contains("200 of 600"))
    // Different sizes are no matter of limits.
    #expect(try diff("a.png b.png --max-percent 100").code == 1)
  }

  @Test func `a small change on a tall page is not drowned`() throws {
    var bitmap = flat(1024, 2304, Color(rgb: 0xF0F0F0))
    try write(bitmap, "a.png")
    for y in 1000..<1012 {
      for x in 300..<340 { bitmap[x, y] = Color(rgb: 0x102030) }
    }
    try write(bitmap, "b.png")
    let run = try diff("a.png b.png")
    #expect(run.code == 1)
    #expect(run.outputText.contains("480 of 2,359,296 pixels (0.02 %)"))
    #expect(run.outputText.contains("40 × 12 at 300,1000: 480 pixels"))
    #expect(try diff("a.png b.png --max-percent 1%").code == 0)
    let window = try diff("a.png b.png --max-percent 1% --window 100:16")
    #expect(window.code == 1)
    #expect(window.outputText.contains("192 pixels differ within 16 × 16 at"))
    #expect(try diff("a.png b.png --max-percent 1% --window 193:16").code == 0)
  }

  @Test func `zero is a value`() throws {
    var bitmap = flat(10, 10, Self.white)
    try write(bitmap, "a.png")
    bitmap[4, 4] = Self.black
    try write(bitmap, "b.png")
    for (limits, code) in [
      ("--max-percent 0", 1), ("--max-percent 0%", 1), ("--max-pixels 0", 1), ("", 1),
      ("--max-percent 1%", 0), ("--max-pixels 1", 0), ("--max-percent 0.99%", 1),
      ("--max-pixels 1 --max-percent 0", 1), ("--max-pixels 0 --max-percent 100", 1),
    ] {
      #expect(try diff("a.png b.png \(limits)").code == Int32(code), "\(limits)")
    }
  }

  // MARK: options

  @Test func `what is ignored, or outside of the crop, does not count`() throws {
    var bitmap = flat(30, 20, Self.white)
    try write(bitmap, "a.png")
    bitmap[2, 2] = Self.black
    bitmap[25, 15] = Self.black
    try write(bitmap, "b.png")
    var mask = flat(30, 20, Self.black)
    mask[2, 2] = Self.white
    mask[25, 15] = Self.white
    try write(mask, "mask.png")
    #expect(try diff("a.png b.png --ignore 2,2,1,1").outputText.contains("1 of 599"))
    #expect(try diff("a.png b.png --ignore 2,2,1,1 --ignore 25,15,9,9").code == 0)
    #expect(try diff("a.png b.png --ignore-mask mask.png").code == 0)
    #expect(try diff("a.png b.png --crop 0,0,10,10").outputText.contains("1 of 100"))
    #expect(try diff("a.png b.png --crop 5,5,10,10").code == 0)
    #expect(try diff("a.png b.png --tolerance 255").code == 0)
    #expect(try diff("a.png b.png --tolerance 254").code == 1)
  }

  @Test func `JSON says all of it, on standard output or in a file`() throws {
    var bitmap = flat(30, 20, Self.white)
    try write(bitmap, "a.png")
    bitmap[2, 3] = Color(rgb: 0xFFFF00)
    try write(bitmap, "b.png")
    let run = try diff("a.png b.png --json --json-report r.json --window 1:5")
    #expect(run.code == 1)
    let report = try String(
      contentsOf: directory.url.appendingPathComponent("r.json"), encoding: .utf8)
    #expect(report == run.outputText)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])
    #expect(object["version"] as? Int == 1)
    #expect(object["result"] as? String == "differ")
    #expect(object["mismatched"] as? Int == 1 && object["compared"] as? Int == 600)
    #expect((object["regions"] as? [[String: Int]])?.first?["left"] == 2)
    #expect((object["largest_difference"] as? [String: Int]) == ["value": 255, "x": 2, "y": 3])
    #expect((object["violations"] as? [String])?.count == 1)
    let failed = try diff("a.png nowhere.png --json-report r.json")
    #expect(failed.code == 2)
    let second = try String(
      contentsOf: directory.url.appendingPathComponent("r.json"), encoding: .utf8)
    #expect(second.contains("\"result\": \"not-compared\""))
  }

  @Test func `every style makes a picture, the same whichever thread is faster`() throws {
    var random = SeededGenerator(seed: 7)
    var (a, b) = (flat(300, 400, Self.white), flat(300, 400, Self.white))
    for _ in 0..<3000 {
      let (x, y) = (
        Int.random(in: 0..<300, using: &random), Int.random(in: 0..<400, using: &random)
      )
      a[x, y] = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
      if Bool.random(using: &random) { b[x, y] = a[x, y] }
    }
    try write(a, "a.png")
    try write(b, "b.png")
    for style in ["overlay", "mask", "side-by-side", "heat"] {
      var first: [UInt8]?
      for _ in 0..<3 {
        #expect(try diff("a.png b.png -q --style \(style) -o d.png").code == 1)
        let bytes = try directory.url.appendingPathComponent("d.png").contents()
        let width = style == "side-by-side" ? 916 : 300
        #expect(try decodedBitmap(bytes).size == PixelSize(width: width, height: 400))
        #expect(first == nil || first == bytes)
        first = bytes
      }
    }
  }

  @Test func `orientation, profiles and sixteen bits are honoured unless told not to`() throws {
    let samples = (0..<12).map { 20 * $0 }
    let upright = PNGFixture.bytes(width: 4, height: 3, .gray, samples: samples)
    var turned: [Int] = []
    // Stored as orientation 3 has it: upside down.
    for sample in samples.reversed() { turned.append(sample) }
    let stored = PNGFixture.inserting(
      PNGFixture.chunk("eXIf", ExifFixture.orientation(3)),
      into: PNGFixture.bytes(width: 4, height: 3, .gray, samples: turned))
    try directory.write(upright, "a.png")
    try directory.write(stored, "b.png")
    #expect(try diff("a.png b.png").code == 0)
    #expect(try diff("a.png b.png --no-auto-orient").code == 1)
    let deep = PNGFixture.bytes(
      width: 4, height: 3, .gray, bitDepth: 16, samples: samples.map { 257 * $0 })
    try directory.write(deep, "deep.png")
    #expect(try diff("a.png deep.png").code == 0)
    let near = PNGFixture.bytes(
      width: 4, height: 3, .gray, bitDepth: 16, samples: samples.map { 257 * $0 + 1 })
    try directory.write(near, "near.png")
    #expect(try diff("a.png near.png").code == 1)
    #expect(try diff("a.png near.png --tolerance 1").code == 0)
  }

  @Test(.enabled(if: hasCorpus)) func `the counts are pixelmatch's`() throws {
    let folder = corpus!.appendingPathComponent("diff/pixelmatch").path
    let run = try diff("\(folder)/1a.png \(folder)/1b.png --threshold 0.05")
    #expect(run.outputText.contains("differ: 143 of 131,072 pixels"))
    let all = try diff("\(folder)/1a.png \(folder)/1b.png --threshold 0.05 --include-aa")
    #expect(all.outputText.contains("differ: 251 of 131,072 pixels"))
  }
}
