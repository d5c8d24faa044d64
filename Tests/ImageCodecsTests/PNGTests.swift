import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct PNGTests {
  private static let kinds = PNGFixture.ColorType.allCases.flatMap { type in
    type.bitDepths.flatMap { depth in [false, true].map { (type, depth, $0) } }
  }

  @Test(arguments: kinds)
  func `every colour type, depth and interlacing decodes to straight RGBA`(
    type: PNGFixture.ColorType, depth: Int, interlaced: Bool
  ) throws {
    var random = SeededGenerator(seed: UInt64(type.rawValue * 100 + depth))
    let (width, height) = (13, 9)
    let most = (1 << depth) - 1
    let samples = (0..<width * height * type.channels).map { _ in
      Int.random(in: 0...most, using: &random)
    }
    let palette = type == .palette ? (0..<3 * (most + 1)).map { UInt8($0 * 7 & 255) } : nil
    let bytes = PNGFixture.bytes(
      width: width, height: height, type, bitDepth: depth, samples: samples,
      interlaced: interlaced, palette: palette)
    let bitmap = try decodedBitmap(bytes)
    for pixel in 0..<width * height {
      let own = Array(samples[pixel * type.channels..<(pixel + 1) * type.channels])
      // 16 bits are value / 257 rounded; fewer than 8 are spread over the range of a byte.
      let scaled = own.map { UInt8(depth == 16 ? ($0 + 128) / 257 : $0 * 255 / most) }
      let expected =
        switch type {
        case .gray: Color(red: scaled[0], green: scaled[0], blue: scaled[0])
        case .grayAlpha:
          Color(red: scaled[0], green: scaled[0], blue: scaled[0], alpha: scaled[1])
        case .rgb: Color(red: scaled[0], green: scaled[1], blue: scaled[2])
        case .rgba: Color(red: scaled[0], green: scaled[1], blue: scaled[2], alpha: scaled[3])
        case .palette:
          Color(
            red: palette![3 * own[0]], green: palette![3 * own[0] + 1],
            blue: palette![3 * own[0] + 2])
        }
      #expect(bitmap[pixel % width, pixel / width] == expected)
    }
  }

  @Test func `all 65,536 values of 16 bits are divided by 257 and rounded`() throws {
    let bytes = PNGFixture.bytes(
      width: 256, height: 256, .gray, bitDepth: 16, samples: Array(0..<65_536))
    let bitmap = try decodedBitmap(bytes)
    for value in 0..<65_536 {
      #expect(Int(bitmap[value % 256, value / 256].red) == (value + 128) / 257)
    }
  }

  @Test func `a transparent colour and a palette's alpha are clear`() throws {
    let gray = PNGFixture.bytes(
      width: 2, height: 1, .gray, samples: [10, 20], transparent: [20])
    #expect(try decodedBitmap(gray)[0, 0].alpha == 255)
    #expect(try decodedBitmap(gray)[1, 0].alpha == 0)
    let rgb = PNGFixture.bytes(
      width: 2, height: 1, .rgb, samples: [1, 2, 3, 4, 5, 6], transparent: [1, 2, 3])
    #expect(try decodedBitmap(rgb)[0, 0].alpha == 0)
    #expect(try decodedBitmap(rgb)[1, 0] == Color(red: 4, green: 5, blue: 6))
    let palette = PNGFixture.bytes(
      width: 2, height: 1, .palette, samples: [0, 1], palette: [1, 2, 3, 4, 5, 6],
      paletteAlpha: [77])
    #expect(try decodedBitmap(palette)[0, 0] == Color(red: 1, green: 2, blue: 3, alpha: 77))
    #expect(try decodedBitmap(palette)[1, 0].alpha == 255)
    for bytes in [gray, rgb, palette] {
      #expect(try EncodedPicture.bytes(bytes).probe().hasAlpha)
    }
  }

  private static let picture = PNGFixture.bytes(
    width: 64, height: 200, .rgb,
    samples: (0..<64 * 200 * 3).map { ($0 &* 2_654_435_761) >> 7 & 255 })

  @Test func `pixels split into chunks of one byte and empty chunks are fine`() throws {
    var other = PNGFixture.signature
    for chunk in PNGFixture.chunks(PNGTests.picture) {
      if chunk.type == "IDAT" {
        other += PNGFixture.chunk("IDAT", [])
        for byte in chunk.contents.prefix(2000) { other += PNGFixture.chunk("IDAT", [byte]) }
        other += PNGFixture.chunk("IDAT", Array(chunk.contents.dropFirst(2000)))
      } else {
        other += PNGFixture.chunk(chunk.type, chunk.contents)
      }
    }
    let (bitmap, remark) = try decodedWithRemark(other)
    #expect(try bitmap == decodedBitmap(PNGTests.picture))
    #expect(remark == nil)
  }

  @Test func `a wrong checksum of a text chunk, a missing end and junk cost no pixel`() throws {
    var text = PNGFixture.chunk("tEXt", Array("Comment\0hello".utf8))
    text[text.count - 1] ^= 1
    let whole = try decodedBitmap(PNGTests.picture)
    for other in [
      PNGFixture.inserting(text, into: PNGTests.picture), Array(PNGTests.picture.dropLast(12)),
      PNGTests.picture + [1, 2, 3],
    ] {
      let (bitmap, remark) = try decodedWithRemark(other)
      #expect(bitmap == whole)
      #expect(remark?.isDamage != true)
    }
  }

  @Test(arguments: [false, true])
  func `a picture that is cut off keeps its rows and says what is missing`(
    interlaced: Bool
  ) throws {
    let samples = (0..<64 * 200 * 3).map { ($0 &* 2_654_435_761) >> 7 & 255 }
    let bytes = PNGFixture.bytes(
      width: 64, height: 200, .rgb, samples: samples, interlaced: interlaced)
    let whole = try decodedBitmap(bytes)
    let (bitmap, remark) = try decodedWithRemark(Array(bytes.prefix(bytes.count / 2)))
    #expect(remark?.severity == .truncated)
    #expect(
      remark?.words
        == "damaged PNG: premature end of PNG file; what is missing is filled with grey #808080")
    #expect(bitmap[0, 0] == whole[0, 0])
    if !interlaced {
      #expect((0..<64).allSatisfy { bitmap[$0, 40] == whole[$0, 40] })
      #expect((0..<64).allSatisfy { bitmap[$0, 199] == damageFill })
    }
  }

  @Test func `nothing of a picture is an error, not a grey picture`() {
    let header = Array(PNGTests.picture.prefix(33))
    for bytes in [
      header, header + PNGFixture.chunk("IDAT", [1, 2, 3, 4]) + PNGFixture.chunk("IEND", []),
      header + PNGFixture.chunk("IEND", []), Array(PNGTests.picture.prefix(20)),
    ] {
      #expect(throws: PictureFault.self) { _ = try decodedBitmap(bytes) }
    }
  }

  /// The picture with one bit of the checksum of one of its pixel chunks flipped.
  private static func wrongChecksum(_ png: [UInt8], pixelChunk: Int) -> [UInt8] {
    var result = PNGFixture.signature
    var number = 0
    for chunk in PNGFixture.chunks(png) {
      result += PNGFixture.chunk(chunk.type, chunk.contents)
      guard chunk.type == "IDAT" else { continue }
      if number == pixelChunk { result[result.count - 1] ^= 1 }
      number += 1
    }
    return result
  }

  @Test(arguments: [false, true])
  func `a picture whose first pixels fail their checksum is refused, later ones are damage`(
    interlaced: Bool
  ) throws {
    let samples = (0..<64 * 200 * 3).map { ($0 &* 2_654_435_761) >> 7 & 255 }
    let png = PNGFixture.bytes(
      width: 64, height: 200, .rgb, samples: samples, interlaced: interlaced)
    let fault = PictureFault.malformed(.png, "IDAT: CRC error")
    #expect(throws: fault) {
      _ = try decodedBitmap(PNGTests.wrongChecksum(png, pixelChunk: 0))
    }
    let whole = try decodedBitmap(png)
    for chunk in 1..<(PNGFixture.chunks(png).count { $0.type == "IDAT" }) {
      let (bitmap, remark) = try decodedWithRemark(
        PNGTests.wrongChecksum(png, pixelChunk: chunk))
      #expect(remark?.severity == .damage)
      #expect(bitmap[0, 0] == whole[0, 0])
    }
    // One chunk: its checksum comes after all the rows, more of them than are read at a time.
    let tall = PNGFixture.bytes(
      width: 1, height: 60_000, .gray, samples: [Int](repeating: 7, count: 60_000),
      interlaced: interlaced)
    #expect(PNGFixture.chunks(tall).count { $0.type == "IDAT" } == 1)
    #expect(throws: fault) {
      _ = try decodedBitmap(PNGTests.wrongChecksum(tall, pixelChunk: 0))
    }
  }

  @Test func `pixels that fail the checksum of all of them are damage, wherever it stands`() throws
  {
    for height in [1, 2, 40, 41, 42, 43] {
      let samples = (0..<64 * height * 3).map { ($0 &* 2_654_435_761) >> 7 & 255 }
      let png = PNGFixture.bytes(width: 64, height: height, .rgb, samples: samples)
      var other = PNGFixture.signature
      // The last four bytes of the zlib stream, alone in a chunk or with all others.
      for isAlone in [false, true] {
        other = PNGFixture.signature
        for chunk in PNGFixture.chunks(png) {
          guard chunk.type == "IDAT" else {
            other += PNGFixture.chunk(chunk.type, chunk.contents)
            continue
          }
          var contents = chunk.contents
          contents[contents.count - 1] ^= 1
          if isAlone {
            other += PNGFixture.chunk("IDAT", Array(contents.dropLast(4)))
            contents = contents.suffix(4)
          }
          other += PNGFixture.chunk("IDAT", contents)
        }
        do {
          #expect(try decodedWithRemark(other).1?.severity == .damage, "\(height) \(isAlone)")
        } catch PictureFault.malformed where height == 1 {
          // Not one row came out before.
        }
      }
    }
  }

  @Test func `sixty thousand by sixty thousand in seventy bytes is refused`() {
    let side = PNGFixture.bigEndian(60_000)
    let header: [UInt8] = side + side + [8, 6, 0, 0, 0]
    let bytes =
      PNGFixture.signature + PNGFixture.chunk("IHDR", header)
      + PNGFixture.chunk("IDAT", [0x78, 0x9C]) + PNGFixture.chunk("IEND", [])
    #expect(
      throws: PictureFault.tooManyPixels(width: 60_000, height: 60_000, limit: 268_402_689)
    ) { _ = try EncodedPicture.bytes(bytes).probe(limits: PictureLimits(pixels: 268_402_689)) }
  }

  // MARK: out

  @Test func `a sheet of ours is known by its text before the pixels`() throws {
    let directory = try TemporaryDirectory()
    let mark = PNGFixture.chunk("tEXt", Array("Software\0contactsheet".utf8))
    func isOurs(_ bytes: [UInt8]) throws -> Bool {
      try InputFile.open(RawPath(directory.write(bytes, "x.png"))).isContactSheet
    }
    #expect(try isOurs(PNGFixture.inserting(mark, into: PNGTests.picture)))
    #expect(try !isOurs(PNGTests.picture))
    #expect(try !isOurs(PNGFixture.inserting(mark, into: PNGTests.picture, afterPixels: true)))
    let other = PNGFixture.chunk("tEXt", Array("Software\0contactsheets".utf8))
    #expect(try !isOurs(PNGFixture.inserting(other, into: PNGTests.picture)))
    #expect(try !isOurs(JPEGFixture(width: 1, height: 1) { _, _ in (0, 0, 0) }.bytes))
    #expect(try !isOurs([]))
  }
}
