import Foundation
import PixelGeometry
import TestSupport
import Testing

/// A directory in which the real binary makes sheets, and what it says of them.
struct SheetFolder {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  var url: URL { directory.url }
  var names: [String] { (try? directory.names()) ?? [] }

  func tool(_ line: String) throws -> Tool.Outcome {
    try Tool.run(line.split(separator: " ").map(String.init), in: url)
  }

  func shell(_ script: String) throws -> Tool.Outcome { try Tool.shell(script, in: url) }

  func contents(_ name: String) throws -> [UInt8] {
    try url.appendingPathComponent(name).contents()
  }

  /// A picture of this size and one colour.
  @discardableResult
  func picture(
    _ name: String, _ width: Int, _ height: Int, level: Int = 90
  ) throws -> String {
    try directory.write(
      PNGFixture.bytes(
        width: width, height: height, .gray,
        samples: [Int](repeating: level, count: width * height)), name)
  }

  /// What a command line would make.
  ///
  /// - Parameter blank: stands for a blank within a word.
  func plan(_ line: String, code: Int32 = 0, blank: Character = "\0") throws -> PrintedPlan {
    let words = "\(line) --plan".split(separator: " ").map {
      String($0.map { $0 == blank ? " " : $0 })
    }
    let outcome = try Tool.run(words, in: url)
    #expect(outcome.code == code, "\(line): \(outcome.errorText)")
    return try PrintedPlan(outcome.output)
  }

  /// The frames of the only page.
  func frames(_ line: String) throws -> [PixelRect] {
    let plan = try plan(line)
    #expect(plan.pages.count == 1)
    return plan.pages[0].frames
  }
}

/// What `--plan` prints.
struct PrintedPlan: Decodable {
  struct Rectangle: Decodable, Equatable { var left, top, width, height: Int }
  struct Crop: Decodable, Equatable { var left, top, width, height: Double }

  /// A caption, a title, a header or a footer.
  struct Words: Decodable {
    var role: String?
    var text: String
    var left, top, width, height: Int

    var frame: PixelRect { PixelRect(left: left, top: top, width: width, height: height) }
  }

  struct Tile: Decodable {
    var file: String?
    var index, left, top, width, height: Int
    var placeholder: Bool?
    var caption: Words?
    var storedWidth, storedHeight, orientation: Int?
    var decodeScale: Double?
    var crop: Crop?
    var lost, enlarged: Double?

    var frame: PixelRect { PixelRect(left: left, top: top, width: width, height: height) }
  }

  struct Page: Decodable {
    var file: String?
    var width, height: Int
    var content: Rectangle
    var tiles: [Tile]
    var texts: [Words]?

    var size: PixelSize { PixelSize(width: width, height: height) }
    var frames: [PixelRect] { tiles.map(\.frame) }
  }

  struct Warning: Decodable {
    var warning, detail: String
    var pictures, page: Int?
    var most: Double?
    var wholePage: Bool?
  }

  struct Omission: Decodable {
    var file: String?
    var index: Int
    var stage, fault, detail: String
  }

  var version: Int
  var pages: [Page]
  var warnings: [Warning]
  var omissions: [Omission]
  var estimatedMemoryBytes, estimatedMemoryJobs, estimatedOutputBytes: Int

  init(_ json: [UInt8]) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(PrintedPlan.self, from: Data(json))
  }
}

/// Left, top, width and height, for short.
func rect(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> PixelRect {
  PixelRect(left: left, top: top, width: width, height: height)
}
