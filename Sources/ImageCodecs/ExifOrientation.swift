import CLibEXIF
package import Raster

extension Orientation {
  /// The orientation that an EXIF block states; upright where it states none, or none that exists.
  ///
  /// Only the tag of the main picture counts (IFD 0).
  ///
  /// - Parameter exif: a TIFF structure in either byte order, without "Exif\0\0" before it.
  package init(exif: [UInt8]) {
    let value = ExifBlock(exif)?.number(EXIF_TAG_ORIENTATION, in: .main)
    self = value.flatMap(Orientation.init) ?? .topLeft
  }
}
