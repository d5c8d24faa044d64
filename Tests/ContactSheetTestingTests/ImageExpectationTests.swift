import ContactSheetTesting
import Foundation
import TestSupport
import Testing

@Suite struct ImageExpectationTests {
  private let package: MadePackage
  private let grey = PictureSource.bitmap(drawn(20, 10))
  private let dotted = PictureSource.bitmap(drawn(20, 10, red: [(3, 4), (4, 5)]))
  private static let shown = "Tests/BadgeTests/__Goldens__/BadgeTests/badge.png"

  init() throws { package = try MadePackage() }

  // MARK: recording

  @Test func `a missing golden is recorded, the test fails, and passes the next time`() throws {
    let failure = package.failure(dotted)
    #expect(
      failure?.words
        == "badge: no golden was there; recorded \(Self.shown), look at it, then run again")
    #expect(failure?.exhibits == [])
    #expect(try decodedBitmap(package.golden.contents()) == drawn(20, 10, red: [(3, 4), (4, 5)]))
    #expect(package.failure(dotted) == nil)
    #expect(try package.files("Tests") == ["BadgeTests/__Goldens__/BadgeTests/badge.png"])
  }

  @Test(arguments: [["CI": "true"], ["CI": "1", "CONTACTSHEET_RECORD": "missing"]])
  func `in CI nothing is recorded`(_ variables: [String: String]) throws {
    let failure = package.failure(grey, environment: variables)
    #expect(
      failure?.words
        == "badge: there is no golden \(Self.shown); in CI none is recorded; record it elsewhere, "
        + "look at it and commit it; see test-failures/BadgeTests/badge.actual.png")
    #expect(failure?.exhibits.map(\.name) == ["badge.actual.png"])
    #expect(!FileManager.default.fileExists(atPath: package.golden.path))
  }

  @Test func `where nothing is to be recorded, a missing golden says how`() throws {
    let failure = package.failure(grey, record: .never)
    #expect(
      failure?.words
        == "badge: there is no golden \(Self.shown); CONTACTSHEET_RECORD=missing records it, to be "
        + "looked at; see test-failures/BadgeTests/badge.actual.png")
    #expect(!FileManager.default.fileExists(atPath: package.golden.path))
  }

  @Test func `all are recorded, equal or not, and each fails`() throws {
    _ = package.failure(grey)
    let failure = package.failure(dotted, record: .all)
    #expect(failure?.words == "badge: recorded \(Self.shown), look at it, then run again")
    #expect(package.failure(dotted, record: .all) != nil)
    #expect(package.failure(dotted) == nil)
    #expect(package.failure(grey) != nil)
  }

  @Test func `what failed is recorded, with what differed, and nothing else is`() throws {
    _ = package.failure(grey)
    let recorded = try package.golden.contents()
    #expect(package.failure(grey, environment: ["CONTACTSHEET_RECORD": "failed"]) == nil)
    let lenient = DiffLimits(maxPixels: 2)
    #expect(package.failure(dotted, limits: lenient, record: .failed) == nil)
    #expect(try package.golden.contents() == recorded)

    let failure = package.failure(dotted, environment: ["CONTACTSHEET_RECORD": "failed"])
    #expect(
      failure?.words
        == "badge: 2 of 200 pixels differ (1.00 %), largest difference 128 at 3,4, in 2 × 2 at 3,4; "
        + "see test-failures/BadgeTests/badge.{expected,actual,difference}.png; recorded "
        + "\(Self.shown), look at it, then run again")
    #expect(failure?.exhibits.count == 3)
    #expect(package.failure(dotted) == nil)
  }

  @Test func `a mode that is none is said and records nothing`() {
    let failure = package.failure(grey, environment: ["CONTACTSHEET_RECORD": "1"])
    #expect(
      failure?.words == "CONTACTSHEET_RECORD is '1'; it can be missing, all, failed or never")
    #expect(!FileManager.default.fileExists(atPath: package.golden.path))
  }

  @Test func `a PNG is recorded as it is, with its 16 bits`() throws {
    let png = PNGFixture.bytes(
      width: 2, height: 1, .gray, bitDepth: 16, samples: [0x1234, 0x1235])
    _ = package.failure(.bytes(png))
    #expect(try package.golden.contents() == png)
    #expect(package.failure(.bytes(png)) == nil)
    let other = PNGFixture.bytes(
      width: 2, height: 1, .gray, bitDepth: 16, samples: [0x1234, 0x1236])
    #expect(package.failure(.bytes(other))?.words.contains("1 of 2 pixels differs") == true)
  }

  @Test func `a JPEG is recorded as a PNG of what is seen`() throws {
    let jpeg = JPEGFixture(width: 40, height: 30) { x, y in (UInt8(6 * x), UInt8(8 * y), 90) }
    let path = try package.directory.write(jpeg.bytes, "picture.jpg")
    #expect(package.failure(.file(RawPath(path))) != nil)
    #expect(try package.golden.contents().starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(package.failure(.file(RawPath(path))) == nil)
    #expect(package.failure(.bytes(jpeg.bytes)) == nil)
  }

  @Test func `a picture of several bands is recorded whole`() throws {
    var bitmap = drawn(3, 200_000)
    for y in stride(from: 0, to: 200_000, by: 7) { bitmap[y % 3, y] = Color(rgb: UInt32(y)) }
    _ = package.failure(.bitmap(bitmap))
    #expect(try decodedBitmap(package.golden.contents()) == bitmap)
  }

  @Test func `a damaged picture is not recorded`() throws {
    let png = PNGFixture.bytes(drawn(50, 50))
    let failure = package.failure(.bytes(Array(png.prefix(png.count / 2))))
    let words = try #require(failure?.words)
    #expect(
      words.hasPrefix("badge: no golden was there; nothing was recorded: the actual picture: "))
    #expect(!FileManager.default.fileExists(atPath: package.golden.path))
  }

  // MARK: comparing

  @Test func `what differs is said and left as pictures`() throws {
    _ = package.failure(grey)
    let failure = try #require(package.failure(dotted))
    #expect(
      failure.words
        == "badge: 2 of 200 pixels differ (1.00 %), largest difference 128 at 3,4, in 2 × 2 at 3,4; "
        + "see test-failures/BadgeTests/badge.{expected,actual,difference}.png")
    let kinds = ["expected", "actual", "difference"]
    #expect(failure.exhibits.map(\.name) == kinds.map { "badge.\($0).png" })
    for exhibit in failure.exhibits {
      let file = package.directory.url.appendingPathComponent(
        "test-failures/BadgeTests/\(exhibit.name)")
      #expect(try file.contents() == exhibit.png)
    }
    #expect(try decodedBitmap(failure.exhibits[0].png) == drawn(20, 10))
    #expect(try decodedBitmap(failure.exhibits[1].png) == drawn(20, 10, red: [(3, 4), (4, 5)]))
    let difference = try decodedBitmap(failure.exhibits[2].png)
    #expect(difference[3, 4] == Color(rgb: 0xFF0000) && difference[4, 5] == Color(rgb: 0xFF0000))
    // A box lies around the region.
    #expect(difference[2, 4] == Color(rgb: 0x0060FF))
    #expect(difference[15, 5] != Color(rgb: 0xFF0000))
  }

  @Test func `a share that is next to nothing is not nothing`() throws {
    let many = drawn(1000, 1000)
    var one = many
    one[999, 0] = Color(rgb: 0x808081)
    let failure = package.failure(.bitmap(one), .picture(.bitmap(many)))
    #expect(
      failure?.words.hasPrefix(
        "badge: 1 of 1,000,000 pixels differs (0.0001 %), largest difference 1 at 999,0, in 1 × 1 at "
          + "999,0; see ") == true)
  }

  @Test func `regions are counted`() {
    let far = PictureSource.bitmap(drawn(60, 60, red: [(2, 1), (40, 1), (2, 50)]))
    let failure = package.failure(far, .picture(.bitmap(drawn(60, 60))))
    #expect(failure?.words.contains(", in 1 × 1 at 2,1 and 2 regions more; see ") == true)
  }

  @Test func `sizes that differ are said first`() {
    let failure = package.failure(.bitmap(drawn(20, 11)), .picture(grey))
    #expect(
      failure?.words.hasPrefix(
        "badge: sizes differ: expected 20 × 10, actual 20 × 11, 20 of 220 pixels differ (9.09 %), in "
          + "20 × 1 at 0,10; see ") == true)
    let overlap = DiffOptions(sizeMismatch: .overlap)
    #expect(package.failure(.bitmap(drawn(20, 11)), .picture(grey), options: overlap) == nil)
  }

  @Test func `limits hold, and those that do not are said`() throws {
    func words(_ limits: DiffLimits) -> String? {
      package.failure(dotted, .picture(grey), limits: limits)?.words
    }
    #expect(words(DiffLimits(maxPixels: 2)) == nil)
    #expect(words(DiffLimits(maxPixels: 1))?.contains(", at most 1 pixel may; ") == true)
    #expect(words(DiffLimits(maxPercent: PercentLimit("1"))) == nil)
    #expect(
      words(DiffLimits(maxPercent: PercentLimit("0.5")))?.contains(", at most 0.5 % may; ") == true)
    let window = DiffLimits.Window(pixels: 2, side: 4)
    #expect(words(DiffLimits(window: window))?.contains(", 2 within 4 × 4 at ") == true)
    #expect(words(DiffLimits(window: DiffLimits.Window(pixels: 3, side: 4))) == nil)
  }

  @Test func `another picture is never recorded`() throws {
    for mode in RecordMode.allCases {
      #expect(package.failure(dotted, .picture(grey), record: mode) != nil)
      #expect(package.failure(grey, .picture(grey), record: mode) == nil)
    }
    #expect(!FileManager.default.fileExists(atPath: package.folder.path))
  }

  // MARK: faults

  @Test func `a golden that cannot be read is named, and recorded again where that is asked for`()
    throws
  {
    _ = package.failure(grey)
    let whole = try package.golden.contents()
    try Data(whole.prefix(60)).write(to: package.golden)
    let words = try #require(package.failure(grey)?.words)
    #expect(words.hasPrefix("badge: the golden \(Self.shown): "))
    #expect(words.hasSuffix("; see test-failures/BadgeTests/badge.actual.png"))

    try Data("version https://git-lfs.github.com/spec/v1\n".utf8).write(to: package.golden)
    #expect(package.failure(grey)?.words.contains("Git LFS") == true)

    #expect(package.failure(grey, record: .failed) != nil)
    #expect(try package.golden.contents() == whole)
  }

  @Test func `an actual picture that cannot be read is named`() throws {
    _ = package.failure(grey)
    let missing = package.directory.path("nowhere.png")
    #expect(
      package.failure(.file(RawPath(missing)))?.words
        == "badge: the actual picture nowhere.png: no such file; see "
        + "test-failures/BadgeTests/badge.expected.png")
    #expect(
      package.failure(.bytes([]))?.words.hasPrefix(
        "badge: the actual picture: is empty (0 bytes)") == true)
  }

  @Test func `pictures go where they are told to`() throws {
    let places = [
      ("left/here", package.directory.path("left/here"), "left/here"),
      (package.directory.path("there"), package.directory.path("there"), "there"),
    ]
    for (value, folder, shown) in places {
      let failure = package.failure(
        dotted, .picture(grey), environment: ["CONTACTSHEET_ARTIFACTS": value])
      #expect(
        failure?.words.hasSuffix("; see \(shown)/BadgeTests/badge.{expected,actual,difference}.png")
          == true)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/BadgeTests")
      #expect(names.count == 3)
    }
  }

  @Test func `where pictures cannot be left, that is said as well`() throws {
    try package.directory.write([], "test-failures")
    let failure = try #require(package.failure(dotted, .picture(grey)))
    #expect(failure.words.contains("in 2 × 2 at 3,4; no pictures are left of it: "))
    #expect(failure.words.contains("test-failures"))
    #expect(failure.exhibits.map(\.name) == ["badge.expected.png", "badge.actual.png"])
  }

  @Test func `where a golden cannot be written, that is said`() throws {
    try package.directory.write([], "Tests/BadgeTests/__Goldens__")
    let words = try #require(package.failure(grey)?.words)
    #expect(words.hasPrefix("badge: no golden was there; nothing was recorded: "))
    #expect(words.contains("__Goldens__"))
  }

  @Test func `settings that make no sense are the test's fault, not a crash`() {
    func words(_ options: DiffOptions, _ limits: DiffLimits = DiffLimits()) -> String? {
      package.failure(grey, .picture(grey), limits: limits, options: options)?.words
    }
    #expect(words(DiffOptions(regionDistance: 0)) == "regionDistance is 0; it can be at least 1")
    #expect(words(DiffOptions(regionLimit: -1)) == "regionLimit is -1; it can be 0…1000000")
    #expect(
      words(DiffOptions(metric: .exact(tolerance: 256))) == "tolerance is 256; it can be 0…255")
    #expect(
      words(DiffOptions(metric: .perceptual(threshold: .nan)))
        == "threshold is nan; it can be 0…1")
    #expect(
      words(DiffOptions(), DiffLimits(window: DiffLimits.Window(pixels: 1, side: 0)))
        == "the side of a window is 0; it can be at least 1")
    let crop = PixelRect(left: 50, top: 50, width: 5, height: 5)
    #expect(words(DiffOptions(crop: crop))?.contains("nothing to compare in the crop") == true)
  }

  @Test func `two expectations with one golden record nothing over each other`() throws {
    _ = package.failure(grey)
    let recorded = try package.golden.contents()
    let other = ImageExpectation(dotted, named: "badge", record: .all, at: package.place(9))
    let test = RunningTest(id: "other", function: "other()", arguments: [])
    let failure = other.failure(in: test, settings(), package.uses)
    #expect(
      failure?.words
        == "two expectations have one golden, badge.png: badge(), BadgeTests.swift:1 and other(), "
        + "BadgeTests.swift:9; give one of them another name (named:)")
    #expect(try package.golden.contents() == recorded)
  }

  @Test func `without a package the pictures lie beside the test`() throws {
    let directory = try TemporaryDirectory()
    let place = TestPlace(file: directory.path("deep/down/ATests.swift"), line: 1)
    // Unless a directory above the temporary ones is a package.
    if place.packageRoot == RawPath(directory.path("deep/down")) {
      #expect(
        place.artifacts(settings()) == RawPath(directory.path("deep/down/test-failures/ATests")))
    }
  }

  // MARK: at the same time

  @Test func `goldens recorded at the same time are whole, and nothing else is left`() async throws
  {
    let (places, uses) = ((0..<8).map { package.place($0) }, package.uses)
    let bitmaps = (0..<8).map { drawn(200, 200, red: [($0, $0)]) }
    await withTaskGroup(of: Void.self) { group in
      for round in 0..<Sanitizer.rounds(20) {
        for (index, bitmap) in bitmaps.enumerated() {
          group.addTask {
            let expectation = ImageExpectation(
              .bitmap(bitmap), named: "golden-\(index)", record: round % 2 == 0 ? .all : .never,
              at: places[index])
            let failure = expectation.failure(in: nil, settings(), uses)
            // It is recorded, equal, or not there yet: never in part.
            let words = failure?.words ?? "recorded"
            #expect(words.contains("recorded") || words.contains("there is no golden"))
          }
        }
      }
    }
    let names = (0..<8).map { "golden-\($0).png" }
    #expect(try package.files("Tests/BadgeTests/__Goldens__/BadgeTests") == names)
    for (name, bitmap) in zip(names, bitmaps) {
      let file = package.folder.appendingPathComponent(name)
      #expect(try decodedBitmap(file.contents()) == bitmap)
    }
  }
}
