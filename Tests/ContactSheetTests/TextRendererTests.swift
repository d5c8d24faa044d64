import ContactSheet
import Foundation
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct TextRendererTests {
  private static let texts =
    TextGoldenTests.samples.flatMap(\.texts)
    + [
      "מְחַבֵּר", "தமிழ் 12", "ქართული", "Ελληνικά", "Русский", "ᏣᎳᎩ", "አማርኛ", "မြန်မာ", "ខ្មែរ",
      "\u{10FFFD}",
    ]

  private static func line(
    _ text: String, size: Int = 20, width: Int = 240, color: Color = Color(rgb: 0),
    _ alignment: TextAlignment = .left
  ) -> TextLine {
    TextLine(text, style: TextStyle(size: size, color: color, alignment: alignment), width: width)
  }

  /// Columns with ink, and rows with ink.
  private static func ink(_ bitmap: PremultipliedBitmap) -> (columns: [Int], rows: [Int]) {
    let marks = (0..<bitmap.size.pixelCount).filter { bitmap.pixels[4 * $0 + 3] > 0 }
    let width = bitmap.size.width
    return (Set(marks.map { $0 % width }).sorted(), Set(marks.map { $0 / width }).sorted())
  }

  /// Part of the columns.
  private static func columns(_ range: Range<Int>, of bitmap: PremultipliedBitmap) -> [UInt16] {
    (0..<bitmap.size.height).flatMap { row in
      let start = row * bitmap.size.width
      return bitmap.pixels[(4 * (start + range.lowerBound))..<(4 * (start + range.upperBound))]
    }
  }

  @Test func `lines are 1.5 times the size apart, and letters stand at 1.1 times the size`() throws
  {
    let heights = [1: 2, 2: 3, 3: 5, 10: 15, 11: 17, 1000: 1500]
    for (size, height) in heights { #expect(TextStyle.lineHeight(size) == height) }
    #expect(TextStyle(size: 10).baseline == 11)
    #expect(TextStyle(size: 5).baseline == 6)
    let renderer = try TextRenderer()
    for size in [10, 20, 50, 200] {
      let bitmap = try #require(renderer.bitmap(Self.line("H", size: size, width: 2 * size)))
      #expect(bitmap.size == PixelSize(width: 2 * size, height: TextStyle.lineHeight(size)))
      let rows = Self.ink(bitmap).rows
      #expect(rows.last == TextStyle(size: size).baseline - 1)
      // Capitals are about 0.7 em high.
      #expect((6 * size / 10...8 * size / 10 + 1).contains(rows.count))
    }
  }

  @Test func `any number of threads draws the same pixels and misses the same characters`() throws {
    let texts = (0..<4).flatMap { _ in Self.texts }
    let (one, many) = (try TextRenderer(), try TextRenderer())
    let expected = concurrentMap(count: texts.count, jobs: 1) { one.bitmap(Self.line(texts[$0])) }
    let actual = concurrentMap(count: texts.count, jobs: 8) { many.bitmap(Self.line(texts[$0])) }
    #expect(expected == actual)
    #expect(one.missing == many.missing)
    #expect(one.missing.contains("\u{F0000}"))
    #expect(one.missing.last == "\u{10FFFD}")
    #expect(Set(one.missing).count == one.missing.count)
  }

  @Test func `nothing of the environment changes a pixel`() throws {
    let texts = Self.texts + ["直角 骨", "中文، اردو"]
    // No argument of a process holds a zero.
    func digests(_ variables: [String: String]) throws -> [String] {
      let outcome = try Tool.sample(texts, environment: variables)
      #expect(outcome.code == 0)
      return outcome.outputText.split(separator: "\n").map { String($0) }
    }
    let plain = try digests(["LC_ALL": "C"])
    #expect(plain.count == texts.count + 1)
    #expect(Set(plain.dropLast()).count == texts.count)
    for variables in [
      ["LC_ALL": "ja_JP.UTF-8", "LANG": "ja_JP.UTF-8", "TZ": "Asia/Tokyo"],
      ["LC_ALL": "ko_KR.UTF-8", "LANGUAGE": "ur:ko:zh_TW"],
      [
        "LC_ALL": "ur_PK", "PANGO_LANGUAGE": "ur:zh-tw", "FC_LANG": "ur", "LC_CTYPE": "zh_HK.UTF-8",
      ],
      ["GDK_SCALE": "2", "GTK_THEME": "dark", "TZ": "America/New_York", "LANG": "fa_IR.UTF-8"],
    ] {
      #expect(try digests(variables) == plain, "\(variables)")
    }
  }

  @Test func `where there is no font, or no Pango, that is said`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      Array("<fontconfig><cachedir>\(folder.url.path)</cachedir></fontconfig>".utf8), "none")
    let none = try Tool.sample(["text"], environment: ["FONTCONFIG_FILE": folder.path("none")])
    #expect(
      none.outputText
        == "text needs a font, and there is none on this system; install fonts-noto-core, or any "
        + "other\n")
    #if os(Linux)
      try folder.write(Array("no library".utf8), "libpangocairo-1.0.so.0")
      let broken = try Tool.sample(["text"], environment: ["LD_LIBRARY_PATH": folder.url.path])
      #expect(broken.outputText.hasPrefix("text needs Pango, which cannot be opened: "))
      #expect(broken.outputText.hasSuffix("; install libpangocairo-1.0-0\n"))
      #expect(broken.outputText.contains("libpangocairo-1.0.so.0: file too short"))
    #endif
  }

  #if os(Linux)
    @Test func `what draws no text opens no library for it`() throws {
      let folder = try TemporaryDirectory()
      let sample = packageRoot.appendingPathComponent("Samples/dog.jpg").path
      // The loader lists every library that it looks for, those that are opened later, too.
      let quiet = try Tool.shell(
        "LD_DEBUG=libs \"$TOOL\" strip '\(sample)' x6 -o strip.png", in: folder.url)
      #expect(quiet.code == 0)
      #expect(quiet.errorText.contains("find library=libjpeg"))
      let libraries = ["libpango", "libcairo", "libfontconfig", "libgobject"]
      for library in libraries { #expect(!quiet.errorText.contains("find library=\(library)")) }
      let loud = try Tool.sample(["text"], environment: ["LD_DEBUG": "libs"])
      for library in libraries { #expect(loud.errorText.contains("find library=\(library)")) }
    }
  #endif

  @Test func `what has no ink is no bitmap`() throws {
    let renderer = try TextRenderer()
    for text in ["", " ", "\u{00A0}\t ", "\u{200B}\u{2068}\u{2069}"] {
      #expect(renderer.bitmap(Self.line(text)) == nil)
    }
    #expect(renderer.bitmap(Self.line("text", width: 0)) == nil)
    #expect(renderer.bitmap(Self.line("text", color: .clear)) == nil)
    #expect(renderer.width(of: "", in: TextStyle(size: 20)) == 0)
    #expect(renderer.missing.isEmpty)
  }

  @Test func `control characters, breaks and overrides become U+FFFD, a tab a space`() throws {
    let renderer = try TextRenderer()
    let raw = renderer.bitmap(Self.line("a\nb\u{0}c\r\u{85}\u{2028}\u{2029}\u{202E}d\u{7F}\te"))
    let plain = renderer.bitmap(
      Self.line("a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}d\u{FFFD} e"))
    #expect(raw == plain)
    #expect(raw != nil)
  }

  @Test func `a colour is exact in every pixel, however little of it is covered`() throws {
    let renderer = try TextRenderer()
    let text = "Sphinx of quartz"
    let opaque = try #require(renderer.bitmap(Self.line(text, color: Color(rgb: 0xFFFFFF))))
    let coverages = stride(from: 3, to: opaque.pixels.count, by: 4).map {
      Int(opaque.pixels[$0]) / 255
    }
    #expect(coverages.contains { (1..<20).contains($0) })
    for color in [Color(rgb: 0x0AC81E), Color(rgb: 0x0AC81E, alpha: 100), Color(rgb: 0, alpha: 1)] {
      let bitmap = try #require(renderer.bitmap(Self.line(text, color: color)))
      let whole = PremultipliedColor(color)
      for (index, coverage) in coverages.enumerated() {
        let expected = [whole.red, whole.green, whole.blue, whole.alpha].map {
          UInt16((Int($0) * coverage + 127) / 255)
        }
        #expect(Array(bitmap.pixels[(4 * index)..<(4 * index + 4)]) == expected)
      }
    }
  }

  @Test(.enabled(if: NotoFonts.areThere))
  func `emoji keep their colours, and letters beside them have that of the text`() throws {
    let renderer = try TextRenderer()
    let (red, blue) = (Color(rgb: 0xFF0000), Color(rgb: 0x0000FF))
    let one = try #require(renderer.bitmap(Self.line("😀 HHH", color: red)))
    let other = try #require(renderer.bitmap(Self.line("😀 HHH", color: blue)))
    let gap = try #require(
      (1..<one.size.width).first { column in
        Self.columns(column..<(column + 1), of: one).allSatisfy { $0 == 0 }
      })
    #expect(gap >= 18)
    #expect(Self.columns(0..<gap, of: one) == Self.columns(0..<gap, of: other))
    // Yellow.
    let face = 4 * (15 * one.size.width + gap / 2)
    #expect(one.pixels[face] > 50_000 && one.pixels[face + 2] < 40_000)
    let (letters, others) = (Self.columns(gap..<100, of: one), Self.columns(gap..<100, of: other))
    for index in stride(from: 0, to: letters.count, by: 4) {
      #expect(letters[index] == letters[index + 3] && letters[index + 2] == 0)
      #expect(others[index] == 0 && others[index + 2] == letters[index])
    }
    let half = try #require(renderer.bitmap(Self.line("😀", color: Color(rgb: 0, alpha: 51))))
    #expect(half.pixels[face + 3] == 51 * 255)
  }

  @Test func `a line stands at its side, and its ink stays inside`() throws {
    let renderer = try TextRenderer()
    for text in ["H", "jf", "مرحبا"] {
      // The hook of a j reaches out of its width: it is moved inside, which the others need not be.
      let isInside = text != "jf"
      let width = renderer.width(of: text, in: TextStyle(size: 20))
      let places = try TextAlignment.allCases.map { alignment in
        Self.ink(try #require(renderer.bitmap(Self.line(text, width: 201, alignment)))).columns
      }
      #expect(Set(places.map(\.count)).count == 1)
      #expect(places[1].first! - places[0].first! == (201 - width) / 2 || !isInside)
      #expect(places[2].first! - places[0].first! == 201 - width || !isInside)
    }
    // As narrow as the text, a pixel narrower, and far narrower.
    let width = renderer.width(of: "HHHH", in: TextStyle(size: 20))
    let fits = try #require(renderer.bitmap(Self.line("HHHH", width: width)))
    #expect(renderer.bitmap(Self.line("HHHH", width: width, .right)) == fits)
    #expect(renderer.bitmap(Self.line("HHHH", width: width - 1)) != nil)
    for width in 1...20 {
      // Too narrow for the ellipsis, it shows what of it there is room for.
      let bitmap = renderer.bitmap(Self.line("HHHH", width: width))
      #expect(bitmap.map(\.size.width) == (width == 1 ? nil : width))
    }
  }

  @Test(arguments: [100, 150, 201, 400])
  func `a long line loses its middle, and what is at its ends survives`(width: Int) throws {
    let renderer = try TextRenderer()
    let name = String(repeating: "photograph of a beach ", count: 20)
    let end = width < 150 ? ".jpg" : "42.jpg"
    let tail = try #require(renderer.bitmap(Self.line(end, width: width, .right)))
    let head = try #require(renderer.bitmap(Self.line("pho", width: width)))
    for alignment in TextAlignment.allCases {
      let bitmap = try #require(
        renderer.bitmap(Self.line(name + "0042.jpg", width: width, alignment)))
      let columns = Self.ink(bitmap).columns
      // Little room is left: that of a letter or two, or of a blank that went.
      #expect(columns.last! - columns.first! > width - 40)
      if alignment == .right {
        let range = Self.ink(tail).columns.first!..<width
        #expect(Self.columns(range, of: bitmap) == Self.columns(range, of: tail))
      }
      if alignment == .left {
        let range = 0..<Self.ink(head).columns.last! + 1
        #expect(Self.columns(range, of: bitmap) == Self.columns(range, of: head))
      }
    }
    // Ten thousand letters, and marks without end on one letter, are cut before they are shaped.
    let far = try #require(
      renderer.bitmap(
        Self.line(String(repeating: name, count: 25) + "0042.jpg", width: width, .right)))
    let range = Self.ink(tail).columns.first!..<width
    #expect(Self.columns(range, of: far) == Self.columns(range, of: tail))
    let marks = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(renderer.bitmap(Self.line(marks, width: width))?.size.width == width)
  }

  @Test func `any text at any size and width is a bitmap of that size, premultiplied`() throws {
    let renderer = try TextRenderer()
    let seed = SeededGenerator.seed("text")
    var generator = SeededGenerator(seed: seed)
    let pool =
      Self.texts.joined().unicodeScalars.map { $0 } + [
        "\u{2067}", "\u{2069}", "\u{200D}", "\u{FE0F}",
      ]
    for round in 0..<Sanitizer.rounds(300) {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        text.append(pool.randomElement(using: &generator)!)
      }
      let color = Color(
        rgb: UInt32.random(in: 0...0xFFFFFF, using: &generator),
        alpha: UInt8.random(in: 1...255, using: &generator))
      let line = Self.line(
        String(text), size: Int.random(in: 1...(round % 20 == 0 ? 300 : 40), using: &generator),
        width: Int.random(in: 1...300, using: &generator), color: color,
        TextAlignment.allCases.randomElement(using: &generator)!)
      guard let bitmap = renderer.bitmap(line) else { continue }
      #expect(bitmap.size == PixelSize(width: line.width, height: line.style.lineHeight))
      var isPremultiplied = true
      for index in stride(from: 0, to: bitmap.pixels.count, by: 4) {
        let alpha = bitmap.pixels[index + 3]
        let most = max(bitmap.pixels[index], bitmap.pixels[index + 1], bitmap.pixels[index + 2])
        if most > alpha || alpha > UInt16(color.alpha) * 255 { isPremultiplied = false }
      }
      #expect(isPremultiplied, "seed \(seed), round \(round)")
    }
  }

  @Test func `a family that is not there is named, with what stands in for it`() throws {
    let renderer = try TextRenderer()
    let remark = try #require(renderer.remark(onFamily: "No Such\u{1B} Family"))
    #expect(remark.hasPrefix("no font 'No Such\\x1B Family'; '"))
    #expect(remark.hasSuffix("' stands in"))
    for family in ["sans-serif", "Serif", "monospace", "No Such Family, sans-serif"] {
      #expect(renderer.remark(onFamily: family) == nil)
    }
    if NotoFonts.areThere {
      #expect(renderer.remark(onFamily: "noto sans") == nil)
      #expect(renderer.remark(onFamily: "No Such Family, Noto Serif") == nil)
      #expect(renderer.remark(onFamily: "Noto Sans CJK JP") == nil)
      #expect(remark.hasSuffix("'Noto Sans' stands in"))
    }
  }
}
