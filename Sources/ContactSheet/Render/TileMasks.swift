import ImageCodecs
import PixelGeometry
import Raster

/// The masks and shadows of a sheet's tiles, those made last kept: most tiles of a sheet have the same size.
final class TileMasks: Sendable {
  private let look: TileLook
  private let corners = RecentValues<Int, RoundCorner>(capacity: 4)
  private let shadows = RecentValues<PixelSize, ShadowMask>(capacity: 4)

  init(_ look: TileLook) { self.look = look }

  /// The masks of a tile's outer and inner shape.
  func masks(of size: PixelSize) -> (outer: CoverageMask, inner: CoverageMask) {
    let border = look.border(of: size)
    let outer = look.cornerDiameter(of: size)
    return (
      CoverageMask(size: size, inset: 0, corner: corner(outer)),
      CoverageMask(size: size, inset: border, corner: corner(max(0, outer - 2 * border)))
    )
  }

  /// The shadow that a shape casts; nil where tiles have none.
  func shadow(of shape: CoverageMask) -> ShadowMask? {
    guard let blur = look.shadow?.blur else { return nil }
    return shadows.value(shape.size) { _ in ShadowMask(of: shape, blur: blur) }
  }

  private func corner(_ diameter: Int) -> RoundCorner {
    corners.value(diameter, RoundCorner.init)
  }
}
