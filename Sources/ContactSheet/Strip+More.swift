import PixelGeometry
public import Raster

extension Strip {
  /// Puts a last circle into the strip that says how many more there are, as in "+12".
  ///
  /// It is a picture like the others, a ``PictureSource/bitmap(_:)`` drawn at the strip's size and scale: set
  /// everything else first. Its words stand in the middle of what its neighbour leaves of it, as large as the
  /// room inside the border allows, at most 0.4 of the diameter.
  ///
  /// - Parameters:
  ///   - more: at least 1.
  ///   - density: of the densest file that will be made of the strip; the circle is drawn for it.
  ///   - font: a family of fonts by the name that the system knows it by; nil for the system's sans-serif.
  ///   - color: of the words; nil for white.
  /// - Throws: ``SheetError/text(_:)`` where no text can be drawn.
  public mutating func append(
    more: Int, font: String? = nil, color: Color? = nil, density: Int = 1
  ) throws(SheetError) {
    precondition(more > 0)
    let renderer: TextRenderer
    do throws(TextFault) { renderer = try TextRenderer() } catch { throw .text(error.description) }
    if let font, let remark = renderer.remark(onFamily: font) { textRemarks.append(remark) }
    let side = max(1, layout.diameter) * density
    let words = "+\(more)"
    var style = TextStyle(
      family: font, size: min(max(1, side * 2 / 5), TextStyle.sizes.upperBound), isBold: true,
      color: color ?? Color(rgb: 0xFFFFFF))
    let hidden = hiddenByNeighbor * density
    // The chord of the inner circle at the height of the letters, with some air.
    let room = (side - (axis == .horizontal ? hidden : 0) - 2 * look.border * density) * 4 / 5
    let width = renderer.width(of: words, in: style)
    if width > room { style.size = max(1, style.size * max(0, room) / width) }
    var canvas = Canvas(width: side, rows: 0..<side, background: Strip.moreColor)
    if let line = renderer.bitmap(TextLine(words, style: style, width: side)) {
      // Digits stand on the baseline and are about 0.71 of the size high.
      canvas.place(
        line, left: axis == .horizontal ? hidden / 2 : 0,
        top: (side + (axis == .vertical ? hidden : 0) + style.size * 71 / 100) / 2 - style.baseline)
    }
    pictures.append(
      .bitmap(
        Bitmap(
          size: PixelSize(width: side, height: side), pixels: canvas.straightBytes(hasAlpha: true)))
    )
  }

  /// How far the picture before the last one would lie on it.
  private var hiddenByNeighbor: Int {
    let beginsRow = pictures.isEmpty || columns.map { pictures.count % $0 == 0 } ?? false
    return front == .last || beginsRow ? 0 : max(0, -layout.spacing)
  }

  /// Behind the words: dark enough for white ones.
  static let moreColor = Color(rgb: 0x5B6169)
}
