package import PixelGeometry

extension PremultipliedBitmap {
  /// A quiet tile that stands for a missing picture: light grey with a darker cross in the middle.
  ///
  /// - Parameters:
  ///   - size: of the whole tile.
  ///   - rows: of it that are wanted; all, where nothing else is said.
  package static func placeholder(
    _ size: PixelSize, rows: Range<Int>? = nil
  ) -> PremultipliedBitmap {
    let rows = rows ?? 0..<size.height
    var bitmap = PremultipliedBitmap(size: PixelSize(width: size.width, height: rows.count))
    bitmap.fill(rows: 0..<rows.count, with: Color(rgb: 0xDDDDDD))
    let (paper, line) = (0xDD, 0x99)
    // The cross fills the middle half of the shorter side; its strokes are a twelfth of that half wide.
    // Lengths in 1/64 pixel, so that strokes have soft edges.
    let side = min(size.width, size.height)
    let (reach, width) = (16 * side, max(64, 64 * side / 24))
    for y in rows {
      for x in 0..<size.width {
        let (dx, dy) = (64 * x + 32 - 32 * size.width, 64 * y + 32 - 32 * size.height)
        // The distance to the nearer diagonal is |‖dx| − |dy‖| / √2; 181 / 128 is √2.
        let distance = abs(abs(dx) - abs(dy)) * 128 / 181
        let inside = min(64, max(0, (width / 2 + 32) - distance))
        let within = min(64, max(0, reach + 32 - max(abs(dx), abs(dy))))
        let cover = inside * within
        guard cover > 0 else { continue }
        let level = UInt16(255 * (paper * (4096 - cover) + line * cover + 2048) / 4096 / 255 * 255)
        let at = 4 * ((y - rows.lowerBound) * size.width + x)
        for channel in 0..<3 { bitmap.pixels[at + channel] = level }
      }
    }
    return bitmap
  }
}
