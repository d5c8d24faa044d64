import Foundation
import ImageCodecs
import TestSupport
import Testing

@Suite struct ShotFactsTests {
  typealias Entry = ExifFixture.Entry

  private static let exif: [Entry] = [
    .ratio(0x829A, 10, 2500), .ratio(0x829D, 28, 10), .short(0x8827, 200),
    .text(0x9003, "2024:05:17 18:02:03"), .text(0xA434, "RF35mm F1.8 MACRO IS STM"),
  ]
  private static let main: [Entry] = [.text(0x010F, "Canon"), .text(0x0110, "Canon EOS R6")]

  private static func facts(main: [Entry] = [], exif: [Entry] = []) -> ShotFacts {
    ShotFacts(exif: ExifFixture.block(main: main, exif: exif))
  }

  @Test(arguments: ExifFixture.ByteOrder.allCases)
  func `a JPEG and a PNG say how they were taken`(order: ExifFixture.ByteOrder) {
    let block = ExifFixture.block(main: Self.main, exif: Self.exif, order)
    var jpeg = JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }
    #expect(EncodedPicture.bytes(jpeg.bytes).shot() == ShotFacts())
    jpeg.exif = block
    let png = PNGFixture.inserting(
      PNGFixture.chunk("eXIf", block), into: plainPNG(9), afterPixels: true)
    for bytes in [jpeg.bytes, png] {
      let facts = EncodedPicture.bytes(bytes).shot()
      #expect(facts.date?.digits == 20_240_517_180_203)
      #expect(facts.camera == "Canon EOS R6")
      #expect(facts.lens == "RF35mm F1.8 MACRO IS STM")
      #expect(facts.exposureTime == ExifRatio(10, 2500))
      #expect(facts.fNumber == ExifRatio(28, 10))
      #expect(facts.iso == 200)
    }
    #expect(EncodedPicture.bytes(Array("no picture".utf8)).shot() == ShotFacts())
    #expect(EncodedPicture.file("/nowhere/at/all.jpg").shot() == ShotFacts())
  }

  @Test(arguments: [
    ("Canon", "Canon EOS R6", "Canon EOS R6"), ("NIKON CORPORATION", "NIKON D810", "NIKON D810"),
    ("EASTMAN KODAK COMPANY", "KODAK Z740", "KODAK Z740"),
    ("OLYMPUS IMAGING CORP.  ", "E-M1            ", "OLYMPUS E-M1"),
    ("Konica Minolta Camera, Inc.", "DiMAGE X60", "Konica Minolta DiMAGE X60"),
    ("OnePlus", "ONEPLUS A5010", "ONEPLUS A5010"),
    ("Apple", "iPhone 13 mini", "Apple iPhone 13 mini"),
    ("Camera", "X", "Camera X"), (nil, "X100", "X100"), ("LEICA CAMERA AG", nil, "LEICA"),
    ("  ", " \t ", nil), (nil, nil, nil), ("", "", nil),
  ])
  func `a camera is its make and its model, the make only once`(
    make: String?, model: String?, camera: String?
  ) {
    let tags = [make.map { Entry.text(0x010F, $0) }, model.map { Entry.text(0x0110, $0) }]
    #expect(Self.facts(main: tags.compactMap { $0 }).camera == camera)
  }

  @Test func `text that is none is cleaned, and never more than a hundred characters`() {
    func lens(_ bytes: [UInt8], count: Int? = nil) -> String? {
      let entry = Entry.bytes(0xA434, bytes)
      return Self.facts(exif: [count.map { entry.claiming($0) } ?? entry]).lens
    }
    #expect(lens(Array("50 mm\n\u{1B}[31m \u{9B}f/2\0\0\0\0".utf8)) == "50 mm [31m f/2")
    #expect(lens([0x35, 0xFF, 0xC3, 0x20, 0x36]) == "5\u{FFFD}\u{FFFD} 6")
    #expect(lens(Array("a\u{2028}b\u{2029}c".utf8)) == "a b c")
    #expect(lens([0, 0, 0, 0, 0, 0]) == nil)
    #expect(lens([UInt8](repeating: 0x61, count: 60_000)) == String(repeating: "a", count: 100))
    #expect(lens(Array("50 mm f/2".utf8), count: 0x7FFF_FFFF) == nil)
    // Bytes of a number are no text.
    #expect(Self.facts(exif: [.bytes(0xA434, Array("50 mm f/2".utf8), kind: 7)]).lens == nil)
  }

  @Test func `numbers that cannot be are none`() {
    func time(_ numerator: Int, _ denominator: Int, kind: Int = 5) -> ExifRatio? {
      Self.facts(exif: [.ratio(0x829A, numerator, denominator, kind: kind)]).exposureTime
    }
    #expect(time(1, 0) == nil)
    #expect(time(0, 1) == nil)
    #expect(time(0, 0) == nil)
    #expect(time(0xFFFF_FFFF, 1) == nil)
    #expect(time(0xFFFF_FFFF, 0xFFFF_FFFF) == ExifRatio(0xFFFF_FFFF, 0xFFFF_FFFF))
    #expect(time(-1, -1, kind: 10) == nil)
    #expect(time(1, 250, kind: 10) == ExifRatio(1, 250))
    #expect(time(100_000, 1) == ExifRatio(100_000, 1))
    func aperture(_ numerator: Int, _ denominator: Int) -> ExifRatio? {
      Self.facts(exif: [.ratio(0x829D, numerator, denominator)]).fNumber
    }
    #expect(aperture(1, 100) == nil)
    #expect(aperture(1001, 1) == nil)
    #expect(aperture(95, 100) == ExifRatio(95, 100))
    for iso in [0, 65_535] { #expect(Self.facts(exif: [.short(0x8827, iso)]).iso == nil) }
    #expect(Self.facts(exif: [.short(0x8827, 65_534)]).iso == 65_534)
    #expect(Self.facts(exif: [.short(0x8827, 100).claiming(0)]).iso == nil)
  }

  @Test func `a block cut or changed anywhere is read without harm`() {
    let block = ExifFixture.block(main: Self.main, exif: Self.exif)
    let whole = ShotFacts(exif: block)
    #expect(whole.lens != nil)
    for count in 0..<block.count {
      let facts = ShotFacts(exif: Array(block.prefix(count)))
      #expect(facts != whole || count >= block.count - 2)
    }
    var generator = SeededGenerator(seed: SeededGenerator.seed("EXIF"))
    for _ in 0..<Sanitizer.rounds(5000) {
      var changed = block
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<block.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let facts = ShotFacts(exif: changed)
      for text in [facts.camera, facts.lens].compactMap({ $0 }) {
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!text.isEmpty && text.unicodeScalars.count <= 201)
      }
    }
  }

  /// As Pillow reads them.
  @Test(
    .enabled(if: hasCorpus),
    arguments: [
      (
        "photos/canyon-wren.jpg", 20_170_315_115_605, "NIKON D810", "70.0-200.0 mm f/2.8", 1250, 80,
        200
      ),
      (
        "photos/extreme-desert-hike.jpg", 20_140_619_103_824, "Canon EOS 600D",
        "EF-S55-250mm f/4-5.6 IS II", 500, 71, 100
      ),
      (
        "jpeg-odd/markers/tm-app-marker-missing-null-term.jpg", 20_050_922_193_046,
        "KODAK Z740 ZOOM DIGITAL CAMERA", nil, nil, 32, 400
      ),
      (
        "pngsuite/libavif/paris_icc_exif_xmp_at_end.png", 20_220_822_203_046, "Google Pixel 4a",
        "Pixel 4a back camera 4.38mm f/1.73", 1067, 17, 47
      ),
      (
        "jpeg-odd/markers/avif-apple_gainmap_new.jpg", 20_260_107_152_014, "Apple iPhone 13 mini",
        "iPhone 13 mini back dual wide camera 5.1mm f/1.6", 1018, 16, 50
      ),
    ] as [(String, Int, String, String?, Int?, Int?, Int?)])
  func `real pictures say how they were taken`(
    file: String, date: Int, camera: String, lens: String?, perSecond: Int?, aperture: Int?,
    iso: Int?
  ) {
    let facts = EncodedPicture.file(RawPath(corpus!.appendingPathComponent(file).path)).shot()
    #expect(facts.date?.digits == date)
    #expect(facts.camera == camera)
    #expect(facts.lens == lens)
    if let perSecond {
      #expect(
        facts.exposureTime.map { ($0.denominator + $0.numerator / 2) / $0.numerator } == perSecond)
    }
    #expect(
      facts.fNumber.map { (10 * $0.numerator + $0.denominator / 2) / $0.denominator } == aperture)
    #expect(facts.iso == iso)
  }
}
