import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Files that hold the same picture in different ways.
@Suite(.enabled(if: hasCorpus)) struct JPEGEquivalenceTests {
  private static func path(_ file: String) -> RawPath {
    RawPath(corpus!.appendingPathComponent(file).path)
  }

  /// A file, and others that hold the same coefficients.
  private static let sets: [(file: String, others: [String])] = [
    (
      "jpeg-odd/process/parrot_baseline.jpg",
      [
        "process/parrot_arith.jpg", "process/parrot_rst1mcu.jpg",
        "process/parrot_noninterleaved.jpg", "damaged/trailing-zip.jpg",
        "damaged/trailing-second-jpeg.jpg", "markers/huge-app13-262k.jpg",
        "misnamed/-dash-first.jpg", "misnamed/.hidden.jpg", "misnamed/UPPER.JPG",
        "misnamed/jpeg-named.png", "misnamed/jpeg-no-extension",
        "misnamed/näme with späces & 日本語.jpg",
      ].map { "jpeg-odd/\($0)" }
    ),
    (
      "jpeg-odd/markers/jpegjs-redbox.jpg",
      ["with-rst.jpg", "with-trailing-bytes.jpg"].map { "jpeg-odd/markers/jpegjs-redbox-\($0)" }
        + ["jpeg-odd/markers/jpegjs-redbox_comment.jpg"]
    ),
    (
      "jpeg-odd/markers/avif-paris_exif_xmp_icc.jpg",
      ["jpeg-odd/markers/avif-paris_extended_xmp.jpg"]
    ),
    (
      "jpeg-odd/markers/pil-invalid-exif.jpg",
      ["jpeg-odd/markers/pil-exif-dpi-zerodivision.jpg"]
    ),
    ("photos/tower.jpg", ["photos/tower_progressive.jpg"]),
    (
      "exif-orientation/quad/quad_1.jpg",
      [
        "exif_loop", "exif_offset_beyond", "exif_truncated_ifd", "tag0", "tag65535", "tag9",
      ].map { "exif-orientation/quad/quad_\($0).jpg" }
    ),
  ]

  @Test(arguments: sets.indices)
  func `the same coefficients make the same pixels, however they are stored`(index: Int) throws {
    let (file, others) = Self.sets[index]
    for scale in DecodeScale.allCases {
      let expected = try decodedBitmap(.file(Self.path(file)), scale: scale)
      for other in others {
        let bitmap = try decodedBitmap(.file(Self.path(other)), scale: scale)
        #expect(bitmap == expected, "\(other) at \(scale)")
      }
    }
  }

  @Test func `a JPEG without its Huffman tables is read with the standard ones`() throws {
    let bytes = try corpus!.appendingPathComponent("jpeg-odd/process/parrot_baseline.jpg")
      .contents()
    var bare = Array(bytes.prefix(2))
    var position = 2
    var removed = 0
    while bytes[position + 1] != 0xDA {
      let count = 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
      if bytes[position + 1] == 0xC4 {
        removed += 1
      } else {
        bare += bytes[position..<position + count]
      }
      position += count
    }
    bare += bytes[position...]
    #expect(removed > 0)
    #expect(try decodedBitmap(bare) == decodedBitmap(bytes))
  }

  @Test func `every reference decode in the index is met as closely as it says`() throws {
    var compared = 0
    var largest = 0
    for entry in try CorpusIndex("jpeg-odd").entries {
      let reference: String
      let tolerance: Int
      if let match = entry.measured.firstMatch(of: /decode vs (\S+\.png) max diff (\d+)/) {
        reference = "jpeg-odd/\(entry.file.split(separator: "/")[0])/\(match.1)"
        tolerance = Int(match.2)!
      } else if entry.measured.contains("VERIFIED: equals .djpeg.png exactly") {
        reference = "jpeg-odd/\(entry.file.dropLast(4)).djpeg.png"
        // Versions of libjpeg-turbo smooth the blocks of a cut-off progressive picture a little differently;
        // its own program differs from this reference as much.
        tolerance = entry.file.contains("progressive.truncated") ? 2 : 0
      } else {
        continue
      }
      let tile = try PictureSource.file(entry.path).ownSizeTile(colorManagement: false).bitmap
      let expected = try decodedBitmap(.file(Self.path(reference)))
      let difference = tile.largestDifference(from: expected) ?? 256
      #expect(difference <= tolerance, "\(entry.file): \(difference), not \(tolerance)")
      largest = max(largest, difference)
      compared += 1
    }
    print("JPEGs compared with reference decodes: \(compared), largest difference \(largest)")
    #expect(compared == 23)
  }

  /// Peak signal to noise in decibels, over the colours.
  private static func decibels(_ a: Bitmap, _ b: Bitmap) -> Double {
    guard a.size == b.size else { return 0 }
    var sum = 0.0
    for index in a.pixels.indices where index % 4 != 3 {
      let difference = Double(a.pixels[index]) - Double(b.pixels[index])
      sum += difference * difference
    }
    return 10 * log10(255 * 255 / max(1e-9, sum / Double(a.size.pixelCount * 3)))
  }

  /// Files that hold another encoding of the same picture, and how near they come, in decibels.
  private static let near: [(file: String, others: [(String, Double)])] = [
    (
      "process/parrot_baseline.jpg",
      [
        ("process/parrot_rgb.jpg", 30), ("subsampling/parrot_3x1.jpg", 30),
        ("subsampling/parrot_3x2.jpg", 30), ("subsampling/parrot_411.jpg", 30),
        ("subsampling/parrot_440.jpg", 33), ("misnamed/png-named.jpg", 30),
        ("cmyk/parrot_cmyk_pillow.jpg", 30),
      ]
    ),
    (
      "wuffs/peacock-reference.png",
      [
        ("subsampling/peacock.s1x1-444.jpg", 31), ("subsampling/peacock.s1x3.jpg", 28),
        ("subsampling/peacock.s2x1-422.jpg", 29), ("subsampling/peacock.s-very-weird.jpg", 27),
        ("wuffs/peacock.optimize.jpg", 28), ("wuffs/peacock.q30.jpg", 25),
        ("wuffs/peacock.q99.jpg", 32), ("wuffs/peacock.progressive.scan000.jpg", 17),
      ]
    ),
  ]

  @Test(arguments: near.indices)
  func `every subsampling and colour space shows the same picture`(index: Int) throws {
    let (file, others) = Self.near[index]
    func bitmap(_ file: String) throws -> Bitmap {
      try PictureSource.file(Self.path("jpeg-odd/\(file)")).ownSizeTile(colorManagement: false)
        .bitmap
    }
    let expected = try bitmap(file)
    for (other, least) in others {
      let decibels = Self.decibels(try bitmap(other), expected)
      #expect(decibels > least, "\(other): \(decibels) dB")
    }
  }
}
