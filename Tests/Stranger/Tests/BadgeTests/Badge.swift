import ContactSheetTesting
import Foundation

/// A square with a frame, the thing under test; `BADGE=dotted` is how it looks after somebody's change.
func badge(side: Int) -> Bitmap {
  var bitmap = Bitmap(
    size: PixelSize(width: side, height: side),
    pixels: Array(repeating: 255, count: 4 * side * side))
  for index in 0..<side {
    for (x, y) in [(index, 0), (index, side - 1), (0, index), (side - 1, index)] {
      bitmap[x, y] = Color(rgb: 0x204080)
    }
  }
  if ProcessInfo.processInfo.environment["BADGE"] == "dotted" {
    bitmap[3, 4] = Color(rgb: 0xFF0000)
    bitmap[4, 4] = Color(rgb: 0xFF0000)
  }
  return bitmap
}
