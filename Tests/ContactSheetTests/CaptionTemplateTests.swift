import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import TestSupport
import Testing

@Suite struct CaptionTemplateTests {
  private static let shot = ShotFacts(
    date: ExifDate(Array("2024:05:17 18:02:59".utf8)), camera: "Canon EOS R6",
    lens: "RF35mm F1.8 MACRO IS STM", exposureTime: ExifRatio(10, 2500), fNumber: ExifRatio(28, 10),
    iso: 200)

  private static let facts = CaptionFacts(
    name: Array("IMG_2041.JPG".utf8), index: 12, count: 240, title: "Low tide",
    size: PixelSize(width: 4000, height: 3000), byteCount: 1_234_567, shot: shot)

  private static let page = PageFacts(
    page: 3, pages: 20, count: 240, title: "Holiday",
    taken: PageFacts.range(
      of: ["2024:06:02 00:00:00", "2024:05:17 18:02:59", "2024:05:20 00:00:00"]
        .compactMap { ExifDate(Array($0.utf8)) }))

  private static func lines(_ text: String, _ facts: CaptionFacts = facts) throws -> [String] {
    try CaptionTemplate(text, allowing: CaptionToken.ofPictures).lines(facts)
  }

  @Test(arguments: CaptionToken.ofPictures)
  func `a token of a picture is what its example says`(token: CaptionToken) throws {
    #expect(try Self.lines("{\(token.rawValue)}") == [token.example])
    let nothing = CaptionFacts(index: 1, count: 1)
    let isKnown = [.index, .count].contains(token)
    #expect(try Self.lines("{\(token.rawValue)}", nothing) == [isKnown ? "1" : ""])
  }

  @Test(arguments: CaptionToken.ofPages)
  func `a token of a page is what its example says`(token: CaptionToken) throws {
    let template = try CaptionTemplate("{\(token.rawValue)}", allowing: CaptionToken.ofPages)
    #expect(template.lines(Self.page) == [token == .title ? "Holiday" : token.example])
    let nothing = template.lines(PageFacts(page: 1, pages: 1, count: 1))
    #expect(nothing == [[.title, .takenRange].contains(token) ? "" : "1"])
  }

  @Test func `the page about captions has the tokens as they are`() throws {
    let url = packageRoot.appendingPathComponent("docs/captions.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let rows = CaptionToken.allCases.map { token in
      let places = [
        CaptionToken.ofPictures.contains(token) ? "picture" : nil,
        CaptionToken.ofPages.contains(token) ? "page" : nil,
      ].compactMap { $0 }.joined(separator: ", ")
      return "| `{\(token.rawValue)}` | \(token.meaning) | \(token.example) | \(places) |"
    }
    #expect(text.contains(rows.joined(separator: "\n") + "\n\n"), "\(rows.joined(separator: "\n"))")
    #expect(Set(CaptionToken.ofPictures + CaptionToken.ofPages) == Set(CaptionToken.allCases))
  }

  @Test func `braces and lines`() throws {
    #expect(try Self.lines("") == [""])
    #expect(try Self.lines("plain") == ["plain"])
    #expect(try Self.lines("{{{index}}} of {{count}}") == ["{12} of {count}"])
    #expect(try Self.lines("{stem}\\n{index}\n\r\nend") == ["IMG_2041", "12", "", "end"])
    #expect(try Self.lines("a\u{2028}b\u{2029}c") == ["a", "b", "c"])
    #expect(try Self.lines("\\t\\\\n \\") == ["\\t\\", " \\"])
    // A mark that combines with a brace is text.
    #expect(try Self.lines("{index}\u{301}") == ["12\u{301}"])
    let template = try CaptionTemplate("{stem}\\n\\n{iso}", allowing: CaptionToken.ofPictures)
    #expect(template.lineCount == 3)
    #expect(template.tokens == [.stem, .iso])
    #expect(template.needsShot)
    #expect(try !CaptionTemplate("{name} {bytes}", allowing: CaptionToken.ofPictures).needsShot)
    #expect(template.lines(CaptionFacts(index: 1, count: 1)) == ["", "", ""])
  }

  private static func fault(_ text: String, _ tokens: [CaptionToken]) -> CaptionFault? {
    do {
      _ = try CaptionTemplate(text, allowing: tokens)
      return nil
    } catch {
      return error
    }
  }

  @Test func `what is wrong is named`() {
    let (pictures, pages) = (CaptionToken.ofPictures, CaptionToken.ofPages)
    #expect(Self.fault("{nmae}", pictures) == .unknownToken("nmae", known: pictures))
    #expect(Self.fault("{page}", pictures) == .unknownToken("page", known: pictures))
    #expect(Self.fault("{iso}", pages) == .unknownToken("iso", known: pages))
    #expect(Self.fault("{}", pages) == .unknownToken("", known: pages))
    #expect(Self.fault("{ page }", pages) == .unknownToken(" page ", known: pages))
    #expect(Self.fault("{Page}", pages) == .unknownToken("Page", known: pages))
    for text in ["{", "{page", "{pa{ge}", "{{{page"] { #expect(Self.fault(text, pages) == .open) }
    for text in ["}", "page}", "{page}}", "{{page}"] { #expect(Self.fault(text, pages) == .closed) }
    #expect(Self.fault(String(repeating: "\\n", count: 99), pages) == nil)
    #expect(Self.fault(String(repeating: "\\n", count: 100), pages) == .lines(101))
    #expect(
      Self.fault("{x\u{1B}}", pages)?.description
        == "unknown token '{x\\x1B}'; there are {page} {pages} {count} {title} {date:taken-range}")
    #expect(CaptionFault.open.description == "'{' without '}'; '{{' stands for a brace")
    #expect(CaptionFault.closed.description == "'}' without '{'; '}}' stands for a brace")
    #expect(CaptionFault.lines(101).description == "101 lines; at most 100")
  }

  @Test(arguments: [
    // Everything is there: not a space is changed.
    ("  {iso} ·  {index} – x ", " 200 ·  12 – x "),
    // A field goes with its separator.
    ("{camera} · {lens} · {index}", "12"), ("{index} · {lens} · {iso}", "12"),
    ("{lens} – {index} – {iso}", "12"), ("{index} – {lens}, {count}", "12, 240"),
    ("ISO {iso} | {index}", "12"), ("Photo · {title}", "Photo"), ("{title} · Photo", "Photo"),
    ("{title} – ", ""), ("– {title} –", ""), ("{camera} · {lens}", ""), ("a, {lens}; b", "a; b"),
    ("{index}/{count} · {lens}", "12/240"), ("{iso}/{lens}", ""), ("x-{lens}", ""),
    ("a - {lens}", "a"),
    // A field with something in it stays, without a double space.
    ("{index} {lens} of {count}", "12 of 240"), ("no. {index} {lens}", "no. 12"),
    ("{lens} {index}", "12"),
    // Brackets around nothing go.
    ("{index} ({lens})", "12"), ("{index} [{lens} {iso}] x", "12 x"), ("({lens}) · {index}", "12"),
    ("{index} (of {lens})", "12 (of )"), ("() {index} {lens}", "() 12"),
    ("{index} ([{lens}])", "12"),
  ])
  func `what a token left is tidied`(text: String, expected: String) throws {
    let facts = CaptionFacts(index: 12, count: 240)
    if text.hasPrefix(" ") {
      #expect(try Self.lines(text) == [" " + expected])
    } else {
      #expect(try Self.lines(text, facts) == [expected])
    }
  }

  @Test func `marks in values separate nothing`() throws {
    let facts = CaptionFacts(
      name: Array("a · b, (c) – .jpg".utf8), index: 1, count: 2, title: "x – ")
    #expect(try Self.lines("{stem} · {lens} · {title}", facts) == ["a · b, (c) –  · x –"])
  }

  @Test(arguments: [
    ("IMG.tar.gz", "IMG.tar"), (".hidden", ".hidden"), ("name", "name"), ("dot.", "dot"),
    ("a.b/", "a"),
  ])
  func `a stem is the name without its last extension`(name: String, stem: String) throws {
    let facts = CaptionFacts(name: Array(name.utf8), index: 1, count: 1)
    #expect(try Self.lines("{name}|{stem}", facts) == ["\(name)|\(stem)"])
  }

  @Test func `names that are not UTF-8 have U+FFFD, titles are one line`() throws {
    let facts = CaptionFacts(
      name: [0x61, 0xFF, 0x2E, 0x6A], index: 1, count: 1, title: " two\r\nlines\tand\u{2028}more ")
    #expect(try Self.lines("{name} {stem}", facts) == ["a\u{FFFD}.j a\u{FFFD}"])
    #expect(try Self.lines("{title}", facts) == ["two lines and more"])
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1499, "1 kB"),
    (1500, "2 kB"),
    (999_499, "999 kB"), (999_500, "1.0 MB"), (1_249_999, "1.2 MB"), (1_250_000, "1.3 MB"),
    (999_949_999, "999.9 MB"), (999_950_000, "1.0 GB"), (12_345_678_901, "12.3 GB"),
    (Int.max, "9223.4 PB"),
  ])
  func `sizes are in decimal units`(count: Int, text: String) throws {
    #expect(try Self.lines("{bytes}", CaptionFacts(index: 1, count: 1, byteCount: count)) == [text])
  }

  @Test(arguments: [
    (1, 250, "1/250 s"), (10, 2500, "1/250 s"), (1, 4, "1/4 s"), (3, 10, "0.3 s"), (1, 3, "0.3 s"),
    (1, 2, "0.5 s"), (25, 10, "2.5 s"), (30, 1, "30 s"), (295_000, 10_000, "29.5 s"),
    (2_509_000, 1_000_000_000, "1/399 s"), (0xFFFF_FFFF, 0xFFFF_FFFF, "1 s"),
    (1, 0xFFFF_FFFF, "1/4294967295 s"),
  ])
  func `exposure times are fractions below 0.3 s`(numerator: Int, denominator: Int, text: String)
    throws
  {
    let shot = ShotFacts(exposureTime: ExifRatio(numerator, denominator))
    #expect(try Self.lines("{exposure}", CaptionFacts(index: 1, count: 1, shot: shot)) == [text])
  }

  @Test func `apertures and megapixels have a decimal`() throws {
    for (numerator, text) in [(28, "f/2.8"), (80, "f/8"), (110, "f/11"), (9, "f/0.9")] {
      let shot = ShotFacts(fNumber: ExifRatio(numerator, 10))
      #expect(try Self.lines("{exposure}", CaptionFacts(index: 1, count: 1, shot: shot)) == [text])
    }
    for (width, height, text) in [
      (1, 1, "0.0"), (250, 200, "0.1"), (4000, 3000, "12.0"), (6000, 4010, "24.1"),
    ] {
      let facts = CaptionFacts(index: 1, count: 1, size: PixelSize(width: width, height: height))
      #expect(try Self.lines("{megapixels}", facts) == [text])
    }
  }

  @Test func `one day is one date`() throws {
    let template = try CaptionTemplate("{date:taken-range}", allowing: CaptionToken.ofPages)
    func range(_ dates: [String]) -> [String] {
      template.lines(
        PageFacts(
          page: 1, pages: 1, count: 1,
          taken: PageFacts.range(of: dates.compactMap { ExifDate(Array($0.utf8)) })))
    }
    #expect(range([]) == [""])
    #expect(range(["2024:05:17 01:00:00", "2024:05:17 23:00:00"]) == ["2024-05-17"])
    #expect(range(["2024:06:02 01:00:00", "0987:05:17 23:00:00"]) == ["0987-05-17 – 2024-06-02"])
  }

  @Test func `beside letters from the right a value keeps its own direction`() throws {
    let date = ExifDate(Array("2024:05:17 18:02:59".utf8))
    let facts = CaptionFacts(
      name: Array("صورة.jpg".utf8), index: 3, count: 12, title: "שלום", shot: ShotFacts(date: date))
    #expect(try Self.lines("{title}", facts) == ["שלום"])
    #expect(
      try Self.lines("{title} – {index}/{count}", facts) == ["\u{2068}שלום\u{2069} – 3/12"])
    #expect(try Self.lines("{index}/{count}", facts) == ["3/12"])
    #expect(
      try Self.lines("صورة {date} {index}", facts) == ["صورة \u{2068}2024-05-17\u{2069} 3"])
    #expect(
      try Self.lines("{date} {name}", facts)
        == ["\u{2068}2024-05-17\u{2069} \u{2068}صورة.jpg\u{2069}"])
    #expect(try Self.lines("{lens} · {title}", facts) == ["שלום"])
  }
}
