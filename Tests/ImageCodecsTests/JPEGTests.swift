import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct JPEGTests {
  /// Smooth colours, which every kind of JPEG keeps within a few levels.
  private static func gradient(width: Int = 83, height: Int = 61) -> JPEGFixture {
    JPEGFixture(width: width, height: height) { x, y in
      (
        UInt8(clamping: 60 + x), UInt8(clamping: 200 - 2 * y), UInt8(clamping: 90 + (x + y) / 2)
      )
    }
  }

  private static let kinds: [(String, @Sendable (inout JPEGFixture) -> Void)] = [
    ("baseline 4:2:0", { _ in }),
    ("baseline 4:4:4", { $0.sampling = (1, 1) }),
    ("baseline 4:2:2", { $0.sampling = (2, 1) }),
    ("baseline 4:4:0", { $0.sampling = (1, 2) }),
    ("baseline 4:1:1", { $0.sampling = (4, 1) }),
    ("progressive", { $0.progressive = true }),
    ("progressive 4:4:4", { ($0.progressive, $0.sampling) = (true, (1, 1)) }),
    ("arithmetic", { $0.arithmetic = true }),
    ("restarts", { $0.restartInterval = 2 }),
    ("progressive with restarts", { ($0.progressive, $0.restartInterval) = (true, 3) }),
    ("stored as RGB", { $0.storedAsRGB = true }),
  ]

  @Test(arguments: kinds.indices)
  func `every ordinary kind decodes to the colours that went in`(index: Int) throws {
    let (name, change) = JPEGTests.kinds[index]
    var fixture = JPEGTests.gradient()
    change(&fixture)
    let bitmap = try decodedBitmap(fixture.bytes)
    #expect(bitmap.size == PixelSize(width: 83, height: 61))
    for y in 0..<61 {
      for x in 0..<83 {
        let at = 3 * (83 * y + x)
        let color = bitmap[x, y]
        let channels = [color.red, color.green, color.blue]
        for (value, wanted) in zip(channels, fixture.pixels[at...]) {
          #expect(abs(Int(value) - Int(wanted)) <= 12, "\(name) at \(x), \(y)")
        }
        #expect(color.alpha == 255)
      }
    }
  }

  @Test func `grey decodes to grey`() throws {
    let pixels = (0..<40 * 30).map { UInt8($0 % 40 * 6) }
    let fixture = JPEGFixture(width: 40, height: 30, pixels: pixels, components: 1)
    let bitmap = try decodedBitmap(fixture.bytes)
    for y in 0..<30 {
      for x in 0..<40 {
        let color = bitmap[x, y]
        #expect(color.red == color.green && color.green == color.blue)
        #expect(abs(Int(color.red) - x * 6) <= 6)
      }
    }
  }

  @Test func `CMYK is told apart from colour, and inverted where Adobe's marker says so`() throws {
    let pixels = [UInt8](repeating: 40, count: 4 * 16 * 16)
    let fixture = JPEGFixture(width: 16, height: 16, pixels: pixels, components: 4)
    // libjpeg writes Adobe's marker with CMYK.
    #expect(try EncodedPicture.bytes(fixture.bytes).probe().cmyk == .inverted)
    #expect(
      try EncodedPicture.bytes(fixture.bytes.withoutSegment(0xEE)).probe().cmyk
        == .plain)
    #expect(try EncodedPicture.bytes(JPEGTests.gradient().bytes).probe().cmyk == nil)
  }

  @Test func `a side that libjpeg has no room for is unsupported, not malformed`() throws {
    var bytes = JPEGTests.gradient().bytes
    let frame = try #require(
      bytes.indices.dropLast(8).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(frame + 5..<frame + 7, with: [0xFF, 0xFF])
    let words = "maximum supported image dimension is 65500 pixels"
    #expect(throws: PictureFault.unsupported(.jpeg, words)) {
      _ = try EncodedPicture.bytes(bytes).probe()
    }
  }

  @Test(arguments: DecodeScale.allCases)
  func `the size at a scale is rounded up`(scale: DecodeScale) throws {
    for (width, height) in [(83, 61), (16, 8), (1, 1), (7, 9), (1, 65)] {
      let bytes = JPEGTests.gradient(width: width, height: height).bytes
      let bitmap = try decodedBitmap(bytes, scale: scale)
      let exact = (Double(width * scale.eighths) / 8, Double(height * scale.eighths) / 8)
      #expect(Double(bitmap.size.width) == exact.0.rounded(.up))
      #expect(Double(bitmap.size.height) == exact.1.rounded(.up))
    }
  }

  @Test func `bytes and a file give the same picture`() throws {
    let directory = try TemporaryDirectory()
    let bytes = JPEGTests.gradient().bytes
    let path = try directory.write(bytes, "a.jpg")
    #expect(try decodedBitmap(bytes) == decodedBitmap(.file(RawPath(path))))
  }

  @Test(arguments: [false, true])
  func `a picture that is cut off keeps what came and says what is missing`(
    progressive: Bool
  ) throws {
    var fixture = JPEGTests.gradient(width: 200, height: 300)
    fixture.progressive = progressive
    let bytes = fixture.bytes
    for part in [30, 50, 90] {
      let cut = Array(bytes.prefix(bytes.count * part / 100))
      let (bitmap, remark) = try decodedWithRemark(cut)
      #expect(bitmap.size == PixelSize(width: 200, height: 300))
      #expect(remark?.severity == .truncated)
      #expect(
        remark?.words
          == "damaged JPEG: premature end of JPEG file; "
          + "what is missing is filled with grey #808080")
      if !progressive {
        let whole = try decodedBitmap(bytes)
        #expect((0..<200).allSatisfy { bitmap[$0, 0] == whole[$0, 0] })
        #expect((0..<200).allSatisfy { bitmap[$0, 299] == damageFill })
      }
    }
  }

  @Test func `an arithmetic progressive picture cut in its last scan says so`() throws {
    var fixture = JPEGTests.gradient()
    (fixture.arithmetic, fixture.progressive) = (true, true)
    let bytes = fixture.bytes
    let (bitmap, remark) = try decodedWithRemark(Array(bytes.dropLast(12)))
    #expect(try bitmap != decodedBitmap(bytes))
    #expect(remark?.severity == .truncated)
  }

  @Test func `only the end marker missing, or junk after it, costs no pixel`() throws {
    let bytes = JPEGTests.gradient().bytes
    let whole = try decodedBitmap(bytes)
    for other in [Array(bytes.dropLast(2)), bytes + [1, 2, 3, 4, 5]] {
      let (bitmap, remark) = try decodedWithRemark(other)
      #expect(bitmap == whole)
      #expect(remark?.isDamage != true)
    }
  }

  @Test func `junk before a marker is a remark and costs no pixel`() throws {
    let bytes = JPEGTests.gradient().bytes
    let other = Array(bytes.prefix(2)) + [0x11, 0x22] + bytes.dropFirst(2)
    let (bitmap, remark) = try decodedWithRemark(other)
    #expect(try bitmap == decodedBitmap(bytes))
    #expect(remark?.severity == .note)
    #expect(remark?.words.hasPrefix("JPEG remark: corrupt JPEG data: 2 extraneous bytes") == true)
  }

  @Test func `damage in the middle of the pixels is damage`() throws {
    var bytes = JPEGTests.gradient(width: 200, height: 300).bytes
    for index in (bytes.count / 2)..<(bytes.count / 2 + 40) { bytes[index] = 0xFF }
    let (_, remark) = try decodedWithRemark(bytes)
    #expect(remark?.severity == .damage)
  }

  @Test func `a header cut short and hopeless contents are refused with the library's words`() {
    let bytes = JPEGTests.gradient().bytes
    for count in [2, 3, 10, 30, 100, 200] {
      #expect(throws: PictureFault.self) {
        _ = try decodedBitmap(Array(bytes.prefix(count)))
      }
    }
    #expect(
      throws: PictureFault.unsupported(.jpeg, "unsupported JPEG data precision 12")
    ) {
      var twelve = bytes
      let frame = bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 }!
      twelve[frame + 1] = 0xC1
      twelve[frame + 4] = 12
      _ = try decodedBitmap(twelve)
    }
  }

  @Test func `more pixels than the limit are refused before memory is taken`() {
    var bytes = JPEGTests.gradient().bytes
    let frame = bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 }!
    bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
    let fault = PictureFault.tooManyPixels(width: 65500, height: 65500, limit: 268_402_689)
    #expect(throws: fault) {
      _ = try EncodedPicture.bytes(bytes).probe(limits: PictureLimits(pixels: 268_402_689))
    }
    #expect(
      fault.description
        == "claims 65500 × 65500 = 4,290,250,000 pixels, more than the limit of 268,402,689 "
        + "(raise it with --max-input-pixels)")
  }

  @Test func `extended XMP does not hide the EXIF segment that follows it`() throws {
    let xmp = [0xFF, 0xE1, 0x10, 0x02] + Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let segment = xmp + [UInt8](repeating: 0x20, count: 0x1002 + 2 - xmp.count)
    var fixture = JPEGTests.gradient()
    fixture.exif = ExifFixture.orientation(6)
    let bytes = fixture.bytes
    let other = Array(bytes.prefix(2)) + segment + segment + bytes.dropFirst(2)
    #expect(try EncodedPicture.bytes(other).probe().orientation == .rightTop)
  }
}

/// A picture decoded whole, and what the decoder has to say about it.
func decodedWithRemark(_ bytes: [UInt8]) throws -> (Bitmap, DecodeRemark?) {
  var decoder = try PictureDecoder.open(.bytes(bytes))
  try decoder.start()
  var pixels: [UInt8] = []
  for _ in 0..<decoder.size.height {
    try decoder.readRow()
    decoder.withRow(columns: 0..<decoder.size.width) { row in
      for index in row.indices { pixels.append(row[index]) }
    }
  }
  return (Bitmap(size: decoder.size, pixels: pixels), decoder.remark())
}

extension [UInt8] {
  /// The JPEG without its first segment of a kind.
  fileprivate func withoutSegment(_ marker: UInt8) -> [UInt8] {
    guard
      let start = indices.dropLast(3).first(where: { self[$0] == 0xFF && self[$0 + 1] == marker })
    else { return self }
    let length = Int(self[start + 2]) << 8 | Int(self[start + 3])
    return Array(self[..<start]) + self[(start + 2 + length)...]
  }
}
