import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Every PNG of the corpus against libpng used in another way, and against the formula of gAMA.
@Suite(.enabled(if: hasCorpus)) struct PngSuiteTests {
  private struct Comparison: Sendable {
    var file: String
    var complaint: String?
    var bitDepth = 8
    /// What makes the colours: "iCCP", "gAMA", …; nil where nothing does.
    var color: String?
    /// The largest difference in a channel.
    var difference = 0
  }

  private static func whole(_ folder: String) throws -> [CorpusIndex.Entry] {
    try CorpusIndex(folder).entries.filter {
      $0.format == "PNG" && CorpusExpectation($0).outcomes == ["whole"]
    }
  }

  private static func compared(
    _ entries: [CorpusIndex.Entry], _ body: @Sendable (CorpusIndex.Entry) throws -> Comparison
  ) -> [Comparison] {
    concurrentMap(count: entries.count, jobs: processorCount()) { index in
      do {
        return try body(entries[index])
      } catch {
        return Comparison(file: entries[index].file, complaint: "\(entries[index].file): \(error)")
      }
    }
  }

  @Test func `every PNG that is whole decodes to the pixels of the reference`() throws {
    let folders = ["pngsuite", "photos", "exif-orientation", "jpeg-odd", "other", "malformed"]
    for folder in folders {
      let entries = try Self.whole(folder)
      let comparisons = Self.compared(entries) { entry in
        let bytes = try URL(fileURLWithPath: "\(entry.path)").contents()
        guard let reference = ReferencePNG(bytes) else {
          return Comparison(file: entry.file, complaint: "\(entry.file): no reference")
        }
        let bitmap = try decodedBitmap(.file(entry.path))
        let isSame = bitmap.size == reference.size && bitmap.pixels == reference.bytes
        return Comparison(
          file: entry.file, complaint: isSame ? nil : entry.file, bitDepth: reference.bitDepth)
      }
      let deep = comparisons.count { $0.bitDepth == 16 }
      print("\(folder): \(entries.count) PNGs compared pixel for pixel, \(deep) of 16 bits")
      #expect(comparisons.compactMap(\.complaint) == [])
      #expect(folder != "pngsuite" || entries.count == 207)
    }
  }

  /// The chunk that decides about the colours, and what it holds.
  private static func color(_ png: [UInt8]) -> (type: String, gamma: Int)? {
    let chunks = PNGFixture.chunks(png).prefix { $0.type != "IDAT" }
    for type in ["cICP", "iCCP", "sRGB", "gAMA"] {
      guard let chunk = chunks.first(where: { $0.type == type }) else { continue }
      return (type, chunk.contents.prefix(4).reduce(0) { $0 << 8 | Int($1) })
    }
    return nil
  }

  /// sRGB of a stored value 0…1: light by gAMA (1/100,000), then the curve of IEC 61966-2-1. A gAMA within
  /// a percent of 1/2.2 says sRGB.
  private static func sRGB(_ stored: Double, gamma: Int?) -> Double {
    guard let gamma, abs(gamma - 45_455) * 100 > 45_455 else { return stored }
    let light = pow(stored, 100_000 / Double(gamma))
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The largest difference in a channel. Where hardly anything is seen of a colour, premultiplied light is
  /// too coarse for its shadows: half a unit of 1/(255 · alpha), where the curve of sRGB rises by 12.92.
  private static func difference(_ tile: Bitmap, _ wanted: Bitmap) -> Int {
    guard tile.size == wanted.size else { return 256 }
    return tile.pixels.indices.map { at in
      let off = abs(Int(tile.pixels[at]) - Int(wanted.pixels[at]))
      let alpha = Int(wanted.pixels[at | 3])
      return alpha > 0 || at % 4 == 3 ? off - 7 / max(alpha, 1) : 0
    }.max() ?? 0
  }

  @Test func `sixteen bits and gAMA come within 1 of the formula`() throws {
    let comparisons = Self.compared(try Self.whole("pngsuite")) { entry in
      let bytes = try URL(fileURLWithPath: "\(entry.path)").contents()
      let reference = try #require(ReferencePNG(bytes))
      let color = Self.color(bytes)
      var comparison = Comparison(
        file: entry.file, bitDepth: reference.bitDepth, color: color?.type)
      // Profiles are compared with their own values elsewhere.
      if color?.type == "cICP" || color?.type == "iCCP" { return comparison }
      let gamma = color?.type == "gAMA" ? color?.gamma : nil
      var pixels = reference.bytes
      for at in pixels.indices where at % 4 != 3 {
        let exact = Self.sRGB(Double(reference.samples[at]) / 65_535, gamma: gamma) * 255
        pixels[at] = UInt8(exact.rounded())
      }
      let tile = try PictureSource.file(entry.path).ownSizeTile(colorManagement: true).bitmap
      let wanted = Bitmap(size: reference.size, pixels: pixels)
      comparison.difference = Self.difference(tile, wanted)
      if comparison.difference > 1 {
        comparison.complaint = "\(entry.file): \(comparison.difference)"
      }
      return comparison
    }
    func count(_ color: String?) -> Int { comparisons.count { $0.color == color } }
    let left = comparisons.filter { $0.color == "cICP" || $0.color == "iCCP" }
    print(
      "\(comparisons.count - left.count) PNGs compared with the formula: \(count("gAMA")) by gAMA, "
        + "\(count("sRGB")) say sRGB, \(count(nil)) say nothing; "
        + "\(comparisons.count { $0.bitDepth == 16 }) of all have 16 bits")
    print("not by formula, as they have a profile: \(left.map(\.file).joined(separator: ", "))")
    let worst = comparisons.max { $0.difference < $1.difference }!
    print("up to \(worst.difference) levels from the formula, \(worst.file)")
    #expect(comparisons.compactMap(\.complaint) == [])
    #expect(count("gAMA") > 130 && left.count == 7)
  }

  @Test func `a photograph with gAMA comes out as its published reference, but for the shadows`()
    throws
  {
    let folder = corpus!.appendingPathComponent("pngsuite/libavif")
    let name = "kodim03_grayscale_gamma1.6"
    let path = RawPath(folder.appendingPathComponent("\(name).png").path)
    let expected = RawPath(folder.appendingPathComponent("\(name)-reference.png").path)
    let tile = try PictureSource.file(path).ownSizeTile(colorManagement: true).bitmap
    let reference = try decodedBitmap(.file(expected))
    #expect(tile.size == reference.size)
    var light = 0
    // It was made with the power 1/2.2 in place of the curve of sRGB, which is darker in the shadows.
    for at in stride(from: 0, to: reference.pixels.count, by: 4) where reference.pixels[at] >= 80 {
      light = max(light, abs(Int(tile.pixels[at]) - Int(reference.pixels[at])))
    }
    #expect(light <= 2)
    #expect(tile.largestDifference(from: reference) ?? 256 <= 9)
  }

  // MARK: what has to be refused

  /// The exit code of the tool for one picture, and what it left behind.
  private static func exitCode(_ picture: RawPath) throws -> (code: Int32, made: Bool) {
    let directory = try TemporaryDirectory()
    let sheet = directory.path("sheet.png")
    let outcome = try Tool.run(["strip", "\(picture)", "-o", sheet], in: directory.url)
    return (outcome.code, FileManager.default.fileExists(atPath: sheet))
  }

  @Test func `every corrupt picture of PngSuite is refused`() throws {
    let entries = try CorpusIndex("pngsuite").entries.filter { $0.notes.hasPrefix("CORRUPT") }
    for entry in entries {
      #expect(try Self.exitCode(entry.path) == (2, false), "\(entry.file)")
    }
    #expect(entries.count == 9)
  }

  @Test(arguments: ["wrong checksum of IHDR", "wrong checksum of IDAT", "no IDAT"])
  func `what PngSuite's other corrupt pictures have wrong is refused`(what: String) throws {
    let source = corpus!.appendingPathComponent("pngsuite/basn0g01.png")
    var png = PNGFixture.signature
    for chunk in PNGFixture.chunks(try source.contents()) {
      if what == "no IDAT", chunk.type == "IDAT" { continue }
      png += PNGFixture.chunk(chunk.type, chunk.contents)
      if what.hasSuffix(chunk.type) { png[png.count - 1] ^= 0xFF }
    }
    let directory = try TemporaryDirectory()
    let outcome = try Self.exitCode(RawPath(try directory.write(png, "corrupt.png")))
    #expect(outcome == (2, false))
  }
}
