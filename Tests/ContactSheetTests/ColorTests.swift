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

  @Test(.enabled(if: hasCorpus))
  func `the patches of every profile come within 2 of their sRGB values`() throws {
    let folder = corpus!.appendingPathComponent("jpeg-odd/icc")
    let text = try String(
      contentsOf: folder.appendingPathComponent("expected-patches.tsv"), encoding: .utf8)
    var patches = 0
    for row in text.split(separator: "\n").dropFirst() {
      let fields = row.split(separator: "\t")
      let wanted = fields[3].split(separator: " ").compactMap { UInt8($0) }
      let index = Int(fields[1])!
      for suffix in ["png", "jpg"] {
        let file = folder.appendingPathComponent("patches-\(fields[0]).\(suffix)")
        // Ten patches of 16 × 16: one tile each, by its anchor.
        var strip = Strip(
          [.file(RawPath(file.path))], size: 16, spacing: 0, border: 0, shape: .square,
          anchor: Anchor(x: Double(index) / 9, y: 0))
        strip.filter = .box
        let plan = try strip.plan(cancellation: Cancellation())
        let tile = try plan.recipes[0].make(filter: .box, decoding: DecodeOptions())
        let at = 4 * (8 * 16 + 8)
        let color = PremultipliedColor(
          red: tile.bitmap.pixels[at], green: tile.bitmap.pixels[at + 1],
          blue: tile.bitmap.pixels[at + 2], alpha: tile.bitmap.pixels[at + 3]
        ).straight
        let expected = Color(red: wanted[0], green: wanted[1], blue: wanted[2])
        // A JPEG adds the noise of its own decoding, in the stored values.
        let tolerance = suffix == "png" ? 2 : 4
        #expect(
          Self.near(color, expected, tolerance),
          "\(fields[0]).\(suffix) \(index): \(color), \(expected)")
        #expect(tile.remarks.isEmpty)
        patches += 1
      }
    }
    print("colour patches compared: \(patches)")
    #expect(patches == 180)
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

  private static func sRGB(_ light: Double) -> Int {
    let light = min(max(light, 0), 1)
    let stored = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return Int((255 * stored).rounded())
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
      let wanted = Color(
        red: UInt8(Self.sRGB(1.398_36 * light[0] - 0.398_36 * light[1])),
        green: UInt8(Self.sRGB(light[1])),
        blue: UInt8(Self.sRGB(1.042_93 * light[2] - 0.042_93 * light[1])))
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
    let stored = try decodedBitmap(.file(path), shrink: 8)
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
