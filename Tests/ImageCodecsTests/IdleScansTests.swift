import Foundation
import ImageCodecs
import Raster
import TestSupport
import Testing

/// A progressive picture at 1/8 is the same whether the scans that reach no pixel are decoded or left out.
@Suite struct IdleScansTests {
  private typealias Scan = JPEGFixture.Scan

  private static func picture(
    width: Int = 50, height: Int = 37, components: Int = 3, quality: Int = 75, seed: UInt64 = 1,
    _ change: (inout JPEGFixture) -> Void = { _ in }
  ) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let pixels = (0..<width * height * components).map { index in
      let x = index / components % width
      return x < width / 2 ? UInt8(4 * x & 255) : UInt8.random(in: 0...255, using: &random)
    }
    var fixture = JPEGFixture(
      width: width, height: height, pixels: pixels, components: components)
    (fixture.progressive, fixture.quality) = (true, quality)
    change(&fixture)
    return fixture.bytes
  }

  private static func outcomes(
    _ picture: EncodedPicture, scale: DecodeScale = .eighth
  ) -> (plain: DecodeOutcome, fast: DecodeOutcome) {
    (
      DecodeOutcome(picture, scale: scale, fastPaths: []),
      DecodeOutcome(picture, scale: scale, fastPaths: [.jpegScans])
    )
  }

  private static let scripts: [(String, [Scan])] = [
    (
      "bands only",
      [Scan([0, 1, 2], 0...0), Scan([0], 1...5), Scan([0], 6...63), Scan([2], 1...63)]
        + [Scan([1], 1...63)]
    ),
    (
      "colour first",
      [Scan([1, 2], 0...0), Scan([1], 1...63), Scan([2], 1...63), Scan([0], 0...0)]
        + [Scan([0], 1...63)]
    ),
    (
      "each refined twice",
      [Scan([0, 1, 2], 0...0, low: 2)]
        + (0..<3).map { Scan([$0], 1...63, low: 2) } + [Scan([0, 1, 2], 0...0, high: 2, low: 1)]
        + (0..<3).map { Scan([$0], 1...63, high: 2, low: 1) }
        + (0..<3).map { Scan([$0], 1...63, high: 1) } + [Scan([0, 1, 2], 0...0, high: 1)]
    ),
    (
      "many bands",
      [Scan([0, 1, 2], 0...0)]
        + (0..<3).flatMap { component in
          [1...2, 3...9, 10...11, 12...30, 31...63].map { Scan([component], $0) }
        }
    ),
  ]

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2)])
  func `every sampling, script and restart interval gives the same picture`(
    horizontal: Int, vertical: Int
  ) {
    for (name, scans) in [("libjpeg's own", [])] + IdleScansTests.scripts {
      for restartInterval in [0, 1, 2, 7] {
        for (width, height) in [(50, 37), (1, 1), (16, 16), (17, 8), (129, 9)] {
          let bytes = IdleScansTests.picture(width: width, height: height) {
            $0.sampling = (horizontal, vertical)
            ($0.scans, $0.restartInterval) = (scans, restartInterval)
          }
          let (plain, fast) = IdleScansTests.outcomes(.bytes(bytes))
          let words = "\(name), restarts \(restartInterval), \(width) × \(height)"
          #expect(fast.difference(from: plain) == nil, "\(words)")
          #expect(fast.fastPath == .jpegScans && plain.fastPath == nil, "\(words)")
        }
      }
    }
  }

  @Test func `grey, CMYK and larger sizes give the same picture`() {
    for components in [1, 4] {
      let bytes = IdleScansTests.picture(components: components)
      let (plain, fast) = IdleScansTests.outcomes(.bytes(bytes))
      #expect(fast.difference(from: plain) == nil)
      #expect(fast.fastPath == .jpegScans)
    }
    for scale in DecodeScale.allCases where scale != .eighth {
      let (plain, fast) = IdleScansTests.outcomes(.bytes(IdleScansTests.picture()), scale: scale)
      #expect(fast.difference(from: plain) == nil)
      #expect(fast.fastPath == nil)
    }
  }

  @Test func `a file gives what its bytes give`() throws {
    let directory = try TemporaryDirectory()
    // Larger than what is read at a time, so that scans begin and end anywhere in a piece.
    for (index, side) in [300, 700, 1100].enumerated() {
      let bytes = IdleScansTests.picture(
        width: side, height: side, quality: 90, seed: UInt64(index))
      #expect(bytes.count > 65_536 * index)
      let path = RawPath(try directory.write(bytes, "\(index).jpg"))
      let (plain, fast) = IdleScansTests.outcomes(.file(path))
      #expect(fast.difference(from: plain) == nil)
      #expect(fast.difference(from: IdleScansTests.outcomes(.bytes(bytes)).fast) == nil)
      #expect(fast.fastPath == .jpegScans && plain.remark == nil)
    }
  }

  @Test func `a picture cut anywhere is told of as before`() {
    for scans in [[], IdleScansTests.scripts[2].1] {
      let bytes = IdleScansTests.picture(width: 20, height: 20, quality: 40) { $0.scans = scans }
      for count in 0..<bytes.count {
        let cut = Array(bytes.prefix(count))
        let (plain, fast) = IdleScansTests.outcomes(.bytes(cut))
        #expect(fast.difference(from: plain) == nil, "cut at \(count)")
        #expect(fast.fastPath == nil, "cut at \(count)")
      }
    }
  }

  @Test func `what breaks in a scan that is left out costs no pixel`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("idle scans"))
    var (same, unseen) = (0, 0)
    for index in 0..<3000 {
      var bytes = IdleScansTests.picture(width: 30, height: 30, quality: 50) {
        $0.restartInterval = index % 3
        $0.sampling = index % 2 == 0 ? (2, 2) : (1, 1)
      }
      for _ in 0...index % 3 {
        let position = Int.random(in: 2..<bytes.count, using: &random)
        bytes[position] =
          Bool.random(using: &random)
          ? bytes[position] ^ 1 << UInt8.random(in: 0..<8, using: &random)
          : [0x00, 0xFF, 0xD0, 0xD9].randomElement(using: &random)!
      }
      let (plain, fast) = IdleScansTests.outcomes(.bytes(bytes))
      if fast.fastPath == nil {
        #expect(fast.difference(from: plain) == nil, "\(bytes)")
        same += 1
      } else {
        var seen = plain
        seen.remark = fast.remark
        #expect(fast.difference(from: seen) == nil, "\(bytes)")
        if fast.remark != plain.remark { unseen += 1 }
      }
    }
    print("idle scans: \(same) the plain way, \(unseen) with damage that is not seen")
    #expect(same > 100 && unseen > 10)
  }

  @Test(arguments: ["a scan twice", "a scan of too few bits", "no table", "no restarts"])
  func `what no encoder writes is left to libjpeg`(what: String) throws {
    var bytes = IdleScansTests.picture { if what == "no restarts" { $0.restartInterval = 3 } }
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    switch what {
    case "a scan twice": bytes.insert(contentsOf: bytes[scans[1]..<scans[2]], at: scans[2])
    case "a scan of too few bits": bytes[scans[1] + 9] = 0x01
    case "no table": bytes[scans[1] + 6] = 0x03
    default:
      let restart = try #require(
        bytes.indices[scans[1]...].first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD1 })
      bytes.removeSubrange(restart..<restart + 2)
    }
    let (plain, fast) = IdleScansTests.outcomes(.bytes(bytes))
    #expect(fast.fastPath == nil)
    #expect(fast.difference(from: plain) == nil)
    #expect(plain.fault != nil || plain.remark?.isDamage == true)
  }

  @Test func `notes between scans stay, and scans are counted as before`() throws {
    let bytes = IdleScansTests.picture()
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    var noted = bytes
    noted.insert(contentsOf: [0xFF, 0xFE, 0, 6] + Array("note".utf8), at: scans[3])
    let (plain, fast) = IdleScansTests.outcomes(.bytes(noted))
    #expect(fast.difference(from: plain) == nil)
    let limit = scans.count - 1
    #expect(throws: PictureFault.tooManyScans(limit: limit)) {
      _ = try PictureDecoder.open(.bytes(bytes), limits: PictureLimits(scans: limit))
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
      let outcomes = IdleScansTests.outcomes(picture)
      let difference = outcomes.fast.difference(from: outcomes.plain)
      #expect(difference == nil, "\(url.lastPathComponent)")
      total += 1
      if outcomes.fast.fastPath != nil { fast += 1 }
    }
    print("idle scans: left out in \(fast) of \(total) JPEGs of the corpus")
    #expect(fast > 10 && total > 200)
  }
}
