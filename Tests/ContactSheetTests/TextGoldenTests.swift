import ContactSheet
import ContactSheetTesting
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Lines of text compared with recorded ones. Each golden was looked at, enlarged, before it was kept: what is
/// to be seen on it stands beside it.
@Suite struct TextGoldenTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    /// From the left, in the middle, from the right in bold.
    var texts: [String]

    var testDescription: String { name }
  }

  static let samples: [Sample] = [
    // Every mark above and below its letter, those of Vietnamese stacked; the long line ends in 0042.jpg.
    Sample(
      name: "latin",
      texts: [
        "Žluťoučký kůň, gjpqy", "Ầ Ễ ộ Ặ Tiếng Việt", "a_very_long_file_name_of_a_picture_0042.jpg",
      ]),
    // Syllables are whole blocks.
    Sample(name: "korean", texts: ["안녕하세요 12", "한국어 사진", "가을 바다에서 찍은 사진 모음 0042.jpg"]),
    // Kana make the ideographs Japanese: 直 has a corner at its lower left, open to the frame.
    Sample(name: "japanese", texts: ["直角の骨、東京 12", "ひらがな カタカナ", "2024年5月の海辺の写真コレクション0042.jpg"]),
    // Without kana they are Chinese: the frame of 直 stands on a line.
    Sample(name: "chinese", texts: ["直角 骨 东京 12", "繁體 简体", "二零二四年五月海边照片收藏夹第一部分0042.jpg"]),
    // Letters are joined, the line begins at the right and 12 follows it to the left, digits in their order; in
    // the long line 0042 stands at the left.
    Sample(
      name: "arabic",
      texts: ["مرحبا 12 من 240", "IMG_2041 صورة", "مجموعة صور البحر في الصيف الماضي 0042"]),
    // The parenthesis around Latin letters opens to the left of them.
    Sample(
      name: "hebrew",
      texts: ["שלום עולם 12", "תמונה (Canon)", "אוסף תמונות מחוף הים בקיץ שעבר 0042"]),
    // Vowels and tone marks stand above each other and below, none is cut off or torn from its consonant.
    Sample(name: "thai", texts: ["ปี่ น้ำ ที่นี่ ผู้ 12", "สวัสดีชาวโลก", "น้ำตกที่สวยที่สุดในประเทศไทย น้ำใส 0042"]),
    // One line joins the letters of a word at the top; conjuncts are ligatures, short i stands before.
    Sample(name: "devanagari", texts: ["नमस्ते 12", "क्षत्रिय हिन्दी", "समुद्र के किनारे की तस्वीरों का संग्रह 0042"]),
    // In colour; the flag is one picture, the family as well. In the long line no emoji is cut in two.
    Sample(
      name: "emoji",
      texts: ["😀 🏖️ beach 🇰🇷", "👨‍👩‍👧‍👦 ✈️ 12", "🌊🌊🌊🏄🏽‍♀️ surf 👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀🇰🇷🇯🇵 0042"]),
    // Isolated, as templates do it: 3/12 at the left and not turned; the date at the left of the Arabic word and
    // not turned; the Latin name whole, its parentheses where they were.
    Sample(
      name: "directions",
      texts: [
        "\u{2068}שלום\u{2069} – 3/12", "\u{2068}صورة\u{2069} · \u{2068}2024-05-17\u{2069}",
        "\u{2068}I 12 (2).jpg\u{2069} · \u{2068}صورة\u{2069}",
      ]),
    // Control characters as a question mark in a diamond; a box with F0000 for what no font has.
    Sample(name: "unknown", texts: ["a\u{1B}[31m\nb", "tab\tspace", "no glyph \u{F0000}"]),
  ]

  @Test(.enabled(if: NotoFonts.areThere), arguments: samples)
  func `text equals its golden`(sample: Sample) throws {
    let renderer = try TextRenderer()
    let lines = zip(sample.texts, TextAlignment.allCases).map { text, alignment in
      TextLine(
        text,
        style: TextStyle(
          family: "Noto Sans", size: 20, isBold: alignment == .right, color: Color(rgb: 0x203060),
          alignment: alignment), width: 200)
    }
    let height = 30
    var tall = PremultipliedBitmap(size: PixelSize(width: 200, height: height * lines.count))
    for (index, line) in lines.enumerated() {
      let bitmap = try #require(renderer.bitmap(line))
      #expect(bitmap.size == PixelSize(width: 200, height: height))
      tall.pixels.replaceSubrange(
        (index * bitmap.pixels.count)..<((index + 1) * bitmap.pixels.count), with: bitmap.pixels)
    }
    var canvas = Canvas(
      width: tall.size.width, rows: 0..<tall.size.height, background: Color(rgb: 0xFFFFFF))
    canvas.place(tall)
    let bitmap = Bitmap(size: tall.size, pixels: canvas.straightBytes(hasAlpha: true))
    var options = everyByte
    if sample.name == "unknown" {
      // What stands for a glyph that no font has is drawn with whatever monospaced font is there.
      let box = PixelRect(left: 176, top: 60, width: 24, height: 30)
      options.ignored = [box]
      var ink = 0
      for y in box.top..<box.bottom {
        for x in box.left..<box.right where bitmap.pixels[4 * (y * tall.size.width + x)] < 128 {
          ink += 1
        }
      }
      #expect(ink > 50)
    }
    expectImage(.bitmap(bitmap), named: sample.name, options: options)
    #expect(renderer.missing == (sample.name == "unknown" ? ["\u{F0000}"] : []))
  }
}
