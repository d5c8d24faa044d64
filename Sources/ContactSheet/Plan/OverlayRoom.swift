import PixelGeometry

/// The bar of a caption on a picture: its words stay inside of the picture's inner shape, where no ring and no
/// round corner cuts them.
struct OverlayRoom {
  /// Of the bar, from the lower edge of the frame, under the ring too.
  let height: Int
  /// How far each line that has room is from the sides of the frame.
  let lineInsets: [Int]

  /// - Parameters:
  ///   - size: of the picture's frame.
  ///   - inset: between words and the edges of the bar, at least.
  ///   - isCentered: lines may be of different widths; others begin or end one below the other.
  /// - Returns: nil where not even one line has room.
  init?(
    _ size: PixelSize, _ look: TileLook, inset: Int, lineHeight: Int, lineCount: Int,
    isCentered: Bool
  ) {
    let border = look.border(of: size)
    let diameter = max(0, look.cornerDiameter(of: size) - 2 * border)
    // A fifth of the radius above the foot of a circle it is six tenths of its diameter wide.
    let foot = max(inset, diameter / 10)
    let inner = size.height - 2 * border
    let count = min(lineCount, max(0, inner - 2 * foot) / lineHeight)
    guard count > 0, size.width > 2 * (border + inset) else { return nil }
    height = border + foot + count * lineHeight + inset
    var insets = (0..<count).map { line in
      let below = foot + (count - 1 - line) * lineHeight
      let above = inner - below - lineHeight
      return border + max(inset, OverlayRoom.arc(diameter, at: min(below, above)))
    }
    if !isCentered { insets = insets.map { _ in insets.max() ?? 0 } }
    lineInsets = insets
  }

  /// How far a round corner reaches in from the side at a distance from its edge, rounded up.
  private static func arc(_ diameter: Int, at distance: Int) -> Int {
    let up = diameter - 2 * distance
    guard up > 0 else { return 0 }
    // x = r - sqrt(r² - (r - distance)²), all doubled. Squares stay far below 2⁵³.
    let half = Double(diameter * diameter - up * up).squareRoot()
    return Int(((Double(diameter) - half) / 2).rounded(.up))
  }
}
