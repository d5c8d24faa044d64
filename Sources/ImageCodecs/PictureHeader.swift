package import PixelGeometry
package import Raster

/// What a picture's header says.
package struct PictureHeader: Hashable, Sendable {
  package var format: PictureFormat
  package var storedSize: PixelSize
  package var orientation: Orientation
  /// Some pixels may be clear.
  package var hasAlpha: Bool
  /// The stored channels are C, M, Y, K.
  package var cmyk: CMYK?
  /// Memory that the whole picture takes while it is decoded, in bytes; 0 where it comes row by row.
  package var heldBytes = 0

  package enum CMYK: Hashable, Sendable {
    case plain
    /// 255 stands for no ink.
    case inverted
  }

  package init(
    format: PictureFormat, storedSize: PixelSize, orientation: Orientation = .topLeft,
    hasAlpha: Bool = false, cmyk: CMYK? = nil
  ) {
    self.format = format
    self.storedSize = storedSize
    self.orientation = orientation
    self.hasAlpha = hasAlpha
    self.cmyk = cmyk
  }

  /// The same but for the orientation, which a decoder does not look for again.
  package func isSamePicture(as other: PictureHeader) -> Bool {
    var turned = self
    turned.orientation = other.orientation
    return turned == other
  }

  package var uprightSize: PixelSize { orientation.upright(storedSize) }
}
