import ContactSheet
import ImageCodecs
import TestSupport
import Testing

/// Addresses as inputs of the real binary.
struct RemoteInputTests {
  @Test(arguments: ["strip", "list --width 90", "grid --width 90", "justified --width 90"])
  func `a sheet of addresses is that of the same files`(_ layout: String) throws {
    let remote = try RemoteFolder()
    try remote.picture("a.png", 30, 20, level: 40)
    try remote.picture("b c.png", 20, 30, level: 200)
    // An address has no blank.
    remote.server.on("/b%20c.png", TestReply(body: try remote.contents("b c.png")))
    let (a, b) = (remote.address("/a.png"), remote.address("/b c.png#part"))
    let run = try remote.tool("\(layout) \(a) x2 '\(b)' a.png -o remote.png")
    #expect(run.code == 0, "\(run.errorText)")
    #expect(try remote.tool("\(layout) a.png x2 'b c.png' a.png -o local.png").code == 0)
    #expect(try remote.contents("remote.png") == remote.contents("local.png"))
    #expect(remote.server.count("/a.png") == 1)
    #expect(remote.server.count("/b%20c.png") == 1)
  }

  @Test func `without a command addresses are pictures`() throws {
    let remote = try RemoteFolder()
    try remote.picture("a.png")
    let run = try remote.tool(remote.address("/a.png"))
    #expect(run.code == 0, "\(run.errorText)")
    #expect(run.said.last?.hasPrefix("fitted.png: 1200 × ") == true)
    #expect(remote.folder.names.contains("fitted.png"))
  }

  struct Failure: CustomTestStringConvertible, Sendable {
    let name: String
    let replies: [TestReply]
    let words: String
    var tries = 1

    var testDescription: String { name }
  }

  private static let failures = [
    Failure(
      name: "404", replies: [TestReply(status: 404, reason: "Not Found", body: Array("no".utf8))],
      words: "cannot be fetched: 404 Not Found"),
    Failure(
      name: "503", replies: [TestReply(status: 503, reason: "Busy")],
      words: "cannot be fetched: 503 Busy", tries: 3),
    Failure(
      name: "429",
      replies: [TestReply(status: 429, reason: "Slow down", headers: [("Retry-After", "3600")])],
      words: "cannot be fetched: 429 Slow down, and not to be tried again before 3,600 seconds"),
    Failure(
      name: "too large",
      replies: [TestReply(body: [1, 2, 3], promised: 200_000_000, isCut: true)],
      words: "has more than 100 MB, the limit"),
    Failure(
      name: "short", replies: [TestReply(body: [1, 2, 3], promised: 5000, isCut: true)],
      words: "cannot be fetched: the server promised 5,000 bytes and sent 3", tries: 3),
    Failure(name: "empty", replies: [TestReply()], words: "is empty (0 bytes)"),
    Failure(
      name: "a page",
      replies: [
        TestReply(
          headers: [("Content-Type", "text/html; charset=utf-8")],
          body: "<!DOCTYPE html><title>Sign in</title>")
      ], words: "is a web page (text/html), not a picture"),
    Failure(
      name: "a feed",
      replies: [TestReply(body: FlickrFeedFixture([]).text)],
      words: "is a feed, not a picture; --feed reads it"),
    Failure(
      name: "another format", replies: [TestReply(body: "GIF89a…")],
      words: "is a GIF picture; contactsheet reads JPEG and PNG (magick converts it)"),
    Failure(
      name: "a broken picture", replies: [TestReply(body: Array(plainPNG(9).prefix(20)))],
      words: "malformed PNG: premature end of PNG file"),
  ]

  @Test(arguments: failures)
  func `what an address cannot give is said of it, and nothing is made`(
    _ failure: Failure
  ) throws {
    let remote = try RemoteFolder()
    try remote.picture("good.png")
    remote.server.on("/bad", failure.replies)
    let (good, bad) = (remote.address("/good.png"), remote.address("/bad"))
    let run = try remote.tool("strip \(good) \(bad) -o s.png --json-report r.json")
    #expect(run.code == 2)
    #expect(run.said == ["\(bad): \(failure.words)"])
    #expect(!remote.folder.names.contains("s.png"))
    #expect(remote.server.count("/bad") == failure.tries)
    let omissions = try #require(try remote.object("r.json")["omissions"] as? [[String: Any]])
    #expect(omissions.map { $0["address"] as? String } == [bad])
    #expect(omissions.map { $0["index"] as? Int } == [1])

    let skipping = try remote.tool("strip \(good) \(bad) -o s.png --on-error skip --offline")
    // Offline nothing is asked for again: what failed is not in the cache.
    #expect(skipping.code == 3, "\(skipping.errorText)")
    #expect(skipping.said.first?.hasPrefix("\(bad): left out: ") == true)
    #expect(remote.server.count("/bad") == failure.tries)
  }

  @Test func `every address that fails is named, and placeholders keep their places`() throws {
    let remote = try RemoteFolder()
    try remote.picture("a.png")
    let (one, other) = (remote.address("/1"), remote.address("/2"))
    let line = "strip \(one) \(remote.address("/a.png")) \(other) \(one) -o s.png"
    let run = try remote.tool(line)
    #expect(run.code == 2)
    #expect(run.said == [one, other].map { "\($0): cannot be fetched: 404 Said" })
    let replaced = try remote.tool("\(line) --on-error placeholder --placements p.json")
    #expect(replaced.code == 3)
    let pages = try #require(try remote.object("p.json")["pages"] as? [[String: Any]])
    let tiles = try #require(pages[0]["tiles"] as? [[String: Any]])
    #expect(tiles.map { $0["placeholder"] as? Bool ?? false } == [true, false, true, true])
    #expect(tiles.map { $0["address"] as? String }.last == one)
    #expect(tiles.allSatisfy { $0["file"] == nil })
    // Who compares sheets reads them as well.
    let placements = try SheetPlacements(json: try remote.contents("p.json"))
    #expect(placements.pages[0].tiles.map(\.name).first == one)
  }

  @Test func `a server that is not there is named with its address`() throws {
    let remote = try RemoteFolder()
    let port = TestServer().port
    let address = "http://127.0.0.1:\(port)/a.png"
    let run = try remote.tool("strip \(address)")
    #expect(run.code == 2)
    #expect(run.said.first?.hasPrefix("\(address): cannot be fetched: ") == true)
  }

  @Test func `lists hold addresses, and probe and reports name them`() throws {
    let remote = try RemoteFolder()
    try remote.picture("a.png", 5, 7)
    try remote.picture("b.png", 6, 8)
    try remote.write("a.png\n\(remote.address("/b.png"))\r\n\(remote.address("/none"))\n", "list")
    let run = try remote.tool("probe --files-from list")
    #expect(run.code == 2)
    #expect(
      run.outputText == """
        a.png: PNG, 5 × 7, 8-bit grey
        \(remote.address("/b.png")): PNG, 6 × 8, 8-bit grey
        \(remote.address("/none")): cannot be fetched: 404 Said

        """)
    let names = try remote.tool("probe --files-from list --list-damaged --offline")
    #expect(names.outputText == "\(remote.address("/none"))\n")
    let json = try remote.tool("probe --json \(remote.address("/b.png"))").outputText
    #expect(json.contains("[{\"address\": \"\(remote.address("/b.png"))\", \"format\": \"PNG\""))

    try remote.write("a.png\nhttp://\n", "list")
    let bad = try remote.tool("strip --files-from list")
    #expect(bad.code == 2)
    #expect(bad.said == ["list: 'http://' is no address to fetch: it names no host"])
  }

  @Test func `an earlier run fills the cache for one that is offline`() throws {
    let remote = try RemoteFolder()
    try remote.picture("a.png")
    let line = "strip \(remote.address("/a.png")) -q"
    #expect(try remote.tool("\(line) -o one.png").code == 0)
    #expect(try remote.tool("\(line) -o two.png --offline").code == 0)
    #expect(remote.server.count() == 1)
    #expect(try remote.contents("one.png") == remote.contents("two.png"))
    #expect(try remote.tool("\(line) -o two.png --refresh").code == 0)
    #expect(remote.server.count() == 2)
    let other = try remote.tool("strip \(remote.address("/b.png")) --offline")
    #expect(other.code == 2)
    #expect(
      other.said == ["\(remote.address("/b.png")): not in the cache, and --offline was given"])
    #expect(remote.server.count() == 2)
  }

  @Test func `pictures are sorted as files are, and cut off before they are fetched`() throws {
    let remote = try RemoteFolder()
    let days = [3, 1, 2]
    for (index, name) in ["img10.png", "img9.png", "a.png"].enumerated() {
      try remote.folder.picture(name, 10 + index, 10, level: 60 * index)
      remote.server.on(
        "/\(index)/\(name)",
        TestReply(
          headers: [("Last-Modified", "Mon, 0\(days[index]) Jan 2024 00:00:00 GMT")],
          body: try remote.contents(name)))
    }
    let addresses = ["/0/img10.png", "/1/img9.png", "/2/a.png"].map(remote.address)
    func order(_ options: String) throws -> [Int] {
      let run = try remote.tool("strip \(addresses.joined(separator: " ")) --plan \(options)")
      let plan = try PrintedPlan(run.output)
      return plan.pages[0].tiles.map { $0.storedWidth! - 10 }
    }
    #expect(try order("--limit 1") == [0])
    #expect(remote.server.count() == 1)
    #expect(try order("--sort name --limit 1") == [2])
    #expect(try order("--reverse --limit 1") == [2])
    #expect(remote.server.requests().map(\.target) == ["/0/img10.png", "/2/a.png"])
    #expect(try order("--sort date") == [1, 2, 0])
    let bytes = try ["img10.png", "img9.png", "a.png"].map { try remote.contents($0).count }
    #expect(
      try order("--sort size") == [0, 1, 2].sorted { (bytes[$0], $0) < (bytes[$1], $1) })
    #expect(try order("--sort natural") == [0, 1, 2])
    #expect(try order("--sort name") == [2, 0, 1])
  }

  @Test(arguments: [
    ("strip http://", "'http://' is no address to fetch: it names no host."),
    (
      "grid a.png HTTPS://me:secret@a.example/a.jpg",
      "'HTTPS://…@a.example/a.jpg' is no address to fetch: a user name or a password in an address is "
        + "not sent."
    ),
    ("strip --feed ''", "The value of '--feed' is empty."),
    (
      "strip --feed -",
      "A feed is not read from standard input. A file of that name is './-' (--feed)."
    ),
    (
      "strip --feed http://:80/", "'http://:80/' is no address to fetch: it names no host (--feed)."
    ),
    ("strip a.png --feed-size z", "'--feed-size' goes with '--feed' only."),
    (
      "strip --feed a --feed-size x",
      "'x' is not a value of '--feed-size': m, z, b. Did you mean 'm'?"
    ),
    ("strip a.png --offline --refresh", "'--offline' does not go with '--refresh'."),
    ("batch m.json --offline --refresh", "'--offline' does not go with '--refresh'."),
    ("probe a.png --feed a", "Option '--feed' does not belong to this command."),
    (
      "diff a.png http://a.example/b.png",
      "'http://a.example/b.png' is an address, and diff compares files: fetch it first."
    ),
    ("strip", "No picture given."),
  ])
  func `what cannot be meant is wrong usage`(_ line: String, _ words: String) throws {
    let run = try RemoteFolder().tool(line)
    #expect(run.code == 64)
    let command = line.prefix { $0 != " " }
    #expect(run.said == ["\(words) See 'contactsheet \(command) --help'."])
  }

  @Test func `how far fetching is stands in the progress`() throws {
    let remote = try RemoteFolder()
    try remote.picture("a.png")
    let run = try remote.tool("strip \(remote.address("/a.png")) x4 a.png -q --progress json")
    let last = try #require(run.errorLines.last)
    #expect(last.contains("\"fetched\": 1, \"fetched_total\": 1"))
    let local = try remote.tool("strip a.png -q --progress json")
    #expect(!local.errorText.contains("fetched"))
  }
}
