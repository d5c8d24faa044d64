import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct ExifOrientationTests {
  @Test(arguments: Orientation.allCases, ExifFixture.ByteOrder.allCases)
  func `all eight are read in both byte orders, as SHORT, BYTE and LONG`(
    orientation: Orientation, order: ExifFixture.ByteOrder
  ) {
    for kind in [ExifFixture.Kind.short, .byte, .long] {
      let exif = ExifFixture.orientation(orientation.rawValue, order, as: kind)
      #expect(Orientation(exif: exif) == orientation, "\(kind)")
    }
  }

  @Test(arguments: [0, 9, 255, 65_535])
  func `a value that does not exist means upright`(value: Int) {
    #expect(Orientation(exif: ExifFixture.orientation(value)) == .topLeft)
  }

  @Test func `broken blocks mean upright and come to an end`() {
    let whole = ExifFixture.orientation(6)
    // Cut anywhere before the value is complete.
    for count in 0..<20 { #expect(Orientation(exif: Array(whole.prefix(count))) == .topLeft) }
    // A next directory that points back to the first, and a first one beyond the end.
    var loop = whole
    loop.replaceSubrange(22..<26, with: [8, 0, 0, 0])
    #expect(Orientation(exif: loop) == .rightTop)
    var beyond = whole
    beyond.replaceSubrange(4..<8, with: [0xF0, 0xFF, 0xFF, 0x7F])
    #expect(Orientation(exif: beyond) == .topLeft)
    #expect(Orientation(exif: [UInt8](repeating: 0xFF, count: 4000)) == .topLeft)
  }

  @Test(arguments: [false, true])
  func `a PNG's eXIf chunk counts before and after the pixels`(afterPixels: Bool) throws {
    let png = PNGFixture.bytes(width: 3, height: 2, .gray, samples: [1, 2, 3, 4, 5, 6])
    let chunk = PNGFixture.chunk("eXIf", ExifFixture.orientation(8, .big))
    let bytes = PNGFixture.inserting(chunk, into: png, afterPixels: afterPixels)
    let directory = try TemporaryDirectory()
    let path = RawPath(try directory.write(bytes, "x.png"))
    for picture in [EncodedPicture.bytes(bytes), .file(path)] {
      let header = try picture.probe()
      #expect(header.orientation == .leftBottom)
      #expect(header.uprightSize == PixelSize(width: 2, height: 3))
    }
  }

  @Test(.enabled(if: hasCorpus))
  func `the corpus: every file has the orientation that its index gives`() throws {
    var seen: [Int: Int] = [:]
    for entry in try CorpusIndex("exif-orientation").entries {
      let header = try EncodedPicture.file(entry.path).probe()
      #expect(header.storedSize == entry.size, "\(entry.file)")
      let stated = entry.measured.firstMatch(of: /orientation=(\d+)/).flatMap { Int($0.1) }
      // An orientation only in XMP is not honoured: the EXIF tag is the one that cameras write.
      let xmpOnly = entry.file == "xmp_tags_orientation_exiftool.png"
      let expected = xmpOnly ? .topLeft : stated.flatMap(Orientation.init) ?? .topLeft
      #expect(header.orientation == expected, "\(entry.file)")
      seen[header.orientation.rawValue, default: 0] += 1
    }
    print("orientations in the corpus:", seen.sorted { $0.key < $1.key })
    #expect(seen.count == 8)
  }
}
