import ImageCodecs
import PixelGeometry
import TestSupport
import Testing

/// What is refused before memory or time is spent on it, and what is not.
@Suite struct PictureLimitsTests {
  private func fault(_ bytes: [UInt8], _ limits: PictureLimits) -> PictureFault? {
    do throws(PictureFault) {
      _ = try EncodedPicture.bytes(bytes).probe(limits: limits)
      return nil
    } catch { return error }
  }

  /// A sound PNG whose header is made to claim other sides.
  private func claiming(width: UInt32, height: UInt32, interlaced: Bool = false) -> [UInt8] {
    var png = PNGFixture.bytes(width: 1, height: 1, .gray, samples: [0])
    png.replaceSubrange(
      16..<24, with: PNGFixture.bigEndian(width) + PNGFixture.bigEndian(height))
    if interlaced { png[28] = 1 }
    return PNGFixture.checksumsPutRight(png)
  }

  @Test func `a side has a limit of its own`() {
    let long = claiming(width: 1_000_001, height: 1)
    let limits = PictureLimits(side: 1_000_000)
    let refusal = PictureFault.sideTooLong(width: 1_000_001, height: 1, limit: 1_000_000)
    #expect(fault(long, limits) == refusal)
    #expect(fault(claiming(width: 1, height: 1_000_001), limits)?.code == "side-too-long")
    #expect(fault(claiming(width: 1_000_000, height: 1), limits) == nil)
    #expect(fault(long, .none) == nil)
    #expect(
      refusal.description
        == "claims 1000001 × 1 pixels, more on a side than the limit of 1,000,000 "
        + "(raise it with --max-input-side)")
  }

  @Test func `large pictures may have fewer scans, but never fewer than honest ones have`() {
    let limits = PictureLimits(scans: 100)
    func most(_ megapixels: Int) -> Int {
      limits.scans(for: PixelSize(width: megapixels * 1000, height: 1000))
    }
    #expect([1, 16, 32, 64, 80, 268].map(most) == [100, 100, 50, 25, 20, 20])
    #expect(PictureLimits(scans: 10).scans(for: PixelSize(width: 20000, height: 10000)) == 10)
    #expect(PictureLimits(scans: 1000).scans(for: PixelSize(width: 16000, height: 10000)) == 100)
    #expect(PictureLimits.none.scans(for: PixelSize(width: 20000, height: 10000)) == 0)
  }

  @Test func `a few bytes of a JPEG in many scans cannot claim gigabytes`() {
    let bytes = Array(HostileFixture.scans(1, width: 16383, height: 16383).prefix(200))
    let limits = PictureLimits(pixels: 268_402_689)
    let refusal = fault(bytes, limits)
    #expect(refusal?.code == "too-few-bytes")
    #expect(
      refusal?.description.contains("16383 × 16383 pixels, which have to be held whole in 536 MB")
        == true, "\(String(describing: refusal))")
    #expect(fault(bytes, .none) == nil)
    // With the bytes that the flattest picture needs it is granted, and so is a share of them.
    let blocks = 2048 * 2048
    let padding = { (count: Int) in bytes + [UInt8](repeating: 0, count: count) }
    #expect(fault(padding(blocks / 8), limits) == nil)
    #expect(fault(padding(blocks / 8 - 64_000_000 / 1024), limits) == nil)
    #expect(fault(padding(blocks / 8 - 64_000_000 / 1024 - 2000), limits)?.code == "too-few-bytes")
    // What takes little is not counted.
    #expect(fault(HostileFixture.scans(1, width: 5000, height: 6000), limits) == nil)
  }

  @Test func `a few bytes of an interlaced PNG cannot either`() {
    let limits = PictureLimits(pixels: 268_402_689)
    let bytes = claiming(width: 16383, height: 16383, interlaced: true)
    #expect(fault(bytes, limits)?.code == "too-few-bytes")
    #expect(fault(bytes, .none) == nil)
    // Row by row nothing is held.
    #expect(fault(claiming(width: 16383, height: 16383), limits) == nil)
  }

  @Test func `a profile above its limit is ignored with both figures`() throws {
    func remark(_ bytes: [UInt8], limit: Int) throws -> String? {
      let decoder = try PictureDecoder.open(.bytes(bytes), limits: .init(profileBytes: limit))
      return try decoder.colorConversion().1?.words
    }
    let bytes = HostileFixture.profile(claiming: 100_000_000)
    let words = try remark(bytes, limit: 8_000_000)
    #expect(
      words == "the colour profile is ignored: its 100,000,000 bytes are more than the limit of "
        + "8,000,000 (raise it with --max-profile-size); colours are read as sRGB")
    let jpeg = JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }.bytes
    var segments: [UInt8] = []
    for number: UInt8 in 1...2 {
      segments += [0xFF, 0xE2, 0xB0, 0x00] + Array("ICC_PROFILE\0".utf8) + [number, 2]
      segments += [UInt8](repeating: 7, count: 45_040)
    }
    let large = Array(jpeg.prefix(2)) + segments + jpeg.dropFirst(2)
    #expect(try remark(large, limit: 90_079)?.contains("its 90,080 bytes are more") == true)
    #expect(try remark(large, limit: 90_080)?.contains("cannot be read") == true)
  }
}
