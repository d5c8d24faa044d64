import ContactSheet
import Foundation
import PixelGeometry
import TestSupport
import Testing

/// Pages as files: their names, what they replace, and what stops them.
@Suite(.timeLimit(.minutes(15)))
struct SheetPageTests {
  private let folder: SheetFolder
  private let pictures = ["a.png", "b.png", "c.png"]

  init() throws {
    folder = try SheetFolder()
    for (index, name) in pictures.enumerated() {
      try folder.picture(name, 40, 30, level: 50 * (index + 1))
    }
  }

  private func made(_ line: String, code: Int32 = 0) throws -> [String] {
    let before = Set(folder.names)
    let outcome = try folder.tool(line)
    #expect(outcome.code == code, "\(line): \(outcome.errorText)")
    return folder.names.filter { !before.contains($0) }
  }

  /// Expects exit 2, these words, and everything as it was.
  private func expectRefusal(_ line: String, _ words: String) throws {
    let before = folder.names.map { ($0, try? folder.contents($0)) }
    let outcome = try folder.tool(line)
    #expect(outcome.errorText == "contactsheet: \(words)\n", "\(line)")
    #expect(outcome.code == 2, "\(line)")
    #expect(outcome.output == [])
    let after = folder.names.map { ($0, try? folder.contents($0)) }
    #expect(after.map(\.0) == before.map(\.0))
    #expect(zip(before, after).allSatisfy { $0.1 == $1.1 })
  }

  /// The level in the middle of a page with one picture.
  private func level(_ name: String) throws -> UInt8 {
    let page = try decodedBitmap(folder.contents(name))
    return page[page.size.width / 2, page.size.height / 2].red
  }

  // MARK: names

  @Test
  func `the default name is the layout's, with the number of the page where there are several`()
    throws
  {
    for command in ["list", "grid", "fitted", "justified"] {
      #expect(try made("\(command) a.png b.png c.png -w 50") == ["\(command).png"])
      #expect(
        try made("\(command) a.png b.png c.png -w 50 --per-page 1")
          == ["\(command)-001.png", "\(command)-002.png", "\(command)-003.png"])
    }
    for (index, name) in ["list-001.png", "list-002.png", "list-003.png"].enumerated() {
      #expect(try level(name) == UInt8(50 * (index + 1)))
    }
  }

  @Test(arguments: [
    ("s.png", ["s-001.png", "s-002.png", "s-003.png"]),
    ("s-{page}.png", ["s-001.png", "s-002.png", "s-003.png"]),
    ("{page}", ["001", "002", "003"]),
    ("{page}s.tar.png", ["001s.tar.png", "002s.tar.png", "003s.tar.png"]),
    ("{page}{page}.png", ["{page}001.png", "{page}002.png", "{page}003.png"]),
    ("s", ["s-001", "s-002", "s-003"]), (".s", [".s-001", ".s-002", ".s-003"]),
    ("s.tar.png", ["s.tar-001.png", "s.tar-002.png", "s.tar-003.png"]),
    ("{Page}.png", ["{Page}-001.png", "{Page}-002.png", "{Page}-003.png"]),
  ])
  func `pages are numbered before the extension, or where the name says`(
    _ output: String, _ names: [String]
  ) throws {
    #expect(try made("list a.png b.png c.png -w 50 --per-page 1 -o \(output)") == names)
    let plan = try folder.plan("list a.png b.png c.png -w 50 --per-page 1 -o \(output)")
    #expect(plan.pages.map(\.file) == names)
  }

  @Test func `one page has its number only where the name asks for it`() throws {
    #expect(try made("list a.png -w 50 -o s.png --per-page 5") == ["s.png"])
    #expect(try made("list a.png -w 50 -o t-{page}.png") == ["t-001.png"])
  }

  @Test func `the token counts in the name of the file, not in that of a directory`() throws {
    try folder.directory.makeDirectory("{page}.d")
    #expect(try folder.tool("list a.png b.png -w 50 --per-page 1 -o {page}.d/s.png").code == 0)
    #expect(try folder.shell("ls '{page}.d'").outputText == "s-001.png\ns-002.png\n")
    #expect(try folder.tool("list a.png -w 50 -o {page}.d/t.png").code == 0)
    #expect(try folder.shell("ls '{page}.d'").outputText == "s-001.png\ns-002.png\nt.png\n")
  }

  @Test func `a thousand pages have four digits`() throws {
    let plan = try folder.plan("list a.png x1000 -w 5 --per-page 1")
    #expect(plan.pages.first?.file == "list-0001.png")
    #expect(plan.pages.last?.file == "list-1000.png")
  }

  @Test func `a run says what it made: each page of a few, the first and the last of many`() throws
  {
    let few = try folder.tool("list a.png b.png c.png -w 50 --per-page 2 --enlarge")
    #expect(few.errorLines.count == 2)
    #expect(few.errorLines[0] == "contactsheet: list-001.png: 50 × 84, 2 pictures")
    #expect(few.errorLines[1].hasPrefix("contactsheet: list-002.png: 50 × 38, 1 picture, 0."))
    let many = try folder.tool("list a.png x9 -w 50 --per-page 2 --no-enlarge")
    #expect(many.errorLines.count == 1)
    #expect(
      many.errorText.hasPrefix(
        "contactsheet: list-001.png … list-005.png: 5 pages, 9 pictures, "))
    #expect(try folder.tool("list a.png x9 -w 50 --per-page 2 -q").errorText == "")
  }

  @Test func `a page of an earlier sheet is told of and left`() throws {
    let pages = "list a.png b.png c.png -w 40 --per-page 1"
    #expect(try made(pages).count == 3)
    let note =
      "contactsheet: list-003.png: a page of an earlier sheet that had more; it is left there"
    #expect(try folder.tool("list a.png b.png -w 40 --per-page 1").errorLines.last == note)
    #expect(folder.names.contains("list-003.png"))
    #expect(try folder.tool(pages).errorLines.count == 3)
    // What is no sheet is none of our business.
    try folder.picture("list-004.png", 3, 3)
    #expect(try folder.tool(pages).errorLines.count == 3)
  }

  // MARK: what is refused

  @Test func `standard output takes one page`() throws {
    try expectRefusal(
      "list a.png b.png -w 50 --per-page 1 -o -",
      "the sheet has 2 pages, and standard output takes one; name files with -o, as in "
        + "sheet-{page}.png")
    let one = try folder.tool("list a.png b.png -w 50 --per-page 2 -o -")
    #expect(one.code == 0)
    #expect(try decodedBitmap(one.output).size == PixelSize(width: 50, height: 84))
  }

  @Test(arguments: ["/dev/null", "pipe"])
  func `what is no file takes one page`(_ name: String) throws {
    try #require(folder.shell("mkfifo pipe").code == 0)
    let line = "list a.png b.png -w 50 --per-page 1 -o \(name)"
    let outcome = try folder.tool(line)
    #expect(
      outcome.errorText
        == "contactsheet: the sheet has 2 pages, and \(name) takes one; name files with -o, as in "
        + "sheet-{page}.png\n")
    #expect(outcome.code == 2)
    #expect(folder.names == ["a.png", "b.png", "c.png", "pipe"])
    #expect(!FileManager.default.fileExists(atPath: "/dev/null-001"))
    #expect(try folder.tool("list a.png -w 50 -o /dev/null").code == 0)
  }

  @Test func `pages are not numbered beside a directory`() throws {
    try folder.directory.makeDirectory("d")
    for name in ["d", "d/", "gone/"] {
      let outcome = try folder.tool("list a.png b.png -w 50 --per-page 1 -o \(name)")
      #expect(
        outcome.errorText == "contactsheet: \(name): is a directory, not a file to write to\n")
      #expect(outcome.code == 2)
    }
    #expect(folder.names == ["a.png", "b.png", "c.png", "d"])
    #expect(try folder.shell("ls -A d").output == [])
  }

  @Test func `an output that is a picture is refused in every page's name`() throws {
    try folder.picture("s-003.png", 40, 30)
    try #require(folder.shell("ln -s s-003.png t-002.png; ln a.png u-001.png").code == 0)
    for (output, picture) in [("s", "s-003.png"), ("t", "s-003.png"), ("u", "a.png")] {
      let page = ["s": "s-003", "t": "t-002", "u": "u-001"][output]!
      try expectRefusal(
        "list a.png b.png s-003.png -w 50 --per-page 1 -o \(output).png",
        "\(page).png: is one of the pictures (\(picture)); choose another name for the output")
      try expectRefusal(
        "list a.png b.png s-003.png -w 50 --per-page 1 -o \(output)-{page}.png",
        "\(page).png: is one of the pictures (\(picture)); choose another name for the output")
    }
    // No page has the name itself.
    #expect(try made("list a.png b.png -w 50 --per-page 1 -o a.png") == ["a-001.png", "a-002.png"])
    try expectRefusal(
      "list a.png b.png -w 50 -o a.png",
      "a.png: is one of the pictures (a.png); choose another name for the output")
  }

  @Test func `a file that is no sheet is replaced only where it is named`() throws {
    for (name, options) in [("grid.png", ""), ("grid-002.png", "--per-page 2")] {
      try folder.directory.write(Pictures.noise, name)
      let line = "grid a.png b.png c.png -w 50 -q \(options)"
      try expectRefusal(
        line, "\(name): exists and is not a contact sheet; name it with -o to replace it")
      #expect(try folder.tool("\(line) -o grid.png").code == 0)
      #expect(try folder.contents(name) != Pictures.noise)
      // Ours by now.
      #expect(try folder.tool(line).code == 0)
    }
    // One that no page would replace is none of our business.
    try folder.directory.write(Pictures.noise, "grid.png")
    #expect(try folder.tool("grid a.png b.png c.png -w 50 -q --per-page 2").code == 0)
    #expect(try folder.contents("grid.png") == Pictures.noise)
  }

  @Test func `a report does not replace a picture`() throws {
    for option in ["placements", "json-report"] {
      try expectRefusal(
        "list a.png b.png -w 50 --\(option) ./b.png",
        "./b.png: is one of the pictures (b.png); choose another file for --\(option)")
    }
    try expectRefusal(
      "list a.png b.png --plan --json-report b.png",
      "b.png: is one of the pictures (b.png); choose another file for --json-report")
  }

  @Test func `earlier sheets in the directory are left out, with a note`() throws {
    #expect(try made("grid . -w 50 --per-page 2") == ["grid-001.png", "grid-002.png"])
    let again = try folder.tool("grid . -w 50")
    #expect(again.code == 0)
    #expect(again.errorLines.last == "contactsheet: 2 earlier contact sheets left out")
    let plan = try folder.plan("fitted .")
    #expect(plan.pages[0].tiles.map(\.file) == pictures.map { "./\($0)" })
  }

  @Test func `a sheet beyond the limit says what helps`() throws {
    try expectRefusal(
      "list a.png x20000 -w 10000 --enlarge --spacing 0",
      "the sheet would have 10000 × 150000000 = 1,500,000,000,000 pixels, more than the limit of "
        + "1,000,000,000; make it smaller with --width or --columns, or several pages of it with "
        + "--per-page, --rows or --page-size")
  }

  // MARK: what stops it

  @Test func `a page that cannot be made leaves those before it and nothing of itself`() throws {
    // Its header is whole, and nothing of the pixels is.
    try folder.directory.write(Array(Pictures.noise.prefix(60)), "broken.png")
    try folder.directory.write(Array("old".utf8), "s-002.png")
    let line = "list a.png broken.png c.png -w 50 --per-page 1 -o s.png"
    #expect(try made(line, code: 2) == ["s-001.png"])
    #expect(try folder.contents("s-002.png") == Array("old".utf8))
    #expect(try level("s-001.png") == 50)
    #expect(try made("\(line) --on-error placeholder", code: 3) == ["s-003.png"])
  }

  @Test func `a disk that is full on the second page keeps the first and the earlier second`()
    throws
  {
    let unshare = geteuid() == 0 ? "unshare -m" : "unshare -rm"
    let mount = "mkdir -p disk && mount -t tmpfs -o size=96k tmpfs disk"
    guard try folder.shell("\(unshare) sh -c '\(mount)'").code == 0 else {
      print("SKIPPED: a full disk as a small tmpfs")
      return
    }
    try folder.directory.write(Pictures.noise, "noise.png")
    let outcome = try folder.shell(
      """
      \(unshare) sh -c '\(mount)
        echo old > disk/s-002.png
        "$TOOL" list a.png noise.png -w 200 --per-page 1 -o disk/s.png; echo $?
        cat disk/s-002.png; ls -A disk; cp disk/s-001.png .'
      """)
    #expect(outcome.outputText == "2\nold\ns-001.png\ns-002.png\n")
    #expect(
      outcome.errorText
        == "contactsheet: disk/s-002.png: cannot be written: No space left on device\n")
    #expect(try level("s-001.png") == 50)
  }

  @Test func `after a sudden death every page is an old one or a new one, whole`() throws {
    try folder.directory.write(Pictures.noise, "noise.png")
    let line = "list noise.png x4 -w 500 --per-page 1 -q -o s.png"
    let old = try ["white", "black"].map { color -> [UInt8] in
      let border = "--border 9 --border-color \(color)"
      #expect(try folder.tool("\(line) \(border)").code == 0)
      return try folder.contents("s-001.png")
    }
    let began = ContinuousClock.now
    #expect(try folder.tool("\(line) --border 9 --border-color white").code == 0)
    let each = ContinuousClock.now - began
    var random = SeededGenerator(seed: SeededGenerator.seed("sudden death of pages"))
    var killed = 0
    for round in 0..<12 {
      let color = round % 2 == 0 ? "black" : "white"
      let run = try RunningTool(
        "\(line) --border 9 --border-color \(color)".split(separator: " ").map(String.init),
        in: folder.url)
      usleep(UInt32(each * Double.random(in: 0..<1.2, using: &random) / .microseconds(1)))
      run.send(SIGKILL)
      if run.end().code == 128 + SIGKILL { killed += 1 }
      for page in 1...4 { #expect(try old.contains(folder.contents("s-00\(page).png"))) }
    }
    #expect(killed > 0)
    #expect(try folder.tool(line).code == 0)
    #expect(!folder.names.contains(where: Pictures.isTemporary))
  }
}
