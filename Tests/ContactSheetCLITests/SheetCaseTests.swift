import ContactSheet
import Foundation
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Cases that users of such tools meet, in every layout.
@Suite(.timeLimit(.minutes(15)))
struct SheetCaseTests {
  private let folder: SheetFolder

  private static let layouts = [
    "list -w 200", "grid -c 3 -w 200", "grid -c 3 -w 200 --fit fit",
    "grid -c 3 -w 200 --fit natural", "fitted -c 3 -w 200",
    "fitted -c 3 -w 200 --distribute balanced", "justified -w 200 --row-height 60",
  ]

  init() throws { folder = try SheetFolder() }

  private func bitmap(_ line: String, code: Int32 = 0) throws -> Bitmap {
    let outcome = try folder.tool("\(line) -qo -")
    #expect(outcome.code == code, "\(line): \(outcome.errorText)")
    return try decodedBitmap(outcome.output)
  }

  @Test func `every kind of picture on one sheet is what it is alone`() throws {
    let names = FixtureSet.all.map(\.name)
    for entry in FixtureSet.all { try folder.directory.write(entry.bytes, entry.name) }
    let options = "--cell 60x50 --fit fit -c 9 --enlarge -b #123456"
    let line = "grid \(names.joined(separator: " ")) \(options)"
    let sheet = try bitmap(line)
    for tile in try folder.plan(line).pages[0].tiles {
      let name = names[tile.index]
      let alone = "grid \(name) \(options.replacing("-c 9", with: "-c 1"))"
      let (one, frame) = (try bitmap(alone), try folder.frames(alone)[0])
      #expect(frame.size == tile.frame.size)
      let isSame = (0..<frame.height).allSatisfy { y in
        (0..<frame.width).allSatisfy { x in
          sheet[tile.left + x, tile.top + y] == one[frame.left + x, frame.top + y]
        }
      }
      #expect(isSame, "\(name)")
      // No grey canvas: there is something on it.
      let first = one[frame.left, frame.top]
      let isFlat = (0..<frame.width).allSatisfy { one[frame.left + $0, frame.bottom - 1] == first }
      #expect(!isFlat || tile.storedWidth == 1, "\(name)")
    }
  }

  @Test(arguments: layouts)
  func `pictures of any shape have frames of at least a pixel, on a sheet that is not absurd`(
    _ layout: String
  ) throws {
    let shapes = [(1, 1), (1, 150), (550, 5), (1920, 3), (1, 20_000)]
    for (index, (width, height)) in shapes.enumerated() {
      try folder.picture("\(index).png", width, height)
    }
    for options in ["", "--no-enlarge", "--page-size 200x300 --margin 10"] {
      let words = options.contains("page") ? layout.replacing(" -w 200", with: "") : layout
      let all = try folder.plan("\(words) 0.png 1.png 2.png 3.png 4.png \(options)")
      #expect(all.pages.flatMap(\.tiles).count == 5)
      #expect(
        try folder.tool("\(words) 0.png 1.png 2.png 3.png 4.png \(options) -q -o s-{page}.png").code
          == 0)
      for (index, page) in all.pages.enumerated() {
        #expect(try decodedBitmap(folder.contents("s-00\(index + 1).png")).size == page.size)
      }
      for index in shapes.indices {
        let line = "\(words) \(index).png \(options)"
        let plan = try folder.plan(line)
        for page in plan.pages + all.pages {
          #expect(page.width == 200 && page.height <= 200 * 32 * 5, "\(line): \(page.size)")
          for frame in page.frames {
            #expect(frame.width >= 1 && frame.height >= 1, "\(line)")
            #expect(frame.left >= 0 && frame.right <= page.width, "\(line)")
            #expect(frame.top >= 0 && frame.bottom <= page.height, "\(line)")
          }
        }
      }
    }
  }

  @Test(arguments: layouts + ["list -w 20 --no-enlarge"])
  func `a turned photograph has the frame of one that was never turned`(_ layout: String) throws {
    var turned = JPEGFixture(width: 40, height: 30) { x, y in (UInt8(5 * x), UInt8(7 * y), 9) }
    turned.exif = ExifFixture.orientation(6)
    try folder.directory.write(turned.bytes, "turned.jpg")
    try folder.directory.write(
      JPEGFixture(width: 30, height: 40) { _, _ in (9, 9, 9) }.bytes, "plain.jpg")
    for options in ["", "--no-enlarge", "--scale 1.5"] {
      let words = "\(layout) \(options)"
      let frames = try folder.frames("\(words) turned.jpg plain.jpg")
      let swapped = try folder.frames("\(words) plain.jpg turned.jpg")
      #expect(frames == swapped, "\(words)")
      #expect(frames[0].height == frames[1].height, "\(words)")
      #expect(abs(frames[0].width - frames[1].width) <= 1, "\(words)")
    }
  }

  @Test(arguments: [
    "list -w 120", "grid -c 3 --shadow 1,2,3 -b none", "fitted -c 3 --shape circle --border 2",
    "justified -w 250 --row-height 60 --scale 1.5", "grid -c 2 --per-page 3",
  ])
  func `jobs, place, time zone and language change no byte`(_ layout: String) throws {
    let names = ["0.jpg", "1.jpg", "2.jpg", "3.jpg", "cut.jpg", "n.png"]
    let other = try SheetFolder()
    for place in [folder, other] {
      for index in 0..<4 {
        try place.directory.write(
          JPEGFixture(width: 90 + 40 * index, height: 80) { x, y in
            (UInt8(x & 255), UInt8(3 * y & 255), UInt8(40 * index))
          }.bytes, "\(index).jpg")
      }
      try place.directory.write(Pictures.cutDog, "cut.jpg")
      try place.directory.write(Pictures.noise, "n.png")
    }
    let line = "\(layout) \(names.joined(separator: " ")) -q -o s-{page}.png --placements p.json"
    func files(_ place: SheetFolder) throws -> [String: [UInt8]] {
      let made = place.names.filter { $0.hasPrefix("s-") || $0 == "p.json" }
      return try Dictionary(uniqueKeysWithValues: made.map { ($0, try place.contents($0)) })
    }
    #expect(try folder.tool(line).code == 3)
    let first = try files(folder)
    for jobs in ["1", "2", "8", "256"] {
      #expect(try folder.tool("\(line) -j \(jobs) --memory 1").code == 3)
      let again = try files(folder).filter { $0.key != "p.json" }
      #expect(again == first.filter { $0.key != "p.json" }, "\(jobs) jobs")
    }
    for environment in [
      "TZ=Asia/Tokyo LC_ALL=C", "LC_ALL=de_DE.UTF-8 TZ=America/St_Johns",
      "HOME=/nowhere PATH= TZ=:bad",
    ] {
      #expect(try other.shell("\(environment) \"$TOOL\" \(line)").code == 3)
      #expect(try files(other) == first, "\(environment)")
    }
  }

  @Test func `one bad file among 200 stops the sheet, is left out, or is replaced`() throws {
    try folder.directory.makeDirectory("d")
    for index in 0..<199 { try folder.picture("d/\(index).png", 8, 6, level: index) }
    try folder.directory.write(Array("<!DOCTYPE html>".utf8), "d/page.jpg")
    let names = (0..<199).map { "d/\($0).png" } + ["d/page.jpg"]
    let line = "grid -c 20 \(names.joined(separator: " ")) -w 400 --json-report r.json --no-enlarge"
    let problem = "d/page.jpg: is an HTML page; contactsheet reads JPEG and PNG"

    let failed = try folder.tool(line)
    #expect(failed.code == 2)
    #expect(failed.errorText == "contactsheet: \(problem)\n")
    #expect(folder.names == ["d", "r.json"])
    for (policy, words, count) in [("skip", "left out", 199), ("placeholder", "replaced", 200)] {
      let outcome = try folder.tool("\(line) --on-error \(policy)")
      #expect(outcome.code == 3)
      #expect(
        outcome.errorLines.first
          == "contactsheet: " + problem.replacing("page.jpg:", with: "page.jpg: \(words):"))
      #expect(
        outcome.errorLines.last?.contains(": 400 × 402, \(count) pictures, 1 omitted file, ")
          == true
          || outcome.errorLines.last?.contains(", \(count) pictures, 1 omitted file, ") == true)
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(folder.contents("r.json"))) as? [String: Any])
      let omission = try #require((report["omissions"] as? [[String: Any]])?.first)
      #expect(omission["file"] as? String == "d/page.jpg" && omission["index"] as? Int == 199)
      #expect(report["pictures"] as? Int == count)
    }
    // In a directory it is no picture, and nobody asked for it.
    #expect(try folder.tool("grid d -w 400 -q").code == 0)
  }

  @Test func `five thousand pictures need no more than 64 open files`() throws {
    try folder.directory.makeDirectory("d")
    for index in 0..<5000 {
      let name = folder.directory.path("d/\(index).png")
      if index < 251 {
        try folder.directory.write(plainPNG(index), "d/\(index).png")
      } else {
        try FileManager.default.linkItem(
          atPath: folder.directory.path("d/\(index % 251).png"), toPath: name)
      }
    }
    let outcome = try folder.shell(
      "ulimit -n 64; exec \"$TOOL\" grid d -j 256 --cell 4x4 -c 100 --spacing 0 --margin 0 -o a.png"
    )
    #expect(outcome.code == 0, "\(outcome.errorText)")
    #expect(outcome.errorText.hasPrefix("contactsheet: a.png: 400 × 200, 5,000 pictures, "))
    let sheet = try decodedBitmap(folder.contents("a.png"))
    let wrong = (0..<5000).filter {
      sheet[4 * ($0 % 100) + 2, 4 * ($0 / 100) + 2].red != UInt8($0 % 251)
    }
    #expect(wrong == [])
  }
}
