import ContactSheet
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// What the cache keeps, how long it believes it, and what it asks after that (RFC 9111).
@Suite(.timeLimit(.minutes(5)))
struct RemoteFreshnessTests {
  private let server = TestServer()
  private let cache: TemporaryDirectory
  /// 1994-11-06 08:49:37, and what was added to it.
  private let clock = Locked(784_111_777)
  private var options: RemoteOptions

  init() throws {
    cache = try TemporaryDirectory()
    options = RemoteOptions(in: cache)
    let clock = clock
    options.now = { clock.withLock { $0 } }
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3, 4]

  private func fetch(
    _ path: String = "/x", _ options: RemoteOptions? = nil
  ) throws -> Result<FetchedFile, RemoteFault> {
    let address = try RemoteAddress(server.address(path).utf8)
    return RemoteFiles(options ?? self.options).fetch([RemoteRequest(address)])[0]
  }

  private func pass(_ seconds: Int) { clock.withLock { $0 += seconds } }

  @Test(arguments: [
    ("Cache-Control: max-age=60", 60), ("Cache-Control: MAX-AGE=\"60\", private", 60),
    ("Cache-Control: s-maxage=5, max-age=60", 60), ("Cache-Control: max-age=60|Age: 20", 40),
    ("Cache-Control: max-age=60|Expires: Sun, 06 Nov 1994 08:49:38 GMT", 60),
    ("Cache-Control: max-age=soon", 0), ("Cache-Control: no-cache, max-age=60", 0),
    ("Cache-Control: max-age=60|Vary: *", 0),
    ("Pragma: no-cache|Expires: Sun, 06 Nov 2094 08:49:37 GMT", 0),
    ("Expires: Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Expires: 0", 0),
    ("Expires: Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Expires: Sun Nov  6 08:50:37 1994", 60),
    ("Expires: Sun, 06 Nov 1994 08:49:37 GMT", 0),
    ("Date: Sun, 06 Nov 1994 08:49:07 GMT|Cache-Control: max-age=60", 30),
    ("Last-Modified: Sun, 06 Nov 1994 08:39:37 GMT", 60),
    ("Last-Modified: Sun, 06 Nov 1904 08:39:37 GMT", 86_400),
    ("Last-Modified: Sun, 06 Nov 2004 08:39:37 GMT", 0), ("Etag: \"a\"", 0), ("X: y", 0),
  ])
  func `an answer holds as long as it says`(_ text: String, _ seconds: Int) throws {
    let headers = text.split(separator: "|").map { line in
      let sides = line.components(separatedBy: ": ")
      return (sides[0], sides[1])
    }
    server.on("/x", TestReply(headers: headers, body: Self.png))
    #expect(try !fetch().get().isFromCache)
    if seconds > 0 {
      pass(seconds - 1)
      #expect(try fetch().get().isFromCache)
      #expect(server.count() == 1)
      pass(1)
    }
    _ = try fetch().get()
    #expect(server.count() == 2)
  }

  @Test func `what is old is asked about, and 304 makes it new`() throws {
    let mark = "\"v1\""
    let modified = "Sun, 06 Nov 1994 08:00:00 GMT"
    server.on("/x") { request in
      if request.headers["if-none-match"] == mark {
        return TestReply(status: 304, headers: [("Cache-Control", "max-age=100"), ("ETag", mark)])
      }
      return TestReply(
        headers: [
          ("ETag", mark), ("Last-Modified", modified), ("Cache-Control", "max-age=10"),
          ("Content-Type", "image/png"),
        ], body: Self.png)
    }
    let first = try fetch().get()
    pass(10)
    let second = try fetch().get()
    #expect(second.isFromCache)
    #expect(second.path == first.path && second.contentType == "image/png")
    #expect(server.count() == 2)
    #expect(server.requests()[1].headers["if-modified-since"] == modified)
    pass(99)
    #expect(try fetch().get().isFromCache)
    #expect(server.count() == 2)
    pass(1)
    #expect(try fetch().get().isFromCache)
    #expect(server.count() == 3)
  }

  @Test func `a 304 without a date is of the moment at which it comes`() throws {
    server.on("/x") { request in
      if request.headers["if-none-match"] != nil { return TestReply(status: 304) }
      return TestReply(
        headers: [
          ("ETag", "\"1\""), ("Cache-Control", "max-age=10"),
          ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ], body: Self.png)
    }
    _ = try fetch().get()
    pass(1000)
    #expect(try fetch().get().isFromCache)
    pass(9)
    #expect(try fetch().get().isFromCache)
    #expect(server.count() == 2)
    pass(1)
    #expect(try fetch().get().isFromCache)
    #expect(server.count() == 3)
  }

  @Test func `what changed is fetched, and who has the old one keeps it`() throws {
    server.on(
      "/x",
      [
        TestReply(headers: [("ETag", "\"1\"")], body: Self.png),
        TestReply(headers: [("ETag", "\"2\"")], body: Self.png + [5]),
      ])
    let holder = RemoteFiles(options)
    let request = RemoteRequest(try RemoteAddress(server.address("/x").utf8))
    let old = try holder.fetch([request])[0].get()
    let new = try fetch().get()
    #expect(server.requests()[1].headers["if-none-match"] == "\"1\"")
    #expect((old.byteCount, new.byteCount) == (12, 13))
    #expect(old.digest != new.digest && !new.isFromCache)
    #expect(try FileDigest(of: old.path).text == old.digest)
    #expect(try FileDigest(of: new.path).text == new.digest)
  }

  @Test func `a mark of another address does not count`() throws {
    server.on("/x", [.redirect(to: "/a"), .redirect(to: "/b")])
    server.on("/a", TestReply(headers: [("ETag", "\"1\"")], body: Self.png))
    server.on("/b") { request in
      request.headers["if-none-match"] == nil
        ? TestReply(body: Self.png + [9]) : TestReply(status: 304)
    }
    #expect(try fetch().get().byteCount == 12)
    let second = try fetch().get()
    #expect(second.byteCount == 13 && !second.isFromCache)
    #expect(second.finalAddress.text == server.address("/b"))
  }

  @Test(arguments: [
    (301, "", true), (308, "", true), (302, "", false), (307, "", false),
    (302, "max-age=50", true), (301, "no-cache", false), (301, "max-age=5", false),
  ])
  func `a redirect holds as well, or does not`(_ status: Int, _ control: String, _ holds: Bool)
    throws
  {
    let headers = [("Location", "/y")] + (control.isEmpty ? [] : [("Cache-Control", control)])
    server.on("/x", TestReply(status: status, headers: headers))
    server.on("/y", TestReply(headers: [("Cache-Control", "max-age=100")], body: Self.png))
    _ = try fetch().get()
    pass(20)
    _ = try fetch().get()
    #expect(server.count("/x") == (holds ? 1 : 2))
  }

  @Test func `no-store is not kept past the run, and what was kept before goes`() throws {
    var options = options
    options.holdsToTheEnd = false
    server.on(
      "/x",
      [
        TestReply(headers: [("Cache-Control", "max-age=5")], body: Self.png),
        TestReply(headers: [("Cache-Control", "no-store")], body: Self.png),
      ])
    _ = try fetch("/x", options).get()
    pass(5)
    do {
      let files = RemoteFiles(options)
      let file = try files.fetch([RemoteRequest(try RemoteAddress(server.address("/x").utf8))])[0]
        .get()
      #expect(try FileDigest(of: file.path).text == file.digest)
      try RemoteCache(options.cache!).evict(limit: 1_000_000)
      #expect(FileManager.default.fileExists(atPath: file.path.description))
      withExtendedLifetime(files) {}
    }
    try RemoteCache(options.cache!).evict(limit: 1_000_000)
    #expect(try cache.names("cache/entries") == [])
    #expect(try cache.names("cache/in-use") == [])
  }

  @Test func `refresh fetches what is new, once in a run`() throws {
    server.on(
      "/x",
      TestReply(headers: [("Cache-Control", "max-age=99"), ("ETag", "\"1\"")], body: Self.png))
    _ = try fetch().get()
    var options = options
    options.refreshes = true
    let files = RemoteFiles(options)
    let request = RemoteRequest(try RemoteAddress(server.address("/x").utf8))
    #expect(try !files.fetch([request])[0].get().isFromCache)
    _ = try files.fetch([request])[0].get()
    #expect(server.count() == 2)
    #expect(server.requests()[1].headers["if-none-match"] == nil)
  }

  @Test func `offline has what the cache has, however old, and nothing else`() throws {
    server.on(
      "/x", TestReply(headers: [("Cache-Control", "must-revalidate, max-age=0")], body: Self.png))
    let online = try fetch().get()
    pass(1_000_000)
    var options = options
    options.isOffline = true
    #expect(try fetch("/x", options).get().path == online.path)
    let missing = try fetch("/y", options)
    #expect(missing == .failure(.offline))
    #expect(
      RemoteFault.offline.description == "not in the cache, and --offline was given")
    #expect(server.count() == 1)
    options.cache = RawPath(cache.path("nothing"))
    #expect(try fetch("/x", options) == .failure(.offline))
    #expect(!FileManager.default.fileExists(atPath: cache.path("nothing")))
  }

  @Test func `a clock that was ahead makes nothing new`() throws {
    server.on("/x", TestReply(headers: [("Cache-Control", "max-age=1000000")], body: Self.png))
    _ = try fetch().get()
    pass(-10)
    _ = try fetch().get()
    #expect(server.count() == 2)
  }
}
