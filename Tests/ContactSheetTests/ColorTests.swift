import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct ColorTests {
  /// The colour of a picture's single tile pixel, or of some pixel of a larger tile.
  private static func tile(
    _ source: PictureSource, size: Int = 1, _ options: DecodeOptions = DecodeOptions()
  ) throws -> (bitmap: [Color], remarks: [DecodeRemark]) {
    let strip = Strip(
      [source], size: size, spacing: 0, border: 0, background: .clear, shape: .square,
      decoding: options)
    let plan = try strip.plan(cancellation: Cancellation())
    let tile = try plan.recipes[0].make(filter: .box, decoding: options)
    let colors = stride(from: 0, to: tile.bitmap.pixels.count, by: 4).map { index in
      let pixels = tile.bitmap.pixels[index..<index + 4]
      let channels = Array(pixels)
      return PremultipliedColor(
        red: channels[0], green: channels[1], blue: channels[2], alpha: channels[3]
      ).straight
    }
    return (colors, tile.remarks)
  }

  private static func near(_ a: Color, _ b: Color, _ tolerance: Int) -> Bool {
    let pairs = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)]
    return pairs.allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }

  // MARK: the patches of the corpus

  private struct Patch {
    var profile: String
    var index: Int
    var stored: [Double]
    /// What the index says it is in sRGB.
    var expected: [Double]
  }

  private static func patches() throws -> [Patch] {
    let text = try String(
      contentsOf: corpus!.appendingPathComponent("jpeg-odd/icc/expected-patches.tsv"),
      encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { row in
      let fields = row.split(separator: "\t")
      let (stored, expected) = (fields[2].split(separator: " "), fields[3].split(separator: " "))
      return Patch(
        profile: String(fields[0]), index: Int(fields[1])!,
        stored: (0..<3).map { Double(stored[stored.count == 1 ? 0 : $0])! },
        expected: expected.map { Double($0)! })
    }
  }

  /// The mean colour of the inside of one of ten patches of 16 × 16, and how far a pixel is from it.
  private static func mean(_ bitmap: Bitmap, _ index: Int) -> (color: [Double], spread: Double) {
    let pixels = (3..<13).flatMap { y in
      (3..<13).map { x in
        let color = bitmap[16 * index + x, y]
        return [Double(color.red), Double(color.green), Double(color.blue)]
      }
    }
    let color = (0..<3).map { channel in
      pixels.reduce(0) { $0 + $1[channel] } / Double(pixels.count)
    }
    return (color, pixels.map { difference($0, color) }.max()!)
  }

  private static func difference(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).map { abs($0 - $1) }.max()!
  }

  /// sRGB of stored values, by the definition of the colour space that a profile is named after.
  private static func formula(_ stored: [Double], _ profile: String) -> [Double] {
    let values = stored.map { $0 / 255 }
    // IEC 61966-2-1, which Display P3 and the grey of the set share.
    let light = values.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    switch profile.split(separator: "-")[0] {
    case "sRGB", "sGrey":
      return stored
    case "DisplayP3":
      return [
        1.224_94 * light[0] - 0.224_94 * light[1],
        -0.042_06 * light[0] + 1.042_06 * light[1],
        -0.019_64 * light[0] - 0.078_64 * light[1] + 1.098_27 * light[2],
      ].map { exactSRGB($0) }
    case "AdobeCompat":
      return adobe(values.map { pow($0, 563 / 256) }).map { exactSRGB($0) }
    default:
      preconditionFailure("no formula for \(profile)")
    }
  }

  /// Linear light of Adobe RGB (1998) in the primaries of sRGB; both have the white D65.
  private static func adobe(_ light: [Double]) -> [Double] {
    [
      1.398_36 * light[0] - 0.398_36 * light[1], light[1],
      1.042_93 * light[2] - 0.042_93 * light[1],
    ]
  }

  @Test(.enabled(if: hasCorpus), arguments: ["png", "jpg"])
  func `the patches of every profile come within 2 of their sRGB values`(suffix: String) throws {
    // libjpeg decodes some patches a level beside what was stored (the conversion of Y, Cb and Cr rounds),
    // which the profile may stretch. So what a JPEG has to be is computed from what it decodes to.
    var (fromStored, fromFormula, fromIndex) = (0.0, 0.0, 0.0)
    let patches = try Self.patches()
    for patch in patches {
      let file = corpus!.appendingPathComponent("jpeg-odd/icc/patches-\(patch.profile).\(suffix)")
      let path = RawPath(file.path)
      let decoded = Self.mean(try decodedBitmap(.file(path)), patch.index)
      let tile = try PictureSource.file(path).ownSizeTile(colorManagement: true)
      let color = Self.mean(tile.bitmap, patch.index)
      #expect(tile.remarks.isEmpty)
      #expect(decoded.spread == 0 && color.spread == 0)
      let wanted = Self.formula(decoded.color, patch.profile)
      let name = "\(patch.profile).\(suffix) \(patch.index): \(color.color)"
      #expect(Self.difference(color.color, wanted) <= 1, "\(name), \(wanted)")
      let index = Self.difference(color.color, patch.expected)
      #expect(index <= 2, "\(name), index \(patch.expected)")
      fromStored = max(fromStored, Self.difference(decoded.color, patch.stored))
      fromFormula = max(fromFormula, Self.difference(color.color, wanted))
      fromIndex = max(fromIndex, index)
    }
    print(
      "\(suffix): \(patches.count) patches; at most \(fromStored) levels from what was stored before "
        + "the conversion, \(fromFormula) from the formula and \(fromIndex) from the index after it"
    )
    #expect(patches.count == 90)
  }

  @Test(
    .enabled(if: hasCorpus),
    arguments: [
      // In order they are 254 bytes that are no profile.
      ("icc_chunk_order.jpg", "it cannot be read"),
      ("icc_chunk_count_mismatch.jpg", "its segments do not fit together"),
      ("icc_chunk_double_seq_no.jpg", "its segments do not fit together"),
      ("icc_missing_chunk.jpg", "its segments do not fit together"),
    ])
  func `a broken profile is remarked once, and colours are read as sRGB`(
    file: String, why: String
  ) throws {
    let path = corpus!.appendingPathComponent("jpeg-odd/icc/\(file)").path
    let (_, remarks) = try Self.tile(.file(RawPath(path)))
    let words = "the colour profile is ignored: \(why); colours are read as sRGB"
    #expect(remarks == [DecodeRemark(severity: .note, words: words)])
  }

  @Test(.enabled(if: hasCorpus))
  func `a profile in segments out of order is joined by their numbers`() throws {
    let file = corpus!.appendingPathComponent("jpeg-odd/icc/patches-DisplayP3-v4.jpg")
    let bytes = try file.contents()
    let name = Array("ICC_PROFILE\0".utf8)
    let marker = try #require(
      bytes.indices.dropLast(16).first {
        bytes[$0] == 0xFF && bytes[$0 + 1] == 0xE2 && bytes[($0 + 4)...].starts(with: name)
      })
    let length = Int(bytes[marker + 2]) << 8 | Int(bytes[marker + 3])
    let profile = Array(bytes[(marker + 18)..<(marker + 2 + length)])
    func segment(_ number: UInt8, _ part: ArraySlice<UInt8>) -> [UInt8] {
      let count = 2 + 14 + part.count
      return [0xFF, 0xE2, UInt8(count >> 8), UInt8(count & 255)] + name + [number, 3] + part
    }
    let segments =
      segment(3, profile[200...]) + segment(1, profile[..<100]) + segment(2, profile[100..<200])
    let split = Array(bytes[..<marker]) + segments + bytes[(marker + 2 + length)...]
    let (whole, joined) = (
      try Self.tile(.bytes(bytes), size: 16), try Self.tile(.bytes(split), size: 16)
    )
    #expect(whole.bitmap == joined.bitmap)
    #expect(joined.remarks.isEmpty)
    let stored = try Self.tile(.bytes(split), size: 16, DecodeOptions(colorManagement: false))
    #expect(stored.bitmap != joined.bitmap)
  }

  @Test(.enabled(if: hasCorpus))
  func `a profile that swaps channels is honoured, and can be switched off`() throws {
    for file in ["rgb-to-gbr-test.jpg", "rgb-to-gbr-test.png"] {
      let path = RawPath(corpus!.appendingPathComponent("jpeg-odd/icc/\(file)").path)
      let managed = try Self.tile(.file(path), size: 40).bitmap
      let stored = try Self.tile(.file(path), size: 40, DecodeOptions(colorManagement: false))
        .bitmap
      // What is stored as green, blue, red is shown as red, green, blue, or the other way round.
      let strong = stored.indices.filter { index in
        let color = stored[index]
        let channels = [Int(color.red), Int(color.green), Int(color.blue)].sorted()
        return channels[2] - channels[1] > 120
      }
      #expect(!strong.isEmpty)
      let turned = strong.filter { index in
        func strongest(_ color: Color) -> Int {
          let channels = [color.red, color.green, color.blue]
          return channels.indices.max { channels[$0] < channels[$1] }!
        }
        return strongest(managed[index]) != strongest(stored[index])
      }
      #expect(turned.count * 10 > strong.count * 9, "\(file)")
    }
  }

  // MARK: the colour chunks of PNG

  private static let gray: UInt8 = 100

  private static func png(_ chunks: [[UInt8]], value: Int = 100) -> PictureSource {
    var png = PNGFixture.bytes(width: 1, height: 1, .rgb, samples: [value, value, value])
    for chunk in chunks.reversed() { png = PNGFixture.inserting(chunk, into: png) }
    return .bytes(png)
  }

  private static func gAMA(_ value: UInt32) -> [UInt8] {
    PNGFixture.chunk("gAMA", PNGFixture.bigEndian(value))
  }

  private static let sRGB = PNGFixture.chunk("sRGB", [0])

  /// What a stored value of a gamma is in sRGB, by the formulas of the two standards.
  private static func expected(_ value: Int, gamma: Double) -> Int {
    sRGB(pow(Double(value) / 255, 1 / gamma))
  }

  private static func sRGB(_ light: Double) -> Int { Int(exactSRGB(light).rounded()) }

  /// The 8-bit value of sRGB for light 0…1, not rounded (IEC 61966-2-1).
  private static func exactSRGB(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  @Test func `gAMA is honoured, and 0.45455 within a percent is sRGB itself`() throws {
    for value in [0, 1, 5, 20, 64, 100, 128, 200, 254, 255] {
      for (chunk, gamma) in [
        (100_000, 1.0), (55_100, 0.551), (30_000, 0.3), (45_001, nil), (45_909, nil),
      ] {
        let color = try Self.tile(Self.png([Self.gAMA(UInt32(chunk))], value: value)).bitmap[0]
        let wanted = gamma.map { Self.expected(value, gamma: $0) } ?? value
        #expect(abs(Int(color.red) - wanted) <= 1, "gAMA \(chunk), \(value): \(color), \(wanted)")
        #expect(color.red == color.green && color.green == color.blue)
      }
    }
  }

  @Test func `dark and strong colours of other primaries come within a level of the formula`()
    throws
  {
    // The primaries of Adobe RGB (1998), whose white is that of sRGB; gAMA 1 / 1.8.
    let primaries = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]
    let cHRM = PNGFixture.chunk(
      "cHRM", primaries.flatMap { PNGFixture.bigEndian(UInt32($0)) })
    let levels = [0, 1, 2, 4, 8, 16, 40, 100, 255]
    let colors = levels.flatMap { red in
      levels.flatMap { green in levels.map { [red, green, $0] } }
    }
    var png = PNGFixture.bytes(
      width: colors.count, height: 1, .rgb, samples: colors.flatMap { $0 })
    for chunk in [cHRM, Self.gAMA(55_556)] { png = PNGFixture.inserting(chunk, into: png) }
    let bitmap = try PictureSource.bytes(png).ownSizeTile(colorManagement: true).bitmap
    for (x, color) in colors.enumerated() {
      let light = color.map { pow(Double($0) / 255, 100_000 / 55_556) }
      let levels = Self.adobe(light).map { UInt8(Self.sRGB($0)) }
      let wanted = Color(red: levels[0], green: levels[1], blue: levels[2])
      #expect(Self.near(bitmap[x, 0], wanted, 1), "\(color): \(bitmap[x, 0]), \(wanted)")
    }
  }

  @Test func `sRGB stands over gAMA, and cICP over everything`() throws {
    let linear = Self.gAMA(100_000)
    #expect(try Self.tile(Self.png([linear])).bitmap[0].red > 150)
    #expect(try Self.tile(Self.png([Self.sRGB, linear])).bitmap[0].red == Self.gray)
    #expect(try Self.tile(Self.png([linear, Self.sRGB])).bitmap[0].red == Self.gray)
    let cICP = PNGFixture.chunk("cICP", [1, 13, 0, 1])
    #expect(try Self.tile(Self.png([cICP, linear])).bitmap[0].red == Self.gray)
  }

  @Test func `cICP says Display P3, and PQ and HLG are named`() throws {
    let p3 = PNGFixture.chunk("cICP", [12, 13, 0, 1])
    let red = PNGFixture.inserting(
      p3, into: PNGFixture.bytes(width: 1, height: 1, .rgb, samples: [200, 100, 50]))
    // By the matrices of the two colour spaces: outside sRGB on the red side.
    let color = try Self.tile(.bytes(red)).bitmap[0]
    #expect(Self.near(color, Color(red: 214, green: 95, blue: 33), 2), "\(color)")
    for (code, name) in [(UInt8(16), "PQ"), (18, "HLG")] {
      let chunk = PNGFixture.chunk("cICP", [9, code, 0, 1])
      let (colors, remarks) = try Self.tile(Self.png([chunk]))
      #expect(colors[0].red == Self.gray)
      #expect(
        remarks.map(\.words)
          == ["\(name) colours (cICP) are not supported; colours are read as sRGB"])
    }
  }

  @Test func `colour management that is switched off leaves stored values alone`() throws {
    let off = DecodeOptions(colorManagement: false)
    #expect(try Self.tile(Self.png([Self.gAMA(100_000)]), off).bitmap[0].red == Self.gray)
  }

  @Test func `a broken profile is remarked, and the picture is read as sRGB`() throws {
    let name = Array("x\0\0".utf8)
    let chunk = PNGFixture.chunk("iCCP", name + [0x78, 0x9C, 1, 2, 3])
    let (colors, remarks) = try Self.tile(Self.png([chunk]))
    #expect(colors[0].red == Self.gray)
    #expect(
      remarks.map(\.words)
        == ["the colour profile is ignored: it cannot be read; colours are read as sRGB"])
    #expect(remarks.allSatisfy { $0.severity == .note })
  }

  // MARK: CMYK

  @Test func `inks without a profile follow the formula, inverted or not`() throws {
    // Flat patches, so that the JPEG keeps them.
    for (c, m, y, k) in [(0, 0, 0, 0), (255, 0, 0, 0), (0, 128, 0, 64), (10, 20, 30, 40)] {
      let inks = [UInt8(c), UInt8(m), UInt8(y), UInt8(k)]
      let pixels = (0..<256).flatMap { _ in inks.map { 255 - $0 } }
      let inverted = JPEGFixture(width: 16, height: 16, pixels: pixels, components: 4).bytes
      let color = try Self.tile(.bytes(inverted)).bitmap[0]
      let light = [c, m, y].map { UInt8(((255 - $0) * (255 - k) + 127) / 255) }
      #expect(
        Self.near(color, Color(red: light[0], green: light[1], blue: light[2]), 2),
        "\(inks): \(color)")
      #expect(color.alpha == 255)
    }
  }

  @Test(.enabled(if: hasCorpus))
  func `the CMYK picture of the corpus looks like its RGB counterpart`() throws {
    let folder = corpus!.appendingPathComponent("jpeg-odd/cmyk")
    func mean(_ name: String) throws -> [Int] {
      let colors = try Self.tile(
        .file(RawPath(folder.appendingPathComponent(name).path)), size: 20
      ).bitmap
      return [\Color.red, \.green, \.blue].map { channel in
        colors.reduce(0) { $0 + Int($1[keyPath: channel]) } / colors.count
      }
    }
    let (cmyk, rgb) = (try mean("pil_sample_cmyk.jpg"), try mean("pil_sample_rgb.jpg"))
    #expect(zip(cmyk, rgb).allSatisfy { abs($0 - $1) < 40 }, "\(cmyk), \(rgb)")
  }

  // MARK: where the conversion stands

  @Test(.enabled(if: hasCorpus))
  func `converting the small tile is as good as converting every pixel before`() throws {
    // A photograph read as Adobe RGB, whose curve differs most from that of sRGB: its whole decode
    // converted pixel by pixel and then resampled, against the tile converted after resampling.
    let path = RawPath(corpus!.appendingPathComponent("photos/dog.jpg").path)
    let adobe = corpus!.appendingPathComponent("jpeg-odd/icc/patches-AdobeCompat-v4.jpg").path
    let conversion = try Self.conversion(of: .file(RawPath(adobe)))
    let stored = try decodedBitmap(.file(path), scale: .eighth)
    let converted = try Self.resampled(stored, to: stored.size, conversion)
    let bytes = converted.pixels.map { straightAlpha($0) }
    let exact = try Self.resampled(
      Bitmap(size: stored.size, pixels: bytes), to: PixelSize(width: 100, height: 75), .none)
    let tile = try Self.resampled(stored, to: PixelSize(width: 100, height: 75), conversion)
    var sum = 0.0
    for (a, b) in zip(tile.pixels, exact.pixels) {
      let difference = (Double(a) - Double(b)) / 255
      sum += difference * difference
    }
    let decibels = 10 * log10(255 * 255 / (sum / Double(tile.pixels.count)))
    print("tile converted after against before resampling: \(decibels) dB")
    #expect(decibels > 45)
  }

  private static func conversion(of picture: EncodedPicture) throws -> ColorConversion {
    let decoder = try PictureDecoder.open(picture)
    return try decoder.colorConversion().0
  }

  private static func resampled(
    _ bitmap: Bitmap, to size: PixelSize, _ conversion: ColorConversion
  ) throws -> PremultipliedBitmap {
    var resampler = RowResampler(
      sourceSize: bitmap.size, hasAlpha: false, cropBox: CropBox(whole: bitmap.size),
      outputSize: size, filter: .lanczos3)
    let stride = 4 * bitmap.size.width
    for row in resampler.rows {
      resampler.feed(bitmap.pixels.span.extracting(row * stride..<(row + 1) * stride))
    }
    var output = resampler.finish()
    conversion.apply(to: &output)
    return output
  }
}
