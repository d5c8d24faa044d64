import ContactSheet
import Foundation
import TestSupport
import Testing

/// The real binary where it fetches, with an environment of its own.
@Suite(.timeLimit(.minutes(5)))
struct FetchingBinaryTests {
  private let server = TestServer()
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    server.on("/dog.jpg", TestReply(body: Pictures.dog))
  }

  /// Runs it on words of a command line; the cache is the test's.
  private func tool(_ words: String, with settings: String = "") throws -> Tool.Outcome {
    try Tool.shell(
      "XDG_CACHE_HOME=\"$PWD\" \(settings) \"$TOOL\" \(words)", in: directory.url)
  }

  #if os(Linux)
    @Test func `libcurl is opened where something is fetched, and not offline`() throws {
      let address = server.address("/dog.jpg")
      // The loader's own account of every library that it looks for.
      let account = "2>loader.txt"
      let online = try tool("strip \(address) -o a.png \(account)", with: "LD_DEBUG=libs")
      #expect(online.code == 0)
      #expect(try loaded().contains("libcurl"))
      let offline = try tool(
        "strip \(address) --offline -o b.png \(account)", with: "LD_DEBUG=libs")
      #expect(offline.code == 0)
      #expect(try loaded().contains("libjpeg"))
      #expect(try !loaded().contains("libcurl"))
      #expect(server.count() == 1)
      let (one, other) = (
        directory.url.appendingPathComponent("a.png"), directory.url.appendingPathComponent("b.png")
      )
      #expect(try one.contents() == other.contents())
    }

    private func loaded() throws -> String {
      String(
        decoding: try directory.url.appendingPathComponent("loader.txt").contents(), as: UTF8.self)
    }
  #endif

  @Test func `through a proxy, a feed leads to what is not written as private`() throws {
    // A proxy is asked for the whole address, and it alone asks where that is.
    let feed = """
      {"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": [
        {"id": "1", "image": "http://pictures.invalid/dog.jpg"},
        {"id": "2", "image": "http://localhost/dog.jpg"},
        {"id": "3", "image": "http://127.1:99/dog.jpg"},
        {"id": "4", "image": "http://[fd00::1]/dog.jpg"}]}
      """
    server.on("http://feeds.invalid/feed.json", TestReply(body: feed))
    server.on("http://pictures.invalid/dog.jpg", TestReply(body: Pictures.dog))
    let run = try tool(
      "strip --feed http://feeds.invalid/feed.json -o a.png",
      with: "http_proxy=http://127.0.0.1:\(server.port) no_proxy=")
    #expect(run.code == 3, "\(run.errorText)")
    let targets = server.requests().map(\.target)
    #expect(targets == ["http://feeds.invalid/feed.json", "http://pictures.invalid/dog.jpg"])
    let refused = run.errorLines.filter { $0.contains("cannot reach a private address") }
    #expect(refused.count == 3, "\(run.errorText)")
    // What goes past the proxy is judged by the address that it leads to.
    let direct = try tool(
      "strip --feed http://feeds.invalid/feed.json -o b.png --refresh",
      with: "http_proxy=http://127.0.0.1:\(server.port) no_proxy=localhost")
    #expect(direct.code == 3, "\(direct.errorText)")
    #expect(server.count() == 4)
  }

  @Test func `what came through a proxy did not come from there`() throws {
    let held = TestReply(headers: [("Cache-Control", "max-age=600")], body: Pictures.dog)
    let (far, near) = ("http://pictures.invalid/dog.jpg", "http://localhost/dog.jpg")
    server.on(far, held)
    server.on(near, held)
    let proxy = "http_proxy=http://127.0.0.1:\(server.port) no_proxy="
    #expect(try tool("strip \(far) \(near) -o a.png", with: proxy).code == 0)
    // The proxy is at a private address, and only what it was asked for may be at one.
    let feed = "strip --feed feed.json -o b.png"
    for (address, code) in [(far, 0), (near, 2)] {
      let text =
        #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"image": "\#(address)"}]}"#
      _ = try directory.write(Array(text.utf8), "feed.json")
      for settings in [proxy, "no_proxy="] {
        let run = try tool(feed, with: settings)
        #expect(run.code == code, "\(address): \(run.errorText)")
        if code != 0 {
          #expect(run.errorText.contains("cannot reach a private address (localhost)"))
        }
      }
    }
    #expect(server.count() == 2)
  }

  @Test func `nothing that was not to be kept is there after the end`() throws {
    server.on(
      "/secret.jpg", TestReply(headers: [("Cache-Control", "no-store")], body: Pictures.dog))
    let run = try tool("strip \(server.address("/secret.jpg")) x2 -o a.png")
    #expect(run.code == 0, "\(run.errorText)")
    #expect(try directory.names("contactsheet/entries") == [])
    #expect(try directory.names("contactsheet/in-use") == [])
    #expect(server.count() == 1)
  }

  @Test func `a second run asks for nothing that still holds`() throws {
    server.on(
      "/held.jpg", TestReply(headers: [("Cache-Control", "max-age=600")], body: Pictures.dog))
    let words = "strip \(server.address("/held.jpg")) -o a.png"
    #expect(try tool(words).code == 0)
    #expect(try tool(words).code == 0)
    #expect(server.count() == 1)
    #expect(try tool("\(words) --refresh").code == 0)
    #expect(server.count() == 2)
  }
}
