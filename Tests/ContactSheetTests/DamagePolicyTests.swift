import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct DamagePolicyTests {
  private static let photo = JPEGFixture(width: 200, height: 300) { x, y in
    (UInt8(x), UInt8(y & 255), 90)
  }.bytes
  private static let whole = PictureSource.bytes(photo)
  private static let truncated = PictureSource.bytes(Array(photo.prefix(photo.count / 2)))
  private static let corrupt: PictureSource = {
    var bytes = photo
    for index in (bytes.count / 2)..<(bytes.count / 2 + 40) { bytes[index] = 0xFF }
    return .bytes(bytes)
  }()
  /// Junk before a marker: a remark.
  private static let remarkable = PictureSource.bytes(
    Array(photo.prefix(2)) + [0x11, 0x22] + photo.dropFirst(2))

  private static let table: [(DecodeOptions.FailOn, PictureSource, Bool)] = [
    (.none, truncated, true), (.none, corrupt, true), (.none, remarkable, true),
    (.truncated, truncated, false), (.truncated, corrupt, true), (.truncated, remarkable, true),
    (.error, truncated, false), (.error, corrupt, false), (.error, remarkable, true),
    (.warning, truncated, false), (.warning, corrupt, false), (.warning, remarkable, false),
    (.warning, whole, true),
  ]

  @Test(arguments: table.indices)
  func `each level of damage fails from its own level on`(index: Int) async throws {
    let (level, picture, isUsed) = Self.table[index]
    let strip = Strip([picture], decoding: DecodeOptions(failOn: level))
    if isUsed {
      _ = try await strip.png()
    } else {
      let error = await #expect(throws: SheetError.self) { _ = try await strip.png() }
      guard case .pictures(let problems) = error else {
        Issue.record("\(error?.description ?? "no error")")
        return
      }
      #expect(problems.map(\.stage) == [.decode])
      #expect(problems.map(\.fault.code) == ["damaged"])
    }
  }

  @Test func `a picture that is skipped takes no place, a placeholder keeps it`() async throws {
    let directory = try TemporaryDirectory()
    let pictures: [PictureSource] = [Self.whole, "/nowhere.jpg", .bytes([1, 2, 3]), Self.whole]
    for (policy, width) in [(DecodeOptions.OnError.skip, 85), (.placeholder, 155)] {
      let strip = Strip(pictures, decoding: DecodeOptions(onError: policy))
      let summary = try await strip.write(to: RawPath(directory.path("a.png")))
      #expect(summary.size == PixelSize(width: width, height: 50))
      #expect(summary.omissions.map(\.index) == [1, 2])
      #expect(summary.omissions.map(\.fault.code) == ["missing", "unknown-format"])
      #expect(summary.omissions.map(\.stage) == [.probe, .probe])
    }
    await #expect(throws: SheetError.self) { _ = try await Strip(pictures).png() }
  }

  @Test func `a placeholder is a light tile with a darker cross in the middle`() async throws {
    let strip = Strip(
      ["/nowhere.jpg"], size: 64, border: 0, shape: .square,
      decoding: DecodeOptions(onError: .placeholder))
    let bitmap = try await strip.bitmap()
    #expect(bitmap[1, 1] == Color(rgb: 0xDDDDDD))
    #expect(bitmap[32, 32] == Color(rgb: 0x999999))
    #expect(bitmap[20, 20] == Color(rgb: 0x999999))
    #expect(bitmap[32, 20] == Color(rgb: 0xDDDDDD))
    #expect((0..<64).allSatisfy { y in (0..<64).allSatisfy { bitmap[$0, y] == bitmap[y, $0] } })
  }

  @Test func `pixels that turn out to be unusable leave a placeholder where a place is kept`()
    async throws
  {
    let samples = [Int](repeating: 1, count: 81)
    let png = PNGFixture.bytes(width: 9, height: 9, .gray, samples: samples)
    let broken = PictureSource.bytes(Array(png.prefix(45)))
    let directory = try TemporaryDirectory()
    for policy in [DecodeOptions.OnError.skip, .placeholder] {
      let strip = Strip([Self.whole, broken], decoding: DecodeOptions(onError: policy))
      let summary = try await strip.write(to: RawPath(directory.path("a.png")))
      #expect(summary.size == PixelSize(width: 85, height: 50))
      #expect(summary.omissions.map(\.stage) == [.decode])
    }
  }

  @Test func `nothing left is an error`() async {
    let strip = Strip(["/nowhere.jpg"], decoding: DecodeOptions(onError: .skip))
    let error = await #expect(throws: SheetError.self) { _ = try await strip.png() }
    #expect(error?.description == "no picture is left: none of them can be used")
  }

  @Test func `a progressive JPEG of more scans than the limit is refused by its markers`() throws {
    var fixture = JPEGFixture(width: 40, height: 40) { x, y in (UInt8(x), UInt8(y), 90) }
    fixture.progressive = true
    let picture = EncodedPicture.bytes(fixture.bytes)
    // libjpeg's standard progression has ten scans.
    #expect(throws: Never.self) { _ = try picture.probe(limits: PictureLimits(scans: 10)) }
    #expect(throws: PictureFault.tooManyScans(limit: 9)) {
      _ = try picture.probe(limits: PictureLimits(scans: 9))
    }
    #expect(throws: Never.self) { _ = try picture.probe(limits: .none) }
    let directory = try TemporaryDirectory()
    let path = RawPath(try directory.write(fixture.bytes, "a.jpg"))
    #expect(throws: PictureFault.tooManyScans(limit: 9)) {
      _ = try EncodedPicture.file(path).probe(limits: PictureLimits(scans: 9))
    }
    // A thumbnail's scans, within a segment, are not the picture's.
    fixture.exif =
      ExifFixture.orientation(1) + JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }.bytes
    #expect(throws: Never.self) {
      _ = try EncodedPicture.bytes(fixture.bytes).probe(limits: PictureLimits(scans: 10))
    }
  }

  @Test func `orientation can be switched off`() async throws {
    var fixture = JPEGFixture(width: 64, height: 32) { x, _ in x < 32 ? (250, 0, 0) : (0, 0, 250) }
    fixture.exif = ExifFixture.orientation(6)
    for (autoOrient, expected) in [(true, [0, 1]), (false, [1, 0])] {
      let strip = Strip(
        [.bytes(fixture.bytes)], size: 32, border: 0, shape: .square,
        decoding: DecodeOptions(autoOrient: autoOrient))
      let bitmap = try await strip.bitmap()
      // Turned, the halves lie one above the other; as stored, side by side.
      let across = bitmap[4, 16].red != bitmap[28, 16].red ? 1 : 0
      let down = bitmap[16, 4].red != bitmap[16, 28].red ? 1 : 0
      let isSplit = [
        abs(Int(bitmap[4, 16].red) - Int(bitmap[28, 16].red)) > 100 ? 1 : 0,
        abs(Int(bitmap[16, 4].red) - Int(bitmap[16, 28].red)) > 100 ? 1 : 0,
      ]
      #expect(isSplit == expected, "\(across), \(down)")
    }
  }
}
