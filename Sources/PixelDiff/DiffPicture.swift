public import PixelGeometry
public import Raster

/// How what was found is drawn, band by band.
///
/// Pictures come out as straight RGBA of 8 bits; pixels that neither picture has are clear. They are drawn from
/// bands that were compared, and comparing does not know of them.
public struct DiffPicture: Hashable, Sendable {
  public enum Style: Hashable, Sendable {
    /// The expected picture, grey and faded, with marks on it: to the pixel what pixelmatch 7.2.0 draws.
    case overlay
    /// Mismatched and extra pixels on clear; anti-aliased ones are left out, as in pixelmatch's mask.
    case mask
    /// Expected, actual and overlay, from the left, with clear columns between.
    case sideBySide
    /// How much each pixel differs, in the colours of `HeatScale`; black where nothing does. With the exact
    /// metric the level is the largest difference of a channel; with the perceptual one it is 255 times the
    /// distance over the largest distance, the scale of the threshold. Both are rounded up. Smoothed edges show
    /// as what they are, ignored pixels are clear.
    case heat
  }

  public var style: Style
  public var mismatchColor = Color(rgb: 0xFF0000)
  /// Of mismatches that are darker in the actual picture; nil for no difference.
  public var darkerColor: Color?
  public var antiAliasedColor = Color(rgb: 0xFFFF00)
  /// Of pixels that only one picture has.
  public var extraColor = Color(rgb: 0xFF00FF)
  /// Of ignored pixels; nil for what they would be if they were the same.
  public var ignoredColor: Color?
  /// How much of the expected picture remains in the overlay: 0, white, to 1.
  public var fade = 0.1
  /// Between the pictures of ``Style/sideBySide``, in pixels.
  public var spacing = 8
  /// Rectangles to be framed, in pixels of the pictures. A frame lies around its rectangle and leaves the inside
  /// alone. As regions are known only when all is compared, a picture with frames takes a second pass.
  public var boxes: [PixelRect] = []
  public var boxColor = Color(rgb: 0x0060FF)
  /// The frames' thickness, in pixels.
  public var boxThickness = 2

  public init(_ style: Style = .overlay) { self.style = style }

  /// The size of the whole picture.
  package func size(_ plan: DiffPlan) -> PixelSize {
    let canvas = plan.canvas.size
    guard style == .sideBySide else { return canvas }
    return PixelSize(width: 3 * canvas.width + 2 * spacing, height: canvas.height)
  }

  /// The rows of a band: 4 bytes for each pixel, as wide as ``size(_:)`` says.
  package func rows(of band: ComparedBand) -> [UInt8] {
    band.band.plan.isDeep ? rows(of: band, UInt64.self) : rows(of: band, UInt32.self)
  }
}
