import Foundation
import PixelGeometry
import TestSupport
import Testing

/// A folder, a server on loopback, and a cache of their own for the real binary.
struct RemoteFolder {
  let folder: SheetFolder
  let server = TestServer()

  init() throws { folder = try SheetFolder() }

  /// Runs a command line as a shell does: quotes count.
  @discardableResult
  func tool(_ line: String) throws -> Tool.Outcome {
    try folder.shell(
      "export XDG_CACHE_HOME=\"$PWD/.cache\" no_proxy='*'; exec \"$TOOL\" \(line)")
  }

  func address(_ path: String) -> String { server.address(path) }

  /// Serves a picture of this size and one colour, and puts the same into the folder.
  func picture(_ name: String, _ width: Int = 24, _ height: Int = 16, level: Int = 90) throws {
    try folder.picture(name, width, height, level: level)
    server.on("/\(name)", TestReply(body: try folder.contents(name)))
  }

  /// Serves a feed of Flickr's, and puts the same into the folder.
  func feed(
    _ items: [(path: String, title: String, size: (Int, Int)?)], _ name: String = "feed.js"
  ) throws {
    let fixture = FlickrFeedFixture(
      items.map { item in
        FlickrFeedFixture.Item(
          address(item.path), item.title, item.size.map { (width: $0.0, height: $0.1) })
      })
    try write(fixture.text, name)
    server.on(
      "/\(name)",
      TestReply(headers: [("Content-Type", "application/javascript")], body: fixture.text))
  }

  func write(_ text: String, _ name: String) throws {
    try folder.directory.write(Array(text.utf8), name)
  }

  func contents(_ name: String) throws -> [UInt8] { try folder.contents(name) }

  func object(_ name: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(try contents(name)))
    return try #require(value as? [String: Any])
  }
}

extension Tool.Outcome {
  /// What is said on standard error, without the name of the tool and without the time that a sheet took.
  var said: [String] {
    errorLines.map {
      $0.replacing("contactsheet: ", with: "", maxReplacements: 1)
        .replacing(#/, \d+\.\d+ s$/#, with: "")
    }
  }
}
