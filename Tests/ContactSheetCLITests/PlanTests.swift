import ContactSheet
import Foundation
import PixelGeometry
import TestSupport
import Testing

/// `--plan`: a plan that can be trusted.
@Suite(.timeLimit(.minutes(15)))
struct PlanTests {
  private let folder: SheetFolder

  init() throws { folder = try SheetFolder() }

  private func json(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `a plan is one line of JSON with these members, and makes nothing`() throws {
    try folder.picture("a \"b\".png", 400, 300)
    try folder.picture("small.png", 30, 20)
    let outcome = try Tool.run(
      ["grid", "a \"b\".png", "small.png", "-w", "300", "-c", "2", "--plan"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(outcome.errorText == "")
    #expect(
      outcome.outputText.hasSuffix("}\n") && outcome.outputText.split(separator: "\n").count == 1)
    #expect(folder.names == ["a \"b\".png", "small.png"])
    let root = try json(outcome.output)
    #expect(
      root.keys.sorted() == [
        "estimated_memory_bytes", "estimated_memory_jobs", "estimated_output_bytes", "omissions",
        "pages", "version", "warnings",
      ])
    #expect(root["version"] as? Int == 1)
    let page = try #require((root["pages"] as? [[String: Any]])?.first)
    #expect(page.keys.sorted() == ["content", "file", "height", "tiles", "width"])
    #expect(page["file"] as? String == "grid.png")
    let tiles = try #require(page["tiles"] as? [[String: Any]])
    let members = [
      "crop", "decode_scale", "file", "height", "index", "left", "lost", "orientation",
      "stored_height",
      "stored_width", "top", "width",
    ]
    #expect(tiles[0].keys.sorted() == members)
    #expect(tiles[0]["file"] as? String == "a \"b\".png")
    #expect(tiles[1].keys.sorted() == (members + ["enlarged"]).sorted())
    #expect(tiles[1]["enlarged"] as? Double == 7.2)
    let warning = try #require((root["warnings"] as? [[String: Any]])?.first)
    #expect(warning.keys.sorted() == ["detail", "most", "pictures", "warning"])
    // To standard output nothing has a name.
    let piped = try json(folder.tool("grid small.png --plan -o -").output)
    #expect((piped["pages"] as? [[String: Any]])?.first?["file"] == nil)
  }

  @Test func `the decoder's scale and the crop are those of the stored picture`() throws {
    var photo = JPEGFixture(width: 1600, height: 800) { x, y in (UInt8(x & 255), UInt8(y & 255), 9)
    }
    photo.exif = ExifFixture.orientation(6)
    try folder.directory.write(photo.bytes, "p.jpg")
    let tile = try folder.plan("grid p.jpg -c 1 -w 80 --margin 0").pages[0].tiles[0]
    #expect(tile.orientation == 6 && tile.storedWidth == 1600 && tile.storedHeight == 800)
    #expect(tile.decodeScale == 0.25)
    #expect(tile.crop == PrintedPlan.Crop(left: 400, top: 0, width: 800, height: 800))
    #expect(tile.lost == 0.5)
  }

  @Test func `a plan reads headers only`() throws {
    try folder.picture("a.png", 400, 300)
    // Its header is whole, and nothing of the pixels is.
    let whole = try folder.contents("a.png")
    try folder.directory.write(Array(whole.prefix(45)), "broken.png")
    try folder.directory.write(Array(Pictures.dog.prefix(Pictures.dog.count - 500)), "cut.jpg")
    let plan = try folder.plan("list a.png broken.png cut.jpg -w 200")
    #expect(
      plan.pages[0].frames == [
        rect(0, 0, 200, 150), rect(0, 158, 200, 150), rect(0, 316, 200, 133),
      ])
    #expect(try folder.tool("list a.png broken.png -w 200").code == 2)
  }

  @Test func `pictures that cannot be used are left out, replaced, or stop the plan`() throws {
    try folder.picture("a.png", 40, 30)
    try folder.directory.write(Array("<html>".utf8), "page.jpg")
    let line = "list a.png page.jpg a.png -w 40"
    let stopped = try folder.tool("\(line) --plan")
    #expect(stopped.code == 2)
    #expect(stopped.output == [])
    #expect(
      stopped.errorText
        == "contactsheet: page.jpg: is an HTML page; contactsheet reads JPEG and PNG\n")
    let skipped = try folder.plan("\(line) --on-error skip", code: 3)
    #expect(skipped.pages[0].tiles.map(\.index) == [0, 2])
    #expect(skipped.omissions.map(\.index) == [1])
    #expect(skipped.omissions[0].file == "page.jpg" && skipped.omissions[0].stage == "probe")
    let replaced = try folder.plan("\(line) --on-error placeholder", code: 3)
    #expect(replaced.pages[0].tiles.map(\.placeholder) == [nil, true, nil])
    #expect(replaced.pages[0].tiles[1].frame == rect(0, 38, 40, 30))
    // A directory's own are counted on standard error.
    try folder.directory.write(Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8), "d/x.heic")
    try folder.picture("d/a.png", 40, 30)
    let found = try folder.tool("list d --plan --json-report r.json")
    #expect(found.code == 3)
    #expect(found.errorText == "contactsheet: skipped 1 HEIC picture (HEVC)\n")
    let report = try json(folder.contents("r.json"))
    #expect((report["skipped"] as? [Any])?.count == 1)
    #expect(report["output"] is NSNull)
    #expect(try folder.tool("list gone.jpg --plan").code == 2)
  }

  @Test func `a picture alone in the last row, or on the last page, is warned of`() throws {
    try folder.picture("a.png", 400, 400)
    func widows(_ line: String) throws -> [Bool?] {
      try folder.plan("\(line) -w 100 --no-enlarge").warnings.filter { $0.warning == "widow" }
        .map(\.wholePage)
    }
    #expect(try widows("grid a.png x4 -c 3") == [false])
    #expect(try widows("grid a.png x4 -c 3 --fit natural") == [false])
    #expect(try widows("grid a.png x5 -c 3") == [])
    #expect(try widows("grid a.png x3 -c 3") == [])
    #expect(try widows("grid a.png -c 3") == [])
    #expect(try widows("grid a.png x4 -c 3 --per-page 3") == [true])
    #expect(try widows("grid a.png x7 -c 2 --per-page 4") == [false])
    #expect(try widows("fitted a.png x4 -c 3 --per-page 3") == [true])
    #expect(try widows("fitted a.png x4 -c 3") == [])
    #expect(try widows("justified a.png x5 --row-height 40") == [false])
    // Where all stand alone, none does.
    #expect(try widows("grid a.png x4 -c 1") == [])
    #expect(try widows("grid a.png x4 -c 3 --per-page 1") == [])
    #expect(try widows("list a.png x4") == [])
    #expect(try widows("justified a.png x4 --row-height 100 --margin 0") == [])
    let words = try folder.plan("grid a.png x4 -c 3").warnings.map(\.detail)
    #expect(words == ["one picture stands alone in the last row"])
  }

  @Test func `the plan is what is carried out, byte for byte, whatever the pictures and options`()
    throws
  {
    var random = SeededGenerator(seed: SeededGenerator.seed("plan equals placements"))
    var names: [String] = []
    for index in 0..<24 {
      let width = Int.random(in: 1...90, using: &random)
      let height = Int.random(in: 1...90, using: &random)
      names.append("\(index)")
      if index % 3 == 0 {
        var jpeg = JPEGFixture(width: width, height: height) { x, y in (UInt8(x), UInt8(y), 3) }
        jpeg.exif = ExifFixture.orientation(Int.random(in: 1...8, using: &random))
        try folder.directory.write(jpeg.bytes, "\(index)")
      } else {
        try folder.picture("\(index)", width, height)
      }
    }
    try folder.directory.write(Array("<html>".utf8), "page.jpg")
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func one(_ choices: String...) -> String { choices.randomElement(using: &random)! }
    for round in 0..<60 {
      let layout = one(
        "list", "grid -c \(number(1...6))",
        "grid -c \(number(1...4)) --fit \(one("fit", "natural"))",
        "grid --tile \(number(1...4))x\(number(1...4))", "grid --tile x\(number(2...4))",
        "grid --cell \(number(1...60))x\(number(1...60)) -c 3",
        "fitted -c \(number(1...5)) --distribute "
          + one("alternate", "shortest", "in-order", "balanced"),
        "justified --row-height \(number(10...90)) --last-row "
          + one("left", "center", "right", "justify", "balance"))
      let sized = layout.contains("--cell")
      let pages = one(
        "", "--per-page \(number(1...9))",
        layout.contains("--tile") ? "" : "--rows \(number(1...4))",
        "--page-size \(number(260...400))x\(number(60...300)) --margin \(number(0...9))")
      let width = sized || pages.contains("page-size") ? "" : "-w \(number(140...300))"
      let others = [
        "--spacing \(number(0...9))", one("", "--no-enlarge", "--enlarge"), one("", "--scale 1.7"),
        one("", "--shape circle --border 2", "--shadow 1,2,3"), one("-o s.png", "-o s-{page}.png"),
        "--on-error \(one("skip", "placeholder"))", one("", "-j 1", "-j 5 --memory 1"),
        one("", "page.jpg", "page.jpg"),
      ]
      let chosen = names.shuffled(using: &random).prefix(number(1...24))
      let line =
        "\(layout) \(width) \(pages) \(others.joined(separator: " ")) \(chosen.joined(separator: " "))"
      let planned = try folder.tool("\(line) --plan")
      let made = try folder.tool("\(line) -q --placements placements.json")
      let code: Int32 = line.contains("page.jpg") ? 3 : 0
      #expect(
        planned.code == code && made.code == code,
        "round \(round): \(line): \(planned.errorText)\(made.errorText)")
      guard planned.code == code else { continue }
      #expect(try folder.contents("placements.json") == planned.output, "round \(round): \(line)")
      // And what is said is what was made.
      let plan = try PrintedPlan(planned.output)
      for page in plan.pages {
        let file = try #require(page.file)
        let header = PNGFixture.chunks(try folder.contents(file))[0].contents
        #expect(
          Array(header[..<8])
            == PNGFixture.bigEndian(UInt32(page.width)) + PNGFixture.bigEndian(UInt32(page.height)))
      }
      let count = chosen.count + (line.contains("page.jpg") && line.contains("placeholder") ? 1 : 0)
      #expect(plan.pages.reduce(0) { $0 + $1.tiles.count } == count, "round \(round): \(line)")
    }
  }

  @Test func `a plan does not depend on the machine`() throws {
    try folder.picture("a.png", 400, 300)
    try folder.picture("b.png", 300, 400)
    let line = "fitted a.png b.png -w 200 --plan"
    let plan = try folder.tool(line).output
    let elsewhere = try folder.shell(
      "ulimit -n 24; command -v taskset >/dev/null && pin='taskset -c 0'; "
        + "TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 exec ${pin-} \"$TOOL\" \(line)")
    #expect(elsewhere.code == 0, "\(elsewhere.errorText)")
    #expect(elsewhere.output == plan)
  }

  @Test(
    .enabled(if: hasCorpus),
    .disabled(if: Sanitizer.isAnyOn, "sanitizers take memory of their own"))
  func `estimates are of the right size`() throws {
    let photos = try #require(corpus).appendingPathComponent("photos").path
    for line in [
      "grid -c 4 -w 1200", "fitted -c 3 -w 1200 --limit 12", "list -w 900 --limit 5",
      "justified -w 1200 --row-height 200 --shape circle -b none --per-page 6 --limit 12",
      "list -w 4000 --limit 2",
    ] {
      let words = "\(line) -o s-{page}.png -j 2 -r \(photos) --on-error skip"
      let plan = try PrintedPlan(folder.tool("\(words) --plan").output)
      let (code, cost) = try Tool.measure(
        "\(words) -q".split(separator: " ").map(String.init), in: folder.url)
      #expect(code == 0 || code == 3)
      let bytes = try plan.pages.reduce(0) { try $0 + folder.contents($1.file!).count }
      let (output, memory) = (
        Double(plan.estimatedOutputBytes) / Double(bytes),
        Double(plan.estimatedMemoryBytes) / cost.megabytes / 1_048_576
      )
      print(
        "\(line): estimated \(output) of the bytes, \(memory) of the memory (\(cost.megabytes) MB)")
      #expect((0.5...2).contains(output), "\(line)")
      if cost.megabytes > 0 { #expect((1.0 / 3...3).contains(memory), "\(line)") }
    }
  }
}
