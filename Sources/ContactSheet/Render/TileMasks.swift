import ImageCodecs
import PixelGeometry
import Raster

/// The masks and shadows of a sheet's tiles, those used last kept: most tiles of a sheet have the same size.
final class TileMasks: Sendable {
  private let look: TileLook
  private let corners = Monitor(RecentValues<Int, RoundCorner>())
  private let shadows = Monitor(RecentValues<PixelSize, ShadowMask>())

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
    if let known = shadows.change({ $0[shape.size] }) { return known }
    let shadow = ShadowMask(of: shape, blur: blur)
    shadows.change { $0[shape.size] = shadow }
    return shadow
  }

  private func corner(_ diameter: Int) -> RoundCorner {
    if let known = corners.change({ $0[diameter] }) { return known }
    let corner = RoundCorner(diameter: diameter)
    corners.change { $0[diameter] = corner }
    return corner
  }
}

/// A few values by key; the one that was set first goes when another comes.
private struct RecentValues<Key: Equatable, Value> {
  private var entries: [(key: Key, value: Value)] = []
  private let capacity = 4

  subscript(key: Key) -> Value? {
    get { entries.first { $0.key == key }?.value }
    set {
      entries.removeAll { $0.key == key }
      if entries.count == capacity { entries.removeFirst() }
      if let newValue { entries.append((key, newValue)) }
    }
  }
}
