import ContactSheet
import Foundation
import Raster
import TestSupport
import Testing

/// The real binary: streams, exit codes, and the same bytes wherever and however it runs.
struct BinaryTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Pictures.dog, "dog.jpg")
    try directory.write(Pictures.cutDog, "cut.jpg")
    try directory.write(Pictures.plain(0x2060A0), "blue.png")
  }

  private var names: [String] { (try? directory.names()) ?? [] }

  private func tool(_ line: String) throws -> Tool.Outcome {
    try Tool.run(line.split(separator: " ").map(String.init), in: directory.url)
  }

  private func shell(_ script: String) throws -> Tool.Outcome {
    try Tool.shell(script, in: directory.url)
  }

  // MARK: streams and exit codes

  @Test func `six dogs are 225 by 50 in strip.png`() throws {
    let outcome = try tool("strip dog.jpg x6")
    #expect(outcome.code == 0)
    #expect(outcome.output == [])
    let summary = #/contactsheet: strip\.png: 225 × 50, 6 pictures, \d+\.\d{3} s\n/#
    #expect(try summary.wholeMatch(in: outcome.errorText) != nil, "\(outcome.errorText)")
    #expect(names == ["blue.png", "cut.jpg", "dog.jpg", "strip.png"])
    let png = try directory.url.appendingPathComponent("strip.png").contents()
    let header = try #require(PNGFixture.chunks(png).first)
    #expect(header.type == "IHDR")
    #expect(header.contents == [0, 0, 0, 225, 0, 0, 0, 50, 8, 2, 0, 0, 0])
  }

  @Test func `a clear background gives an alpha channel`() throws {
    let outcome = try tool("strip dog.jpg -b none")
    #expect(outcome.code == 0)
    #expect(outcome.errorText.hasPrefix("contactsheet: strip.png: 50 × 50, 1 picture, 0."))
    let png = try directory.url.appendingPathComponent("strip.png").contents()
    #expect(PNGFixture.chunks(png).first?.contents == [0, 0, 0, 50, 0, 0, 0, 50, 8, 6, 0, 0, 0])
  }

  @Test(arguments: [
    ("strip dog.jpg", 0), ("--help", 0), ("--version", 0), ("strip gone.jpg", 2),
    ("strip dog.jpg gone.jpg", 2), ("strip cut.jpg", 3), ("strip dog.jpg cut.jpg x2", 3),
    ("strip cut.jpg gone.jpg", 2), ("strip dog.jpg -o gone/strip.png", 2), ("strip", 64), ("", 64),
    ("strip gone.jpg --size 0", 64), ("frobnicate", 64),
    ("strip dog.jpg x6 --size 10000 --scale 8", 2),
  ])
  func `the exit code says how it went`(_ line: String, _ code: Int32) throws {
    let outcome = try tool(line)
    #expect(outcome.code == code, "\(outcome.errorText)")
    let made = names.contains("strip.png")
    #expect(made == (line.hasPrefix("strip") && (code == 0 || code == 3)))
  }

  @Test func `a sheet beyond the limit says what helps`() throws {
    #expect(
      try tool("strip dog.jpg x6 --size 10000 --scale 8").errorText
        == "contactsheet: the sheet would have 479400 × 80000 = 38,352,000,000 pixels, "
        + "more than the limit of 1,000,000,000; make it smaller with --size or --scale, "
        + "or give fewer pictures\n")
  }

  @Test func `quiet is silent`() throws {
    let outcome = try tool("strip dog.jpg -q")
    #expect(outcome.code == 0)
    #expect(outcome.output == [])
    #expect(outcome.errorText == "")
  }

  @Test(arguments: ["", " -q"])
  func `a truncated photograph gives a strip, exit 3 and the decoder's words`(
    _ quiet: String
  ) throws {
    let outcome = try tool("strip dog.jpg cut.jpg\(quiet)")
    #expect(outcome.code == 3)
    #expect(
      outcome.errorLines.first
        == "contactsheet: cut.jpg: damaged JPEG: premature end of JPEG file; "
        + "what is missing is filled with grey #808080")
    if quiet.isEmpty {
      let summary = #/contactsheet: strip\.png: 85 × 50, 2 pictures, 1 damaged file, .*s/#
      #expect(try summary.wholeMatch(in: outcome.errorLines.last ?? "") != nil)
    }
    #expect(outcome.errorLines.count == (quiet.isEmpty ? 2 : 1))
    let png = try directory.url.appendingPathComponent("strip.png").contents()
    #expect(try decodedBitmap(png).size == PixelSize(width: 85, height: 50))
  }

  @Test func `an error leaves the earlier strip as it was`() throws {
    #expect(try tool("strip dog.jpg -q").code == 0)
    let before = try directory.url.appendingPathComponent("strip.png").contents()
    // The second fails as its header is read, the third as its pixels are.
    try directory.write(Array(Pictures.noise.prefix(60)), "pixels.png")
    for line in ["strip dog.jpg x2 gone.jpg", "strip dog.jpg x2 pixels.png", "strip x2"] {
      #expect(try tool(line).code != 0)
      #expect(try directory.url.appendingPathComponent("strip.png").contents() == before)
      #expect(!names.contains(where: Pictures.isTemporary))
    }
  }

  // MARK: the same bytes

  @Test func `standard output has the bytes of the file`() throws {
    #expect(try tool("strip dog.jpg x6 -b none").code == 0)
    let file = try directory.url.appendingPathComponent("strip.png").contents()
    let outcome = try tool("strip dog.jpg x6 -b none -o -")
    #expect(outcome.output == file)
    let summary = #/contactsheet: standard output: 225 × 50, 6 pictures, .* s\n/#
    #expect(try summary.wholeMatch(in: outcome.errorText) != nil)
    #expect(try tool("strip dog.jpg x6 -b none -qo -").output == file)
    #expect(try shell("\"$TOOL\" strip dog.jpg x6 -b none -qo - | cat").output == file)
    #expect(try shell("\"$TOOL\" strip dog.jpg x6 -b none -qo /dev/stdout | cat").output == file)
  }

  @Test func `a damaged picture goes to standard output as well`() throws {
    let outcome = try tool("strip cut.jpg -o -")
    #expect(outcome.code == 3)
    #expect(try decodedBitmap(outcome.output).size == PixelSize(width: 50, height: 50))
  }

  @Test func `jobs, place, time zone and language change no byte`() throws {
    let arguments = "strip dog.jpg x3 blue.png cut.jpg blue.png -c 2 --scale 1.5 -q"
    #expect(try tool("\(arguments) -o first.png").code == 3)
    let first = try directory.url.appendingPathComponent("first.png").contents()
    for options in ["", "-j 1", "-j 2", "-j 8", "-j 256"] {
      #expect(try tool("\(arguments) \(options) -o -").output == first, "\(options)")
    }
    let other = try TemporaryDirectory()
    for name in ["dog.jpg", "blue.png", "cut.jpg"] {
      try FileManager.default.copyItem(atPath: directory.path(name), toPath: other.path(name))
    }
    for environment in [
      "TZ=Asia/Tokyo LC_ALL=C", "TZ=America/St_Johns LC_ALL=C.UTF-8", "LC_ALL=de_DE.UTF-8",
      "LANG=tr_TR.UTF-8", "HOME=/nowhere PATH= TZ=:bad",
    ] {
      let outcome = try Tool.shell("\(environment) \"$TOOL\" \(arguments) -o -", in: other.url)
      #expect(outcome.output == first, "\(environment)")
      #expect(outcome.errorText.hasSuffix("filled with grey #808080\n"))
    }
  }

  @Test func `numbers have a point in every language`() throws {
    let outcome = try shell("LC_ALL=de_DE.UTF-8 \"$TOOL\" strip dog.jpg --scale 1.5")
    #expect(outcome.code == 0)
    #expect(try #/, \d+\.\d{3} s\n/#.firstMatch(in: outcome.errorText) != nil)
  }

  // MARK: odd surroundings

  @Test func `a PNG is not sent to a terminal`() throws {
    guard try shell("command -v script && script -qec true /dev/null").code == 0 else {
      print("SKIPPED: output to a terminal; there is no script command that knows -e and -c")
      return
    }
    let outcome = try shell("script -qec '\"$TOOL\" strip dog.jpg -o -' /dev/null")
    #expect(outcome.code == 64)
    #expect(
      outcome.outputText.trimmingCharacters(in: .newlines)
        == "contactsheet: A PNG is not written to a terminal; send standard output elsewhere. "
        + "See 'contactsheet strip --help'.")
  }

  @Test func `closed standard streams spoil nothing`() throws {
    let expected = try tool("strip dog.jpg -qo -").output
    for closed in ["2>&-", "<&- 2>&-", "<&- >&- 2>&-"] {
      #expect(try shell("\"$TOOL\" strip dog.jpg -o out.png \(closed)").code == 0)
      #expect(try directory.url.appendingPathComponent("out.png").contents() == expected)
    }
    let outcome = try shell("\"$TOOL\" strip dog.jpg -o - >&-")
    #expect(outcome.code == 2)
    #expect(
      outcome.errorText
        == "contactsheet: standard output: cannot be written: Bad file descriptor\n")
  }

  @Test func `a name that is not UTF-8 is read and written`() throws {
    let script = """
      input=$(printf 'caf\\351.jpg'); output=$(printf 'o\\377.png')
      cp dog.jpg "$input" && "$TOOL" strip "$input" x6 -o "$output" && test -s "$output"
      """
    let outcome = try shell(script)
    #expect(outcome.code == 0)
    #expect(outcome.errorText.hasPrefix("contactsheet: o\\xFF.png: 225 × 50, 6 pictures, "))
  }

  @Test(arguments: [
    "-o.png", "@list.png", "a[0].png", "100%.png", "png:x.png", "$(x).png", " .png",
  ])
  func `a name is only a name`(_ name: String) throws {
    try directory.write(Pictures.dog, name)
    let outcome = try Tool.run(["strip", "-o", "+\(name)", "--", name], in: directory.url)
    #expect(outcome.code == 0)
    #expect(
      names == ["blue.png", "cut.jpg", "dog.jpg", name, "+\(name)"].sorted())
  }

  @Test func `five thousand pictures need no more than 64 open files`() throws {
    let count = 5000
    for index in 0..<count {
      let name = directory.path("\(10_000 + index).png")
      let made = FileManager.default.createFile(
        atPath: name, contents: Data(Pictures.plain(index * 3301)))
      try #require(made)
    }
    let outcome = try shell(
      "ulimit -n 64; \"$TOOL\" strip 1*.png --shape square --border 0 --spacing 0 --size 4 -o a.png"
    )
    #expect(outcome.code == 0, "\(outcome.errorText)")
    let sheet = try decodedBitmap(directory.url.appendingPathComponent("a.png").contents())
    #expect(sheet.size == PixelSize(width: 4 * count, height: 4))
    let wrong = (0..<count).filter { sheet[4 * $0 + 2, 2] != Color(rgb: UInt32($0 * 3301)) }
    #expect(wrong == [])
  }
}
