import ContactSheet
import Foundation
import TestSupport
import Testing

/// What is shown while a sheet is made, and that nothing of it stays.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct ProgressTests {
  private let folder: SheetFolder

  // A second or so of work for one job on 40 different files.
  private let long = "list d -w 600 --enlarge --per-page 15 -j 1"

  init() throws {
    folder = try SheetFolder()
    try folder.directory.write(Pictures.dog, "dog.jpg")
    let noise = try folder.directory.write(Pictures.noise, "noise.png")
    try folder.directory.makeDirectory("d")
    for index in 0..<40 {
      try FileManager.default.linkItem(
        atPath: noise, toPath: folder.directory.path("d/\(index).png"))
    }
  }

  private var pages: [String] { folder.names.filter { $0.hasPrefix("list-") } }

  @Test func `into a pipe goes nothing unless it is asked for`() throws {
    #expect(try folder.tool("\(long) -q").errorText == "")
    #expect(try folder.tool("\(long) -q --progress auto").errorText == "")
    let words = try folder.tool("\(long) --progress never").errorLines
    #expect(words.count == 3 && words.allSatisfy { $0.hasPrefix("contactsheet: list-00") })
  }

  @Test func `always is a line each half second and one at the end`() throws {
    let outcome = try folder.tool("\(long) -q --progress always")
    #expect(outcome.code == 0)
    let line =
      #/looking for pictures|\d+ of \d+ headers read|\d+ of 40 pictures, \d+\.\d MP/s(, \d+ s left)?/#
    for words in outcome.errorLines {
      #expect(try line.wholeMatch(in: words) != nil, "\(words)")
    }
    #expect(outcome.errorLines.count >= 2)
    #expect(outcome.errorLines.last?.hasPrefix("40 of 40 pictures, ") == true)
    #expect(!outcome.errorText.contains("\r") && !outcome.errorText.contains("\u{1B}"))
    // What is made at once has the one line.
    let quick = try folder.tool("strip dog.jpg x6 -q --progress always")
    #expect(quick.errorLines.count == 1)
    #expect(quick.errorText.hasPrefix("1 of 1 pictures, "))
  }

  @Test func `json is a value a line, in which numbers only grow`() throws {
    let outcome = try folder.tool("\(long) -q --progress json")
    let values = try outcome.errorLines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(values.count >= 2)
    var members = [
      "headers", "headers_total", "megapixels_per_second", "pictures", "pictures_total", "version",
    ]
    #expect(values.last?.keys.sorted() == members)
    members.append("seconds_left")
    var (headers, pictures) = (0, 0)
    for value in values {
      #expect(Set(value.keys).isSubset(of: members))
      #expect(value["version"] as? Int == 1)
      let now = (try #require(value["headers"] as? Int), try #require(value["pictures"] as? Int))
      #expect(now.0 >= headers && now.1 >= pictures)
      (headers, pictures) = now
      // All pages count from the start.
      #expect([0, 40].contains(value["pictures_total"] as? Int))
    }
    #expect((headers, pictures) == (40, 40))
    #expect(values.last?["headers_total"] as? Int == 40)
  }

  @Test func `a plan shows it too, on standard error, and its JSON stays whole`() throws {
    let outcome = try folder.tool("\(long) --plan --progress json")
    #expect(try PrintedPlan(outcome.output).pages.count == 3)
    let last = try #require(outcome.errorLines.last)
    #expect(last.hasPrefix("{\"version\": 1, \"headers\": 40, \"headers_total\": 40, "))
  }

  @Test func `a sheet that fails ends it before its words`() throws {
    try folder.directory.write(Array(Pictures.noise.prefix(60)), "broken.png")
    let outcome = try folder.tool("list noise.png broken.png -w 50 -q --progress always")
    #expect(outcome.code == 2)
    #expect(outcome.errorLines.count == 2)
    #expect(
      outcome.errorLines.last
        == "contactsheet: broken.png: malformed PNG: premature end of PNG file")
    let missing = try folder.tool("list gone/ d/none -q --progress always")
    #expect(
      missing.errorLines.suffix(2) == [
        "contactsheet: gone/: no such file", "contactsheet: d/none: no such file",
      ])
  }

  // MARK: on a terminal

  /// What a terminal shows in the end, and what it was sent; nil where there is none to be had.
  private func terminal(_ script: String) throws -> (code: Int32, screen: [String], sent: String)? {
    guard try folder.shell("command -v script && script -qec true /dev/null").code == 0 else {
      print("SKIPPED: progress on a terminal; there is no script command that knows -e and -c")
      return nil
    }
    let outcome = try folder.shell("script -qec '\(script)' /dev/null")
    var screen = [""]
    for character in outcome.outputText.replacing("\r\n", with: "\n").replacing(
      "\r\u{1B}[K", with: "\u{1}")
    {
      switch character {
      case "\n": screen.append("")
      case "\u{1}": screen[screen.count - 1] = ""
      default: screen[screen.count - 1].append(character)
      }
    }
    return (outcome.code, screen.filter { !$0.isEmpty }, outcome.outputText)
  }

  @Test func `on a terminal one line is written over, and cleared at the end`() throws {
    guard let shown = try terminal("\"$TOOL\" \(long)") else { return }
    #expect(shown.code == 0)
    #expect(shown.sent.contains(try Regex("\r\u{1B}\\[K\\d+ of 40 pictures, ")))
    #expect(shown.screen.count == 3, "\(shown.screen)")
    #expect(shown.screen.allSatisfy { $0.hasPrefix("contactsheet: list-00") })
    let quiet = try terminal("\"$TOOL\" \(long) -q")
    #expect(quiet?.sent == "")
    let never = try terminal("\"$TOOL\" \(long) --progress never -q")
    #expect(never?.sent == "")
  }

  @Test func `what is made at once shows nothing on a terminal`() throws {
    guard let shown = try terminal("\"$TOOL\" strip dog.jpg -q") else { return }
    #expect(shown.sent == "")
  }

  @Test func `an interrupt clears the line and leaves the pages that were whole`() throws {
    let line = "list d -w 3000 --enlarge --per-page 2"
    guard
      let shown = try terminal("timeout --preserve-status -s INT 1 \"$TOOL\" \(line) --jobs 1")
    else { return }
    #expect(shown.code == 128 + SIGINT)
    #expect(shown.sent.contains("\r\u{1B}[K"))
    #expect(shown.screen == [])
    #expect(!folder.names.contains(where: Pictures.isTemporary))
    for page in pages { #expect(try decodedBitmap(folder.contents(page)).size.width == 3000) }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends a long sheet within a second and leaves no file`(_ signal: Int32) throws {
    let words = "list d -w 4000 --enlarge -q".split(separator: " ").map(String.init)
    let run = try RunningTool(words, in: folder.url)
    while run.isRunning, !folder.names.contains(where: Pictures.isTemporary) { usleep(1000) }
    usleep(100_000)
    #expect(run.isRunning)
    let began = ContinuousClock.now
    run.send(signal)
    #expect(run.end().code == 128 + signal)
    #expect(ContinuousClock.now - began < .seconds(1))
    #expect(folder.names == ["d", "dog.jpg", "noise.png"])
  }
}
