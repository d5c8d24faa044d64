package import PixelGeometry
package import Raster

/// The outline, border and shadow that all tiles of a sheet share, in pixels of the sheet.
package struct TileLook: Hashable, Sendable {
  package var outline: Outline
  package var border: Int
  package var ring: Canvas.Ring
  package var shadow: Shadow?

  package enum Outline: Hashable, Sendable {
    case rectangle
    /// The radius of round corners; at most half of the shorter side counts.
    case rounded(radius: Int)
    /// The radius is a quarter of the shorter side.
    case quarter
    /// A disc; on a frame that is not square, straight edges between two half discs.
    case circle
  }

  package init(outline: Outline, border: Int, ring: Canvas.Ring, shadow: Shadow? = nil) {
    self.outline = outline
    self.border = border
    self.ring = ring
    self.shadow = shadow
  }

  /// Nothing but the picture itself.
  package static let plain = TileLook(outline: .rectangle, border: 0, ring: .paint(.clear))

  package var isPlain: Bool { outline == .rectangle && border == 0 && shadow == nil }

  /// The border of a frame of this size: no wider than half of it.
  package func border(of size: PixelSize) -> Int { min(border, min(size.width, size.height) / 2) }

  /// Twice the radius of the corners of a frame.
  package func cornerDiameter(of size: PixelSize) -> Int {
    let shorter = min(size.width, size.height)
    return switch outline {
    case .rectangle: 0
    case .rounded(let radius): min(2 * radius, shorter / 2 * 2)
    case .quarter: shorter / 4 * 2
    case .circle: size.width == size.height ? shorter : shorter / 2 * 2
    }
  }

  /// The rectangle that the shadow of a frame fills; the frame itself where there is none.
  package func shadowFrame(_ frame: PixelRect) -> PixelRect {
    guard let shadow else { return frame }
    let reach = ShadowMask.reach(blur: shadow.blur)
    return PixelRect(
      left: frame.left + shadow.right - reach, top: frame.top + shadow.down - reach,
      width: frame.width + 2 * reach, height: frame.height + 2 * reach)
  }

  /// The rows of the sheet that a frame and its shadow reach.
  package func rows(of frame: PixelRect) -> Range<Int> {
    let cast = shadowFrame(frame)
    return min(frame.top, cast.top)..<max(frame.bottom, cast.bottom)
  }
}
