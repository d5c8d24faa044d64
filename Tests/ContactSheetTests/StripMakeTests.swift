import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct StripMakeTests {
  private static func photo(_ width: Int = 300, _ height: Int = 200) -> JPEGFixture {
    JPEGFixture(width: width, height: height) { x, y in
      (UInt8(x & 255), UInt8(y & 255), UInt8((x + y) & 127))
    }
  }

  @Test func `the same strip has the same bytes for any number of jobs`() async throws {
    var random = SeededGenerator(seed: 11)
    let pictures = (0..<23).map { _ in
      PictureSource.bytes(
        Self.photo(
          Int.random(in: 20...400, using: &random), Int.random(in: 20...400, using: &random)
        ).bytes)
    }
    let one = try await Strip(pictures, background: .clear, jobs: 1).png()
    for jobs in [2, 3, 8, 64] {
      #expect(try await Strip(pictures, background: .clear, jobs: jobs).png() == one)
    }
  }

  @Test func `a strip of many bands is the strip of one`() async throws {
    // Higher than one band: 1,024 rows at most.
    let pictures = (0..<60).map { index in
      PictureSource.bitmap(
        Bitmap(
          size: PixelSize(width: 1, height: 2),
          pixels: [UInt8(4 * index), 9, 9, 255, 9, UInt8(4 * index), 9, 128]))
    }
    let strip = Strip(pictures, spacing: -20, background: .clear, axis: .vertical)
    let tall = try await strip.bitmap()
    #expect(tall.size == PixelSize(width: 50, height: 60 * 50 - 59 * 20))
    // Each picture alone, where no neighbour reaches.
    for index in [0, 30, 33, 34, 59] {
      let alone = try await Strip([pictures[index]], background: .clear).bitmap()
      for y in 20..<30 {
        for x in 0..<50 { #expect(tall[x, 30 * index + y] == alone[x, y]) }
      }
    }
  }

  @Test func `the library writes the file whole, and says what it made`() async throws {
    let directory = try TemporaryDirectory()
    let path = RawPath(directory.path("strip.png"))
    let strip = Strip(Array(repeating: .bytes(Self.photo().bytes), count: 6))
    let summary = try await strip.write(to: path)
    #expect(summary.size == PixelSize(width: 225, height: 50))
    #expect(summary.pictureCount == 6)
    #expect(summary.remarks.isEmpty)
    #expect(try directory.names() == ["strip.png"])
    let png = try await strip.png()
    #expect(try directory.url.appendingPathComponent("strip.png").contents() == png)
  }

  @Test func `a damaged picture is used and reported`() async throws {
    let bytes = Self.photo().bytes
    let directory = try TemporaryDirectory()
    let strip = Strip([.bytes(bytes), .bytes(Array(bytes.prefix(bytes.count / 2)))])
    let summary = try await strip.write(to: RawPath(directory.path("a.png")))
    #expect(summary.damaged.map(\.index) == [1])
    #expect(summary.damaged.map(\.name) == ["picture 2"])
  }

  @Test func `a failure leaves the earlier file and nothing else`() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([1, 2, 3], "strip.png")
    await #expect(throws: SheetError.self) {
      try await Strip(["/nowhere.jpg"]).write(to: RawPath(path))
    }
    // A picture whose header is fine and whose pixels are not: fails while rendering.
    let broken = Array(
      PNGFixture.bytes(width: 9, height: 9, .gray, samples: .init(repeating: 1, count: 81)).prefix(
        45))
    await #expect(throws: SheetError.self) {
      try await Strip([.bytes(broken)]).write(to: RawPath(path))
    }
    #expect(try directory.names() == ["strip.png"])
    #expect(try URL(fileURLWithPath: path).contents() == [1, 2, 3])
  }

  @Test func `a cancelled task writes nothing`() async throws {
    let directory = try TemporaryDirectory()
    let path = RawPath(directory.path("strip.png"))
    let pictures = (0..<400).map { PictureSource.bytes(Self.photo(300 + $0, 300).bytes) }
    let task = Task { try await Strip(pictures).write(to: path) }
    task.cancel()
    await #expect(throws: SheetError.cancelled) { try await task.value }
    #expect(try directory.names() == [])
  }

  @Test func `a file that changed after its header was read is damage, not a wrong picture`() throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.photo().bytes, "a.jpg")
    let strip = Strip([.file(RawPath(path))], border: 0, shape: .square)
    let plan = try strip.plan(cancellation: Cancellation())
    try directory.write(Self.photo(100, 100).bytes, "a.jpg")
    let (remarks, _) = try strip.encode(plan, page: 0, cancellation: Cancellation()) {
      (_) throws(SheetError) in
    }
    let bitmap = try strip.bitmap(plan, page: 0, cancellation: Cancellation())
    #expect(
      remarks.map(\.remark) == [
        DecodeRemark(severity: .damage, words: "changed while it was read")
      ])
    let grey = Color(rgb: 0x808080)
    #expect((0..<2500).allSatisfy { bitmap[$0 % 50, $0 / 50] == grey })
  }

  @Test(arguments: Orientation.allCases)
  func `a picture in any orientation makes the same tile`(orientation: Orientation) async throws {
    // Four corners in four colours, stored as the orientation has it.
    let upright = PixelSize(width: 64, height: 48)
    let stored = orientation.swapsSides ? upright.transposed : upright
    var pixels = [UInt8](repeating: 0, count: 3 * stored.pixelCount)
    for y in 0..<upright.height {
      for x in 0..<upright.width {
        let position = orientation.storedPosition(x: x, y: y, in: stored)
        let at = 3 * (position.y * stored.width + position.x)
        pixels[at] = x < 32 ? 230 : 30
        pixels[at + 1] = y < 24 ? 200 : 40
        pixels[at + 2] = 90
      }
    }
    var fixture = JPEGFixture(width: stored.width, height: stored.height, pixels: pixels)
    fixture.exif = ExifFixture.orientation(orientation.rawValue)
    fixture.sampling = (1, 1)
    let strip = Strip(
      [.bytes(fixture.bytes)], size: 40, border: 0, shape: .square)
    let bitmap = try await strip.bitmap()
    for (x, y) in [(3, 3), (36, 3), (3, 36), (36, 36)] {
      let wanted = Color(red: x < 20 ? 230 : 30, green: y < 20 ? 200 : 40, blue: 90)
      let color = bitmap[x, y]
      let channels = [
        (color.red, wanted.red), (color.green, wanted.green), (color.blue, wanted.blue),
      ]
      #expect(channels.allSatisfy { abs(Int($0) - Int($1)) <= 8 }, "\(x), \(y): \(color)")
    }
  }

  @Test(arguments: [(1, 1), (1, 150), (550, 5), (1920, 3), (1, 20_000)])
  func `a picture of any shape makes a tile`(width: Int, height: Int) async throws {
    let bytes = JPEGFixture(
      width: width, height: height,
      pixels: [UInt8](repeating: 90, count: width * height), components: 1
    ).bytes
    let strip = Strip([.bytes(bytes)], border: 0, shape: .square)
    let bitmap = try await strip.bitmap()
    #expect(bitmap.pixels.allSatisfy { $0 == 255 || abs(Int($0) - 90) <= 2 })
  }
}
