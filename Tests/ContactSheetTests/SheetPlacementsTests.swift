import ContactSheet
import ImageCodecs
import PixelGeometry
import TestSupport
import Testing

/// A placements file is read, or it is said where it is wrong and how.
@Suite struct SheetPlacementsTests {
  private func placements(_ text: String) throws -> SheetPlacements {
    try SheetPlacements(json: Array(text.utf8))
  }

  private static let crop =
    "\"crop\": {\"left\": 0.500, \"top\": 0, \"width\": 12.250, \"height\": 1e1}"

  private func page(_ tiles: String, head: String = "\"file\": \"a.png\"") -> String {
    "{\"version\": 1, \"pages\": [{\(head), \"width\": 80, \"height\": 60, \"tiles\": [\(tiles)]}]}"
  }

  private func tile(_ rest: String) -> String {
    "{\"index\": 7, \"left\": 1, \"top\": 2, \"width\": 30, \"height\": 40, \(rest)}"
  }

  @Test func `pages and tiles are read`() throws {
    let read = try placements(
      page(
        tile("\"file\": \"d/x.jpg\", \(Self.crop), \"later\": [{}]") + ", "
          + tile("\"placeholder\": true") + ", "
          + tile(
            "\"file\": \"?\", \"file_bytes\": \"2f6180FF\", \"placeholder\": false, \(Self.crop)")
      ))
    let frame = PixelRect(left: 1, top: 2, width: 30, height: 40)
    let crop = PlacedTile.Crop(left: 0.5, top: 0, width: 12.25, height: 10)
    let bytes = RawPath(bytes: [0x2F, 0x61, 0x80, 0xFF])
    #expect(
      read.pages == [
        SheetPlacements.Page(
          file: "a.png", size: PixelSize(width: 80, height: 60),
          tiles: [
            PlacedTile(file: "d/x.jpg", index: 7, frame: frame, crop: crop),
            PlacedTile(file: nil, index: 7, frame: frame, isPlaceholder: true),
            PlacedTile(file: bytes, index: 7, frame: frame, crop: crop),
          ])
      ])
    #expect(read.pages[0].tiles.map(\.name) == ["d/x.jpg", "picture 8", "/a\\x80\\xFF"])
    #expect(try placements(page("", head: "\"n\": 0")).pages[0].file == nil)
  }

  @Test func `a picture's page is found by its name and its size`() throws {
    func page(_ file: RawPath?, _ width: Int) -> SheetPlacements.Page {
      SheetPlacements.Page(file: file, size: PixelSize(width: width, height: 9), tiles: [])
    }
    let sheet = SheetPlacements(pages: [page("o/s-1.png", 5), page("o/s-2.png", 5)])
    #expect(sheet.page(for: "elsewhere/s-2.png", size: PixelSize(width: 5, height: 9)) == 1)
    #expect(sheet.page(for: "s-2.png", size: PixelSize(width: 6, height: 9)) == nil)
    #expect(sheet.page(for: "s-3.png", size: PixelSize(width: 5, height: 9)) == nil)
    // A sheet of one page may have got another name.
    let one = SheetPlacements(pages: [page(nil, 5)])
    #expect(one.page(for: "golden.png", size: PixelSize(width: 5, height: 9)) == 0)
    #expect(one.page(for: "golden.png", size: PixelSize(width: 5, height: 8)) == nil)
  }

  private func fault(_ text: String) -> String? {
    #expect(throws: PlacementsFault.self) { _ = try placements(text) }?.description
  }

  @Test(arguments: [
    ("", "line 1, column 1: a value was expected, not the end of the text"),
    ("[1]", "line 1, column 1: a placements file has to be an object, not an array"),
    ("{\n}", "line 1, column 1: 'version' is missing"),
    ("{\"version\": \"1\"}", "line 1, column 13: 'version' has to be 1, not a string"),
    (
      "{\"version\": 2}",
      "line 1, column 13: placements of version 2 are not known, only those of version 1"
    ),
    ("{\"version\": 1}", "line 1, column 1: 'pages' is missing"),
    (
      "{\"version\": 1,\n \"pages\": {}}",
      "line 2, column 11: 'pages' has to be an array of pages, not an object"
    ),
    (
      "{\"version\": 1, \"pages\": []}",
      "line 1, column 25: 'pages' has to be an array of pages, not an empty one"
    ),
    (
      "{\"version\": 1, \"pages\": [\n3]}",
      "line 2, column 1: a page has to be an object, not a number"
    ),
    ("{\"version\": 1, \"pages\": [\n {}]}", "line 2, column 2: 'tiles' is missing"),
    (
      "{\"version\": 1, \"pages\": [{\n\"tiles\": null}]}",
      "line 2, column 10: 'tiles' has to be an array of tiles, not null"
    ),
    ("{\"version\": 1, \"pages\": [\n{\"tiles\": []}]}", "line 2, column 1: 'width' is missing"),
    (
      "{\"version\": 1, \"pages\": [{\"tiles\": [], \n\"width\": 0}]}",
      "line 2, column 10: 'width' has to be a whole number from 1 to 1,000,000,000, not 0"
    ),
    (
      "{\"version\": 1, \"pages\": [{\"tiles\": [], \"width\": 5, \n\"height\": 1e10}]}",
      "line 2, column 11: 'height' has to be a whole number from 1 to 1,000,000,000, not 1e10"
    ),
  ])
  func `what is wrong is said with its place`(_ text: String, _ words: String) {
    #expect(fault(text) == words)
  }

  @Test(arguments: [
    ("3", 1, "a tile has to be an object, not a number"),
    ("{\"placeholder\": true}", 1, "'index' is missing"),
    (
      "{\"index\": -1, \"crop\": 1}", 11,
      "'index' has to be a whole number from 0 to 1,000,000,000, not -1"
    ),
    ("{\"index\": 0.5}", 11, "'index' has to be a whole number from 0 to 1,000,000,000, not 0.5"),
    (
      "{\"index\": 0, \"width\": true}", 23,
      "'width' has to be a whole number from 1 to 1,000,000,000, not true"
    ),
    ("{\"placeholder\": 1}", 17, "'placeholder' has to be true or false, not a number"),
    ("{\"file\": 1}", 10, "'file' has to be a path, not a number"),
    ("{\"file\": \"\"}", 10, "'file' has to be a path, not ''"),
    ("{\"file\": \"a\\u0000\"}", 10, "'file' has to be a path, not 'a\\x00'"),
    (
      "{\"file_bytes\": 61}", 16,
      "'file_bytes' has to be the bytes of a path in hexadecimal, not a number"
    ),
    (
      "{\"file_bytes\": \"616\"}", 16,
      "'file_bytes' has to be the bytes of a path in hexadecimal, not '616'"
    ),
    (
      "{\"file_bytes\": \"6g\"}", 16,
      "'file_bytes' has to be the bytes of a path in hexadecimal, not '6g'"
    ),
    (
      "{\"file_bytes\": \"00\"}", 16,
      "'file_bytes' has to be the bytes of a path in hexadecimal, not '00'"
    ),
    (
      "{\"index\": 0, \"left\": 0, \"top\": 0, \"width\": 1, \"height\": 1}", 1, "'crop' is missing"
    ),
    (
      "{\"index\": 0, \"left\": 0, \"top\": 0, \"width\": 1, \"height\": 1, \"crop\": 3}", 68,
      "'crop' has to be an object, not a number"
    ),
    (
      "{\"index\": 0, \"left\": 0, \"top\": 0, \"width\": 1, \"height\": 1, \"crop\": {\"left\": \"0\"}}",
      77,
      "'left' has to be a number from 0, not a string"
    ),
  ])
  func `what is wrong with a tile is said with its place`(
    _ tile: String, _ column: Int, _ words: String
  ) {
    #expect(fault(page("\n" + tile)) == "line 2, column \(column): \(words)")
  }

  @Test func `files are read, and it is said which cannot be`() throws {
    let directory = try TemporaryDirectory()
    let path = RawPath(try directory.write(Array(page("").utf8), "p.json"))
    #expect(try SheetPlacements(file: path).pages.count == 1)
    func fault(_ name: String) -> PlacementsFault? {
      #expect(throws: PlacementsFault.self) {
        _ = try SheetPlacements(file: RawPath(directory.path(name)))
      }
    }
    #expect(fault("gone.json") == .file(.missing))
    try directory.makeDirectory("d")
    #expect(fault("d") == .file(.notAFile("a directory")))
  }
}
