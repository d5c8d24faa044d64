import ContactSheet
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// Directories, lists and the order of pictures, by the real binary.
///
/// Pictures are plain: the level of each says which it is, on a sheet of squares of four pixels.
@Suite struct ManyPicturesTests {
  private static let squares = [
    "--size", "4", "--spacing", "0", "--border", "0", "--shape", "square", "-o", "../out.png",
  ]
  private static let heic = Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8)

  private let directory: TemporaryDirectory
  private var work: URL { directory.url.appendingPathComponent("work") }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeDirectory("work")
  }

  private func write(_ level: Int, _ name: String) throws {
    try directory.write(plainPNG(level), "work/\(name)")
  }

  /// The exit code, the levels on the sheet, and what was said, but for the line about the sheet.
  private func strip(
    _ arguments: String...
  ) throws -> (code: Int32, levels: [Int], lines: [String]) {
    let outcome = try Tool.run(["strip"] + arguments + Self.squares, in: work)
    return try judged(outcome)
  }

  /// The same by a shell, in which `$STRIP` is the command and `$SQUARES` its options.
  private func shell(
    _ script: String
  ) throws -> (code: Int32, levels: [Int], lines: [String]) {
    let options = Self.squares.joined(separator: " ")
    let outcome = try Tool.shell("S='\(options)'\n\(script)", in: work)
    return try judged(outcome)
  }

  private func judged(
    _ outcome: Tool.Outcome
  ) throws -> (code: Int32, levels: [Int], lines: [String]) {
    let sheet = directory.url.appendingPathComponent("out.png")
    var levels: [Int] = []
    if FileManager.default.fileExists(atPath: sheet.path) {
      levels = try TestSupport.levels(of: sheet.contents())
      try FileManager.default.removeItem(at: sheet)
    }
    let prefix = "contactsheet: "
    #expect(outcome.errorLines.allSatisfy { $0.hasPrefix(prefix) }, "\(outcome.errorText)")
    let lines = outcome.errorLines.map { String($0.dropFirst(prefix.count)) }
    return (outcome.code, levels, lines.filter { !$0.hasPrefix("../out.png: ") })
  }

  // MARK: directories

  @Test func `a directory stands for its pictures in natural order, arguments keep theirs`() throws
  {
    for (index, name) in ["d/img2", "d/img10", "d/IMG3", "z", "a"].enumerated() {
      try write(10 * (index + 1), name)
    }
    try write(99, "d/below/b")
    try write(98, "d/.hidden")
    try directory.write(Array("notes".utf8), "work/d/notes.jpg")
    let made = try strip("z", "d", "a", "x2", "d/img2")
    #expect(made.levels == [40, 10, 30, 20, 50, 50, 10])
    #expect(made.code == 0)
    #expect(made.lines == [])
    for flag in ["-r", "--recursive"] {
      let made = try strip(flag, "d")
      #expect(made.levels == [99, 10, 30, 20])
      #expect(made.code == 0)
    }
  }

  @Test func `pictures that cannot be opened are skipped, counted in the last line, exit 3`() throws
  {
    try write(10, "d/a.png")
    for name in ["b", "c", "e"] { try directory.write(Self.heic, "work/d/\(name)") }
    let jpeg = JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }.bytes
    try directory.write(Array(jpeg.prefix(40)), "work/d/f.jpg")
    let line = "skipped 3 HEIC pictures (HEVC), 1 broken JPEG"
    let made = try strip("d")
    #expect(made.code == 3)
    #expect(made.levels == [10])
    #expect(made.lines == [line])
    // Nobody is to miss them: quiet is about less.
    let quiet = try Tool.run(["strip", "d", "--quiet"] + Self.squares, in: work)
    #expect(quiet.errorText == "contactsheet: \(line)\n")
    #expect(quiet.code == 3)
    let loud = try Tool.run(["strip", "d"] + Self.squares, in: work)
    #expect(loud.errorLines.last == "contactsheet: \(line)")
    #expect(loud.errorLines.count == 2)
    // Programs get their names.
    let report = try Tool.run(
      ["strip", "d", "d", "--json-report", "r.json"] + Self.squares, in: work)
    #expect(report.code == 3)
    let bytes = try work.appendingPathComponent("r.json").contents()
    let root = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect((root["omissions"] as? [Any])?.count == 0)
    let skipped = try #require(root["skipped"] as? [[String: String]])
    #expect(skipped.map { $0["file"] } == ["d/b", "d/c", "d/e", "d/f.jpg"])
    #expect(Set(skipped.map { $0["stage"] }) == ["probe"])
    #expect(skipped[2]["kind"] == "HEIC picture (HEVC)")
    #expect(skipped[2]["fault"] == "foreign-format")
    #expect(skipped[3]["kind"] == "broken JPEG")
    #expect(skipped[3]["fault"] == "malformed")
    #expect(skipped[3]["detail"] == "malformed JPEG: premature end of JPEG file")
    // Named by itself, each is an error.
    let named = try strip("d", "d/b")
    #expect(named.code == 2)
    #expect(named.levels == [10, 10])  // the earlier sheet stays
    #expect(
      named.lines == [
        "d/b: is a HEIC picture (HEVC); contactsheet reads JPEG and PNG "
          + "(heif-convert converts it)"
      ])
  }

  @Test func `pixels that turn out unusable stop the sheet if named, and not if found`() throws {
    try write(10, "d/a.png")
    // The header is whole, and nothing of the pixels is.
    try directory.write(Array(plainPNG(20).prefix(45)), "work/d/b.png")
    let found = try strip("d")
    #expect(found.code == 3)
    #expect(found.levels.count == 2)
    #expect(
      found.lines == [
        "d/b.png: replaced: malformed PNG: premature end of PNG file"
      ])
    let named = try strip("d/a.png", "d/b.png")
    #expect(named.code == 2)
    #expect(named.levels.isEmpty)
    #expect(named.lines == ["d/b.png: malformed PNG: premature end of PNG file"])
  }

  @Test func `a second run does not find the first one's sheet`() throws {
    try write(10, "a.png")
    for note in [nil, "./strip.png: an earlier contact sheet, left out"] {
      let run = try Tool.run(["strip", "."], in: work)
      #expect(run.code == 0)
      #expect(run.errorText.contains("strip.png: 50 × 50, 1 picture,"))
      #expect(run.errorLines.count == (note == nil ? 1 : 2))
      if let note { #expect(run.errorLines.last == "contactsheet: \(note)") }
    }
    let run = try Tool.run(["strip", ".", "-o", "strip-2.png"], in: work)
    #expect(run.code == 0)
    let both = try Tool.run(["strip", "."], in: work)
    #expect(both.errorLines.last == "contactsheet: 2 earlier contact sheets left out")
    let quiet = try Tool.run(["strip", ".", "-q"], in: work)
    #expect(quiet.errorText == "")
  }

  @Test func `an output that is a picture of the directory is refused`() throws {
    try write(10, "d/a.png")
    let run = try Tool.run(["strip", "d", "-o", "d/a.png"], in: work)
    #expect(run.code == 2)
    #expect(run.errorText.contains("d/a.png: is one of the pictures"))
  }

  @Test(arguments: [
    ("empty", "empty: holds no pictures; none lie below it"),
    ("one", "one: holds no pictures; 1 picture lies below it, which --recursive (-r) takes"),
    ("two", "two: holds no pictures; 2 pictures lie below it, which --recursive (-r) takes"),
    ("heic", "heic: holds no usable pictures, only 1 HEIC picture (HEVC); none lie below it"),
    (
      "sheet",
      "sheet: holds no pictures, only earlier contact sheets; none lie below it"
    ),
    ("-r empty", "empty: holds no pictures at any level"),
    ("-r heic", "heic: holds no usable pictures at any level, only 1 HEIC picture (HEVC)"),
  ])
  func `a directory without pictures is an error that says where they are`(
    words: String, line: String
  ) async throws {
    try directory.makeDirectory("work/empty/sub")
    try directory.write(Array("text".utf8), "work/empty/a.png")
    try write(1, "one/b/c/a.png")
    try write(1, "two/b/a.png")
    try write(1, "two/c/a.png")
    try write(1, "two/.hidden/a.png")
    try directory.write(Self.heic, "work/heic/a.heic")
    try directory.write(try await Strip([.bytes(plainPNG(1))]).png(), "work/sheet/strip.png")
    try write(1, "a.png")
    let arguments = words.split(separator: " ").map(String.init)
    let run = try judged(Tool.run(["strip", "a.png"] + arguments + Self.squares, in: work))
    #expect(run.code == 2)
    #expect(run.levels == [])
    #expect(run.lines == [line])
  }

  @Test func `a missing directory is a missing file, and each empty one has its line`() throws {
    try directory.makeDirectory("work/a")
    try directory.makeDirectory("work/b")
    #expect(try strip("gone/").lines == ["gone/: no such file"])
    let run = try strip("a", "b")
    #expect(run.code == 2)
    #expect(run.lines.map { $0.prefix(2) } == ["a:", "b:"])
  }

  @Test func `a count after a directory is wrong usage`() throws {
    try write(10, "d/a.png")
    let run = try strip("d", "x3")
    #expect(run.code == 64)
    #expect(run.lines.count == 1)
    #expect(
      run.lines[0].hasPrefix("'x3' follows a directory, 'd': only a picture takes a count."))
  }

  @Test(.timeLimit(.minutes(15)))
  func `five thousand files, sixty-four of them open at most`() throws {
    for index in 0..<5000 { try write(index % 200, "d/\(index)") }
    for jobs in ["", "--jobs 256"] {
      let run = try Tool.shell(
        """
        ulimit -n 64
        exec "$TOOL" strip d \(jobs) --size 4 --spacing 0 --row-spacing 0 --border 0 \
          --shape square --columns 100 -o ../out.png
        """, in: work)
      #expect(run.code == 0, "\(run.errorText)")
      #expect(run.errorLines.count == 1)
      #expect(run.errorText.hasPrefix("contactsheet: ../out.png: 400 × 200, 5,000 pictures,"))
      // The first row of the sheet.
      let sheet = try directory.url.appendingPathComponent("out.png").contents()
      #expect(try levels(of: sheet) == Array(0..<100))
    }
  }

  /// What `strip` takes of memory at most, in megabytes; nil where the system does not say.
  private func peak(_ options: String) throws -> Double? {
    let words = "strip \(options) --jobs 2 -q -o ../out.png".split(separator: " ").map(String.init)
    let (code, cost) = try Tool.measure(words, in: work)
    #expect(code == 0)
    return cost.megabytes > 0 ? cost.megabytes : nil
  }

  @Test(
    .timeLimit(.minutes(15)),
    .disabled(if: Sanitizer.isAnyOn, "sanitizers take memory of their own"))
  func `memory is flat: 512 bytes and the name for each further picture`() throws {
    // Different names are different pictures: each is probed, decoded and dropped by itself.
    let photo = try directory.write(Pictures.noise, "photo")
    try directory.makeDirectory("work/thousand")
    try directory.makeDirectory("work/all")
    for index in 0..<5000 {
      let folders = index < 1000 ? ["thousand", "all"] : ["all"]
      for folder in folders {
        try FileManager.default.linkItem(
          atPath: photo, toPath: work.appendingPathComponent("\(folder)/\(index)").path)
      }
    }
    for options in ["--axis vertical", "--columns 20"] {
      guard let some = try peak("thousand \(options)"), let all = try peak("all \(options)") else {
        print("SKIPPED: peaks of memory; the system does not tell them")
        return
      }
      let perPicture = (all - some) * 1_048_576 / 4000
      print("\(options): \(some) MB for 1,000 pictures, \(all) MB for 5,000; \(perPicture) B each")
      // "all/4999" has 8 bytes.
      #expect(all <= 64 + 5000 * (512 + 8) / 1_048_576, "\(options)")
      // The heap's own ups and downs are a few megabytes.
      #expect(all - some <= 4 + 4000 * (512 + 8) / 1_048_576, "\(options)")
    }
    // In a strip of one row all tiles are there at once: 50 × 50 × 8 bytes each, and 16 rows of the sheet.
    if let row = try peak("all") {
      print("one row: \(row) MB for 5,000 pictures")
      #expect(row < 300)
    }
  }

  // MARK: names

  /// Names that are syntax elsewhere.
  private static let oddNames = [
    "100%.png", "a[0].png", "@list.png", "-o.png", "--help", "png:x.png", "$(touch x).png",
    " leading.png", "new\nline.png", "carriage\r", "'single' \"double\".png", "{name}.png",
    "&<b>.png", "x6", "*.png", "\\.png", "#fff", "\u{1B}[31mred.png", "写真.png", "a.png x2",
    String(repeating: "n", count: 251) + ".png",
  ]

  @Test func `any name is a name, as an argument, from a directory and from a list`() throws {
    for (index, name) in Self.oddNames.enumerated() { try write(index + 1, "d/\(name)") }
    try directory.write(plainPNG(200), named: Array("work/d/".utf8) + [0xFF, 0xFE])
    let levels = Array(1...Self.oddNames.count)

    let explicit = try judged(
      Tool.run(["strip"] + Self.oddNames.map { "d/" + $0 } + Self.squares, in: work))
    #expect(explicit.levels == levels)
    #expect(explicit.code == 0)
    // As the first letters of a word, after the end of options.
    let inside = work.appendingPathComponent("d")
    let plain = Self.oddNames.filter { $0 != "x6" }
    let options = Self.squares.dropLast() + ["../../out.png"]
    let run = try Tool.run(
      ["strip"] + options + ["./x6", "./-o.png", "./--help", "--"] + plain, in: inside)
    #expect(run.code == 0)
    let first = ["x6", "-o.png", "--help"].map { Self.oddNames.firstIndex(of: $0)! + 1 }
    #expect(
      try judged(run).levels == first + levels.filter { Self.oddNames[$0 - 1] != "x6" })

    let found = try strip("d")
    #expect(found.code == 0)
    #expect(found.levels.sorted() == levels + [200])
    #expect(found.levels.last == 200)  // FF is after every name that is text

    let list = Self.oddNames.map { "d/" + $0 }.joined(separator: "\0")
    try directory.write(Array(list.utf8) + [0] + Array("d/".utf8) + [0xFF, 0xFE], "work/list")
    let listed = try strip("--files-from", "list", "-0")
    #expect(listed.code == 0)
    #expect(listed.levels == levels + [200])

    let shell = try shell("exec \"$TOOL\" strip d/$(printf '\\377\\376') $S")
    #expect(shell.levels == [200])
    #expect(!FileManager.default.fileExists(atPath: work.appendingPathComponent("x").path))
    #expect(!FileManager.default.fileExists(atPath: inside.appendingPathComponent("x").path))
  }

  @Test func `messages about odd names are one line each and obeyed by no terminal`() throws {
    let run = try strip("gone\n\u{1B}[31m", "\u{202E}gnp", "a\tb")
    #expect(run.code == 2)
    #expect(
      run.lines == [
        "gone\\n\\x1B[31m: no such file", "\\u{202E}gnp: no such file", "a\\tb: no such file",
      ])
    try directory.makeDirectory("work/e\nf")
    #expect(try strip("e\nf").lines == ["e\\nf: holds no pictures; none lie below it"])
    let raw = try shell("\"$TOOL\" strip $(printf 'a\\377\\033') $S")
    #expect(raw.lines == ["a\\xFF\\x1B: no such file"])
  }

  // MARK: lists

  @Test func `listed names come after the arguments, in their order`() throws {
    for (index, name) in ["a", "b", "c", "d/2", "d/10", "x3"].enumerated() {
      try write(10 * (index + 1), name)
    }
    try directory.write(Array("c\r\n\r\nd\r\nb\r\nx3".utf8), "work/list")
    #expect(try strip("a", "x2", "--files-from", "list").levels == [10, 10, 30, 40, 50, 20, 60])
    #expect(try strip("--files-from=list").levels == [30, 40, 50, 20, 60])
    let piped = try shell("printf 'b\\0a\\0' | \"$TOOL\" strip --files-from - --null c $S")
    #expect(piped.levels == [30, 20, 10])
    #expect(piped.code == 0)
    let found = try shell("find . -name a -o -name b | sort -r | \"$TOOL\" strip --files-from - $S")
    #expect(found.levels == [20, 10])
    // A list may be a pipe with a name.
    let fifo = try shell(
      "mkfifo ../pipe && (echo c > ../pipe &) && \"$TOOL\" strip --files-from ../pipe $S")
    #expect(fifo.levels == [30])
  }

  @Test func `a listed file that cannot be opened is an error, as if named`() throws {
    try write(10, "a")
    try directory.write(Array("a\n\"a\"\n# a\na x2\n".utf8), "work/list")
    let run = try strip("--files-from", "list")
    #expect(run.code == 2)
    #expect(
      run.lines == ["\"a\": no such file", "# a: no such file", "a x2: no such file"])
  }

  @Test func `a list that cannot be used is one line`() throws {
    try directory.makeDirectory("work/d")
    try directory.write(Array("a\0b\0".utf8), "work/zeros")
    try directory.write([UInt8](repeating: 0x61, count: 5000), "work/long")
    try directory.write([0x0A, 0x0A], "work/blank")
    for (name, words) in [
      ("gone", "no such file"), ("d", "cannot be read: Is a directory"),
      ("zeros", "line 1 holds a byte 0; a list whose names end in one needs --null"),
      ("long", "line 1 is longer than 4,096 bytes"), ("blank", "names no pictures"),
    ] {
      let run = try strip("--files-from", name)
      #expect(run.code == 2)
      #expect(run.lines == ["\(name): \(words)"])
    }
    // Standard input is empty here.
    #expect(try strip("--files-from", "-").lines == ["standard input: names no pictures"])
  }

  @Test func `a strip has 10,000 pictures, and a limit helps`() throws {
    try write(10, "a")
    let over = try shell("yes a | head -n 10001 | \"$TOOL\" strip --files-from - $S")
    #expect(over.code == 2)
    #expect(
      over.lines == [
        "10,001 pictures are too many for a strip, which has at most 10,000; "
          + "--limit 10000 takes the first ones"
      ])
    let cut = try shell("yes a | head -n 10001 | \"$TOOL\" strip --files-from - --limit 10000 $S")
    #expect(cut.code == 0)
    #expect(cut.levels.count == 10_000)
    #expect(try strip("a", "x10000", "a").code == 64)
  }

  // MARK: order

  @Test func `a sort takes the whole list, reverse turns it round, limit takes the first`() throws {
    for (level, name, size) in [
      (10, "d/img10", 4), (20, "d/img9", 40), (30, "IMG9", 9), (40, "e/a", 20),
    ] {
      // A chunk that nobody reads makes the file as large as wanted.
      let ballast = PNGFixture.chunk("baLl", [UInt8](repeating: 0, count: size))
      let picture = PNGFixture.inserting(ballast, into: plainPNG(level))
      try directory.write(picture, "work/\(name)")
      try directory.setModified("work/\(name)", Double(100 - level))
    }
    let inputs = ["e/a", "IMG9", "d", "e/a"]
    func levels(_ options: String...) throws -> [Int] {
      let run = try judged(Tool.run(["strip"] + inputs + options + Self.squares, in: work))
      #expect(run.code == 0, "\(run.lines)")
      return run.levels
    }
    #expect(try levels() == [40, 30, 20, 10, 40])
    #expect(try levels("--reverse") == [40, 10, 20, 30, 40])
    #expect(try levels("--limit", "2") == [40, 30])
    #expect(try levels("--limit", "2", "--reverse") == [40, 10])
    #expect(try levels("--sort", "none") == [40, 30, 10, 20, 40])
    #expect(try levels("--sort", "natural") == [20, 10, 40, 40, 30])
    #expect(try levels("--sort", "name") == [30, 40, 40, 10, 20])
    #expect(try levels("--sort", "date") == [40, 40, 30, 20, 10])
    #expect(try levels("--sort", "size") == [10, 30, 40, 40, 20])
    #expect(try levels("--sort", "size", "--reverse", "--limit", "3") == [20, 40, 40])
    // None has a date of its own.
    #expect(try levels("--sort", "taken") == [40, 40, 30, 20, 10])
  }

  @Test func `taken is the camera's time`() throws {
    func write(_ level: UInt8, _ name: String, _ date: String) throws {
      var jpeg = JPEGFixture(width: 8, height: 8) { _, _ in (level, level, level) }
      jpeg.exif = ExifFixture.dateTimeOriginal(date)
      try directory.write(jpeg.bytes, "work/\(name)")
    }
    try write(100, "a.jpg", "2024:02:01 00:00:00")
    try write(150, "b.jpg", "2023:03:01 00:00:00")
    try write(200, "c.jpg", "2024:01:31 23:59:59")
    let run = try strip(".", "--sort", "taken")
    #expect(zip(run.levels, [150, 200, 100]).allSatisfy { abs($0 - $1) <= 2 }, "\(run.levels)")
    #expect(run.levels.count == 3)
  }

  @Test(arguments: [
    ("d -0", "'--null' goes with a list of names only."),
    ("d --limit 0", "'--limit 0' is out of range: 1…10000."),
    ("d --limit 10001", "'--limit 10001' is out of range: 1…10000."),
    ("d --limit x", "'x' is not a whole number (--limit)."),
    (
      "d --sort dates",
      "'dates' is not a value of '--sort': natural, name, date, taken, size, none. "
        + "Did you mean 'date'?"
    ),
    ("d --order date", "Unknown option '--order'. Did you mean '--sort'?"),
    ("d --files-from", "Missing value for '--files-from FILE'."),
    ("d --files-from=", "The value of '--files-from' is empty."),
    ("d --reverse=yes", "Option '--reverse' takes no value."),
    ("-", "Pictures are not read from standard input."),
    ("--recursive", "No picture given."),
  ])
  func `wrong usage is one sentence that says what is right`(words: String, line: String) throws {
    try write(10, "d/a.png")
    let arguments = words.split(separator: " ").map(String.init)
    // The options first, so that the words given are the last.
    let run = try judged(Tool.run(["strip"] + Self.squares + arguments, in: work))
    #expect(run.code == 64)
    #expect(run.lines.count == 1)
    #expect(run.lines[0].hasPrefix(line), "\(run.lines[0])")
  }

  @Test func `a directory without a command makes a fitted sheet`() throws {
    try write(10, "d/a.png")
    let run = try Tool.run(["d", "--no-enlarge"], in: work)
    #expect(run.code == 0)
    #expect(run.errorText.hasPrefix("contactsheet: fitted.png: 1200 × 16, 1 picture, "))
  }
}
