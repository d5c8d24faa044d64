import ContactSheetCLI
import ImageCodecs
import PlainJSON
import TestSupport
import Testing

/// What the schema takes, the reader takes, as far as a schema can tell.
@Suite struct ManifestSchemaTests {
  private let schema: JSONSchema

  init() throws { schema = try JSONSchema(ManifestSchema.json) }

  private func faults(_ text: String) throws -> [String] {
    try schema.faults(JSONDocument(Array(text.utf8)).root)
  }

  @Test func `it has lines that can be read, and only what it is made of`() throws {
    let json = ManifestSchema.json
    #expect(json.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"))
    #expect(json.hasSuffix("\n}\n"))
    let root = try JSONDocument(Array(json.utf8)).root
    for layout in ManifestReader.layouts {
      let properties = try #require(root["$defs"]?[layout.rawValue]?["properties"]?.members)
      #expect(
        properties.map(\.name)
          == ["layout", "inputs"] + ManifestReader.options(of: layout).map(\.name))
      #expect(properties.dropFirst(2).allSatisfy { $0.value["description"]?.text != "" })
    }
  }

  @Test(arguments: ManifestSample.valid)
  func `a manifest that is read is right by the schema`(text: String) throws {
    #expect(ManifestSample.faults(text) == [])
    #expect(try faults(text) == [])
  }

  @Test(arguments: ManifestSample.broken)
  func `a manifest that is broken is wrong by the schema, where a schema can tell`(
    _ broken: ManifestSample.Broken
  ) throws {
    if broken.name == "syntax" || broken.name == "duplicate" {
      #expect(throws: JSONFault.self) { try faults(broken.text) }
    } else {
      #expect(try faults(broken.text).isEmpty == !broken.isSeenBySchema)
    }
  }

  @Test func `the layout of the defaults is that of sheets that name none`() throws {
    let sheets = { (layout: String, key: String) in
      #"{"defaults": {\#(layout)}, "sheets": [{"inputs": ["a"], "output": "a.png", "\#(key)": 5}]}"#
    }
    #expect(try faults(sheets("", "width")) == [])
    #expect(try faults(sheets("", "size")) != [])
    #expect(try faults(sheets(#""layout": "strip""#, "size")) == [])
    #expect(try faults(sheets(#""layout": "strip""#, "width")) != [])
    #expect(try faults(sheets(#""layout": "rows""#, "row-height")) == [])
    let own =
      #"{"defaults": {"layout": "strip"}, "sheets": [{"layout": "list", "inputs": ["a"], "output": "a.png", "#
    #expect(try faults(own + #""width": 5}]}"#) == [])
    #expect(try faults(own + #""size": 5}]}"#) != [])
  }

  // MARK: the option table

  @Test func `every value of an option is of a kind that manifests know`() {
    let known: Set = [
      "AXIS", "BYTES", "COLOR", "CxR", "END", "FAMILY", "FILE", "FILE|URL", "FILTER", "HOW", "KEY",
      "LENGTH", "LEVEL", "N", "PERCENT", "PX", "SHAPE", "SIZE", "TEXT", "W:H", "WHERE", "WxH",
      "WxH+X+Y", "X", "X,Y,BLUR[,COLOR]",
    ]
    let options = ManifestReader.layouts.flatMap(ManifestReader.options)
    #expect(Set(options.compactMap(\.value)).symmetricDifference(known) == [])
    for (name, same) in Dictionary(grouping: options, by: \.name) {
      #expect(Set(same.map { ManifestValue(of: $0) }).count == 1, "\(name) is of several kinds")
    }
  }

  @Test func `the words of an option are those that the parser takes and the help tells`() throws {
    var count = 0
    for layout in ManifestReader.layouts {
      for option in Option.options(of: layout) {
        guard let words = option.choices else { continue }
        count += 1
        for word in words + ["made-up"] {
          #expect(
            isTaken(layout, option.name, word) == (word != "made-up"), "--\(option.name) \(word)")
          #expect(word == "made-up" || option.help.contains(word), "--\(option.name) \(word)")
        }
      }
    }
    #expect(count > 30)
    // Others that say HOW and the like have words too.
    for option in ManifestReader.allOptions
    where ["HOW", "KEY", "FILTER", "SHAPE", "LEVEL", "AXIS", "END", "WHERE"].contains(option.value)
    {
      // An anchor has two numbers, too.
      #expect((option.choices != nil) != (option.name == "anchor"), "\(option.name)")
    }
  }

  private func isTaken(_ layout: Command, _ option: String, _ word: String) -> Bool {
    let console = Console(outputIsTerminal: false) { _, _ in }
    do throws(UsageError) {
      let caption = option == "caption-position" ? "--caption x " : ""
      let arguments = try ParsedArguments(
        words("a.jpg --feed feed.json \(caption)--\(option) \(word)"),
        options: Option.options(of: layout))
      if layout == .strip {
        _ = try StripCommand(arguments, console)
      } else {
        _ = try SheetCommand(layout, arguments, console)
      }
      return true
    } catch {
      return false
    }
  }

  // MARK: random manifests

  private static let anything: [JSON] = [
    .null, .flag(true), .flag(false), .number(1), .decimal("1.5"), .decimal("2.0"), .decimal("1e1"),
    .text("text"), .text(""), .text("-"), .array([]), .array([.text("a")]), .object([]),
  ]

  private static func fitting(
    _ option: Option, using random: inout SeededGenerator
  ) -> JSON {
    if let choices = option.choices { return .text(choices.randomElement(using: &random)!) }
    switch ManifestValue(of: option) {
    case .flag: return .flag(.random(using: &random))
    case .path: return .text("file\(Int.random(in: 0...1_000_000_000, using: &random)).png")
    case .places:
      return [.text("feed.json"), .array([.text("https://a.example/"), .text("b")])].randomElement(
        using: &random)!
    case .number: return [.decimal("1.5"), .number(2), .text("1.5")].randomElement(using: &random)!
    case .whole:
      return [.number(3), .text("3"), .decimal("3.0"), .decimal("1e1")].randomElement(
        using: &random)!
    case .anchor: return .text(["top", "0.5,1"].randomElement(using: &random)!)
    case .text: return .text("text")
    }
  }

  private static func keys(
    _ count: Int, _ options: [Option], using random: inout SeededGenerator
  ) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    for _ in 0..<count {
      var option = options.randomElement(using: &random)!
      if Int.random(in: 0..<20, using: &random) == 0 {
        option = ManifestReader.allOptions.randomElement(using: &random)!
      }
      var member = (option.name, fitting(option, using: &random))
      if Int.random(in: 0..<12, using: &random) == 0 {
        member.1 = anything.randomElement(using: &random)!
      }
      if Int.random(in: 0..<40, using: &random) == 0 {
        member.0 = ["nonsense", "caption", "jobs", "help", "src", "sheets"].randomElement(
          using: &random)!
      }
      if !members.contains(where: { $0.0 == member.0 }) { members.append(member) }
    }
    return members
  }

  private static func input(using random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return anything.randomElement(using: &random)!
    case 1...6: return .text("dog.jpg")
    default:
      var members: [(String, JSON)] = []
      let all: [(String, JSON)] = [
        ("src", .text("dog.jpg")), ("src", .text("dog.jpg")), ("src", .text("dog.jpg")),
        ("glob", .text("*.jpg")), ("repeat", .number(2)), ("anchor", .text("top")),
        ("title", .text("t")), ("key", .text("k")),
        ("src", anything.randomElement(using: &random)!),
        ("repeat", anything.randomElement(using: &random)!),
        ("alt", anything.randomElement(using: &random)!), ("x", .number(6)),
      ]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let member = all.randomElement(using: &random)!
        if !members.contains(where: { $0.0 == member.0 }) { members.append(member) }
      }
      return .object(members)
    }
  }

  private static func inputs(using random: inout SeededGenerator) -> JSON {
    if Int.random(in: 0..<30, using: &random) == 0 {
      return anything.randomElement(using: &random)!
    }
    return .array(
      (0..<Int.random(in: 1...2, using: &random)).map { _ in input(using: &random) })
  }

  /// `layout`, or nothing, and the options that it brings.
  private static func layout(
    _ fallback: Command, using random: inout SeededGenerator
  ) -> ([(String, JSON)], Command) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return ([("layout", anything.randomElement(using: &random)!)], fallback)
    case 1...9:
      let word = ["strip", "list", "grid", "fitted", "justified", "masonry", "rows"]
        .randomElement(using: &random)!
      return ([("layout", .text(word))], Command(word: word)!)
    default: return ([], fallback)
    }
  }

  private static func manifest(using random: inout SeededGenerator) -> String {
    var members: [(String, JSON)] = []
    var command = Command.fitted
    if .random(using: &random) {
      let (layout, own) = layout(.fitted, using: &random)
      command = own
      var defaults =
        layout
        + keys(.random(in: 0...2, using: &random), ManifestReader.allOptions, using: &random)
        .filter { $0.0 != "output" }
      if Int.random(in: 0..<6, using: &random) == 0 {
        defaults.append(("inputs", inputs(using: &random)))
      }
      members.append(("defaults", .object(defaults)))
    }
    let sheets = (0..<Int.random(in: 1...2, using: &random)).map { number in
      let (layout, own) = layout(command, using: &random)
      let options = ManifestReader.options(of: own)
      var sheet =
        layout
        + keys(.random(in: 0...2, using: &random), options, using: &random)
        .filter { $0.0 != "output" }
      if Int.random(in: 0..<15, using: &random) > 0 {
        sheet.append(("output", .text("out\(number).png")))
      }
      if Int.random(in: 0..<12, using: &random) > 0 {
        sheet.append(("inputs", inputs(using: &random)))
      }
      return JSON.object(sheet.shuffled(using: &random))
    }
    members.append(("sheets", .array(sheets)))
    if Int.random(in: 0..<40, using: &random) == 0 {
      members.append(
        (
          ["columns", "$schema"].randomElement(using: &random)!,
          anything.randomElement(using: &random)!
        ))
    }
    return JSON.object(members.shuffled(using: &random)).text
  }

  @Test func `the schema and the reader agree on keys and types, whatever is written`() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed("manifests by the schema"))
    var counts = (right: 0, wrong: 0)
    for _ in 0..<Sanitizer.rounds(3_000) {
      let text = Self.manifest(using: &random)
      let wrong = try faults(text)
      let words = ManifestSample.faults(text)
      // What is said of values is said as of a command line, with the option's dashes, or of the sheet.
      let ofForm = words.filter { words in
        !["--", " has no room ", " of the sheet at "].contains(where: words.contains)
      }
      #expect(wrong.isEmpty == ofForm.isEmpty, "\(text)\n\(wrong)\n\(words)")
      counts.right += wrong.isEmpty ? 1 : 0
      counts.wrong += wrong.isEmpty ? 0 : 1
    }
    // Neither side says the same of all.
    #expect(min(counts.right, counts.wrong) > Sanitizer.rounds(3_000) / 10, "\(counts)")
  }
}
