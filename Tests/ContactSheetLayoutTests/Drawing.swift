import ContactSheetLayout
import PixelGeometry

/// A small sheet drawn with a character for each pixel: the number of the picture, a dot where there
/// is none, and # where two overlap. The captions are a, b, c.
func drawing(_ arrangement: Arrangement) -> String {
  var rows = Array(
    repeating: Array(repeating: Character("."), count: arrangement.size.width),
    count: arrangement.size.height)
  let letters = arrangement.captions.indices.map { Character(String($0 + 10, radix: 36)) }
  let digits = arrangement.frames.indices.map { Character(String($0, radix: 36)) }
  for (name, frame) in zip(digits + letters, arrangement.frames + arrangement.captions) {
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
