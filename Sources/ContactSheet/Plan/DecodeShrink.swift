package import ImageCodecs
package import PixelGeometry
package import Raster

/// How far a picture can be reduced while it is decoded, without a visible loss in the tile.
///
/// libjpeg decodes at 1/8, 1/4 and 1/2 by leaving out the high frequencies of each block. Measured on real
/// photographs against a full decode resampled by Lanczos 3, tiles stay above 40 dB PSNR where the shrunk
/// crop is at least 1.5 × the tile at 1/8 and 1/4, and 2 × at 1/2.
///
/// - Parameters:
///   - cropBox: what is kept, in pixels of the stored picture.
///   - tile: the size it is resampled to, as stored.
/// - Returns: 8, 4, 2 or 1.
package func decodeShrink(format: PictureFormat, cropBox: CropBox, tile: PixelSize) -> Int {
  guard format == .jpeg else { return 1 }
  // Twice the least ratio, to stay in whole numbers.
  for (shrink, doubledRatio) in [(8, 3), (4, 3), (2, 4)] {
    let fits = { (crop: Int64, side: Int) in
      2 * crop >= Fixed.from(side) * Int64(doubledRatio * shrink)
    }
    if fits(cropBox.width, tile.width), fits(cropBox.height, tile.height) { return shrink }
  }
  return 1
}
