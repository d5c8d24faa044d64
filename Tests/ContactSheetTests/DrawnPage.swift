import ContactSheet
import ImageCodecs
import PixelDiff
import PixelGeometry

/// A page drawn in letters: the tile `a` fills the smallest rectangle that holds all of its letters, `A` is
/// one of its pixels with another colour, and whatever is no letter belongs to no tile. Tiles come in the
/// order of the alphabet.
struct DrawnPage {
  var page: SheetPlacements.Page
  private let rows: [[UInt8]]

  /// - Parameter names: of letters whose files are not named after them.
  init(_ drawing: [String], names: [Character: RawPath?] = [:], placeholders: String = "") {
    rows = drawing.map { Array($0.utf8) }
    var frames: [UInt8: PixelRect] = [:]
    for (y, row) in rows.enumerated() {
      for (x, character) in row.enumerated() {
        let letter = character | 0x20
        guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) else { continue }
        let old = frames[letter] ?? PixelRect(left: x, top: y, width: 1, height: 1)
        let (left, top) = (min(old.left, x), min(old.top, y))
        frames[letter] = PixelRect(
          left: left, top: top, width: max(old.right, x + 1) - left,
          height: max(old.bottom, y + 1) - top)
      }
    }
    let tiles = frames.keys.sorted().enumerated().map { index, letter in
      let character = Character(Unicode.Scalar(letter))
      return PlacedTile(
        file: names[character] ?? RawPath("\(character).jpg"), index: index,
        frame: frames[letter]!, isPlaceholder: placeholders.contains(character))
    }
    page = SheetPlacements.Page(
      file: "page.png", size: PixelSize(width: rows[0].count, height: rows.count), tiles: tiles)
  }

  /// Its pixels, straight RGBA; empty below the last.
  func row(_ y: Int) -> [UInt8] {
    y < rows.count ? rows[y].flatMap { [$0, $0, $0, 255] } : []
  }

  var input: DiffInput { DiffInput(size: page.size) }
}

extension TileComparison {
  /// What is found in two drawn pages.
  ///
  /// - Parameters:
  ///   - sheets: the sheets that the pages are the first ones of; nil where they are all.
  ///   - feedsRows: whether rows are given to it.
  static func findings(
    _ expected: DrawnPage, _ actual: DrawnPage,
    sheets: (expected: SheetPlacements, actual: SheetPlacements)? = nil, feedsRows: Bool = true,
    options: DiffOptions = DiffOptions()
  ) throws -> TileFindings {
    var tiles =
      sheets.map { TileComparison(expected: $0.expected, page: 0, actual: $0.actual, page: 0) }
      ?? TileComparison(expected: expected.page, actual: actual.page)
    var differ = try PixelDiffer(
      expected: expected.input, actual: actual.input, options: options)
    for y in 0..<differ.rowCount {
      let rows = (expected.row(y), actual.row(y))
      if feedsRows, tiles.needsRows {
        if !rows.0.isEmpty { tiles.add(row: y, rows.0.span, isDeep: false, of: .expected) }
        if !rows.1.isEmpty { tiles.add(row: y, rows.1.span, isDeep: false, of: .actual) }
      }
      if let band = differ.append(expected: rows.0.span, actual: rows.1.span) { tiles.add(band) }
    }
    return tiles.findings()
  }
}
