import PixelGeometry
import Raster

/// The ink of a line as it was drawn in white and, where it has colours of its own, in black.
struct TextInk {
  private let columns: Range<Int>
  private let height: Int
  private let white: [UInt32]
  /// nil where nothing has colours of its own.
  private let black: [UInt32]?

  /// Draws what the context laid out last.
  ///
  /// - Parameters:
  ///   - columns: those that may have ink.
  ///   - start: the column where the first letter starts.
  init(_ context: TextContext, columns: Range<Int>, start: Int, style: TextStyle) {
    self.columns = columns
    height = style.lineHeight
    func draw(_ level: Int) -> [UInt32] {
      context.draw(
        width: columns.count, height: style.lineHeight, left: start - columns.lowerBound,
        baseline: style.baseline, level: level)
    }
    white = draw(255)
    let isPlain = white.allSatisfy { $0 == ($0 >> 24) &* 0x0101_0101 }
    black = isPlain ? nil : draw(0)
  }

  /// The ink in a colour; nil where there is none.
  ///
  /// A pixel of letters that is covered by t of 255 becomes exactly the colour · t / 255, which a drawing in the
  /// colour itself would round to 8 bits. What differs between white and black is such a t; what does not is
  /// emoji, and is as opaque as the colour.
  func bitmap(width: Int, color: Color) -> PremultipliedBitmap? {
    guard white.contains(where: { $0 != 0 }) else { return nil }
    var bitmap = PremultipliedBitmap(size: PixelSize(width: width, height: height))
    let alpha = UInt32(color.alpha)
    let channels = [UInt32(color.red), UInt32(color.green), UInt32(color.blue)]
    for row in 0..<height {
      var target = 4 * (row * width + columns.lowerBound)
      for source in row * columns.count..<(row + 1) * columns.count {
        let pixel = white[source]
        if pixel != 0 {
          for channel in 0..<3 {
            let shift = UInt32(16 - 8 * channel)
            let level = (pixel >> shift) & 255
            let own = min(level, ((black?[source] ?? 0) >> shift) & 255)
            // At most 255³, and no colour comes out above its alpha, as cairo's are not.
            let value = alpha * (own * 255 + (level - own) * channels[channel])
            bitmap.pixels[target + channel] = UInt16((value + 127) / 255)
          }
          bitmap.pixels[target + 3] = UInt16(alpha * (pixel >> 24))
        }
        target += 4
      }
    }
    return bitmap
  }
}
