import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// An ordinary JPEG at 1/8 and at 3/8 is the same by our own decoders and by libjpeg: its rows, and what there is to
/// say.
@Suite struct JPEGEighthTests {
  /// What a picture shows.
  private enum Content: CaseIterable {
    case flat
    case gradient
    case noise
    /// Blocks of black and white, in colours at the ends of their range.
    case extreme
  }

  private static func fixture(
    width: Int, height: Int, components: Int = 3, _ content: Content, seed: UInt64 = 1
  ) -> JPEGFixture {
    var random = SeededGenerator(seed: seed)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * components)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<components {
          switch content {
          case .flat: pixels.append(UInt8(60 + 50 * channel))
          case .gradient: pixels.append(UInt8(truncatingIfNeeded: 3 * x + 2 * y + 90 * channel))
          case .noise: pixels.append(UInt8.random(in: 0...255, using: &random))
          case .extreme:
            pixels.append((x / 8 + y / 8 + channel * (x / 16)).isMultiple(of: 2) ? 0 : 255)
          }
        }
      }
    }
    return JPEGFixture(width: width, height: height, pixels: pixels, components: components)
  }

  private static func compare(
    _ picture: EncodedPicture, rows: Int? = nil, finishes: Bool = true,
    takesFastPath: Bool? = true, sampling: (Int, Int) = (1, 1), _ words: @autoclosure () -> String
  ) {
    let takesThreeEighths = takesFastPath.map { $0 && sampling.0 == sampling.1 }
    compareThreeEighths(
      picture, rows: rows.map { 3 * $0 }, finishes: finishes, takesFastPath: takesThreeEighths,
      words())
    let plain = DecodeOutcome(picture, fastPaths: [], rows: rows, finishes: finishes)
    let fast = DecodeOutcome(picture, fastPaths: [.jpegEighths], rows: rows, finishes: finishes)
    let difference = fast.difference(from: plain)
    #expect(difference == nil, "\(words())")
    let threaded = DecodeOutcome(
      picture, fastPaths: [.jpegEighths, .jpegThreads], rows: rows, finishes: finishes,
      threads: DecodeThreads(3, leastBytes: 100))
    let threadedDifference = threaded.difference(from: plain)
    #expect(threadedDifference == nil, "by three threads: \(words())")
    #expect(threaded.fastPath == fast.fastPath, "by three threads: \(words())")
    if let takesFastPath {
      #expect((fast.fastPath == .jpegEighths) == takesFastPath, "\(words())")
    }
  }

  private static func compareThreeEighths(
    _ picture: EncodedPicture, rows: Int?, finishes: Bool, takesFastPath: Bool?,
    _ words: @autoclosure () -> String
  ) {
    let ways: [Set<FastPath>] = [[], [.jpegEighths], [.jpegEighths, .kernels]]
    let outcomes = ways.map { fastPaths in
      DecodeOutcome(
        picture, scale: .threeEighths, fastPaths: fastPaths, rows: rows, finishes: finishes)
    }
    for (outcome, way) in zip(outcomes, ways).dropFirst() {
      let difference = outcome.difference(from: outcomes[0])
      #expect(difference == nil, "at 3/8 by \(way): \(words())")
      if let takesFastPath {
        #expect(
          (outcome.fastPath == .jpegEighths) == takesFastPath, "at 3/8 by \(way): \(words())")
      }
    }
  }

  private static let samplings = [(1, 1), (2, 1), (1, 2), (2, 2)]

  @Test(arguments: 0..<5)
  func `every width is the same, in every sampling`(index: Int) {
    for width in 1...130 {
      for height in [1, 7, 8, 9, 15, 16, 17, 33] where (width + height) % 3 != 0 || height < 17 {
        var fixture = JPEGEighthTests.fixture(
          width: width, height: height, components: index == 4 ? 1 : 3,
          Content.allCases[(width + height) % 4])
        if index < 4 { fixture.sampling = JPEGEighthTests.samplings[index] }
        fixture.restartInterval = [0, 0, 1, 2, 7][(width + 3 * height) % 5]
        fixture.optimized = width % 2 == 0
        fixture.quality = 1 + (width * 7 + height * 3) % 100
        JPEGEighthTests.compare(
          .bytes(fixture.bytes), sampling: fixture.sampling, "\(index): \(width) × \(height)")
      }
    }
  }

  @Test(arguments: 0..<5)
  func `every quality, content and restart interval is the same`(index: Int) {
    for quality in 1...100 {
      for content in Content.allCases {
        var fixture = JPEGEighthTests.fixture(
          width: 61, height: 45, components: index == 4 ? 1 : 3, content, seed: UInt64(quality))
        if index < 4 { fixture.sampling = JPEGEighthTests.samplings[index] }
        fixture.quality = quality
        fixture.restartInterval = [0, 1, 2, 7][quality % 4]
        fixture.optimized = quality % 3 == 0
        // Where coefficients overshoot what numbers of 16 bits hold, libjpeg decodes; it may.
        let mayFallBack = quality < 30 && content != .flat
        JPEGEighthTests.compare(
          .bytes(fixture.bytes), takesFastPath: mayFallBack ? nil : true,
          sampling: fixture.sampling,
          "\(index): quality \(quality), \(content)")
      }
    }
  }

  @Test func `large files are the same, wherever their pieces end`() throws {
    let directory = try TemporaryDirectory()
    for (index, restartInterval) in [0, 1, 13, 1000, 0].enumerated() {
      var fixture = JPEGEighthTests.fixture(
        width: 500 + index, height: 400, .noise, seed: UInt64(index))
      (fixture.quality, fixture.restartInterval) = (97 - index, restartInterval)
      fixture.sampling = JPEGEighthTests.samplings[3 - index % 4]
      let bytes = fixture.bytes
      #expect(bytes.count > 3 * 65_536)
      JPEGEighthTests.compare(
        .bytes(bytes), sampling: fixture.sampling, "bytes, restarts \(restartInterval)")
      // Segments of any length before move what follows through all places in a piece.
      for padding in [0, 1, 2, 3, 1000] {
        let segment = [0xFF, 0xFE, 0, 0] + [UInt8](repeating: 7, count: padding)
        var moved = bytes
        moved.insert(contentsOf: segment, at: 2)
        moved[4] = UInt8((padding + 2) >> 8)
        moved[5] = UInt8((padding + 2) & 255)
        let path = RawPath(try directory.write(moved, "\(index)-\(padding).jpg"))
        JPEGEighthTests.compare(
          .file(path), sampling: fixture.sampling, "file, restarts \(restartInterval), \(padding)")
      }
    }
  }

  @Test func `stopping at any row is the same`() {
    for sampling in JPEGEighthTests.samplings {
      var fixture = JPEGEighthTests.fixture(width: 40, height: 100, .noise)
      fixture.sampling = sampling
      let bytes = fixture.bytes
      for rows in 0...13 {
        JPEGEighthTests.compare(
          .bytes(bytes), rows: rows, finishes: false, sampling: sampling, "\(sampling), \(rows)")
        JPEGEighthTests.compare(
          .bytes(bytes), rows: rows, takesFastPath: nil, "\(sampling), \(rows), finished")
      }
    }
  }

  @Test(arguments: 0..<5)
  func `a picture cut anywhere is the same, damage and all`(index: Int) {
    var fixture = JPEGEighthTests.fixture(
      width: 37, height: 29, components: index == 4 ? 1 : 3, .noise)
    if index < 4 { fixture.sampling = JPEGEighthTests.samplings[index] }
    fixture.quality = 50
    for restartInterval in [0, 1, 3] {
      fixture.restartInterval = restartInterval
      let bytes = fixture.bytes
      for count in 0..<bytes.count {
        let cut = Array(bytes.prefix(count))
        JPEGEighthTests.compare(.bytes(cut), takesFastPath: false, "cut at \(count)")
        if count % 7 == 0 {
          JPEGEighthTests.compare(
            .bytes(cut), rows: 3, finishes: false, takesFastPath: nil, "three rows, cut at \(count)"
          )
        }
      }
    }
  }

  @Test(arguments: 0..<5)
  func `flipped bits and odd bytes are the same, damage and all`(index: Int) {
    var random = SeededGenerator(seed: SeededGenerator.seed("jpeg-eighth \(index)"))
    var (fast, plain) = (0, 0)
    for round in 0..<4000 {
      var fixture = JPEGEighthTests.fixture(
        width: 41, height: 35, components: index == 4 ? 1 : 3,
        round % 2 == 0 ? .noise : .gradient, seed: UInt64(round % 50))
      if index < 4 { fixture.sampling = JPEGEighthTests.samplings[index] }
      fixture.quality = [20, 50, 90][round % 3]
      fixture.restartInterval = [0, 1, 2][round / 3 % 3]
      var bytes = fixture.bytes
      let data = bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }!
      for _ in 0...round % 3 {
        let range = round % 4 == 0 ? 2..<bytes.count : data..<bytes.count
        let position = Int.random(in: range, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2:
          bytes[position] = [0x00, 0xFF, 0xD0, 0xD1, 0xD9, 0x7F].randomElement(using: &random)!
        default: bytes.remove(at: position)
        }
      }
      JPEGEighthTests.compare(.bytes(bytes), takesFastPath: nil, "\(bytes)")
      if DecodeOutcome(.bytes(bytes), fastPaths: [.jpegEighths]).fastPath == nil {
        plain += 1
      } else {
        fast += 1
      }
    }
    print("jpeg-eighth \(index): \(fast) damaged pictures to their end, \(plain) by libjpeg")
    #expect(fast > 50 && plain > 500)
  }

  @Test func `what is not in order goes to libjpeg`() throws {
    let bytes = JPEGEighthTests.fixture(width: 64, height: 64, .noise).bytes
    let end = bytes.count - 2
    let odd: [(String, [UInt8])] = [
      ("no end", Array(bytes[..<end])),
      ("half an end", Array(bytes[...end])),
      ("bytes before the end", bytes[..<end] + [1, 2, 3] + bytes[end...]),
      ("0xFF before the end", bytes[..<end] + [0xFF, 0xFF] + bytes[end...]),
      ("a restart before the end", bytes[..<end] + [0xFF, 0xD0] + bytes[end...]),
      ("another marker before the end", bytes[..<end] + [0xFF, 0xFE, 0, 2] + bytes[end...]),
      ("an early end", bytes[..<(end - 400)] + [0xFF, 0xD9]),
    ]
    for (name, bytes) in odd {
      JPEGEighthTests.compare(.bytes(bytes), takesFastPath: false, "\(name)")
    }
    JPEGEighthTests.compare(.bytes(bytes + [1, 2, 3]), "bytes behind the end")
  }

  @Test func `other kinds and sizes go to libjpeg`() throws {
    for entry in FixtureSet.jpegs {
      let isOrdinary = [
        "jpeg-420", "jpeg-444", "jpeg-422", "jpeg-440", "jpeg-restarts", "jpeg-grey", "jpeg-exif",
        "jpeg-pixel",
      ].contains(entry.name)
      JPEGEighthTests.compare(
        .bytes(entry.bytes), takesFastPath: isOrdinary,
        sampling: ["jpeg-422": (2, 1), "jpeg-440": (1, 2)][entry.name] ?? (1, 1), entry.name)
      for scale in [DecodeScale.quarter, .half, .full] {
        let outcome = DecodeOutcome(
          .bytes(entry.bytes), scale: scale,
          fastPaths: [.jpegEighths])
        #expect(outcome.fastPath == nil)
      }
    }
  }

  @Test(.enabled(if: hasCorpus))
  func `the corpus: every JPEG is the same both ways`() throws {
    var (fast, total) = (0, 0)
    let files = FileManager.default.enumerator(at: corpus!, includingPropertiesForKeys: nil)!
    for case let url as URL in files where !url.hasDirectoryPath {
      let picture = EncodedPicture.file(RawPath(url.path))
      guard let decoder = try? PictureDecoder.open(picture), decoder.header.format == .jpeg else {
        continue
      }
      JPEGEighthTests.compare(picture, takesFastPath: nil, url.lastPathComponent)
      let outcome = DecodeOutcome(picture, fastPaths: [.jpegEighths])
      let bytes = DecodeOutcome(.bytes(try url.contents()), fastPaths: [.jpegEighths])
      #expect(bytes.difference(from: outcome) == nil, "\(url.lastPathComponent)")
      total += 1
      if outcome.fastPath != nil { fast += 1 }
    }
    print("jpeg-eighths: \(fast) of \(total) JPEGs of the corpus")
    #expect(fast > 100 && total > 200)
  }
}
