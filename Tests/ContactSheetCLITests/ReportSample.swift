import ContactSheet
import ContactSheetCLI
import ImageCodecs
import PixelDiff
import PixelGeometry
import Raster
import TestSupport

/// A small report of every state, with names that would like to be more than names.
enum ReportSample {
  static let hostileName =
    Array("a/<script>document.title = 'broken'</script>\"' onerror=x\n\u{202E}gnp".utf8) + [0xFF]

  /// The name of a file that a page links to.
  static let linkedName = Array("link #1?%41 \"'<b>:".utf8) + [0xFE] + Array(".png".utf8)

  /// A gradient with a square in it.
  static func picture(
    _ width: Int, _ height: Int, square: PixelRect, _ color: Color = Color(rgb: 0xD02040)
  ) -> Bitmap {
    var bitmap = Bitmap(
      size: PixelSize(width: width, height: height),
      pixels: (0..<width * height).flatMap { index in
        let (x, y) = (index % width, index / width)
        return [UInt8(60 + 150 * x / width), UInt8(90 + 120 * y / height), 180, 255]
      })
    for y in square.rows { for x in square.columns { bitmap[x, y] = color } }
    return bitmap
  }

  static func inline(_ bitmap: Bitmap) -> HTMLReportPicture {
    HTMLReportPicture(size: bitmap.size, source: .bytes(PNGFixture.bytes(bitmap)))
  }

  static let expected = picture(
    96, 64, square: PixelRect(left: 10, top: 8, width: 20, height: 12))
  static let actual = picture(
    96, 64, square: PixelRect(left: 14, top: 8, width: 20, height: 12))
  static let difference = picture(
    40, 30, square: PixelRect(left: 5, top: 3, width: 24, height: 12))

  /// - Parameter linked: the one picture that is not in the page.
  static func entries(linked: RawPath? = nil) -> [HTMLReportEntry] {
    let small = picture(
      64, 80, square: PixelRect(left: 3, top: 3, width: 9, height: 9),
      Color(red: 0, green: 0, blue: 0, alpha: 0))
    var entries = [
      HTMLReportEntry(
        name: Array("pages/start.png".utf8), state: .changed,
        summary: "96 of 6,144 pixels (1.56 %), largest difference 148 at 10,8",
        details: ["96 pixels differ, 10 are allowed"], expected: inline(expected),
        actual: inline(actual), difference: inline(difference),
        canvas: PixelRect(left: 5, top: 5, width: 40, height: 30),
        regions: [
          DiffRegion(frame: PixelRect(left: 10, top: 8, width: 4, height: 12), pixels: 48),
          DiffRegion(frame: PixelRect(left: 30, top: 8, width: 4, height: 12), pixels: 48),
        ], regionCount: 3),
      HTMLReportEntry(
        name: hostileName, state: .changed, summary: "sizes 96 × 64 and 64 × 80",
        expected: inline(expected),
        actual: linked.map { HTMLReportPicture(size: small.size, source: .link($0)) }
          ?? inline(small)),
      HTMLReportEntry(name: Array("gone.png".utf8), state: .missing, expected: inline(expected)),
      HTMLReportEntry(name: Array("added.jpg".utf8), state: .new),
      HTMLReportEntry(
        name: Array("cut.png".utf8), state: .notCompared,
        summary: "cut.png: malformed PNG: premature end of PNG file"),
      HTMLReportEntry(
        name: Array("pages/nearly.png".utf8), state: .withinLimits, summary: "1 of 6,144 pixels",
        expected: inline(expected), actual: inline(actual)),
      HTMLReportEntry(name: Array("pages/same <1>.png".utf8), state: .same),
      HTMLReportEntry(name: Array("pages/same 2.png".utf8), state: .same),
    ]
    entries[3].actual = HTMLReportPicture(
      size: PixelSize(width: 96, height: 64), source: .bytes(Pictures.dog))
    return entries
  }

  /// The whole page.
  static func page(
    _ entries: [HTMLReportEntry], title: String = "expected & actual", linksPictures: Bool = false
  ) throws(OutputFault) -> [UInt8] {
    var page: [UInt8] = []
    var report = HTMLReport(
      title: title, lines: ["exact, tolerance 0", "limit: 10 pixels"], linksPictures: linksPictures)
    try report.begin { bytes in page += bytes }
    for entry in entries { try report.add(entry) { bytes in page += bytes } }
    try report.finish { bytes in page += bytes }
    return page
  }
}
