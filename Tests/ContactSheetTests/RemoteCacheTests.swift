import ContactSheet
import Foundation
import ImageCodecs
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The directory in which fetched files are kept.
@Suite(.timeLimit(.minutes(5)))
struct RemoteCacheTests {
  private let server = TestServer()
  private let cache: TemporaryDirectory
  private var options: RemoteOptions

  init() throws {
    cache = try TemporaryDirectory()
    options = RemoteOptions(in: cache)
    options.holdsToTheEnd = false
    for index in 0..<20 {
      server.on(
        "/\(index)",
        TestReply(
          headers: [("Cache-Control", "max-age=1000")],
          body: Self.png + [UInt8](repeating: UInt8(index), count: 1000)))
    }
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private func request(_ index: Int) throws -> RemoteRequest {
    RemoteRequest(try RemoteAddress(server.address("/\(index)").utf8))
  }

  /// Fetches some, and lets go of them.
  @discardableResult
  private func fetch(_ indices: [Int], _ options: RemoteOptions? = nil) throws -> [FetchedFile] {
    let files = RemoteFiles(options ?? self.options)
    return try files.fetch(try indices.map(request)).map { try $0.get() }
  }

  private var bodies: [String] {
    ((try? cache.names("cache/entries")) ?? []).filter { !$0.hasSuffix(".json") }
  }

  /// Which of them are in the cache.
  private func present() throws -> [Int] {
    var options = options
    options.isOffline = true
    let files = RemoteFiles(options)
    let results = files.fetch(try (0..<20).map(request))
    return (0..<20).filter { (try? results[$0].get()) != nil }
  }

  @Test func `files are their owner's, and backups pass them over`() throws {
    try fetch([1])
    let entries = try cache.names("cache/entries")
    #expect(entries.count == 2)
    #expect(try cache.names("cache") == ["CACHEDIR.TAG", "entries", "in-use", "lock"])
    func mode(_ name: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: cache.path(name))
      return try #require(attributes[.posixPermissions] as? Int)
    }
    #expect(try mode("cache") == 0o700)
    #expect(try mode("cache/entries") == 0o700)
    for name in entries { #expect(try mode("cache/entries/\(name)") == 0o600) }
    #expect(try mode("cache/lock") == 0o600)
    #expect(
      String(
        decoding: try cache.url.appendingPathComponent("cache/CACHEDIR.TAG").contents(),
        as: UTF8.self)
        == "Signature: 8a477f597d28d172789f06886806bc55\n")
  }

  @Test func `a process has one lease, however many runs it has`() throws {
    var options = options
    options.holdsToTheEnd = true
    try fetch([1, 2], options)
    let leases = try cache.names("cache/in-use")
    #expect(leases.count == 1)
    let lease = cache.url.appendingPathComponent("cache/in-use/\(leases[0])")
    let text = try lease.contents()
    try fetch([1, 2], options)
    #expect(try cache.names("cache/in-use") == leases)
    #expect(try lease.contents() == text)
    // Where the whole cache was deleted meanwhile there is another one.
    try FileManager.default.removeItem(atPath: cache.path("cache"))
    try fetch([1], options)
    #expect(try cache.names("cache/in-use").count == 1)
    #expect(try RemoteCache(options.cache!).evict(limit: 0).inUse == 1)
  }

  @Test func `what was used longest ago goes first`() throws {
    try fetch(Array(0..<10))
    // Each has a time of its own, and number 0 is the last one that was used.
    for (age, index) in [3, 4, 5, 6, 7, 8, 9, 1, 2, 0].enumerated() {
      let key = try #require(try text(of: index))
      try cache.setModified("cache/entries/\(key)", 1_000_000_000 + Double(age))
    }
    var options = options
    let size = try RemoteCache(options.cache!).size()
    #expect(size.entryCount == 10)
    options.cacheByteLimit = size.byteCount / 10 * 4 + 200
    try fetch([11], options)
    #expect(try present() == [0, 1, 2, 11])
    #expect(try RemoteCache(options.cache!).size().byteCount <= options.cacheByteLimit)
  }

  /// The name of the text of an entry.
  private func text(of index: Int) throws -> String? {
    try cache.names("cache/entries").first { name in
      guard name.hasSuffix(".json") else { return false }
      let bytes = try cache.url.appendingPathComponent("cache/entries/\(name)").contents()
      return String(decoding: bytes, as: UTF8.self).contains("\"\(server.address("/\(index)"))\"")
    }
  }

  @Test func `use is what keeps an entry`() throws {
    try fetch([1, 2])
    for index in [1, 2] {
      try cache.setModified(
        "cache/entries/\(try #require(try text(of: index)))", 1_000_000_000 + Double(index))
    }
    try fetch([1])
    #expect(server.count("/1") == 1)
    var options = options
    options.cacheByteLimit = 3000
    try fetch([3], options)
    #expect(try present() == [1, 3])
  }

  @Test func `what somebody uses stays, whoever removes`() throws {
    let holder = RemoteFiles(options)
    let held = try holder.fetch([try request(1)])[0].get()
    try fetch([2])
    let (removed, inUse) = try RemoteCache(options.cache!).evict(limit: -1)
    #expect((removed.entryCount, inUse) == (1, 1))
    #expect(try FileDigest(of: held.path).text == held.digest)
    #expect(try present() == [1])
    withExtendedLifetime(holder) {}
  }

  @Test func `another process leaves what this one uses, and says so`() throws {
    let holder = RemoteFiles(options)
    let held = try holder.fetch([try request(1)])[0].get()
    try fetch([2])
    let named = try TemporaryDirectory()
    try FileManager.default.moveItem(
      atPath: cache.path("cache"), toPath: named.path("contactsheet"))
    let run = try Tool.shell(
      "XDG_CACHE_HOME='\(named.url.path)' \"$TOOL\" cache --clear", in: named.url)
    #expect(run.code == 0)
    #expect(
      try
        #/contactsheet: .*/contactsheet: 1 entry, 1,\d\d\d bytes removed; 1 left, as another process uses it\n/#
        .wholeMatch(in: run.errorText) != nil, "\(run.errorText)")
    let body = String(decoding: held.path.lastComponent, as: UTF8.self)
    #expect(try named.names("contactsheet/entries").contains(body))
    withExtendedLifetime(holder) {}
  }

  @Test func `many fill one cache at the same time`() throws {
    let (server, options) = (server, options)
    let faults = Locked<[String]>([])
    let threads = (0..<6).compactMap { number in
      Thread {
        for round in 0..<5 {
          let files = RemoteFiles(options)
          let requests = (0..<20).compactMap { index in
            (try? RemoteAddress(server.address("/\((index * 7 + number) % 20)").utf8)).map {
              RemoteRequest($0)
            }
          }
          for (request, result) in zip(requests, files.fetch(requests)) {
            let file = try? result.get()
            let isRight = file.map { (try? FileDigest(of: $0.path).text) == $0.digest } ?? false
            if !isRight { faults.withLock { $0.append("\(request.address): \(result)") } }
          }
          if (number + round) % 3 == 0 { _ = try? RemoteCache(options.cache!).evict(limit: 5000) }
          withExtendedLifetime(files) {}
        }
      }
    }
    #expect(threads.count == 6)
    for thread in threads { thread.join() }
    #expect(faults.withLock { $0 } == [])
    #expect(try present().count > 0)
    #expect(try cache.names("cache/entries").filter { $0.hasPrefix(".") } == [])
  }

  @Test(arguments: ["cut", "changed", "gone", "text", "other"])
  func `an entry that is damaged counts as none`(_ damage: String) throws {
    try fetch([1])
    let body = cache.url.appendingPathComponent("cache/entries/\(bodies[0])")
    let text = cache.url.appendingPathComponent("cache/entries/\(try #require(try text(of: 1)))")
    switch damage {
    case "cut": try Data(try body.contents().dropLast()).write(to: body)
    case "changed": try Data(try body.contents().dropLast() + [0xFF]).write(to: body)
    case "gone": try FileManager.default.removeItem(at: body)
    case "text": try Data("{\"version\": 1".utf8).write(to: text)
    default:
      let words = String(decoding: try text.contents(), as: UTF8.self)
      try Data(words.replacing(server.address("/1"), with: server.address("/2")).utf8).write(
        to: text)
    }
    #expect(try present() == [])
    let file = try fetch([1])[0]
    #expect(!file.isFromCache && server.count("/1") == 2)
    #expect(try FileDigest(of: file.path).text == file.digest)
  }

  @Test func `what a killed writer left does not count, and goes`() throws {
    try fetch([1])
    let key = String(repeating: "ab", count: 32)
    try cache.write([1, 2, 3], "cache/entries/\(key)-0123456789abcdef")
    try cache.write(Array("\(key)-0123456789abcdef\n".utf8), "cache/in-use/999999-0")
    #expect(try RemoteCache(options.cache!).size().entryCount == 1)
    try RemoteCache(options.cache!).evict(limit: 1_000_000)
    #expect(try cache.names("cache/entries").filter { $0.hasPrefix(key) } == [])
    #expect(try cache.names("cache/in-use") == [])
    #expect(try present() == [1])
  }

  @Test func `a cache that cannot be written to is named`() throws {
    try cache.write([1], "file")
    var options = options
    options.cache = RawPath(cache.path("file"))
    let result = RemoteFiles(options).fetch([try request(1)])[0]
    guard case .failure(let fault) = result else {
      Issue.record("it was fetched")
      return
    }
    #expect(
      fault.description
        == "cannot be kept in the cache: \(cache.path("file")): cannot be a directory: File exists")
    options.cache = nil
    #expect(RemoteFiles(options).fetch([try request(1)])[0] == .failure(.noCache))
    #expect(server.count() == 0)
  }
}
