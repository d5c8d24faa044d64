import ContactSheet
import ContactSheetCLI
import Foundation
import ImageCodecs
import PlainJSON
import Raster
import TestSupport
import Testing

/// What a manifest says is what its sheets are made by.
@Suite struct BatchManifestTests {
  /// The only sheet, with these keys besides its output.
  private func sheet(
    _ keys: String, defaults: String = "", in directory: RawPath? = ManifestSample.directory
  ) throws -> SheetJob {
    let text = #"{"defaults": {\#(defaults)}, "sheets": [{"output": "out.png", \#(keys)}]}"#
    return try #require(ManifestSample.read(Array(text.utf8), in: directory).first)
  }

  private func value(_ job: SheetJob, _ name: String) -> String? {
    job.arguments.values[name].map { String(decoding: $0, as: UTF8.self) }
  }

  private func paths(_ job: SheetJob) throws -> [String] {
    let start = "\(ManifestSample.directory)/"
    return try #require(job.arguments.items).map {
      "\($0.place)".hasPrefix(start) ? "\("\($0.place)".dropFirst(start.count))" : "\($0.place)"
    }
  }

  // MARK: keys

  @Test(arguments: [
    ("columns", "3", "3"), ("columns", "\"3\"", "3"), ("columns", "3.0", "3"),
    ("columns", "3e1", "30"),
    ("spacing", "0", "0"), ("spacing", "\"2mm\"", "2mm"), ("margin", "\"1,2\"", "1,2"),
    ("scale", "1.5", "1.5"), ("scale", "15e-1", "1.5"), ("scale", "2", "2"),
    ("scale", "\"2\"", "2"),
    ("background", "\"#FFF\"", "#FFF"), ("sort", "\"taken\"", "taken"),
    ("shadow", "\"0,2,6\"", "0,2,6"),
    ("anchor", "\"top\"", "top"), ("recursive", "true", ""), ("recursive", "false", nil),
    ("max-scans", "0", "0"), ("page-size", "\"A4\"", "A4"),
  ])
  func `a key is what its option would be on a command line`(
    name: String, given: String, expected: String?
  ) throws {
    #expect(try value(sheet(#""inputs": ["a"], "\#(name)": \#(given)"#), name) == expected)
  }

  @Test func `paths are relative to the manifest, and absolute ones are not`() throws {
    let keys =
      #""inputs": ["a", "/b", "../c", {"src": "d"}, {"src": "/e"}], "placements": "p", "files-from": "/l""#
    let beside = try sheet(keys, in: "some/where")
    #expect(
      try paths(beside) == ["some/where/a", "/b", "some/where/../c", "some/where/d", "/e"])
    #expect(beside.output == "some/where/out.png")
    #expect(value(beside, "placements") == "some/where/p")
    #expect(value(beside, "files-from") == "/l")
    let here = try sheet(keys, in: nil)
    #expect(try paths(here) == ["a", "/b", "../c", "d", "/e"])
    #expect(here.output == "out.png")
    #expect(try paths(sheet(keys, in: "/"))[0] == "/a")
  }

  @Test func `a name is only a name, whatever it looks like`() throws {
    let names = ["-o", "x6", "--size", "a*.jpg", "-", "é 😀", "\\u00e9", "a\\\\b", "{page}.png"]
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let job = try sheet("\"inputs\": [\(list), {\"src\": \"x6\"}]")
    #expect(
      try paths(job)
        == ["-o", "x6", "--size", "a*.jpg", "-", "é 😀", "é", "a\\b", "{page}.png", "x6"])
    #expect(job.arguments.items?.allSatisfy { $0.count == 1 } == true)
  }

  @Test func `bytes that are not UTF-8 and halves of characters are refused where they stand`() {
    let before = Array("{\n  \"sheets\": [{\"inputs\": [\"é".utf8)
    do throws(ManifestFaults) {
      _ = try ManifestSample.read(before + [0xE9] + Array("\"]}]}".utf8))
      Issue.record("it was read")
    } catch {
      let words = error.list.map(\.description)
      #expect(words == ["line 2, column 28: the byte E9 is not UTF-8 here"])
    }
    #expect(
      ManifestSample.faults(#"{"sheets": [{"inputs": ["\ud800"]}]}"#) == [
        "line 1, column 26: \\uD800 is half of a character, and the other half is missing"
      ])
  }

  @Test func `a name that is not UTF-8 is found by a pattern`() throws {
    let folder = try TemporaryDirectory()
    let name = Array("caf".utf8) + [0xE9] + Array(".jpg".utf8)
    let path = try folder.write([], named: name)
    let job = try sheet(#""inputs": [{"glob": "caf?.jpg"}]"#, in: RawPath(folder.url.path))
    #expect(job.arguments.items?.map(\.path) == [path])
  }

  // MARK: inputs

  @Test func `an input may say how often, which part and some words`() throws {
    let job = try sheet(
      #"""
      "inputs": [{"src": "dog.jpg", "repeat": 3, "anchor": "0.25,1", "title": "T \"1\"", "key": "k"},
        {"src": "cat.jpg", "alt": "", "href": "https://example.com/"}, "owl.png"]
      """#)
    let items = try #require(job.arguments.items)
    #expect(items.map(\.count) == [3, 1, 1])
    #expect(items[0].anchor == Anchor(x: 0.25, y: 1))
    #expect(items[1].anchor == nil)
    #expect(items.map { $0.words.map(\.name) } == [["title", "key"], ["href", "alt"], []])
    #expect(items[0].words.map(\.text) == ["T \"1\"", "k"])
    #expect(items[1].words.map(\.text) == ["https://example.com/", ""])
  }

  @Test func `a pattern stands for its files, each with what was said of it`() throws {
    let job = try sheet(#""inputs": [{"glob": "l*.jpg", "repeat": 2, "title": "t"}, "owl.png"]"#)
    #expect(
      try paths(job) == ["lake.jpg", "lighthouse.jpg", "lying-boat.jpg", "owl.png"])
    let items = try #require(job.arguments.items)
    #expect(items.map(\.count) == [2, 2, 2, 1])
    #expect(items.map { $0.words.map(\.text) } == [["t"], ["t"], ["t"], []])
  }

  @Test func `the name of the manifest's directory is no pattern`() throws {
    let folder = try TemporaryDirectory()
    try folder.write([], "shoots [2026]/a.jpg")
    let place = RawPath(folder.path("shoots [2026]"))
    let job = try sheet(#""inputs": [{"glob": "*.jpg"}]"#, in: place)
    #expect(job.arguments.items?.map(\.path) == [place.appending(Array("a.jpg".utf8))])
  }

  // MARK: layouts and defaults

  @Test(arguments: [
    ("strip", Command.strip), ("list", .list), ("grid", .grid), ("fitted", .fitted),
    ("masonry", .fitted), ("justified", .justified), ("rows", .justified),
  ])
  func `a layout has its name and others`(word: String, command: Command) throws {
    #expect(try sheet(#""inputs": ["a"], "layout": "\#(word)""#).command == command)
    let inherited = try sheet(#""inputs": ["a"]"#, defaults: #""layout": "\#(word)""#)
    #expect(inherited.command == command)
    let own = try sheet(
      #""inputs": ["a"], "layout": "\#(word)""#, defaults: #""layout": "list""#)
    #expect(own.command == command)
  }

  @Test func `without a layout it is fitted`() throws {
    #expect(try sheet(#""inputs": ["a"]"#).command == .fitted)
  }

  @Test func `defaults apply where a sheet says nothing and its layout has the option`() throws {
    let jobs = try ManifestSample.read(
      """
      {"sheets": [{"output": "a.png"}, {"output": "b.png", "columns": 5, "linear": false, "inputs": ["b"]},
         {"output": "c.png", "layout": "strip"}],
       "defaults": {"columns": 4, "size": 20, "width": 900, "linear": true, "inputs": ["d"], "layout": "grid"}}
      """)
    #expect(jobs.map(\.command) == [.grid, .grid, .strip])
    #expect(jobs.map { value($0, "columns") } == ["4", "5", "4"])
    #expect(jobs.map { value($0, "size") } == [nil, nil, "20"])
    #expect(jobs.map { value($0, "width") } == ["900", "900", nil])
    #expect(jobs.map { value($0, "linear") } == ["", nil, ""])
    #expect(try jobs.map(paths) == [["d"], ["b"], ["d"]])
    #expect(
      jobs.map(\.place) == [
        JSONPlace(line: 1, column: 13), JSONPlace(line: 1, column: 34),
        JSONPlace(line: 2, column: 4),
      ])
  }

  @Test func `a default is nothing to a layout that does not have the option`() throws {
    let values: [ManifestValue: String] = [
      .flag: "true", .path: "\"x\"", .number: "2", .whole: "1", .anchor: "\"top\"", .text: "\"x\"",
    ]
    var count = 0
    for layout in ManifestReader.layouts {
      let names = Set(ManifestReader.options(of: layout).map(\.name))
      for option in ManifestReader.allOptions where !names.contains(option.name) {
        let given =
          try option.choices.map { "\"\($0[0])\"" } ?? #require(values[ManifestValue(of: option)])
        let job = try sheet(
          #""inputs": ["a"], "layout": "\#(layout.rawValue)""#,
          defaults: #""\#(option.name)": \#(given)"#)
        #expect(value(job, option.name) == nil, "\(option.name)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  // MARK: faults

  @Test(arguments: ManifestSample.broken)
  func `what is wrong is said with its line and column`(_ broken: ManifestSample.Broken) throws {
    let folder = "\(ManifestSample.directory)/"
    let lines = broken.text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.enumerated().map { "\($0 + 1): \($1)\n" }.joined()
    let faults = ManifestSample.faults(broken.text).map { $0.replacing(folder, with: "") }
    let text = shown + "\n" + faults.map { "\($0)\n" }.joined()
    let mismatch = try textGoldenMismatch(text, "manifest-\(broken.name)")
    #expect(mismatch == nil)
    #expect(!faults.isEmpty)
    #expect(Set(faults).count == faults.count)
    for fault in faults {
      let numbers = try #require(fault.firstMatch(of: #/^line (\d+), column (\d+): /#)).output
      let (line, column) = (try #require(Int(numbers.1)), try #require(Int(numbers.2)))
      // A value or a name begins there.
      let scalars = Array(lines[line - 1].unicodeScalars)
      try #require(scalars.indices.contains(column - 1))
      #expect("\"[{-0123456789tfn".unicodeScalars.contains(scalars[column - 1]), "\(fault)")
    }
  }

  @Test func `faults come in the order of the text, each once`() {
    let faults = ManifestSample.faults(
      """
      {"sheets": [{"inputs": ["a"], "output": "a.png", "x": 1}, {"inputs": ["a"], "output": "b.png"}],
       "y": 1,
       "defaults": {"columns": true}}
      """)
    #expect(
      faults == [
        "line 1, column 50: unknown key 'x'", "line 2, column 2: unknown key 'y'",
        "line 3, column 26: 'columns' is a whole number or a string, not true",
      ])
  }
}
