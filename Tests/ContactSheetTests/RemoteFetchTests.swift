import ContactSheet
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// What is fetched from a server that does what it should, and from one that does not.
@Suite(.timeLimit(.minutes(5)))
struct RemoteFetchTests {
  private let server = TestServer()
  private let cache: TemporaryDirectory
  private var options: RemoteOptions

  init() throws {
    cache = try TemporaryDirectory()
    options = RemoteOptions(in: cache)
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3, 4]

  private func request(
    _ path: String, host: String = "127.0.0.1", isFromFeed: Bool = false,
    kind: RemoteRequest.Kind = .picture
  ) throws -> RemoteRequest {
    RemoteRequest(
      try RemoteAddress(server.address(path, host: host).utf8), kind: kind, isFromFeed: isFromFeed)
  }

  /// What becomes of one path.
  private func fetch(
    _ path: String, _ options: RemoteOptions? = nil
  ) throws -> Result<FetchedFile, RemoteFault> {
    RemoteFiles(options ?? self.options).fetch([try request(path)])[0]
  }

  private func fault(_ path: String, _ options: RemoteOptions? = nil) throws -> RemoteFault? {
    if case .failure(let fault) = try fetch(path, options) { return fault }
    return nil
  }

  // MARK: what works

  @Test func `a picture comes as it is, with what the server says of it`() throws {
    server.on(
      "/a.png", TestReply(headers: [("Content-Type", "Image/PNG; q=1")], body: Self.png))
    let file = try fetch("/a.png").get()
    #expect(try URL(fileURLWithPath: file.path.description).contents() == Self.png)
    #expect(file.byteCount == 12)
    #expect(file.contentType == "image/png")
    #expect(file.finalAddress.text == server.address("/a.png"))
    #expect(file.digest == (try FileDigest(of: file.path)).text)
    #expect(!file.isFromCache)
    let headers = try #require(server.requests("/a.png").first).headers
    #expect(headers["user-agent"]?.hasPrefix("contactsheet/") == true)
    #expect(headers["accept"]?.hasPrefix("image/jpeg, image/png") == true)
    for name in ["accept-encoding", "cookie", "authorization", "if-none-match", "referer"] {
      #expect(headers[name] == nil, "\(name)")
    }
  }

  @Test func `many come in the order in which they were asked for, each once`() throws {
    var requests: [RemoteRequest] = []
    for index in 0..<40 {
      server.on("/\(index).png", TestReply(body: Self.png + [UInt8(index)]))
      requests.append(try request("/\(index).png"))
    }
    requests += requests.reversed()
    let seen = Locked<[RemoteProgress]>([])
    let results = RemoteFiles(options).fetch(requests) { progress in
      seen.withLock { $0.append(progress) }
    }
    let last = try results.map {
      try URL(fileURLWithPath: $0.get().path.description).contents().last
    }
    #expect(last == (Array(0..<40) + Array(0..<40).reversed()).map { UInt8($0) })
    #expect(server.count() == 40)
    #expect((2...4).contains(server.mostConnections))
    #expect(seen.withLock { $0.last } == RemoteProgress(done: 40, total: 40, bytes: 40 * 13))
  }

  @Test func `one run has one answer for an address, however often it asks`() throws {
    server.on("/r.png", TestReply(headers: [("Cache-Control", "no-store")], body: Self.png))
    let files = RemoteFiles(options)
    let first = try files.fetch([try request("/r.png")])[0].get()
    #expect(try files.fetch([try request("/r.png")])[0].get() == first)
    #expect(server.count() == 1)
    _ = try fetch("/r.png").get()
    #expect(server.count() == 2)
  }

  @Test func `redirects are followed, absolute and relative ones`() throws {
    server.on("/1", .redirect(to: server.address("/deep/2"), status: 301))
    server.on("/deep/2", .redirect(to: "3 x?y#z", status: 307))
    server.on("/deep/3%20x?y", .redirect(to: "/4"))
    server.on("/4", TestReply(body: Self.png))
    let file = try fetch("/1").get()
    #expect(file.finalAddress.text == server.address("/4"))
    #expect(server.requests().map(\.target) == ["/1", "/deep/2", "/deep/3%20x?y", "/4"])
  }

  @Test func `a redirect is followed whatever becomes of its body`() throws {
    let headers = [("Location", "../2?x")]
    server.on(
      "/a/1", TestReply(status: 302, headers: headers, body: [1], promised: 100, isCut: true))
    server.on(
      "/b/1",
      TestReply(status: 301, headers: headers, body: [UInt8](repeating: 1, count: 3_000_000)))
    server.on(
      "/c/1",
      TestReply(
        status: 302, headers: [("Location", "file:///x")], body: [1], promised: 100, isCut: true))
    server.on("/2?x", TestReply(body: Self.png))
    #expect(try fetch("/a/1").get().finalAddress.text == server.address("/2?x"))
    #expect(try fetch("/b/1").get().finalAddress.text == server.address("/2?x"))
    #expect(
      try fault("/c/1")?.description
        == "cannot be fetched: redirected to file:///x: only http and https are fetched")
  }

  @Test func `a body that comes slowly comes`() throws {
    let gate = TestReply.Gate()
    server.on("/slow", TestReply(body: Self.png, gate: gate, rest: Self.png))
    server.on("/fast") { _ in
      gate.open()
      return TestReply(body: Self.png)
    }
    let results = RemoteFiles(options).fetch([try request("/slow"), try request("/fast")])
    #expect(results.compactMap { try? $0.get().byteCount } == [24, 12])
  }

  // MARK: what does not

  @Test(arguments: [
    (404, "Not There", "cannot be fetched: 404 Not There"),
    (403, "", "cannot be fetched: 403 Forbidden"), (401, "No", "cannot be fetched: 401 No"),
    (204, "Empty", "cannot be fetched: 204 Empty"),
    (410, "G\u{1B}[1mone", "cannot be fetched: 410 G\\x1B[1mone"),
    (304, "Not Modified", "cannot be fetched: 304 Not Modified"),
    (599, "", "cannot be fetched: status 599"), (501, "Never", "cannot be fetched: 501 Never"),
  ])
  func `a status that stays is asked for once`(_ status: Int, _ reason: String, _ words: String)
    throws
  {
    server.on("/x", TestReply(status: status, reason: reason))
    #expect(try fault("/x")?.description == words)
    #expect(server.count() == 1)
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
  func `a status that may pass is asked for three times`(_ status: Int) throws {
    server.on("/x", TestReply(status: status, reason: "Later"))
    #expect(try fault("/x") == .status(status, "Later"))
    #expect(server.count() == 3)
    server.on(
      "/y", [TestReply(status: status), TestReply(status: status), TestReply(body: Self.png)])
    #expect(try fetch("/y").get().byteCount == 12)
    #expect(server.count("/y") == 3)
  }

  @Test func `Retry-After is waited for up to its limit`() throws {
    let soon = TestReply(status: 429, headers: [("Retry-After", "30")])
    server.on("/soon", [soon, TestReply(body: Self.png)])
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try fetch("/soon").get() }
    // 30 seconds, a thousand times as fast.
    #expect(time >= .milliseconds(30))

    server.on("/late", TestReply(status: 503, reason: "Busy", headers: [("Retry-After", "31")]))
    let late = try fault("/late")
    #expect(late == .busy(503, "Busy", retryAfter: 31))
    #expect(
      late?.description
        == "cannot be fetched: 503 Busy, and not to be tried again before 31 seconds")
    #expect(server.count("/late") == 1)

    var options = options
    options.now = { 784_111_777 - 3600 }
    server.on(
      "/date",
      TestReply(
        status: 503, reason: "Busy", headers: [("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")]))
    #expect(try fault("/date", options) == .busy(503, "Busy", retryAfter: 3600))
  }

  @Test func `redirects in a circle end, and five in a row do not`() throws {
    server.on("/a", .redirect(to: "/b"))
    server.on("/b", .redirect(to: "/a"))
    #expect(try fault("/a")?.description == "cannot be fetched: redirected more than 5 times")
    #expect(server.count() == 6)
    for index in 1...5 { server.on("/r\(index)", .redirect(to: "/r\(index + 1)")) }
    server.on("/r6", TestReply(body: Self.png))
    #expect(try fetch("/r1").get().byteCount == 12)
  }

  @Test(arguments: [
    ("ftp://127.0.0.1/x", "redirected to ftp://127.0.0.1/x: only http and https are fetched"),
    ("file:///etc/passwd", "redirected to file:///etc/passwd: only http and https are fetched"),
    (
      "http://me:secret@127.0.0.1/",
      "redirected to http://…@127.0.0.1/: a user name or a password in an address is not sent"
    ),
  ])
  func `a redirect to what is not fetched says where to`(_ target: String, _ words: String) throws {
    server.on("/x", .redirect(to: target))
    #expect(try fault("/x")?.description == "cannot be fetched: \(words)")
    #expect(server.count() == 1)
  }

  @Test func `fewer bytes than promised are tried again and then told`() throws {
    server.on(
      "/x", TestReply(body: [UInt8](repeating: 1, count: 3211), promised: 5000, isCut: true))
    let fault = try fault("/x")
    #expect(fault == .short(promised: 5000, received: 3211))
    #expect(
      fault?.description
        == "cannot be fetched: the server promised 5,000 bytes and sent 3,211")
    #expect(server.count() == 3)
    server.on("/y", [TestReply(body: [1], promised: 12, isCut: true), TestReply(body: Self.png)])
    #expect(try fetch("/y").get().byteCount == 12)
  }

  @Test func `chunks that end half way are told as well`() throws {
    server.on(
      "/x",
      TestReply(
        headers: [("Transfer-Encoding", "chunked")], body: Array("5\r\nhello\r\n9\r\nhalf".utf8),
        promised: -1, isCut: true))
    #expect(
      try fault("/x")?.description
        == "cannot be fetched: the connection was closed after 9 bytes")
    #expect(server.count() == 3)
  }

  @Test func `without a length a body ends where the connection does`() throws {
    server.on("/x", TestReply(body: Self.png, promised: -1, isCut: true))
    #expect(try fetch("/x").get().byteCount == 12)
  }

  @Test func `a server that closes without a word is asked again`() throws {
    server.on("/x", TestReply(isSilent: true))
    #expect(
      try fault("/x")?.description
        == "cannot be fetched: the server closed the connection and sent nothing")
    // libcurl itself asks once more where a connection was used before.
    #expect(server.count() >= 3)
  }

  @Test(arguments: [50_000_000, -1])
  func `what is larger than allowed is not taken, whether it says so or not`(_ promised: Int) throws
  {
    var options = options
    options.pictureByteLimit = 1_000_000
    let body = [UInt8](repeating: 7, count: promised < 0 ? 1_200_000 : 100_000)
    server.on("/x", TestReply(body: body, promised: promised, isCut: true))
    #expect(try fault("/x", options)?.description == "has more than 1 MB, the limit")
    #expect(server.count() == 1)
    #expect(try cache.names("cache/entries") == [])
  }

  @Test func `exactly as much as allowed is taken`() throws {
    var options = options
    options.pictureByteLimit = 12
    server.on("/x", TestReply(body: Self.png))
    #expect(try fetch("/x", options).get().byteCount == 12)
    options.pictureByteLimit = 11
    #expect(try fault("/x?", options) == .status(404, "Said"))
    server.on("/y", TestReply(body: Self.png))
    #expect(try fault("/y", options)?.description == "has more than 11 bytes, the limit")
  }

  @Test func `a page, a feed and nothing are no pictures, but a feed may be anything`() throws {
    let html = "<!DOCTYPE html><html>Log in</html>"
    server.on("/page", TestReply(headers: [("Content-Type", "text/html; charset=x")], body: html))
    server.on("/feed", TestReply(body: "\u{FEFF} jsonFlickrFeed({\"items\": []})"))
    server.on("/json", TestReply(body: "{\"title\": \"x\", \"items\": [1]}"))
    server.on("/none", TestReply())
    #expect(try fault("/page")?.description == "is a web page (text/html), not a picture")
    #expect(try fault("/feed")?.description == "is a feed, not a picture; --feed reads it")
    #expect(try fault("/json") == .feed)
    #expect(try fault("/none")?.description == "is empty (0 bytes)")
    for path in ["/page", "/feed", "/json"] {
      let result = RemoteFiles(options).fetch([try request(path, kind: .feed)])[0]
      #expect((try? result.get()) != nil, "\(path)")
    }
  }

  @Test
  func `where nobody listens the system says why, and nobody else is asked for the same host`()
    throws
  {
    // A port that was free a moment ago.
    let port = TestServer().port
    let requests = try (0..<20).map { index in
      RemoteRequest(try RemoteAddress("http://127.0.0.1:\(port)/\(index)".utf8))
    }
    let results = RemoteFiles(options).fetch(requests)
    for result in results {
      #expect(result == .failure(.notConnected("connection refused")))
    }
  }

  @Test func `a host without an address is told as such`() throws {
    var options = options
    options.tries = 1
    let request = RemoteRequest(try RemoteAddress("http://nowhere.invalid/".utf8))
    let result = RemoteFiles(options).fetch([request])[0]
    #expect(result == .failure(.notConnected("the host is not known")))
  }

  @Test func `a server that stops in the middle is left after a while`() throws {
    let gate = TestReply.Gate()
    defer { gate.open() }
    server.on("/x", TestReply(body: [1, 2, 3], promised: 100, gate: gate))
    var options = options
    options.tries = 1
    options.stallTimeLimit = 1
    #expect(
      try fault("/x", options)?.description == "cannot be fetched: nothing came for 1 seconds")
    options.stallTimeLimit = 30
    options.totalTimeLimit = 0.2
    #expect(try fault("/x", options) == .timeOut(seconds: 0))
  }

  #if os(Linux)
    @Test func `a host that takes no connection is left after a while`() throws {
      let silent = SilentServer()
      var options = options
      options.connectTimeLimit = 0.2
      options.tries = 2
      let requests = try (0..<2).map { index in
        RemoteRequest(try RemoteAddress("http://127.0.0.1:\(silent.port)/\(index)".utf8))
      }
      let results = RemoteFiles(options).fetch(requests)
      #expect(results.allSatisfy { $0 == .failure(.connectTimeOut(seconds: 0)) })
    }
  #endif

  @Test func `to wait for a turn takes no time of a try`() throws {
    var options = options
    options.totalTimeLimit = 0.9
    // The second try begins after more than that, and is not over in no time.
    options.waitScale = 1
    options.tries = 2
    let large = Self.png + [UInt8](repeating: 7, count: 20_000_000)
    server.on(
      "/x", [TestReply(status: 503, headers: [("Retry-After", "1")]), TestReply(body: large)])
    #expect(try fetch("/x", options).get().byteCount == large.count)
  }

  @Test func `what waits to be tried again has no file open`() throws {
    var options = options
    options.waitScale = 0.5
    options.tries = 2
    let requests = try (0..<40).map { index in
      server.on("/\(index)", TestReply(status: 503))
      return try request("/\(index)")
    }
    var most = 0
    let results = RemoteFiles(options).fetch(requests) { _ in
      most = max(most, (try? cache.names("cache/entries").count) ?? 0)
    }
    #expect(results.allSatisfy { $0 == .failure(.status(503, "Said")) })
    #expect(server.count() == 80)
    #expect((1...options.transferLimit).contains(most), "\(most)")
  }

  @Test func `a header without measure is told as one, and not asked for again`() throws {
    let long = ("X-Long", String(repeating: "a", count: 300_000))
    server.on("/long", TestReply(headers: [long], body: Self.png))
    let line = ("X-Line", String(repeating: "a", count: 9000))
    server.on("/many", TestReply(headers: Array(repeating: line, count: 60), body: Self.png))
    for path in ["/long", "/many"] {
      #expect(
        try fault(path)?.description
          == "cannot be fetched: the header of the server's answer is too large")
      #expect(server.count(path) == 1)
    }
  }

  @Test func `a server that speaks no TLS is told as such`() throws {
    let request = RemoteRequest(try RemoteAddress("https://127.0.0.1:\(server.port)/".utf8))
    var options = options
    options.tries = 1
    guard case .failure(let fault) = RemoteFiles(options).fetch([request])[0] else {
      Issue.record("there is no TLS")
      return
    }
    #expect(fault.description.hasPrefix("cannot be fetched: no secure connection: "), "\(fault)")
  }

  @Test func `certificates are checked`() throws {
    guard let secure = try SecureServer(serving: ["a.png": Self.png]) else { return }
    let request = RemoteRequest(
      try RemoteAddress("https://localhost:\(secure.port)/a.png".utf8))
    var options = options
    let result = RemoteFiles(options).fetch([request])[0]
    guard case .failure(.notConnected(let words)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(words.hasPrefix("its certificate cannot be trusted: "), "\(words)")
    options.certificates = secure.certificates
    #expect(try RemoteFiles(options).fetch([request])[0].get().byteCount == 12)
    // It is one of localhost, and of nobody else.
    let other = RemoteRequest(
      try RemoteAddress("https://127.0.0.1:\(secure.port)/a.png".utf8))
    let refused = RemoteFiles(options).fetch([other])[0]
    #expect((try? refused.get()) == nil)
  }

  @Test
  func
    `an answer that is no picture is told by its status, however long its body is or where it ends`()
    throws
  {
    server.on("/long", TestReply(status: 206, body: [UInt8](repeating: 1, count: 3_000_000)))
    server.on("/cut", TestReply(status: 206, body: [1, 2, 3], promised: 100, isCut: true))
    for path in ["/long", "/cut"] {
      #expect(try fault(path) == .status(206, "Said"), "\(path)")
      #expect(server.count(path) == 1)
    }
  }

  @Test func `nothing asked for is nothing done`() throws {
    #expect(RemoteFiles(options).fetch([]).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: cache.path("cache")))
  }

  // MARK: private addresses

  @Test(arguments: [
    "127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "127.0.0.2", "0.0.0.0",
  ])
  func `a feed does not lead to this machine, however it is written`(_ host: String) throws {
    server.on("/x", TestReply(body: Self.png))
    let request = try request("/x", host: host, isFromFeed: true)
    let result = RemoteFiles(options).fetch([request])[0]
    guard case .failure(.privateAddress(let address)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(["127.0.0.1", "127.0.0.2", "0.0.0.0", "[::1]"].contains(address))
    #expect(
      RemoteFault.privateAddress("127.0.0.1").description
        == "cannot reach a private address (127.0.0.1) that a feed named; "
        + "--allow-private-addresses allows it")
    #expect(server.count() == 0)

    var allowing = options
    allowing.allowsPrivateAddresses = true
    #expect(try RemoteFiles(allowing).fetch([request])[0].get().byteCount == 12)
  }

  @Test func `nor does a redirect of an allowed address`() throws {
    var options = options
    options.publicAddresses = ["127.0.0.1"]
    server.on("/go", .redirect(to: server.address("/secret", host: "127.0.0.2")))
    server.on("/stay", .redirect(to: "/secret"))
    server.on("/secret", TestReply(body: Self.png))
    let files = RemoteFiles(options)
    let results = files.fetch(
      [try request("/stay", isFromFeed: true), try request("/go", isFromFeed: true)])
    #expect((try? results[0].get().byteCount) == 12)
    #expect(results[1] == .failure(.privateAddress("127.0.0.2")))
    #expect(server.requests("/secret").count == 1)
    // Whom the user names may lead anywhere.
    #expect(try RemoteFiles(options).fetch([try request("/go")])[0].get().byteCount == 12)
  }

  @Test func `neither an open connection nor the cache is a way around`() throws {
    server.on("/mine", TestReply(headers: [("Cache-Control", "max-age=1000")], body: Self.png))
    server.on("/other", TestReply(body: Self.png))
    let files = RemoteFiles(options)
    let results = files.fetch([
      try request("/mine"), try request("/other", isFromFeed: true),
      try request("/mine", isFromFeed: true),
    ])
    #expect((try? results[0].get().byteCount) == 12)
    #expect(results[1] == .failure(.privateAddress("127.0.0.1")))
    #expect(results[2] == .failure(.privateAddress("127.0.0.1")))
    #expect(server.requests().map(\.target) == ["/mine"])
  }
}
