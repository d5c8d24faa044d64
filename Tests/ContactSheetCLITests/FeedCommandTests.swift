import ContactSheet
import ContactSheetCLI
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// `--feed` of the real binary.
struct FeedCommandTests {
  private static let allowed = "--allow-private-addresses"

  /// Four photographs of different sizes, in a feed with the sizes they have.
  private static func photographs() throws -> RemoteFolder {
    let remote = try RemoteFolder()
    let sizes = [(240, 160), (180, 240), (240, 240), (240, 135)]
    var items: [(path: String, title: String, size: (Int, Int)?)] = []
    for (index, size) in sizes.enumerated() {
      let name = "\(index)_m.jpg"
      let bytes = JPEGFixture(width: size.0, height: size.1) { x, y in
        (UInt8(x & 255), UInt8(y & 255), UInt8((x * y + 60 * index) & 255))
      }.bytes
      try remote.folder.directory.write(bytes, name)
      remote.server.on(
        "/\(name)", TestReply(headers: [("Cache-Control", "max-age=600")], body: bytes))
      items.append(("/\(name)", "It's number \(index)", size))
    }
    try remote.feed(items)
    return remote
  }

  @Test(arguments: ["list", "grid", "fitted", "justified", "strip"])
  func `a feed makes the same sheet as its pictures do as files`(_ layout: String) throws {
    let remote = try Self.photographs()
    let options = layout == "strip" ? "" : "--width 300 --no-enlarge"
    let names = (0..<4).map { "\($0)_m.jpg" }.joined(separator: " ")
    #expect(try remote.tool("\(layout) \(names) \(options) -o files.png").code == 0)
    for feed in ["feed.js", remote.address("/feed.js")] {
      let run = try remote.tool("\(layout) --feed \(feed) \(options) \(Self.allowed) -o feed.png")
      #expect(run.code == 0, "\(run.errorText)")
      #expect(try remote.contents("feed.png") == remote.contents("files.png"))
    }
    for index in 0..<4 { #expect(remote.server.count("/\(index)_m.jpg") == 1) }
  }

  @Test func `a plan goes by the stated sizes, before a picture is fetched`() throws {
    let remote = try Self.photographs()
    for options in ["", "--sort natural --limit 3", "--reverse", "--sort name"] {
      let line =
        "fitted --feed \(remote.address("/feed.js")) \(Self.allowed) --width 300 \(options)"
      let run = try remote.tool("\(line) --plan")
      #expect(run.code == 0, "\(run.errorText)")
      #expect(remote.server.requests().allSatisfy { $0.target == "/feed.js" })
      let plan = try PrintedPlan(run.output)
      // Each tile says where its size comes from; the sizes are true, so the frames are those of the sheet.
      #expect(
        run.outputText.matches(of: #/"size_from": "feed"/#).count == plan.pages[0].tiles.count)
      let copy = try Self.photographs()
      #expect(
        try copy.tool(
          "fitted --feed feed.js \(Self.allowed) --width 300 \(options) -o s.png --placements p.json -q"
        ).code == 0)
      let placements = try PrintedPlan(try copy.contents("p.json"))
      #expect(placements.pages[0].frames == plan.pages[0].frames)
      #expect(!String(decoding: try copy.contents("p.json"), as: UTF8.self).contains("size_from"))
    }
  }

  @Test func `a plan fetches a picture whose size nobody states, and all where files are sorted`()
    throws
  {
    let remote = try RemoteFolder()
    try remote.picture("1_m.png", 30, 20)
    try remote.picture("2_m.png", 20, 20)
    try remote.feed([("/1_m.png", "one", (240, 160)), ("/2_m.png", "two", nil)])
    let run = try remote.tool("grid --feed feed.js \(Self.allowed) --plan")
    #expect(run.code == 0, "\(run.errorText)")
    #expect(remote.server.requests().map(\.target) == ["/2_m.png"])
    let tiles = try PrintedPlan(run.output).pages[0].tiles
    #expect(tiles.map(\.storedWidth) == [240, 20])
    _ = try remote.tool("grid --feed feed.js \(Self.allowed) --plan --sort size")
    #expect(remote.server.count("/1_m.png") == 1)
  }

  @Test func `the words of a feed go where those of a manifest go`() throws {
    let remote = try Self.photographs()
    #expect(
      try remote.tool("grid --feed feed.js \(Self.allowed) -o s.png --placements p.json").code == 0)
    let pages = try #require(try remote.object("p.json")["pages"] as? [[String: Any]])
    let tile = try #require((pages[0]["tiles"] as? [[String: Any]])?[1])
    #expect(tile["title"] as? String == "It's number 1")
    #expect(tile["alt"] as? String == "It's number 1")
    #expect(tile["href"] as? String == "https://www.flickr.com/photos/someone/53712345678/")
    #expect(tile["address"] as? String == remote.address("/1_m.jpg"))
    #expect(tile["file"] == nil)
  }

  @Test func `feeds come after other inputs and one after the other`() throws {
    let remote = try RemoteFolder()
    for name in ["a", "b", "c", "d", "e"] { try remote.picture("\(name).png") }
    try remote.feed([("/b.png", "", nil), ("/c.png", "", nil)], "one.js")
    try remote.feed([("/d.png", "", nil), ("/b.png", "", nil)], "two.js")
    try remote.write("e.png\n", "list")
    let run = try remote.tool(
      "strip --feed two.js --files-from list --feed one.js a.png x2 \(Self.allowed) --plan")
    #expect(run.code == 0, "\(run.errorText)")
    let names = run.outputText.matches(
      of: #/"(?:file|address)": "([^"]*\/)?(?<name>[a-z])\.png"/#
    )
    .map { String($0.output.name) }
    #expect(names == ["a", "a", "e", "d", "b", "b", "c"])
    #expect(remote.server.count("/b.png") == 1)
  }

  @Test func `what cannot be used is left out and listed`() throws {
    let remote = try RemoteFolder()
    try remote.picture("1_m.png")
    remote.server.on("/2_m.png", TestReply(body: Array(plainPNG(9).prefix(40))))
    remote.server.on("/page", TestReply(body: "<html><title>x</title>"))
    try remote.feed([
      ("/2_m.png", "broken", (240, 160)), ("/1_m.png", "good", nil), ("/page", "a page", nil),
      ("/gone", "gone", nil),
    ])
    let text = String(decoding: try remote.contents("feed.js"), as: UTF8.self)
    try remote.write(
      text.replacing("\"items\": [", with: "\"items\": [{\"title\": \"empty\"},"), "feed.js")
    let line = "strip --feed feed.js \(Self.allowed) -o s.png"
    let run = try remote.tool("\(line) --json-report r.json -q")
    #expect(run.code == 3, "\(run.errorText)")
    let report = try remote.object("r.json")
    let skipped = try #require(report["skipped"] as? [[String: Any]])
    #expect(skipped.map { $0["item"] as? Int } == [0, 1, 3, 4])
    #expect(skipped.map { $0["feed_file"] as? String } == Array(repeating: "feed.js", count: 4))
    #expect(
      skipped.map { $0["fault"] as? String } == [
        "no-picture", "malformed", "web-page", "http-status",
      ])
    #expect(skipped.map { $0["title"] as? String } == ["empty", "broken", "a page", "gone"])
    #expect(report["pictures"] as? Int == 1)
    #expect(run.said.count == 4)
    #expect(
      run.said.filter { !$0.contains("broken") } == [
        "feed.js: item 1 'empty': left out: names no picture ('media.m' is missing)",
        "feed.js: item 4 'a page': left out: \(remote.address("/page")): is a web page, not a picture",
        "feed.js: item 5 'gone': left out: \(remote.address("/gone")): cannot be fetched: 404 Said",
      ])

    // With --on-error they are as all other pictures are.
    let skip = try remote.tool("\(line) --on-error skip")
    #expect(skip.code == 3)
    #expect(skip.said.contains("\(remote.address("/gone")): left out: cannot be fetched: 404 Said"))
    let placeholder = try remote.tool("\(line) --on-error placeholder")
    #expect(placeholder.code == 3)
    #expect(placeholder.said.contains("s.png: 155 × 50, 4 pictures, 3 omitted files"))
    let before = try remote.contents("s.png")
    let fail = try remote.tool("\(line) --on-error fail")
    #expect(fail.code == 2)
    #expect(fail.said.contains("\(remote.address("/gone")): cannot be fetched: 404 Said"))
    #expect(try remote.contents("s.png") == before)
  }

  @Test func `a feed may not lead to this computer unless that is allowed`() throws {
    let remote = try Self.photographs()
    let line = "strip --feed \(remote.address("/feed.js")) -o s.png"
    let run = try remote.tool(line)
    #expect(run.code == 2)
    #expect(run.said.count == 5)
    #expect(
      run.said.first == "\(remote.address("/feed.js")): item 1 'It's number 0': left out: "
        + "\(remote.address("/0_m.jpg")): cannot reach a private address (127.0.0.1) that a feed named; "
        + "--allow-private-addresses allows it")
    #expect(run.said.last == "no picture is left: no item can be used")
    #expect(remote.server.requests().allSatisfy { $0.target == "/feed.js" })
    #expect(!remote.folder.names.contains("s.png"))
    #expect(try remote.tool("\(line) \(Self.allowed)").code == 0)
    // What the cache has of it is not for a feed either, and what the user names is allowed anyway.
    #expect(try remote.tool("\(line) --offline").code == 2)
    #expect(try remote.tool("strip \(remote.address("/0_m.jpg")) -o s.png").code == 0)
  }

  @Test func `Flickr's larger files are taken where they can be had`() throws {
    let remote = try RemoteFolder()
    for name in ["1_m.png", "1_z.png", "2_m.png", "2_b.png", "3.png"] {
      try remote.picture(name, name.hasSuffix("m.png") ? 24 : 64, 16)
    }
    try remote.feed([
      ("/1_m.png", "one", (240, 160)), ("/2_m.png", "two", (240, 160)), ("/3.png", "three", nil),
    ])
    func names(_ options: String) throws -> [String] {
      let run = try remote.tool("strip --feed feed.js \(Self.allowed) \(options)")
      #expect(run.code == 0, "\(run.errorText)")
      let text =
        try options.contains("--plan")
        ? run.outputText : String(decoding: remote.contents("p.json"), as: UTF8.self)
      return text.matches(of: #/"address": "[^"]*\/([^\/"]+)"/#).map { String($0.output.1) }
    }
    let made = "-o s.png --placements p.json -q"
    #expect(try names("--feed-size m \(made)") == ["1_m.png", "2_m.png", "3.png"])
    #expect(try names("--feed-size z \(made)") == ["1_z.png", "2_m.png", "3.png"])
    #expect(try names("--feed-size b \(made)") == ["1_m.png", "2_b.png", "3.png"])
    let plan = try remote.tool("strip --feed feed.js \(Self.allowed) --feed-size b --plan")
    #expect(try PrintedPlan(plan.output).pages[0].tiles.map(\.storedWidth) == [1024, 1024, 64])
  }

  @Test func `the limit holds before anything is fetched`() throws {
    let remote = try Self.photographs()
    #expect(try remote.tool("strip --feed feed.js --limit 2 \(Self.allowed) -o s.png").code == 0)
    #expect(Set(remote.server.requests().map(\.target)) == ["/0_m.jpg", "/1_m.jpg"])
  }

  @Test func `more pictures than a sheet takes are refused before anything is fetched`() throws {
    let remote = try RemoteFolder()
    let item = "{\"media\": {\"m\": \"\(remote.address("/a.jpg"))\"}}"
    let items = repeatElement(item, count: 10_001).joined(separator: ",")
    try remote.write("{\"items\": [\(items)]}", "feed")
    let run = try remote.tool("strip --feed feed \(Self.allowed)")
    #expect(run.code == 2)
    #expect(
      run.said == [
        "10,001 pictures are too many for a strip, which has at most 10,000; --limit 10000 takes the "
          + "first ones"
      ])
    #expect(remote.server.count() == 0)
  }

  @Test(arguments: [
    ("{}", "is JSON, but no feed: an object without 'items'"),
    (#"{"items": []}"#, "is a feed without items"), ("", "is empty (0 bytes), and no feed"),
    (
      "<rsp stat=\"fail\"><err code=\"1\" msg=\"User not found\" /></rsp>",
      "is no feed, but says: 'User not found'"
    ),
    ("<html><head><title>Sign in", "is a web page, not a feed: 'Sign in'"),
  ])
  func `what is no feed makes no sheet`(_ text: String, _ words: String) throws {
    let remote = try RemoteFolder()
    try remote.write(text, "feed")
    remote.server.on("/feed", TestReply(body: text))
    let address = remote.address("/feed")
    let run = try remote.tool("strip --feed feed --feed \(address) --on-error skip")
    #expect(run.code == 2)
    let atAddress = text.isEmpty ? "is empty (0 bytes)" : words
    #expect(run.said == ["feed: \(words)", "\(address): \(atAddress)"])
  }

  @Test func `a feed without a good item, and one that is not there, make no sheet`() throws {
    let remote = try RemoteFolder()
    try remote.write(#"{"items": [{"title": "a"}, 5]}"#, "feed")
    let run = try remote.tool(
      "strip --feed feed --feed none --feed \(remote.address("/none")) --feed .")
    #expect(run.code == 2)
    #expect(
      run.said == [
        "feed: item 1 'a': left out: names no picture ('media.m' is missing)",
        "feed: item 2: left out: is a number, not an object",
        "feed: none of its items names a picture", "none: no such file",
        "\(remote.address("/none")): cannot be fetched: 404 Said",
        ".: is a directory, not a feed",
      ])
  }

  @Test func `no output is written over a feed`() throws {
    let remote = try Self.photographs()
    for option in ["-o", "--placements", "--json-report"] {
      let before = try remote.contents("feed.js")
      let run = try remote.tool("strip --feed feed.js \(Self.allowed) \(option) feed.js")
      #expect(run.code == 2)
      #expect(run.said == ["feed.js: is one of the feeds, and would be written over"])
      #expect(try remote.contents("feed.js") == before)
    }
  }

  @Test func `a JSON Feed is read as well, relative to where it is`() throws {
    let remote = try RemoteFolder()
    try remote.picture("a.png")
    let text = """
      {"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": [
        {"id": "1", "title": "One", "image": "../a.png"}]}
      """
    remote.server.on("/x/feed.json", TestReply(body: text))
    try remote.write(text, "feed.json")
    let run = try remote.tool(
      "strip --feed \(remote.address("/x/feed.json")) \(Self.allowed) -o s.png")
    #expect(run.code == 0, "\(run.errorText)")
    let file = try remote.tool("strip --feed feed.json")
    #expect(file.code == 2)
    #expect(file.said.first?.contains("its picture '../a.png' is relative") == true)
  }

  // MARK: batch

  @Test func `a manifest has addresses and feeds, and only what changed is made`() throws {
    let remote = try RemoteFolder()
    try remote.picture("1_m.png")
    try remote.picture("2_m.png")
    try remote.picture("3.png")
    try remote.feed([("/1_m.png", "one", nil), ("/2_m.png", "two", nil)])
    try remote.write(
      """
      {"defaults": {"layout": "strip", "feed-size": "m"}, "sheets": [
        {"inputs": ["\(remote.address("/3.png"))", {"src": "\(remote.address("/1_m.png"))", "repeat": 2}],
         "output": "a.png"},
        {"feed": "\(remote.address("/feed.js"))", "output": "b.png", "placements": "b.json"},
        {"feed": ["feed.js", "\(remote.address("/feed.js"))"], "inputs": ["3.png"], "output": "c.png"}
      ]}
      """, "m.json")
    func states(_ options: String = "", code: Int32 = 0) throws -> [String] {
      let run = try remote.tool(
        "batch m.json -q \(Self.allowed) --json-report r.json \(options)")
      #expect(run.code == code, "\(run.errorText)")
      let sheets = try #require(try remote.object("r.json")["sheets"] as? [[String: Any]])
      return sheets.map { ($0["state"] as? String ?? "?") + " \($0["pictures"] as? Int ?? -1)" }
    }
    #expect(try states() == ["built 3", "built 2", "built 5"])
    #expect(remote.server.count("/1_m.png") == 1)
    #expect(try states() == ["unchanged 3", "unchanged 2", "unchanged 5"])
    #expect(try states("--check") == ["unchanged 3", "unchanged 2", "unchanged 5"])
    #expect(try states("--offline") == ["unchanged 3", "unchanged 2", "unchanged 5"])

    // One of the pictures is another one by now.
    try remote.picture("3.png", level: 7)
    #expect(try states("--offline") == ["unchanged 3", "unchanged 2", "built 5"])
    #expect(try states("--check --refresh", code: 1).first == "out-of-date 0")
    #expect(try states("--refresh") == ["built 3", "unchanged 2", "unchanged 5"])

    // The feed has another item, and another title.
    try remote.feed([("/1_m.png", "uno", nil), ("/3.png", "three", nil)])
    #expect(try states("--refresh") == ["unchanged 3", "built 2", "built 5"])
    let placements = String(decoding: try remote.contents("b.json"), as: UTF8.self)
    #expect(placements.contains("\"title\": \"uno\""))

    // What cannot be reached stops the sheet that names it, and is left out of a feed.
    remote.server.on("/3.png", TestReply(status: 404))
    let failed = try states("--refresh", code: 2)
    #expect(failed == ["failed 0", "with-omissions 1", "with-omissions 3"])
    #expect(try states("--refresh", code: 2) == failed)
  }

  @Test func `the manifest on the page of feeds is one`() throws {
    let page = try String(
      contentsOf: packageRoot.appendingPathComponent("docs/feeds.md"), encoding: .utf8)
    let text = try #require(
      page.components(separatedBy: "```json\n").last?.components(separatedBy: "```").first)
    let jobs = try ManifestSample.read(text)
    #expect(jobs.map { $0.arguments.all["feed"]?.count } == [nil, 2])
    let items = try #require(jobs[0].arguments.items)
    #expect("\(items[0].place)" == "https://photos.example/cover.jpg")
    #expect(items[1].path != nil)
  }

  @Test func `the sample is a feed of Flickr's`() throws {
    let sample = packageRoot.appendingPathComponent("Samples/feed.json")
    let feed = try Feed([UInt8](Data(contentsOf: sample)))
    #expect(feed.kind == .flickr)
    #expect(feed.skipped == [])
    #expect(feed.items.map(\.title) == ["It's raining", "Lighthouse", "Fish & chips"])
    #expect(feed.items.allSatisfy { $0.statedSize != nil })
  }

  @Test func `a plan of a batch fetches no picture of a feed`() throws {
    let remote = try Self.photographs()
    try remote.write(
      #"{"sheets": [{"feed": "feed.js", "output": "a.png", "width": 200}]}"#, "m.json")
    let run = try remote.tool("batch m.json --plan \(Self.allowed)")
    #expect(run.code == 0, "\(run.errorText)")
    #expect(run.outputText.contains("\"size_from\": \"feed\""))
    #expect(remote.server.count() == 0)
  }

  @Test func `a command with addresses and feeds is printed as a manifest`() throws {
    let remote = try Self.photographs()
    let (one, feed) = (remote.address("/0_m.jpg"), remote.address("/feed.js"))
    let line = "grid \(one) x2 --feed feed.js --feed \(feed) --feed-size z"
    let printed = try remote.tool("\(line) \(Self.allowed) --offline --print-manifest")
    #expect(
      printed.outputText == """
        {"sheets": [{"layout": "grid", "inputs": [{"src": "\(one)", "repeat": 2}], "feed": ["feed.js", \
        "\(feed)"], "feed-size": "z", "output": "grid.png"}]}

        """)
    #expect(remote.server.count() == 0)
    try remote.write(printed.outputText, "m.json")
    #expect(try remote.tool("\(line) \(Self.allowed) -o direct.png").code == 0)
    #expect(try remote.tool("batch m.json \(Self.allowed)").code == 0)
    #expect(try remote.contents("grid.png") == remote.contents("direct.png"))
  }
}
