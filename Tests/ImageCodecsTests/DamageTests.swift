import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// However broken a picture is, decoding it ends, with a typed fault or with a picture of its full size.
@Suite struct DamageTests {
  private static let pixelLimit = 2_000_000

  private struct Outcome {
    var bitmap: Bitmap
    var remark: DecodeRemark?
  }

  /// Any other end than a fault or a picture is a crash, or is recorded here.
  private static func decode(
    _ bytes: [UInt8], scale: DecodeScale = .full, _ context: @autoclosure () -> String
  ) -> Result<Outcome, PictureFault> {
    do throws(PictureFault) {
      let header = try EncodedPicture.bytes(bytes).probe(limits: PictureLimits(pixels: pixelLimit))
      var decoder = try PictureDecoder.open(
        .bytes(bytes), limits: PictureLimits(pixels: pixelLimit))
      let size = header.storedSize
      let scale = header.format == .jpeg ? scale : .full
      try decoder.start(scale: scale)
      let promised = scale.size(of: size)
      #expect(decoder.size == promised, "\(context())")
      var pixels: [UInt8] = []
      pixels.reserveCapacity(4 * promised.pixelCount)
      for row in 0..<promised.height {
        do throws(PictureFault) {
          try decoder.readRow()
        } catch {
          // Only once its first pixels fail their checksum is a picture refused that had begun.
          #expect(
            row == 0 || error == .malformed(.png, "IDAT: CRC error"),
            "row \(row) is refused, not filled: \(error), \(context())")
          throw error
        }
        decoder.withRow(columns: 0..<promised.width) { samples in
          for index in samples.indices { pixels.append(samples[index]) }
        }
      }
      return .success(
        Outcome(bitmap: Bitmap(size: promised, pixels: pixels), remark: decoder.remark()))
    } catch {
      #expect(!error.description.isEmpty)
      return .failure(error)
    }
  }

  /// Every length where the picture is tiny, else sixty.
  private static func lengths(_ count: Int) -> [Int] {
    count <= 1500 ? Array(0..<count) : (0..<60).map { $0 * count / 60 }
  }

  @Test(arguments: FixtureSet.all)
  func `a picture cut anywhere is refused, or says that pixels are missing`(
    entry: FixtureSet.Entry
  ) throws {
    let whole = try DamageTests.decode(entry.bytes, entry.name).get()
    #expect(whole.remark == nil)
    for count in DamageTests.lengths(entry.bytes.count) {
      let cut = Array(entry.bytes.prefix(count))
      guard case .success(let part) = DamageTests.decode(cut, "\(entry.name) cut at \(count)")
      else { continue }
      #expect(part.bitmap.size == whole.bitmap.size, "\(entry.name) cut at \(count)")
      #expect(
        part.bitmap == whole.bitmap || part.remark?.isDamage == true,
        "\(entry.name) cut at \(count) of \(entry.bytes.count) differs without a word")
    }
  }

  @Test(arguments: FixtureSet.all)
  func `flipped bits and bytes end in a fault or a picture`(entry: FixtureSet.Entry) {
    var random = SeededGenerator(seed: SeededGenerator.seed(entry.name))
    var (faults, pictures) = (0, 0)
    for _ in 0..<300 {
      var bytes = entry.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[position] = UInt8.random(in: 0...255, using: &random)
        default: bytes[position] = [0x00, 0xFF, 0x7F, 0x80].randomElement(using: &random)!
        }
      }
      // A wrong checksum would keep most of the damage from the decoder.
      if Bool.random(using: &random) { bytes = PNGFixture.checksumsPutRight(bytes) }
      let scale = DecodeScale.allCases.randomElement(using: &random)!
      switch DamageTests.decode(bytes, scale: scale, "\(entry.name) \(bytes)") {
      case .success: pictures += 1
      case .failure: faults += 1
      }
    }
    print("\(entry.name): \(faults) faults, \(pictures) pictures")
  }

  @Test func `small files that grow large do not take the memory that they claim`() throws {
    for type in ["zTXt", "iTXt", "iCCP"] {
      let bytes = HostileFixture.inflating(type, to: 100_000_000)
      #expect(bytes.count < 100_000)
      #expect(try decodedBitmap(bytes)[0, 0] == Color(red: 1, green: 2, blue: 3))
    }
    let surplus = HostileFixture.surplusPixels(10_000_000)
    #expect(try decodedWithRemark(surplus).1?.severity == .note)
  }

  @Test(arguments: ["tEXt", "abCd", "IDAT", "eXIf", "tRNS"])
  func `a hundred thousand empty chunks are passed over`(type: String) throws {
    for afterPixels in [false, true] where type != "IDAT" || !afterPixels {
      let bytes = HostileFixture.emptyChunks(type, 100_000, afterPixels: afterPixels)
      let (bitmap, remark) = try decodedWithRemark(bytes)
      #expect(bitmap[0, 0] == Color(red: 1, green: 2, blue: 3))
      #expect(remark?.isDamage != true)
    }
  }

  @Test(arguments: HostileFixture.Coding.allCases)
  func `a JPEG of very many scans ends in a fault or a picture`(coding: HostileFixture.Coding) {
    let bytes = HostileFixture.scans(1000, width: 200, height: 200, coding: coding)
    _ = DamageTests.decode(bytes, scale: .eighth, "\(coding)")
    _ = DamageTests.decode(bytes, scale: .full, "\(coding)")
  }

  @Test func `scans do not escape the limit by not being progressive, or by hiding`() throws {
    let directory = try TemporaryDirectory()
    for (name, bytes) in [
      ("sequential", HostileFixture.sequentialScans(98, width: 40, height: 40)),
      ("hidden", HostileFixture.hiddenScans(99, width: 40, height: 40)),
      ("plain", HostileFixture.scans(99, width: 40, height: 40)),
    ] {
      let path = RawPath(try directory.write(bytes, name))
      for picture in [EncodedPicture.bytes(bytes), .file(path)] {
        #expect(throws: PictureFault.tooManyScans(limit: 100), "\(name)") {
          _ = try picture.probe(limits: PictureLimits(scans: 100))
        }
        #expect(throws: Never.self, "\(name)") {
          _ = try picture.probe(limits: PictureLimits(scans: 101))
        }
      }
      _ = DamageTests.decode(bytes, name)
    }
  }

  @Test(.enabled(if: hasCorpus))
  func `the corpus: every malformed file is a fault or a picture`() throws {
    let directory = try TemporaryDirectory()
    let plain = try directory.write(FixtureSet.jpegs[0].bytes, "plain.jpg")
    func measure(_ path: String) throws -> (code: Int32, cost: Tool.Cost) {
      try Tool.measure(["strip", path, "-o", directory.path("sheet.png")], in: directory.url)
    }
    let least = try measure(plain).cost
    var (faults, damaged, pictures) = (0, 0, 0)
    var slowest = (name: "", cost: least)
    var largest = (name: "", cost: least)
    for entry in try CorpusIndex("malformed").entries {
      let (code, cost) = try measure("\(entry.path)")
      switch code {
      case 0: pictures += 1
      case 2: faults += 1
      case 3: damaged += 1
      default: Issue.record("\(entry.file): exit code \(code)")
      }
      if cost.seconds > slowest.cost.seconds { slowest = (entry.file, cost) }
      if cost.megabytes > largest.cost.megabytes { largest = (entry.file, cost) }
    }
    print("malformed: \(faults) faults, \(damaged) damaged pictures, \(pictures) pictures")
    func shown(_ cost: Tool.Cost) -> String {
      String(
        format: "%.2f s, %.0f MB more than a small picture", cost.seconds,
        cost.megabytes - least.megabytes)
    }
    print("slowest: \(slowest.name), \(shown(slowest.cost))")
    print("largest: \(largest.name), \(shown(largest.cost))")
    #expect(faults > 30 && damaged > 5 && pictures > 5)
  }
}
