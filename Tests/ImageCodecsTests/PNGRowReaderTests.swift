import Foundation
import ImageCodecs
import PixelGeometry
import TestSupport
import Testing

/// Reading PNGs without libpng comes to what libpng makes of them: rows, remarks, faults.
@Suite struct PNGRowReaderTests {
  private static let kinds: [PNGFixture.ColorType] = [.gray, .grayAlpha, .palette, .rgb, .rgba]

  /// Reads both ways.
  ///
  /// - Returns: rows that came without libpng.
  @discardableResult
  private static func compare(
    _ picture: EncodedPicture, _ context: @autoclosure () -> String, rowCount: Int? = nil,
    limits: PictureLimits = PictureLimits(pixels: 100_000_000)
  ) -> Int {
    var ownRows = 0
    // Many rows at a time, as always, and one by one, so that more come before damage is found.
    for chunkBytes in [1, 65_536] {
      func reading(itself: Bool) -> PNGReading {
        PNGReading(
          picture, itself: itself, rowCount: rowCount, chunkBytes: chunkBytes, limits: limits)
      }
      let (plain, own) = (reading(itself: false), reading(itself: true))
      #expect(plain.ownRows == 0)
      #expect(own.fault == plain.fault, "\(context())")
      #expect(own.remarks == plain.remarks, "\(context())")
      if own.pixels != plain.pixels {
        let first = zip(own.pixels, plain.pixels).enumerated().first { $1.0 != $1.1 }?.offset ?? -1
        Issue.record("\(context()): byte \(first) of the pixels differs")
      }
      ownRows = own.ownRows
    }
    return ownRows
  }

  @discardableResult
  private static func compare(
    _ png: FilteredPNG, _ context: @autoclosure () -> String, rowCount: Int? = nil
  ) -> Int {
    compare(.bytes(png.bytes), context(), rowCount: rowCount)
  }

  @Test(arguments: kinds)
  func `every width from 1 to 130, with each filter and with all of them`(
    type: PNGFixture.ColorType
  ) {
    var random = SeededGenerator(seed: SeededGenerator.seed("widths \(type)"))
    for width in 1...130 {
      for only in [0, 1, 2, 3, 4, nil] as [UInt8?] {
        var png = FilteredPNG(width: width, height: 9, type)
        png.fill(&random) { row in only ?? UInt8((row * row + width) % 5) }
        let own = Self.compare(png, "\(type), width \(width), filter \(only as Any)")
        #expect(own == 9, "\(type), width \(width), filter \(only as Any)")
      }
    }
  }

  @Test func `rows of many kilobytes, in many blocks, deflated in every way`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("blocks"))
    for strategy in FilteredPNG.Deflation.Strategy.allCases {
      for level: Int32 in [0, 1, 9] {
        for type in Self.kinds {
          var png = FilteredPNG(
            width: Int.random(in: 1...6000, using: &random),
            height: Int.random(in: 1...24, using: &random), type)
          png.deflation.level = level
          png.deflation.strategy = strategy
          png.chunkLengths = [Int.random(in: 1...100_000, using: &random)]
          let weights = (0..<8).map { _ in UInt8.random(in: 0...4, using: &random) }
          png.fill(&random) { weights[$0 % 8] }
          let own = Self.compare(png, "\(type), \(strategy), level \(level), \(png.width)")
          // What is only stored, as noise is at any level, may come in a longer chunk than it need be.
          let isStored = png.stream.count > png.filtered.count
          #expect(
            own == png.height || isStored, "\(type), \(strategy), level \(level), \(png.width)")
        }
      }
    }
  }

  @Test func `windows of every size`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("windows"))
    for bits: Int32 in 9...15 {
      var png = FilteredPNG(width: 500, height: 60, .rgb)
      png.deflation.windowBits = bits
      png.fill(&random) { UInt8($0 % 5) }
      #expect(Self.compare(png, "\(bits) bits") == 60)
    }
  }

  @Test func `pixel chunks of one byte, of none, and of every other length`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("chunks"))
    var png = FilteredPNG(width: 70, height: 50, .rgb)
    png.fill(&random) { _ in 4 }
    for lengths in [[1], [2], [3], [0, 1], [5, 0, 0, 7], [512], [8192], [65_524], [65_536]] {
      png.chunkLengths = lengths
      #expect(Self.compare(png, "\(lengths)") == 50)
    }
    // What is read at once ends within and beside what stands between two chunks.
    png = FilteredPNG(width: 3000, height: 40, .rgba)
    png.fill(&random) { _ in 1 }
    for length in 65_480...65_560 {
      png.chunkLengths = [length]
      #expect(Self.compare(png, "\(length)") == 40)
    }
  }

  @Test(arguments: kinds)
  func `a small file cut at any length`(type: PNGFixture.ColorType) throws {
    var random = SeededGenerator(seed: SeededGenerator.seed("cut \(type)"))
    let directory = try TemporaryDirectory()
    for lengths in [[], [40]] {
      var png = FilteredPNG(width: 23, height: 17, type)
      png.chunkLengths = lengths
      png.tail = PNGFixture.chunk("tEXt", Array("Comment\0x".utf8))
      png.fill(&random) { UInt8($0 % 5) }
      let bytes = png.bytes
      for count in 8..<bytes.count {
        let cut = Array(bytes[..<count])
        Self.compare(.bytes(cut), "\(type), \(lengths), cut at \(count)")
        if count % 7 == 0 {
          let path = RawPath(try directory.write(cut, "cut.png"))
          Self.compare(.file(path), "\(type), \(lengths), a file cut at \(count)")
        }
      }
    }
  }

  @Test(arguments: kinds)
  func `a small file with bits of any byte flipped, with checksums that are wrong and right`(
    type: PNGFixture.ColorType
  ) {
    var random = SeededGenerator(seed: SeededGenerator.seed("flipped \(type)"))
    // A size that is flipped should not take its time.
    let small = PictureLimits(pixels: 20_000)
    for strategy in [FilteredPNG.Deflation.Strategy.standard, .fixedCodes] {
      var png = FilteredPNG(width: 9, height: 12, type)
      png.deflation.strategy = strategy
      png.chunkLengths = [60]
      if type == .palette {
        (png.palette, png.paletteAlpha) = (Array(png.palette[..<600]), [3, 9])
      }
      png.tail = PNGFixture.chunk("tEXt", Array("Comment\0x".utf8))
      png.fill(&random) { UInt8($0 % 5) }
      let bytes = png.bytes
      for position in 8..<bytes.count {
        for bit in [0, 3, 6] {
          var flipped = bytes
          flipped[position] ^= 1 << bit
          Self.compare(
            .bytes(flipped), "\(type), \(strategy), bit \(bit) of byte \(position)",
            limits: small)
          flipped = PNGFixture.checksumsPutRight(flipped)
          Self.compare(
            .bytes(flipped),
            "\(type), \(strategy), bit \(bit) of byte \(position), checksums right",
            limits: small)
        }
      }
    }
  }

  @Test func `damage in a larger stream, whose rows until there are the same`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("damage"))
    var kept = 0
    for index in 0..<100 {
      var png = FilteredPNG(width: 300, height: 60, Self.kinds[index % 5])
      png.chunkLengths = index % 2 == 0 ? [] : [3000]
      png.fill(&random) { _ in 4 }
      var stream = png.stream
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let position = Int.random(in: 0..<stream.count, using: &random)
        stream[position] = UInt8.random(in: 0...255, using: &random)
      }
      kept += Self.compare(.bytes(png.bytes(stream)), "damage \(index)") > 0 ? 1 : 0
    }
    // About a third; the rest is damaged before the first row is out.
    #expect(kept > 10)
  }

  @Test func `too little, too much, and what follows the pixels`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("rest"))
    var png = FilteredPNG(width: 40, height: 30, .rgb)
    png.fill(&random) { _ in 2 }
    let stream = png.stream
    for surplus in [1, 2, 5, 600, 5000] {
      Self.compare(
        .bytes(png.bytes(stream + [UInt8](repeating: 0, count: surplus))), "\(surplus) bytes more")
    }
    var longer = png
    longer.filtered += [UInt8](repeating: 0, count: 121)
    Self.compare(longer, "a row more")
    longer.filtered += [UInt8](repeating: 0, count: 200_000)
    Self.compare(longer, "many rows more")
    var shorter = png
    shorter.filtered.removeLast()
    Self.compare(shorter, "a byte less")
    shorter.filtered.removeLast(1000)
    Self.compare(shorter, "rows less")

    let bad = { (type: String) in
      var chunk = PNGFixture.chunk(type, [1, 2, 3])
      chunk[chunk.count - 1] ^= 1
      return chunk
    }
    for (name, tail) in [
      ("text", PNGFixture.chunk("tEXt", Array("Comment\0x".utf8))),
      ("a bad text", bad("tEXt")), ("unknown", PNGFixture.chunk("abCd", [1])),
      ("unknown and needed", PNGFixture.chunk("ABCD", [1])),
      ("no name", PNGFixture.chunk("a1cD", [])),
      ("a palette", PNGFixture.chunk("PLTE", [1, 2, 3])),
      ("clear", PNGFixture.chunk("tRNS", [0, 1, 0, 2, 0, 3])),
      ("a header", PNGFixture.chunk("IHDR", [0])), ("pixels", PNGFixture.chunk("IDAT", [0])),
      ("no pixels", PNGFixture.chunk("IDAT", [])), ("bad pixels", bad("IDAT")),
      ("text, then pixels", PNGFixture.chunk("tEXt", [65, 0]) + PNGFixture.chunk("IDAT", [0])),
      ("a profile", PNGFixture.chunk("iCCP", [65, 0, 0, 1])),
      ("gamma", PNGFixture.chunk("gAMA", [0, 0, 177, 143])),
      ("time", PNGFixture.chunk("tIME", [1])),
      ("frames", PNGFixture.chunk("fdAT", [0, 0, 0, 1, 9])),
      ("much", PNGFixture.chunk("teSt", [UInt8](repeating: 1, count: 200_000))),
      ("an end", PNGFixture.chunk("IEND", [])),
      ("an end with bytes", PNGFixture.chunk("IEND", [1])),
      ("a bad end", bad("IEND")), ("bytes", [1, 2, 3]), ("a length", [0xFF, 0xFF, 0xFF, 0xFF]),
    ] as [(String, [UInt8])] {
      png.tail = tail
      for profile in [0, 3, 1000] {
        let limits = PictureLimits(pixels: 100_000_000, profileBytes: profile)
        let own = Self.compare(.bytes(png.bytes), "\(name), \(profile)", limits: limits)
        if ["text", "unknown", "gamma", "time", "frames"].contains(name), profile == 0 {
          #expect(own == 30, "\(name)")
        }
      }
      Self.compare(.bytes(png.bytes), "\(name), some rows", rowCount: 12)
    }
    png.tail = []
    Self.compare(.bytes(png.bytes + [1, 2, 3]), "bytes after the end")
    Self.compare(.bytes(png.bytes.dropLast(12)), "no end")
  }

  @Test func `a stream that ends with a row, and is wrong right after it`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("row's end"))
    for type in Self.kinds {
      var png = FilteredPNG(width: 35, height: 24, type)
      png.fill(&random) { _ in 2 }
      png.filtered.removeLast(13 * (1 + png.rowBytes))
      for windowBits: Int32 in [9, 15] {
        png.deflation.windowBits = windowBits
        var stream = png.stream
        Self.compare(.bytes(png.bytes(stream)), "\(type), rows less")
        stream[stream.count - 1] ^= 1
        Self.compare(.bytes(png.bytes(stream)), "\(type), rows less, and a wrong checksum")
      }
    }
  }

  @Test func `an index that is not in the palette`() {
    for count in [1, 2, 200, 255, 256] {
      var png = FilteredPNG(width: 300, height: 2, .palette)
      png.palette = Array(png.palette[..<(3 * count)])
      for row in 0..<2 {
        png.filtered.append(0)
        png.filtered += (0..<300).map { UInt8(row == 0 ? $0 % count : $0 % 256) }
      }
      let own = Self.compare(png, "\(count) colours")
      #expect(count < 256 || own == 2)
    }
  }

  @Test func `other kinds of PNG are libpng's`() {
    for entry in FixtureSet.pngs {
      let own = Self.compare(.bytes(entry.bytes), entry.name)
      let isOrdinary =
        [
          "png-gray-8", "png-rgb-8", "png-palette-8", "png-grayAlpha-8", "png-rgba-8",
          "png-palette-alpha", "png-pixel", "png-exif-after", "png-exif-before", "png-text",
        ].contains(entry.name)
      #expect((own > 0) == isOrdinary, "\(entry.name)")
    }
  }

  @Test func `a row of more than a megabyte is libpng's, and one of a megabyte is not`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("long"))
    for (width, isOwn) in [(262_144, true), (262_145, false)] {
      var png = FilteredPNG(width: width, height: 3, .rgba)
      png.deflation.level = 1
      // Small numbers, as noise in all rows would only be stored.
      for _ in 0..<3 {
        png.filtered.append(4)
        for _ in 0..<png.rowBytes { png.filtered.append(UInt8.random(in: 0...7, using: &random)) }
      }
      #expect((Self.compare(png, "\(width)") > 0) == isOwn)
    }
  }

  @Test(.enabled(if: hasCorpus))
  func `the corpus: every PNG is read alike both ways`() throws {
    let files = FileManager.default.enumerator(at: corpus!, includingPropertiesForKeys: nil)!
    var (count, own) = (0, 0)
    for case let url as URL in files {
      guard
        let head = try? InputFile.open(RawPath(url.path)).bytes(at: 0, count: FileKind.headCount),
        FileKind(head: head) == .png
      else { continue }
      count += 1
      let rows = Self.compare(.file(RawPath(url.path)), url.path)
      if rows > 0 { own += 1 }
      if rows > 0 { Self.compare(.file(RawPath(url.path)), url.path, rowCount: rows / 2) }
    }
    print("\(count) PNGs, \(own) without libpng")
    #expect(count > 200 && own > 60)
  }
}
