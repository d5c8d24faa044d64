import ContactSheetLayout
import PixelGeometry

/// A small sheet drawn with a character for each pixel: the number of the picture, a dot where there
/// is none, and # where two overlap.
func drawing(_ arrangement: Arrangement) -> String {
  var rows = Array(
    repeating: Array(repeating: Character("."), count: arrangement.size.width),
    count: arrangement.size.height)
  for (index, frame) in arrangement.frames.enumerated() {
    let name = Character(String(index, radix: 36))
    for y in frame.rows {
      for x in frame.columns { rows[y][x] = rows[y][x] == "." ? name : "#" }
    }
  }
  return rows.map { String($0) }.joined(separator: "\n")
}

/// `sizes(2 × 3, 4 × 1)` without the words.
func sizes(_ sides: (Int, Int)...) -> [PixelSize] {
  sides.map { PixelSize(width: $0.0, height: $0.1) }
}
