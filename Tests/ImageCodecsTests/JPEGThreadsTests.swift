import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// A JPEG at 1/8 that several threads read is the one that one thread reads, and each has read a part of it.
@Suite struct JPEGThreadsTests {
  /// A photograph's like: gradients, with noise here and there.
  private static func fixture(
    width: Int, height: Int, components: Int = 3, seed: UInt64
  ) -> JPEGFixture {
    var random = SeededGenerator(seed: seed)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * components)
    for y in 0..<height {
      for x in 0..<width {
        let noise = Int.random(in: 0..<(8 + (x / 64 + y / 64) % 5 * 12), using: &random)
        for channel in 0..<components {
          pixels.append(UInt8(truncatingIfNeeded: (x + 2 * y) / 9 + 40 * channel + noise))
        }
      }
    }
    return JPEGFixture(width: width, height: height, pixels: pixels, components: components)
  }

  private static func outcome(
    _ bytes: [UInt8], _ threads: Int, leastBytes: Int = 4000, rows: Int? = nil
  ) -> DecodeOutcome {
    DecodeOutcome(
      .bytes(bytes), fastPaths: [.jpegEighths, .jpegThreads], rows: rows, finishes: rows == nil,
      threads: DecodeThreads(threads, leastBytes: leastBytes))
  }

  private static let samplings = [(1, 1), (2, 1), (1, 2), (2, 2)]

  @Test(arguments: 0..<5)
  func `each thread reads a part, in every sampling`(index: Int) {
    var fixture = JPEGThreadsTests.fixture(
      width: 1531, height: 1217, components: index == 4 ? 1 : 3, seed: UInt64(index))
    if index < 4 { fixture.sampling = JPEGThreadsTests.samplings[index] }
    for optimized in [false, true] {
      fixture.optimized = optimized
      let bytes = fixture.bytes
      let plain = DecodeOutcome(.bytes(bytes), fastPaths: [])
      for threads in [1, 2, 3, 8] {
        let outcome = JPEGThreadsTests.outcome(bytes, threads)
        let difference = outcome.difference(from: plain)
        #expect(difference == nil, "\(threads) threads")
        #expect(outcome.fastPath == .jpegEighths)
        #expect(outcome.meetings == threads - 1, "\(threads) threads, optimized: \(optimized)")
      }
    }
  }

  @Test func `as many rows as are wanted, and from a file`() throws {
    let directory = try TemporaryDirectory()
    var fixture = JPEGThreadsTests.fixture(width: 900, height: 1600, seed: 7)
    fixture.sampling = (2, 2)
    let bytes = fixture.bytes
    for rows in [1, 10, 100, 150, 199, 200] {
      let plain = DecodeOutcome(.bytes(bytes), fastPaths: [], rows: rows, finishes: false)
      let outcome = JPEGThreadsTests.outcome(bytes, 4, rows: rows)
      let difference = outcome.difference(from: plain)
      #expect(difference == nil, "\(rows) rows")
      #expect(outcome.meetings == 3 || rows < 100, "\(rows) rows: \(outcome.meetings)")
    }
    let path = RawPath(try directory.write(bytes, "photograph.jpg"))
    let file = DecodeOutcome(
      .file(path), fastPaths: [.jpegEighths, .jpegThreads],
      threads: DecodeThreads(3, leastBytes: 4000))
    let difference = file.difference(from: DecodeOutcome(.bytes(bytes), fastPaths: []))
    #expect(difference == nil)
    #expect(file.meetings == 2)
  }

  @Test func `no thread has too little to do, and none is wanted that is turned off`() {
    var fixture = JPEGThreadsTests.fixture(width: 640, height: 480, seed: 3)
    fixture.sampling = (2, 2)
    let bytes = fixture.bytes
    #expect(JPEGThreadsTests.outcome(bytes, 8, leastBytes: bytes.count).meetings == 0)
    #expect(JPEGThreadsTests.outcome(bytes, 8, leastBytes: bytes.count / 2 - 400).meetings == 1)
    let off = DecodeOutcome(
      .bytes(bytes), fastPaths: [.jpegEighths], threads: DecodeThreads(8, leastBytes: 1000))
    #expect(off.meetings == 0 && off.fastPath == .jpegEighths)
    fixture.restartInterval = 50
    let restarts = JPEGThreadsTests.outcome(fixture.bytes, 8)
    #expect(restarts.meetings == 0 && restarts.fastPath == .jpegEighths)
  }

  @Test func `where they do not meet, the first reads all`() {
    // Blocks that are all alike: whoever begins at another block of an MCU stays there.
    var fixture = JPEGFixture(width: 4096, height: 2048) { _, _ in (90, 90, 90) }
    fixture.sampling = (2, 2)
    var bytes = fixture.bytes
    let plain = DecodeOutcome(.bytes(bytes), fastPaths: [])
    for threads in 2...9 {
      let outcome = JPEGThreadsTests.outcome(bytes, threads, leastBytes: 100)
      let difference = outcome.difference(from: plain)
      #expect(difference == nil, "\(threads) threads")
      #expect(outcome.fastPath == .jpegEighths)
    }
    // Most of the file is no picture.
    bytes += [UInt8](repeating: 0x5A, count: 4 * bytes.count)
    let outcome = JPEGThreadsTests.outcome(bytes, 3, leastBytes: 100)
    let difference = outcome.difference(from: plain)
    #expect(difference == nil)
    #expect(outcome.fastPath == .jpegEighths)
  }

  @Test func `damage anywhere is the same`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("jpeg-threads"))
    var fixture = JPEGThreadsTests.fixture(width: 800, height: 640, seed: 5)
    var (met, whole) = (0, 0)
    for round in 0..<300 {
      fixture.sampling = JPEGThreadsTests.samplings[round % 4]
      var bytes = fixture.bytes
      let data = bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }!
      let position = Int.random(in: data + 14..<bytes.count, using: &random)
      switch round / 4 % 4 {
      case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.remove(at: position)
      case 2: bytes[position] = [0xFF, 0xD0, 0xD9].randomElement(using: &random)!
      default: bytes.removeLast(bytes.count - position)
      }
      let plain = DecodeOutcome(.bytes(bytes), fastPaths: [])
      let outcome = JPEGThreadsTests.outcome(bytes, 2 + round % 3)
      let difference = outcome.difference(from: plain)
      #expect(difference == nil, "round \(round)")
      met += outcome.meetings
      whole += outcome.fastPath == nil ? 0 : 1
    }
    print("jpeg-threads: \(met) meetings, \(whole) of 300 damaged pictures to their end")
    #expect(met > 50 && whole > 10)
  }

  /// Photographs as they are, in two parts of any length.
  @Test(.enabled(if: hasCorpus))
  func `the corpus: every JPEG is the same by several threads`() throws {
    var (met, large) = (0, 0)
    let files = FileManager.default.enumerator(at: corpus!, includingPropertiesForKeys: nil)!
    for case let url as URL in files where !url.hasDirectoryPath {
      let picture = EncodedPicture.file(RawPath(url.path))
      guard let decoder = try? PictureDecoder.open(picture), decoder.header.format == .jpeg else {
        continue
      }
      let fast = DecodeOutcome(picture, fastPaths: [.jpegEighths])
      let outcome = DecodeOutcome(
        picture, fastPaths: [.jpegEighths, .jpegThreads],
        threads: DecodeThreads(2, leastBytes: 10_000))
      let difference = outcome.difference(from: fast)
      #expect(difference == nil, "\(url.lastPathComponent)")
      #expect(outcome.fastPath == fast.fastPath, "\(url.lastPathComponent)")
      if fast.fastPath != nil, try url.contents().count > 25_000 {
        large += 1
        met += outcome.meetings
      }
    }
    print("jpeg-threads: met in \(met) of \(large) JPEGs of the corpus")
    #expect(large > 20 && met > large / 2)
  }
}
