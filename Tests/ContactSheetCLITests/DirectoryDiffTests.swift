import ContactSheetCLI
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `contactsheet diff` of two directories, with the real tool.
@Suite struct DirectoryDiffTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["exp", "act", "exp/sub", "act/sub"] { try directory.makeDirectory(name) }
  }

  private static let red = png(0xFF0000)
  private static let blue = png(0x0000FF)
  /// Four of its pixels are not red.
  private static let spotted = png(0xFF0000, spots: 4)

  private static func png(_ rgb: UInt32, spots: Int = 0) -> [UInt8] {
    var bitmap = Bitmap(
      size: PixelSize(width: 20, height: 10), pixels: [UInt8](repeating: 255, count: 800))
    for index in 0..<200 { bitmap[index % 20, index / 20] = Color(rgb: index < spots ? 0 : rgb) }
    return PNGFixture.bytes(bitmap)
  }

  private func diff(_ line: String) throws -> Tool.Outcome {
    try Tool.run(["diff"] + line.split(separator: " ").map(String.init), in: directory.url)
  }

  private func contents(_ name: String) throws -> [UInt8] {
    try directory.url.appendingPathComponent(name).contents()
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try contents(name), as: UTF8.self)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: directory.path(name))
  }

  /// One of each kind, and files that are no pictures.
  private func writeAllKinds() throws {
    try directory.write(Self.red, "exp/a2.png")
    try directory.write(Self.red, "act/a2.png")
    try directory.write(Self.red, "exp/a10.png")
    try directory.write(Self.spotted, "act/a10.png")
    try directory.write(Self.red, "exp/sub/gone.png")
    try directory.write(Self.red, "act/sub/new.png")
    try directory.write([], "exp/empty.png")
    try directory.write(Self.red, "act/empty.png")
    try directory.write(Array("notes".utf8), "exp/notes.txt")
    try directory.write(Array("other notes".utf8), "act/notes.txt")
    try directory.write(Self.red, "exp/.hidden.png")
  }

  // MARK: pairs

  @Test func `pictures are paired by their paths, and each kind is named and counted`() throws {
    try writeAllKinds()
    let run = try diff("exp act")
    #expect(run.code == 2)
    #expect(
      run.outputText == """
        a10.png: differ: 4 of 200 pixels (2.00 %), largest difference 255 at 0,0
          4 × 1 at 0,0: 4 pixels
        sub/gone.png: missing: there is no actual picture
        sub/new.png: new: there is no expected picture
        5 pictures: 1 same, 1 differs, 1 new, 1 missing, 1 not compared

        """)
    #expect(run.errorText == "contactsheet: exp/empty.png: is empty (0 bytes)\n")
  }

  @Test(arguments: [
    ("exp/a.png=red act/a.png=red", Int32(0)),
    ("exp/a.png=red act/a.png=blue", 1),
    ("exp/a.png=red", 1),
    ("act/a.png=red", 1),
    ("exp/a.png=red act/a.png=text", 2),
    ("exp/a.png=red act/a.png=cut", 2),
    // Not compared is worse than different.
    ("exp/a.png=red act/a.png=nothing exp/b.png=red", 2),
    // A check of nothing is no check.
    ("", 2),
    ("exp/a.txt=text act/a.txt=nothing", 2),
  ])
  func `the exit code is that of the worst pair`(files: String, code: Int32) throws {
    let kinds: [String: [UInt8]] = [
      "red": Self.red, "blue": Self.blue, "text": Array("hello".utf8), "nothing": [],
      "cut": Array(Self.red.prefix(70)),
    ]
    for file in files.split(separator: " ") {
      let parts = file.split(separator: "=").map(String.init)
      try directory.write(kinds[parts[1]]!, parts[0])
    }
    #expect(try diff("exp act").code == code)
    #expect(try diff("exp/ act/ -q").code == code)
  }

  @Test func `limits are for each pair`() throws {
    try directory.write(Self.red, "exp/a.png")
    try directory.write(Self.spotted, "act/a.png")
    try directory.write(Self.red, "exp/b.png")
    try directory.write(Self.spotted, "act/b.png")
    let run = try diff("exp act --max-pixels 4")
    #expect(run.code == 0)
    #expect(run.outputText.hasSuffix("2 pictures: 2 within limits\n"))
    #expect(try diff("exp act --max-pixels 3").code == 1)
  }

  @Test func `composed and decomposed accents are one name, with a note`() throws {
    let composed = Array("exp/caf\u{E9}.png".utf8)
    let decomposed = Array("act/cafe\u{301}.png".utf8)
    try directory.write(Self.red, named: composed)
    try directory.write(Self.red, named: decomposed)
    for line in ["exp act", "act exp"] {
      let run = try diff(line)
      #expect(run.code == 0)
      #expect(run.errorLines.count == 1)
      #expect(run.errorText.contains("is paired with a name whose accents are written in another"))
    }
    #expect(try diff("exp act -q").errorText == "")
    // Where the very name is there, it is the one.
    try directory.write(Self.blue, named: Array("exp/cafe\u{301}.png".utf8))
    let run = try diff("exp act")
    #expect(run.code == 1)
    #expect(run.outputText.hasSuffix("2 pictures: 1 differs, 1 missing\n"))
  }

  @Test func `names that are no text are names`() throws {
    let name = Array("exp/".utf8) + [0xFF, 0x0A] + Array(".png".utf8)
    try directory.write(Self.red, named: name)
    try directory.write(Self.blue, named: Array("act/".utf8) + name[4...])
    let run = try diff("exp act --json-report r.json -o out")
    #expect(run.code == 1)
    #expect(run.outputText.hasPrefix("\\xFF\\n.png: differ: "))
    #expect(try text("r.json").contains("\"name_bytes\": \"ff0a2e706e67\""))
    #expect(try directory.names("out").count == 1)
  }

  @Test func `of other formats only the bytes are compared`() throws {
    let gif = Array("GIF89a some picture".utf8)
    try directory.write(gif, "exp/a.gif")
    try directory.write(gif, "act/a.gif")
    #expect(try diff("exp act").code == 0)
    try directory.write(gif + [0], "act/a.gif")
    let run = try diff("exp act")
    #expect(run.code == 2)
    #expect(run.errorText.contains("exp/a.gif: is a GIF picture"))
    // Two texts that pass for pictures are none, equal or not.
    try directory.write(Array("hello".utf8), "exp/b.png")
    try directory.write(Array("hello".utf8), "act/b.png")
    #expect(try diff("exp act").errorText.contains("exp/b.png: is a text file"))
  }

  @Test func `one directory in the other, and the output in either, are left out`() throws {
    try directory.makeDirectory("exp/run")
    try directory.write(Self.red, "exp/a.png")
    try directory.write(Self.blue, "exp/run/a.png")
    for _ in 0..<2 {
      let run = try diff("exp exp/run -o exp/run/out")
      #expect(run.code == 1)
      #expect(run.outputText.hasSuffix("1 picture: 1 differs\n"))
    }
    #expect(exists("exp/run/out/a.png"))
    let turned = try diff("exp/run exp -o exp/run/out")
    #expect(turned.outputText.hasSuffix("1 picture: 1 differs\n"))
  }

  @Test func `what cannot be read is said, with 2`() throws {
    try directory.write(Self.red, "exp/a.png")
    #expect(try diff("exp nowhere").errorText == "contactsheet: nowhere: no such file\n")
    #expect(
      try diff("exp exp/a.png").errorText.contains("exp: is a directory, and exp/a.png is not"))
    guard let prefix = Unprivileged.prefix(in: directory.url) else { return }
    try directory.write(Self.red, "act/a.png")
    let run = try Tool.shell(
      "chmod 755 exp act; mkdir exp/closed && chmod 0 exp/closed && \(prefix) \"$TOOL\" diff exp act",
      in: directory.url)
    _ = try Tool.shell("chmod 755 exp/closed", in: directory.url)
    #expect(run.code == 2)
    #expect(run.errorText == "contactsheet: exp/closed: cannot be opened: Permission denied\n")
  }

  @Test func `the number of jobs changes nothing`() throws {
    var random = SeededGenerator(seed: 11)
    for index in 0..<40 {
      let name = "p\(index).png"
      let choices = [Self.red, Self.blue, Self.spotted, [], Array(Self.red.prefix(80))]
      try directory.write(choices.randomElement(using: &random)!, "exp/\(name)")
      try directory.write(choices.randomElement(using: &random)!, "act/\(name)")
    }
    let first = try diff("exp act --json --jobs 1 -o one")
    for jobs in ["2 -o two", "8 --memory 1 -o eight", "256 -o many"] {
      let run = try diff("exp act --json --jobs \(jobs)")
      #expect(run.output == first.output)
      #expect(run.errorText == first.errorText)
      #expect(run.code == 2)
    }
    let names = try directory.names("one")
    #expect(!names.isEmpty)
    for other in ["two", "eight", "many"] {
      #expect(try directory.names(other) == names)
      for name in names { #expect(try contents("one/\(name)") == contents("\(other)/\(name)")) }
    }
  }

  // MARK: what is written

  @Test func `pictures of what differs lie under their names`() throws {
    try writeAllKinds()
    let jpeg = JPEGFixture(width: 16, height: 16) { x, y in (UInt8(x), UInt8(y), 9) }.bytes
    try directory.write(jpeg, "exp/sub/photo.jpg")
    try directory.write(Self.red, "act/sub/photo.jpg")
    _ = try diff("exp act -o out")
    #expect(try directory.names("out") == ["a10.png", "sub"])
    #expect(try directory.names("out/sub") == ["photo.jpg.png"])
    #expect(
      try decodedBitmap(contents("out/a10.png")).size == PixelSize(width: 20, height: 10))
  }

  @Test func `outputs never replace what is compared`() throws {
    try directory.write(Self.red, "exp/a.png")
    try directory.write(Self.blue, "act/a.png")
    for line in [
      "-o exp", "-o act", "--junit exp/a.png", "--json-report act/a.png",
    ] {
      let run = try diff("exp act \(line)")
      #expect(run.code == 2, "\(line)")
      #expect(run.errorText.contains("is one of the pictures"), "\(line): \(run.errorText)")
    }
    // Nor by a link.
    try directory.makeDirectory("out")
    try directory.makeLink("out/a.png", to: "../exp/a.png")
    #expect(try diff("exp act -o out").code == 2)
    #expect(try contents("exp/a.png") == Self.red)
    #expect(try contents("act/a.png") == Self.blue)
    #expect(CommandLineRun("diff a b --junit x --json-report x").code == .usage)
  }

  @Test func `a picture of what differs is never another golden, nor that of another pair`() throws
  {
    // The picture of the inner pair would be the golden of the outer one.
    for side in ["expected", "actual"] {
      try directory.makeDirectory("g/\(side)/expected")
      try directory.write(Self.red, "g/\(side)/fish.png")
      try directory.write(
        side == "actual" ? Self.blue : Self.red, "g/\(side)/expected/fish.png")
    }
    let run = try diff("g/expected g/actual -o g")
    #expect(run.code == 2)
    #expect(run.errorText.contains("g/expected/fish.png: is one of the pictures"))
    #expect(try contents("g/expected/fish.png") == Self.red)
    let jpeg = JPEGFixture(width: 16, height: 16) { x, y in (UInt8(x), UInt8(y), 9) }.bytes
    try directory.write(jpeg, "exp/c.jpg")
    try directory.write(Self.red, "act/c.jpg")
    try directory.write(Self.red, "exp/c.jpg.png")
    try directory.write(Self.blue, "act/c.jpg.png")
    #expect(try diff("exp act -o out").code == 1)
    #expect(try directory.names("out") == ["c.jpg.png", "c.jpg.png.png"])
    #expect(try diff("exp act -o out --html out/c.jpg.png").code == 2)
    #expect(try diff("exp act --html r --junit ./r").code == 64)
  }

  @Test func `an unreadable directory is in every report`() throws {
    guard let prefix = Unprivileged.prefix(in: directory.url) else { return }
    try directory.write(Self.red, "exp/a.png")
    try directory.write(Self.red, "act/a.png")
    try directory.write(Self.red, "act/sub/b.png")
    let run = try Tool.shell(
      """
      chmod 755 exp act act/sub; chmod 0 exp/sub
      \(prefix) "$TOOL" diff exp act --json-report r.json --junit j.xml --html h.html --summary github
      code=$?; chmod 755 exp/sub; exit $code
      """, in: directory.url)
    #expect(run.code == 2)
    // What lies below it on the other side is not called new.
    #expect(run.outputText.contains("2 pictures: 1 same, 1 not compared"))
    #expect(try text("j.xml").contains("errors=\"1\""))
    #expect(try text("h.html").contains("exp/sub: cannot be opened: Permission denied"))
    #expect(try text("r.json").contains("exp/sub: cannot be opened: Permission denied"))
    #expect(run.outputText.contains("<code>sub</code>"))
  }

  @Test func `names command no build server`() throws {
    try directory.write(Self.red, "exp/::stop-commands::x.png")
    try directory.write(Self.blue, "act/::stop-commands::x.png")
    try directory.write(Self.red, named: Array("exp/a,|\u{301}`<\u{301}.png".utf8))
    let run = try diff("exp act --summary github")
    for line in run.outputText.split(separator: "\n") {
      let isOurs = line.hasPrefix("::error file=") || !line.drop { $0 == " " }.hasPrefix("::")
      #expect(isOurs, "\(line)")
    }
    #expect(run.outputText.contains("./::stop-commands::x.png: differ"))
    // Letter by letter: an accent goes with what stands before it.
    for words in ["title=a%2C|", "&#124;\u{301}&#96;&lt;\u{301}.png</code>"] {
      #expect(Data(run.output).range(of: Data(words.utf8)) != nil, "\(words)")
    }
  }

  @Test func `a check of nothing is none`() throws {
    try directory.write(Self.red, "exp/a.png")
    let run = try diff("exp/a.png exp/a.png --ignore 0,0,20,10")
    #expect(run.code == 2)
    #expect(
      run.errorText
        == "contactsheet: nothing to compare: all pixels are ignored (200)\n")
    #expect(try diff("exp/a.png exp/a.png --ignore 0,0,20,9").code == 0)
  }

  @Test func `a mask that cannot be read is said once`() throws {
    for name in ["a", "b", "c"] {
      try directory.write(Self.red, "exp/\(name).png")
      try directory.write(Self.red, "act/\(name).png")
    }
    let run = try diff("exp act --ignore-mask nope.png")
    #expect(run.code == 2)
    #expect(run.errorText == "contactsheet: nope.png: no such file\n")
    #expect(run.outputText == "")
  }

  @Test func `a percentage above a limit reads so`() throws {
    try directory.write(Self.red, "exp/a.png")
    try directory.write(Self.spotted, "act/a.png")
    for (limit, words) in [
      ("1.999", "2.00 % of the pixels differ, 1.999 % are allowed"),
      ("0", "2.00 % of the pixels differ, 0 % are allowed"),
    ] {
      #expect(try diff("exp act --max-percent \(limit)").outputText.contains(words))
    }
    let third = PNGFixture.bytes(width: 3, height: 1, .gray, samples: [0, 0, 0])
    try directory.write(third, "t.png")
    try directory.write(PNGFixture.bytes(width: 3, height: 1, .gray, samples: [0, 0, 9]), "u.png")
    #expect(
      try diff("t.png u.png --max-percent 33.33").outputText.contains(
        "33.334 % of the pixels differ, 33.33 % are allowed"))
  }

  @Test func `words that do not reach standard output are missed`() throws {
    try directory.write(Self.red, "exp/a.png")
    let run = try Tool.shell(
      "\"$TOOL\" diff exp/a.png exp/a.png --json > /dev/full", in: directory.url)
    #expect(run.code == 2)
    #expect(
      run.errorText
        == "contactsheet: standard output: cannot be written: No space left on device\n")
  }

  @Test func `reports go into directories that are made`() throws {
    try directory.write(Self.red, "exp/a.png")
    try directory.write(Self.blue, "act/a.png")
    let run = try diff(
      "exp/a.png act/a.png --html o/h/r.html --junit o/j/r.xml --json-report o/r.json -o o/d/d.png")
    #expect(run.code == 1)
    #expect(
      exists("o/h/r.html") && exists("o/j/r.xml") && exists("o/r.json") && exists("o/d/d.png"))
  }

  @Test func `JSON has the counts and every pair`() throws {
    try writeAllKinds()
    let run = try diff("exp act --json --json-report r.json")
    #expect(try text("r.json") == run.outputText)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(
      object["counts"] as? [String: Int] == [
        "same": 1, "within_limits": 0, "differ": 1, "new": 1, "missing": 1, "not_compared": 1,
        "updated": 0,
      ])
    let pairs = try #require(object["pairs"] as? [[String: Any]])
    #expect(
      pairs.map { $0["name"] as? String } == [
        "a2.png", "a10.png", "empty.png", "sub/gone.png", "sub/new.png",
      ])
    #expect(pairs[1]["mismatched"] as? Int == 4)
    #expect(pairs[2]["detail"] as? String == "exp/empty.png: is empty (0 bytes)")
    #expect(pairs[3]["actual"] is NSNull)
    #expect(pairs[4]["expected"] is NSNull)
  }

  /// What a reader of XML sees.
  private final class Cases: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []

    func parser(
      _: XMLParser, didStartElement name: String, namespaceURI _: String?,
      qualifiedName _: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }
  }

  @Test func `JUnit has a case for each picture, whatever it is called`() throws {
    try writeAllKinds()
    let hostile = "<b>&\"'\n\u{1B}]0;x\u{7}\u{202E}\u{FFFF}.png"
    try directory.write(Self.red, named: Array("act/\(hostile)".utf8))
    _ = try diff("exp act --junit j.xml")
    let cases = Cases()
    let parser = XMLParser(data: Data(try contents("j.xml")))
    parser.delegate = cases
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let suite = try #require(cases.elements.first { $0.name == "testsuite" })
    #expect(suite.attributes["tests"] == "6" && suite.attributes["failures"] == "4")
    #expect(suite.attributes["errors"] == "1" && suite.attributes["name"] == "exp act")
    let names = cases.elements.filter { $0.name == "testcase" }.map { $0.attributes["name"] }
    #expect(names.count == 6 && names.contains("a10.png"))
    #expect(names.contains { $0?.hasPrefix("<b>&\"'\\n\\x1B]0;x") == true })
    #expect(cases.elements.filter { $0.name == "failure" }.count == 4)
    #expect(
      cases.elements.first { $0.name == "error" }?.attributes["message"]
        == "not compared: exp/empty.png: is empty (0 bytes)")
  }

  @Test func `GitHub's summary is appended, and ten annotations are printed`() throws {
    for index in 0..<12 {
      try directory.write(Self.red, "exp/p,\(index).png")
      try directory.write(Self.blue, "act/p,\(index).png")
    }
    try directory.write(Array("before\n".utf8), "summary.md")
    let run = try Tool.shell(
      "GITHUB_STEP_SUMMARY=$PWD/summary.md \"$TOOL\" diff exp act -q --summary github",
      in: directory.url)
    #expect(run.code == 1)
    let first =
      "::error file=exp/p%2C0.png,title=p%2C0.png::differ: 200 of 200 pixels (100 %25), largest "
      + "difference 255 at 0,0\n"
    #expect(run.outputText.hasPrefix(first))
    #expect(run.outputText.filter { $0 == "\n" }.count == 10)
    let summary = try text("summary.md")
    #expect(summary.hasPrefix("before\n### contactsheet diff\n\n12 pictures: 12 differ\n"))
    #expect(summary.contains("| <code>p,11.png</code> | differ: 200 of 200 pixels (100 %)"))
    // Without the file it is printed.
    let printed = try Tool.shell(
      "unset GITHUB_STEP_SUMMARY; \"$TOOL\" diff exp act -q --summary github", in: directory.url)
    #expect(printed.outputText.contains("\n### contactsheet diff\n"))
    #expect(CommandLineRun("diff exp act --summary github --json").code == .usage)
  }

  // MARK: updating

  /// What each mode does to each kind.
  @Test(arguments: [
    ("failed", ["a10.png", "empty.png"]), ("missing", ["sub/new.png"]),
    ("all", ["a10.png", "empty.png", "sub/new.png"]),
  ])
  func `actual pictures are approved, listed, and nothing else is touched`(
    mode: String, updated: [String]
  ) throws {
    try writeAllKinds()
    // The same pixels in other bytes.
    let gray = [Int](repeating: 0, count: 200)
    try directory.write(
      PNGFixture.bytes(width: 20, height: 10, .gray, samples: gray), "exp/gray.png")
    try directory.write(
      PNGFixture.bytes(width: 20, height: 10, .gray, samples: gray, interlaced: true),
      "act/gray.png")
    let before = try contents("exp/gray.png")
    let run = try diff("exp act --update \(mode)")
    for name in updated {
      #expect(try contents("exp/\(name)") == contents("act/\(name)"))
      let words = name == "sub/new.png" ? "added" : "updated"
      #expect(run.errorLines.contains("contactsheet: exp/\(name): \(words)"))
    }
    #expect(run.errorLines.filter { $0.hasSuffix("ed") }.count == updated.count)
    #expect(try contents("exp/gray.png") == before)
    // What is stale is said and stays.
    #expect(
      run.errorLines.contains(
        "contactsheet: exp/sub/gone.png: is stale: there is no actual picture of that name"))
    #expect(exists("exp/sub/gone.png") && !exists("exp/notes.png"))
    #expect(exists("exp/sub/new.png") == (mode != "failed"))
    #expect(run.code == (try diff("exp act").code))
  }

  @Test func `reports after an update are about what is left`() throws {
    try writeAllKinds()
    let run = try diff("exp act --update all --junit j.xml --json --json-report r.json")
    #expect(run.code == 1)
    let junit = try text("j.xml")
    #expect(junit.contains("tests=\"5\" failures=\"1\" errors=\"0\""))
    #expect(try text("r.json").contains("\"updated\": 3"))
    #expect(try text("r.json").contains("\"was\": \"not-compared\""))
  }

  @Test func `an update goes to no other picture by a link`() throws {
    try directory.write(Self.red, "exp/shared.png")
    for name in ["1.png", "2.png"] {
      try directory.makeLink("exp/\(name)", to: "shared.png")
      try directory.write(Self.red, "act/\(name)")
    }
    try directory.write(Self.red, "act/shared.png")
    try directory.write(Self.blue, "act/1.png")
    let shared = try diff("exp act --update failed")
    #expect(shared.code == 2)
    #expect(shared.errorText.contains("exp/1.png: is the same file as "))
    #expect(try contents("exp/shared.png") == Self.red)
    try FileManager.default.removeItem(atPath: directory.path("exp/1.png"))
    try directory.makeLink("exp/1.png", to: "../act/2.png")
    let actual = try diff("exp act --update failed")
    #expect(actual.code == 2)
    #expect(actual.errorText.contains("exp/1.png: is the same file as act/2.png"))
    #expect(try contents("act/2.png") == Self.red)
  }

  @Test(.timeLimit(.minutes(5)))
  func `what is no file is neither waited for nor replaced`() throws {
    try directory.write(Self.red, "act/p.png")
    _ = try Tool.shell("mkfifo exp/p.png", in: directory.url)
    let run = try diff("exp act --update all")
    #expect(run.code == 2)
    #expect(run.errorText.contains("exp/p.png: is a named pipe"))
    #expect(run.errorText.contains("exp/p.png: is no file, and is not replaced"))
    #expect(try diff("exp/p.png act/p.png --update failed").code == 2)
    let device = try diff("/dev/null act/p.png --update failed")
    #expect(device.code == 2)
    #expect(device.errorText.contains("/dev/null: is no file, and is not replaced"))
  }

  @Test func `an update adds nothing where something is, or where a report goes`() throws {
    try directory.write(Self.red, "act/a.png")
    #expect(try diff("exp act --update missing --junit exp/a.png").code == 2)
    #expect(!exists("exp/a.png"))
    #expect(try diff("exp act --update failed").code == 1)
    #expect(CommandLineRun("diff a b --html x --link-pictures --update all").code == .usage)
    #expect(CommandLineRun("diff a b --html -").code == .usage)
    #expect(try diff("nowhere act --update failed").code == 2)
    #expect(!exists("nowhere"))
  }

  @Test func `within the limits only all updates`() throws {
    try directory.write(Self.red, "exp/a.png")
    try directory.write(Self.spotted, "act/a.png")
    #expect(try diff("exp act --max-pixels 9 --update failed").code == 0)
    #expect(try contents("exp/a.png") == Self.red)
    #expect(try diff("exp act --max-pixels 9 --update all").code == 0)
    #expect(try contents("exp/a.png") == Self.spotted)
  }

  @Test func `a damaged picture is never approved`() throws {
    let whole = PNGFixture.bytes(
      Bitmap(
        size: PixelSize(width: 200, height: 200),
        pixels: (0..<160_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }))
    try directory.write(Self.red, "exp/a.png")
    for name in ["a.png", "new.png"] {
      try directory.write(Array(whole.prefix(whole.count * 2 / 3)), "act/\(name)")
    }
    let run = try diff("exp act --update all")
    #expect(run.code == 2)
    #expect(try contents("exp/a.png") == Self.red)
    #expect(!exists("exp/new.png"))
    #expect(try directory.names("exp").allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func `a directory can be approved the first time`() throws {
    try directory.write(Self.red, "act/sub/a.png")
    #expect(try diff("first act").errorText == "contactsheet: first: no such file\n")
    let run = try diff("first act --update missing")
    #expect(run.code == 0)
    #expect(run.errorText == "contactsheet: first/sub/a.png: added\n")
    #expect(try diff("first act").code == 0)
  }

  @Test func `two files update too, also the first time`() throws {
    try directory.write(Self.red, "act/a.png")
    #expect(try diff("exp/deep/a.png act/a.png").code == 2)
    let run = try diff("exp/deep/a.png act/a.png --update missing")
    #expect(run.code == 0)
    #expect(run.errorText == "contactsheet: exp/deep/a.png: added\n")
    try directory.write(Self.blue, "act/a.png")
    #expect(try diff("exp/deep/a.png act/a.png --update failed").code == 0)
    #expect(try contents("exp/deep/a.png") == Self.blue)
  }
}
