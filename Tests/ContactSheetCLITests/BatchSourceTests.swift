import Foundation
import TestSupport
import Testing

/// Batches without a manifest: a sheet of each directory, and a sheet a line.
@Suite struct BatchSourceTests {
  // MARK: each directory

  @Test func `outputs mirror the tree, and directories without pictures are noted`() throws {
    let batch = try BatchFolder(shoots: 2)
    let folder = batch.folder
    try folder.directory.makeDirectory("shoots/s0/deep")
    try folder.picture("shoots/s0/deep/a.png", 9, 9)
    try folder.directory.makeDirectory("shoots/empty")
    try folder.directory.makeDirectory("shoots/.hidden")
    try folder.picture("shoots/.hidden/a.png", 9, 9)
    try folder.picture("shoots/own.png", 9, 9)
    try folder.directory.write(Array("x".utf8), "shoots/empty/notes.txt")
    let flat = try batch.batch(
      "shoots --each-directory --layout grid --columns 3 --width 60 -o out")
    #expect(flat.code == 0)
    #expect(
      flat.errorLines.contains(
        "contactsheet: shoots/empty: holds no pictures, so there is no out/empty.png"))
    #expect(flat.errorText.contains("3 sheets: 2 built, 1 empty, "))
    #expect(batch.sheets == ["s0.png", "s1.png"])
    let deep = try batch.batch(
      "shoots -r --each-directory --layout grid --columns 3 --width 60 -o out")
    #expect(deep.errorText.contains("4 sheets: 1 built, 2 unchanged, 1 empty, "))
    #expect(try folder.directory.names("out/s0").contains("deep.png"))
    // As the layout's own command makes it.
    #expect(try folder.tool("grid shoots/s1 --columns 3 --width 60 -o alone.png -q").code == 0)
    #expect(try folder.contents("alone.png") == folder.contents("out/s1.png"))
  }

  @Test func `patterns choose directories, and the output is never walked`() throws {
    let batch = try BatchFolder(shoots: 12)
    let line = "--each-directory --layout strip --size 20"
    let run = try batch.batch("shoots \(line) -o shoots/out --only s1*")
    #expect(run.code == 0)
    #expect(
      try batch.folder.directory.names("shoots/out").filter { $0.hasSuffix(".png") } == [
        "s1.png", "s10.png", "s11.png",
      ])
    let again = try batch.batch("shoots -r \(line) -o shoots/out")
    #expect(again.errorText.contains("12 sheets: 9 built, 3 unchanged, "))
    let none = try batch.batch("shoots \(line) -o o --only x*")
    #expect(none.code == 2)
    #expect(none.errorText == "contactsheet: shoots: no directory below it matches --only\n")
    #expect(try batch.batch("shoots/s0 \(line) -o o").errorText.contains("holds no directories"))
    #expect(
      try batch.batch("nowhere \(line) -o o").errorText == "contactsheet: nowhere: no such file\n")
  }

  @Test func `a sheet whose directory is empty now is told, and is out of date`() throws {
    let batch = try BatchFolder(shoots: 2)
    let line = "shoots --each-directory --layout grid -o out"
    try batch.batch(line)
    _ = try batch.folder.shell("rm shoots/s0/*")
    let words = "shoots/s0: holds no pictures any more; the earlier sheet is left there"
    let run = try batch.batch(line)
    #expect(run.code == 0 && run.errorText.contains(words))
    let check = try batch.batch("\(line) --check")
    #expect(check.code == 1 && check.outputText == "out/s0.png: \(words)\n")
  }

  @Test func `a directory that cannot be read fails alone`() throws {
    let batch = try BatchFolder(shoots: 2)
    guard let prefix = Unprivileged.prefix(in: batch.folder.url) else { return }
    let run = try batch.folder.shell(
      """
      mkdir shoots/closed; chmod 755 shoots shoots/s?; chmod 0 shoots/closed
      \(prefix) "$TOOL" batch shoots --each-directory --recursive --layout grid -o out
      code=$?; chmod 755 shoots/closed; exit $code
      """)
    #expect(run.code == 2)
    #expect(run.errorText.contains("shoots/closed: cannot be opened: Permission denied"))
    #expect(batch.sheets == ["s0.png", "s1.png"])
  }

  @Test func `a file that is not ours is never replaced`() throws {
    let batch = try BatchFolder(shoots: 2)
    try batch.folder.directory.makeDirectory("out")
    try batch.folder.picture("out/s0.png", 5, 5)
    let before = try batch.folder.contents("out/s0.png")
    let run = try batch.batch("shoots --each-directory --layout grid -o out")
    #expect(run.code == 2)
    #expect(run.errorText.contains("out/s0.png: exists and is not a contact sheet"))
    #expect(run.errorText.contains("2 sheets: 1 built, 1 failed"))
    #expect(try batch.folder.contents("out/s0.png") == before)
  }

  @Test func `a value that the layout refuses is wrong usage, before anything is made`() throws {
    let batch = try BatchFolder(shoots: 2)
    let run = try batch.batch("shoots --each-directory --layout grid --columns 0 -o out")
    #expect(run.code == 64)
    #expect(run.errorText.hasPrefix("contactsheet: '--columns 0' is out of range"))
    #expect(!batch.folder.names.contains("out"))
  }

  // MARK: a sheet a line

  private func results(_ run: Tool.Outcome) throws -> [Int: [String: Any]] {
    try run.outputText.split(separator: "\n").reduce(into: [:]) { results, line in
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      results[try #require(object["line"] as? Int)] = object
    }
  }

  @Test func `each line has its result, also one that cannot be understood`() throws {
    let batch = try BatchFolder(shoots: 2)
    let run = try batch.folder.shell(
      """
      printf '%s\\n' \
        '{"layout": "grid", "inputs": ["shoots/s0/"], "output": "o0.png", "width": 60}' '' \
        '{"inputs": ["shoots/s1/"]' '{"inputs": ["shoots/s1/"]}' \
        '{"inputs": ["nowhere.png"], "output": "o3.png"}' | "$TOOL" batch --sheets-from - -q
      printf '{"inputs": ["shoots/s1/"], "output": "last.png"}' > lines
      """)
    let results = try results(run)
    #expect(results.keys.sorted() == [1, 3, 4, 5])
    #expect(results[1]?["state"] as? String == "built")
    #expect(results[1]?["pictures"] as? Int == 5)
    #expect(
      results[3]?["reason"] as? String
        == "line 1, column 26: a comma or } was expected, not the end of the text")
    #expect(results[4]?["reason"] as? String == "line 1, column 1: 'output' is missing")
    #expect(results[5]?["reason"] as? String == "nowhere.png: no such file")
    #expect(run.errorText == "")
    // A last line needs no end.
    let file = try batch.batch("--sheets-from lines")
    #expect(file.code == 0)
    #expect(try self.results(file)[1]?["state"] as? String == "built")
    #expect(
      try self.results(batch.batch("--sheets-from lines"))[1]?["state"] as? String == "unchanged")
    #expect(try batch.folder.shell("printf '{' | \"$TOOL\" batch --sheets-from -").code == 2)
    #expect(try batch.batch("--sheets-from nowhere").code == 2)
  }

  @Test(.timeLimit(.minutes(5)))
  func `manifests and lines come through pipes too`() throws {
    let batch = try BatchFolder(shoots: 1)
    let run = try batch.folder.shell(
      """
      mkfifo pipe
      cat m.json > pipe & "$TOOL" batch pipe -q && "$TOOL" batch - -q --check < m.json || exit 9
      printf '{"inputs": ["shoots/s0/"], "output": "o.png"}' > pipe & "$TOOL" batch --sheets-from pipe
      """)
    #expect(run.code == 0, "\(run.errorText)")
    #expect(run.outputText.contains("\"state\": \"built\""))
    #expect(batch.sheets == ["s0.png"])
    #expect(
      try batch.batch("shoots").errorText.hasPrefix(
        "contactsheet: shoots: is a directory, not a manifest; --each-directory makes"))
    #expect(
      try batch.batch("nowhere.json").errorText == "contactsheet: nowhere.json: no such file\n")
    // Bytes that are no text have their place.
    try batch.folder.directory.write(Array("{\"sheets\": [\"".utf8) + [0xFF], "bad.json")
    let bad = try batch.folder.shell("\"$TOOL\" batch - < bad.json")
    #expect(bad.code == 2)
    #expect(bad.errorText.hasPrefix("contactsheet: standard input: line 1, column 14: the byte FF"))
  }

  @Test func `five thousand lines`() throws {
    let batch = try BatchFolder(shoots: 1)
    let lines = (0..<5000).map {
      "{\"layout\": \"strip\", \"inputs\": [\"shoots/s0/0.png\"], \"size\": 4, \"spacing\": 0, "
        + "\"border\": 0, \"output\": \"o/\($0 % 50)/\($0).png\"}\n"
    }
    try batch.folder.directory.write(Array(lines.joined().utf8), "lines")
    #expect(try batch.batch("--sheets-from lines --json-report r").code == 64)
    let run = try batch.batch("--sheets-from lines --jobs 4")
    #expect(run.code == 0)
    #expect(try results(run).count == 5000)
    #expect(try batch.folder.directory.names("o/7").filter { $0.hasSuffix(".png") }.count == 100)
    let manifest =
      "{\"sheets\": [\(lines.map { $0.dropLast() }.joined(separator: ",\n"))]}"
    try batch.write(manifest)
    let check = try batch.batch("m.json --check")
    #expect(check.code == 0)
    #expect(check.errorText.hasPrefix("contactsheet: 5000 sheets: 5000 unchanged, "))
  }
}
