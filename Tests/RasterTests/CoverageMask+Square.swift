import PixelGeometry
import Raster

extension CoverageMask {
  /// The mask of a square.
  ///
  /// - Parameter cornerDiameter: at most what is left of the square.
  init(side: Int, inset: Int, cornerDiameter: Int) {
    self.init(
      size: PixelSize(width: side, height: side), inset: inset,
      corner: RoundCorner(diameter: min(cornerDiameter, max(0, side - 2 * inset))))
  }
}
