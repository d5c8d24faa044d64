import ContactSheetCLI
import Foundation
import TestSupport
import Testing

/// `contactsheet batch` with the real tool: what is made, and what is not made again.
@Suite struct BatchTests {
  private static let all = ["out/s0.png", "out/s1.png", "out/s2.png", "out/s3.png"]

  private func states(_ state: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: Self.all.map { ($0, state) })
  }

  // MARK: only what changed

  @Test func `a hundred sheets of twenty are made once`() throws {
    let batch = try BatchFolder(shoots: 100, pictures: 20)
    #expect(try batch.decoded() == 2000)
    #expect(batch.sheets.count == 100)
    #expect(try batch.decoded() == 0)
    let again = try batch.batch()
    #expect(again.code == 0)
    #expect(again.errorText.hasPrefix("contactsheet: 100 sheets: 100 unchanged, "))
    try batch.folder.directory.setModified("shoots/s42/7.png", 1_700_000_001)
    #expect(try batch.decoded() == 20)
    #expect(try batch.decoded() == 0)
    #expect(try batch.decoded("m.json --force") == 2000)
  }

  /// What is done to a batch that is up to date, and which sheets are made again.
  @Test(arguments: [
    ("rm shoots/s1/2.png", ["out/s1.png"]),
    ("cp shoots/s1/2.png shoots/s2/new.png", ["out/s2.png"]),
    ("mv shoots/s1/2.png shoots/s1/3.PNG", ["out/s1.png"]),
    ("printf more >> shoots/s3/0.png", ["out/s3.png"]),
    ("touch -d 2001-01-01 shoots/s0/0.png", ["out/s0.png"]),
    ("rm out/s2.png", ["out/s2.png"]),
    ("printf x >> out/s2.png", ["out/s2.png"]),
    ("rm out/.s0.png.contactsheet", ["out/s0.png"]),
    ("rm out/s3.json", ["out/s3.png"]),
    ("printf '{\"version\": 99}' > out/.s0.png.contactsheet", ["out/s0.png"]),
    ("sed -i s/contactsheet.0/contactsheet\\ 9/ out/.s0.png.contactsheet", ["out/s0.png"]),
    ("sed -i 's/\"width\": 90/\"width\": 91/' m.json", all),
    ("sed -i 's/fitted/grid/' m.json", all),
    ("sed -i 's/\"width\": 90/\"width\": 90, \"compression\": \"fast\"/' m.json", all),
    // What is no picture may become one.
    ("printf text > shoots/s1/notes.txt", ["out/s1.png"]),
    // Nothing that matters to the sheets.
    ("touch m.json", []),
    ("printf x > shoots/s1/.hidden", []),
    ("mkdir shoots/s1/deeper && cp shoots/s1/0.png shoots/s1/deeper", []),
    ("cp out/s1.png out/other.png", []),
    ("sed -i 's/\"columns\": 3, \"width\": 90/\"width\": 90, \"columns\": 3/' m.json", []),
  ])
  func `what changed is made again, and nothing else`(change: String, made: [String]) throws {
    let batch = try BatchFolder()
    try batch.writeManifest(
      shoots: 3,
      extra: [
        "{\"inputs\": [\"shoots/s3/\"], \"output\": \"out/s3.png\", \"placements\": \"out/s3.json\"}"
      ])
    #expect(try batch.states() == states("built"))
    #expect(try batch.states() == states("unchanged"))
    #expect(try batch.folder.shell(change).code == 0)
    var expected = states("unchanged")
    for sheet in made { expected[sheet] = "out-of-date" }
    #expect(try batch.states("m.json --check", code: made.isEmpty ? 0 : 1) == expected)
    for sheet in made { expected[sheet] = "built" }
    #expect(try batch.states() == expected)
    #expect(try batch.states() == states("unchanged"))
  }

  @Test func `what is as young as before is looked at, and nothing is written`() throws {
    let batch = try BatchFolder()
    try batch.writeManifest(shoots: 1)
    // It stays young.
    #expect(try batch.folder.shell("touch -d 2100-01-01 shoots/s0/0.png").code == 0)
    #expect(try batch.states() == ["out/s0.png": "built"])
    #expect(try batch.folder.shell("touch -d 2001-01-01 out/.s0.png.contactsheet").code == 0)
    #expect(try batch.states() == ["out/s0.png": "unchanged"])
    let written = try batch.folder.shell("find out/.s0.png.contactsheet -newermt 2002-01-01")
    #expect((written.code, written.outputText) == (0, ""))
  }

  @Test func `a change that neither size nor time shows is seen where times cannot be trusted`()
    throws
  {
    let batch = try BatchFolder()
    let name = "shoots/s1/2.png"
    try batch.folder.picture(name, 22, 15, level: 10)
    let now = Date().timeIntervalSince1970
    try batch.folder.directory.setModified(name, now)
    #expect(try batch.states()["out/s1.png"] == "built")
    #expect(try batch.states() == states("unchanged"))
    // As large as before, and as new.
    let size = try batch.folder.contents(name).count
    try batch.folder.picture(name, 22, 15, level: 200)
    try #require(try batch.folder.contents(name).count == size)
    try batch.folder.directory.setModified(name, now)
    #expect(try batch.states()["out/s1.png"] == "built")
    #expect(try batch.states() == states("unchanged"))
  }

  @Test func `two files that change places are two others, whatever their sizes and times are`()
    throws
  {
    let batch = try BatchFolder(shoots: 1, pictures: 2)
    for (name, level) in [("0", 10), ("1", 200)] {
      try batch.folder.picture("shoots/s0/\(name).png", 20, 15, level: level)
      try batch.folder.directory.setModified("shoots/s0/\(name).png", 1_700_000_000)
    }
    let sizes = try ["0", "1"].map { try batch.folder.contents("shoots/s0/\($0).png").count }
    try #require(sizes[0] == sizes[1])
    _ = try batch.states()
    let before = try batch.folder.contents("out/s0.png")
    _ = try batch.folder.shell("cd shoots/s0; mv 0.png x; mv 1.png 0.png; mv x 1.png")
    #expect(try batch.states() == ["out/s0.png": "built"])
    #expect(try batch.folder.contents("out/s0.png") != before)
  }

  @Test func `a picture that changes while a run lasts is decoded again`() throws {
    let batch = try BatchFolder(shoots: 1)
    try batch.folder.picture("x.png", 30, 30, level: 10)
    let run = try batch.folder.shell(
      """
      line() { printf '{"layout": "strip", "inputs": ["x.png"], "size": 20, "output": "%s"}\\n' $1; }
      { line a.png; until [ -e a.png ]; do sleep 0.05; done; sleep 0.1
        cp shoots/s0/4.png y; mv y x.png; line b.png; } | "$TOOL" batch --sheets-from - -j 1
      "$TOOL" strip x.png --size 20 -o c.png -q
      """)
    #expect(run.code == 0, "\(run.errorText)")
    #expect(try batch.folder.contents("a.png") != batch.folder.contents("b.png"))
    #expect(try batch.folder.contents("b.png") == batch.folder.contents("c.png"))
  }

  @Test func `what cannot be read now may be later`() throws {
    let batch = try BatchFolder(shoots: 1)
    guard let prefix = Unprivileged.prefix(in: batch.folder.url) else { return }
    try batch.write(
      "{\"sheets\": [{\"inputs\": [\"shoots/\"], \"recursive\": true, \"output\": \"o.png\"}]}")
    let run = "chmod 755 shoots shoots/s0; \(prefix) \"$TOOL\" batch m.json"
    _ = try batch.folder.shell(
      "mkdir shoots/closed; chmod 0 shoots/closed; chmod 0 shoots/s0/1.png")
    #expect(try batch.folder.shell(run).code == 3)
    _ = try batch.folder.shell("chmod 755 shoots/closed; chmod 644 shoots/s0/1.png")
    let repaired = try batch.folder.shell(run)
    #expect(repaired.code == 0)
    #expect(repaired.errorText.contains("1 sheet: 1 built"))
    // What is up to date needs nothing to be written.
    _ = try batch.folder.shell("chmod 444 .o.png.contactsheet")
    #expect(try batch.folder.shell("chmod 555 .; \(run)").errorText.contains("1 unchanged"))
    _ = try batch.folder.shell("chmod 755 .")
  }

  @Test func `a state that is torn anywhere is no error, only work`() throws {
    let batch = try BatchFolder(shoots: 1)
    _ = try batch.states()
    let state = "out/.s0.png.contactsheet"
    let whole = try batch.folder.contents(state)
    var random = SeededGenerator(seed: SeededGenerator.seed("torn states"))
    for _ in 0..<12 {
      let length = Int.random(in: 0..<whole.count - 1, using: &random)
      try batch.folder.directory.write(Array(whole.prefix(length)), state)
      #expect(try batch.states() == ["out/s0.png": "built"], "\(length) bytes")
    }
    #expect(try batch.states() == ["out/s0.png": "unchanged"])
  }

  @Test func `what was left out is told again as long as the sheet is as it is`() throws {
    let batch = try BatchFolder()
    try batch.folder.directory.write(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "shoots/s2/x.png")
    for _ in 0..<2 {
      let run = try batch.batch("m.json --json-report report.json")
      #expect(run.code == 3)
      #expect(run.errorText.contains("1 with omissions"))
      let sheet = try #require(try batch.report().first { $0["output"] as? String == "out/s2.png" })
      #expect(sheet["state"] as? String == "with-omissions")
      let troubles = try #require(sheet["troubles"] as? [String])
      #expect(troubles.count == 1 && troubles[0].hasPrefix("shoots/s2/x.png: "))
    }
    let again = try batch.batch()
    #expect(again.errorText.contains("out/s2.png: unchanged: shoots/s2/x.png: "))
    #expect(try batch.decoded() == 0)
  }

  @Test func `check makes nothing and says why`() throws {
    let batch = try BatchFolder(shoots: 2)
    let first = try batch.batch("m.json --check")
    #expect(first.code == 1)
    #expect(first.outputText == "out/s0.png: is not there\nout/s1.png: is not there\n")
    #expect(!batch.folder.names.contains("out"))
    try batch.batch()
    #expect(try batch.batch("m.json --check").code == 0)
    _ = try batch.folder.shell("rm shoots/s1/3.png")
    let later = try batch.batch("m.json --check")
    #expect(later.code == 1)
    #expect(later.outputText == "out/s1.png: shoots/s1/3.png is gone\n")
  }

  // MARK: failure is local

  @Test func `a sheet that fails does not stop the others, unless it is asked for`() throws {
    let batch = try BatchFolder()
    try batch.folder.directory.write(Array("no picture".utf8), "shoots/text.png")
    try batch.writeManifest(
      shoots: 4,
      extra: ["{\"inputs\": [\"shoots/text.png\"], \"output\": \"out/bad.png\"}"])
    let run = try batch.batch("m.json --json-report report.json")
    #expect(run.code == 2)
    #expect(run.errorText.contains("contactsheet: shoots/text.png: is a text file"))
    #expect(run.errorLines.last?.contains("5 sheets: 4 built, 1 failed, ") == true)
    let sheet = try #require(try batch.report().last)
    #expect(sheet["state"] as? String == "failed")
    #expect((sheet["reason"] as? String)?.hasPrefix("shoots/text.png: is a text file") == true)
    #expect(batch.sheets == ["s0.png", "s1.png", "s2.png", "s3.png"])

    // The first one fails, and with one job nothing else is begun.
    try batch.write(
      """
      {"sheets": [{"inputs": ["nowhere/"], "output": "fast/bad.png"},
                  {"inputs": ["shoots/s0/"], "output": "fast/good.png"}]}
      """, "fast.json")
    let fast = try batch.batch("fast.json --fail-fast -j 1 --json-report report.json")
    #expect(fast.code == 2)
    #expect(try batch.report().map { $0["state"] as? String } == ["failed", "not-tried"])
    let whole = try batch.batch("fast.json -j 1 --json-report report.json")
    #expect(whole.code == 2)
    #expect(try batch.report().map { $0["state"] as? String } == ["failed", "built"])
  }

  @Test func `an earlier sheet survives a later failure, and is made again when it can be`() throws
  {
    let batch = try BatchFolder(shoots: 1)
    try batch.batch()
    let before = try batch.folder.contents("out/s0.png")
    _ = try batch.folder.shell("mv shoots/s0 shoots/gone")
    #expect(try batch.batch().code == 2)
    #expect(try batch.folder.contents("out/s0.png") == before)
    _ = try batch.folder.shell("mv shoots/gone shoots/s0")
    #expect(try batch.states() == ["out/s0.png": "unchanged"])
  }

  @Test func `one that another run is making fails, and names the lock`() throws {
    let batch = try BatchFolder(shoots: 2)
    try batch.batch()
    let run = try batch.folder.shell(
      "flock out/.s1.png.contactsheet \"$TOOL\" batch m.json --force")
    #expect(run.code == 2)
    #expect(
      run.errorText.contains(
        "out/s1.png: another run is making it (lock out/.s1.png.contactsheet)"))
    #expect(run.errorText.contains("2 sheets: 1 built, 1 failed"))
  }

  // MARK: the same bytes

  private func digests(_ batch: BatchFolder) throws -> [String: [UInt8]] {
    try batch.sheets.reduce(into: [:]) { $0[$1] = try batch.folder.contents("out/\($1)") }
  }

  @Test func `jobs and shares change no byte`() throws {
    let batch = try BatchFolder(shoots: 7)
    try batch.writeManifest(
      shoots: 7, more: ", \"border\": 2, \"corner-radius\": 3",
      extra: [
        "{\"inputs\": [\"shoots/s0/\", \"shoots/s1/\"], \"output\": \"out/both.png\"}",
        "{\"inputs\": [\"shoots/s0/\"], \"output\": \"out/p.png\", \"per-page\": 2}",
      ])
    try batch.batch("m.json -j 1")
    let first = try digests(batch)
    #expect(first.count == 8 + 3)
    for line in ["m.json -j 2", "m.json -j 8 --memory 1"] {
      try batch.batch("\(line) --force")
      #expect(try digests(batch) == first)
    }
    _ = try batch.folder.shell("rm -r out")
    for share in 1...3 { #expect(try batch.batch("m.json --shard \(share)/3").code == 0) }
    #expect(try digests(batch) == first)
    #expect(try batch.decoded() == 0)
  }

  @Test func `a picture on many sheets is the same on each, and as on a sheet alone`() throws {
    let batch = try BatchFolder(shoots: 1)
    let sheets = (0..<12).map {
      "{\"inputs\": [\"shoots/s0/\"], \"output\": \"out/s\($0).png\", \"reverse\": \($0 % 2 == 1)}"
    }
    try batch.write("{\"sheets\": [\(sheets.joined(separator: ","))]}")
    try batch.batch("m.json -j 4")
    #expect(try batch.folder.tool("fitted shoots/s0 -o alone.png -q").code == 0)
    #expect(try batch.folder.tool("fitted shoots/s0 -o back.png --reverse -q").code == 0)
    let (alone, back) = (
      try batch.folder.contents("alone.png"), try batch.folder.contents("back.png")
    )
    for (name, bytes) in try digests(batch) {
      let number = Int(name.dropFirst().dropLast(4))!
      #expect(bytes == (number % 2 == 1 ? back : alone), "\(name)")
    }
  }

  // MARK: what else there is

  @Test func `outputs among the inputs are no inputs`() throws {
    let batch = try BatchFolder(shoots: 1)
    try batch.write(
      """
      {"sheets": [{"inputs": ["shoots/s0/"], "output": "shoots/s0/sheet.png"},
                  {"inputs": ["shoots/s0/"], "output": "shoots/s0/pages-{page}.png", "per-page": 2,
                   "placements": "shoots/s0/p.json"}]}
      """)
    let built = ["shoots/s0/sheet.png": "built", "shoots/s0/pages-{page}.png": "built"]
    #expect(try batch.states() == built)
    #expect(try batch.states() == built.mapValues { _ in "unchanged" })
    #expect(try batch.report().map { $0["pictures"] as? Int } == [5, 5])
    #expect(try batch.report()[1]["pages"].map { "\($0)" }?.contains("pages-003.png") == true)
  }

  @Test func `shares stay as they are when sheets come among the inputs`() throws {
    let batch = try BatchFolder(shoots: 8)
    for shoot in 0..<8 where shoot % 3 > 0 {
      _ = try batch.folder.shell("rm shoots/s\(shoot)/[3-4].png")
    }
    let sheets = (0..<8).map {
      "{\"inputs\": [\"shoots/s\($0)/\"], \"output\": \"shoots/s\($0)/sheet.png\"}"
    }
    try batch.write("{\"sheets\": [\(sheets.joined(separator: ","))]}")
    for share in 1...3 { #expect(try batch.batch("m.json --shard \(share)/3").code == 0) }
    #expect(try batch.decoded() == 0)
  }

  /// Files that would be written over others, and what is said.
  @Test(arguments: [
    ("", "link.png", "", "'link.png' would be written over a picture of out/s0.png"),
    (
      "ln -s out/s0.png same.png; mkdir out; touch out/s0.png", "same.png", "",
      "'same.png' would be"
    ),
    (
      "mkdir out; ln -s out alias", "alias/s0.png", "",
      "'alias/s0.png' would be written over out/s0.png"
    ),
    ("", "out/p-001.png", "", "'out/p-001.png' may be a page of another sheet"),
    ("", "m.json", "", "'m.json' would be written over the manifest"),
    ("", "fine.png", "--json-report m.json", "'m.json' would be written over the manifest"),
    ("", "fine.png", "--json-report out/s0.png", "'out/s0.png' would be written over the report"),
  ])
  func `nothing is written over what else counts`(
    setUp: String, output: String, options: String, words: String
  ) throws {
    let batch = try BatchFolder(shoots: 1)
    _ = try batch.folder.shell("ln -s shoots/s0/0.png link.png; \(setUp)")
    try batch.write(
      """
      {"sheets": [{"inputs": ["shoots/s0/0.png"], "output": "out/s0.png"},
        {"inputs": ["shoots/s0/"], "output": "out/p-{page}.png", "per-page": 2},
        {"inputs": ["shoots/s0/"], "output": "\(output)"}]}
      """)
    let manifest = try batch.folder.contents("m.json")
    let run = try batch.batch("m.json \(options)")
    #expect(run.code == 2)
    #expect(run.errorText.contains(words), "\(run.errorText)")
    #expect(run.errorText.hasPrefix("contactsheet: m.json: "))
    #expect(try batch.folder.contents("m.json") == manifest)
    #expect(batch.sheets.allSatisfy { $0 == "s0.png" })
  }

  @Test(.timeLimit(.minutes(5)))
  func `an output that is no file fails, at once and alone`() throws {
    let batch = try BatchFolder(shoots: 2)
    _ = try batch.folder.shell("mkdir out && mkfifo out/s0.png")
    let run = try batch.batch()
    #expect(run.code == 2)
    #expect(run.errorText.contains("out/s0.png: is no file, and is not replaced"))
    #expect(run.errorText.contains("2 sheets: 1 built, 1 failed"))
    // A name as long as names can be has its state, too.
    let name = String(repeating: "n", count: 251) + ".png"
    try batch.write("{\"sheets\": [{\"inputs\": [\"shoots/s0/\"], \"output\": \"\(name)\"}]}")
    #expect(try batch.states() == [name: "built"])
    #expect(try batch.states() == [name: "unchanged"])
  }

  @Test func `links in a circle end`() throws {
    let batch = try BatchFolder(shoots: 1)
    try batch.folder.directory.makeLink("shoots/s0/loop", to: "..")
    try batch.write(
      "{\"sheets\": [{\"inputs\": [\"shoots/\"], \"recursive\": true, \"output\": \"o.png\"}]}")
    #expect(try batch.states() == ["o.png": "built"])
    #expect(try batch.states() == ["o.png": "unchanged"])
  }

  @Test func `plan prints every plan and makes nothing`() throws {
    let batch = try BatchFolder(shoots: 3)
    let run = try batch.batch("m.json --plan")
    #expect(run.code == 0)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let sheets = try #require(object["sheets"] as? [[String: Any]])
    #expect(sheets.count == 3)
    #expect(((sheets[2]["pages"] as? [[String: Any]])?.first?["file"]) as? String == "out/s2.png")
    #expect(!batch.folder.names.contains("out"))
  }

  @Test func `sheets are compared with goldens of their paths`() throws {
    let batch = try BatchFolder(shoots: 3)
    try batch.batch()
    _ = try batch.folder.shell("mkdir golden && cp -r out golden/out && rm golden/out/s2.png")
    let run = try batch.batch("m.json --compare-with golden")
    #expect(run.code == 1)
    #expect(
      run.outputText
        == "out/s2.png: new: there is no expected picture\n3 pictures: 2 same, 1 new\n")
    _ = try batch.folder.shell("cp out/s2.png golden/out; cp out/s0.png golden/out/s1.png")
    let second = try batch.batch("m.json --compare-with golden")
    #expect(second.code == 1)
    #expect(second.outputText.contains("out/s1.png: differ: "))
    _ = try batch.folder.shell("cp out/s1.png golden/out")
    #expect(try batch.batch("m.json --compare-with golden").code == 0)
  }

  @Test(arguments: [
    ("", "No manifest given."),
    ("a.json b.json", "One manifest, or one directory, is given, not 2."),
    ("m.json --only x", "'--only' goes with '--each-directory' only."),
    ("m.json --check --force", "'--check' does not go with '--force'."),
    ("m.json --shard 4/3", "'4/3' is not a share (--shard): K/N, as in 1/8 to 8/8."),
    ("m.json --shard 0/3", "'0/3' is not a share"),
    ("m.json --columns 3", "Option '--columns' does not belong to this command."),
    ("t --each-directory --layout grid", "'--each-directory' needs '--output'"),
    ("t --each-directory -o o", "'--each-directory' needs '--layout'"),
    ("t --each-directory --layout gird -o o", "'gird' is not a value of '--layout'"),
    ("t --each-directory --layout grid -o o --axis vertical", "Option '--axis' does not belong"),
    ("m.json --sheets-from -", "'--sheets-from' goes without a manifest"),
    ("--sheets-from - --check", "'--check' does not go with '--sheets-from'"),
  ])
  func `wrong usage is one sentence, with 64`(line: String, expected: String) {
    let run = CommandLineRun("batch \(line)")
    #expect(run.code == .usage)
    #expect(run.errors.hasPrefix("contactsheet: \(expected)"), "\(run.errors)")
    #expect(run.output == "")
  }

  @Test func `a command line can be printed as a manifest, and makes the same`() throws {
    let batch = try BatchFolder(shoots: 1)
    for line in [
      "strip shoots/s0/0.png x3 --size 20 -o o.png",
      "grid shoots/s0 --columns 2 --width 50 -o o.png",
      "justified shoots/s0 --no-enlarge --last-row center --background none -o o.png",
    ] {
      let printed = try batch.folder.tool("\(line) --print-manifest")
      #expect(printed.code == 0)
      try batch.write(printed.outputText, "printed.json")
      #expect(!batch.folder.names.contains("o.png"))
      #expect(try batch.folder.tool("\(line) -q").code == 0)
      let alone = try batch.folder.contents("o.png")
      _ = try batch.folder.shell("rm o.png")
      #expect(try batch.batch("printed.json -q").code == 0)
      #expect(try batch.folder.contents("o.png") == alone)
      _ = try batch.folder.shell("rm o.png .o.png.contactsheet")
    }
    #expect(try batch.folder.tool("grid a.png -o - --print-manifest").code == 64)
    #expect(try batch.folder.tool("grid --files-from - --print-manifest").code == 64)
  }
}
