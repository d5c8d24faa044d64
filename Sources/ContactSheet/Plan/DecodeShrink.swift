package import ImageCodecs
package import PixelGeometry
package import Raster

/// How far a picture can be reduced while it is decoded, without a visible loss in the tile.
///
/// libjpeg decodes at 1/8, 1/4 and 1/2 by leaving out the high frequencies of each block, which costs
/// sharpness where the tile is nearly as fine as what is left. Measured on real photographs against a full
/// decode resampled by Lanczos 3, every tile stays above 40 dB PSNR where the shrunk crop is at least
/// 1.5 × the tile. A picture of less than ``fineDetailPixels`` needs more, 2.25 ×: its detail is as fine as
/// its pixels, and decoding it larger costs little.
///
/// - Parameters:
///   - storedSize: of the whole picture.
///   - cropBox: what is kept, in pixels of the stored picture.
///   - tile: the size it is resampled to, as stored.
/// - Returns: 8, 4, 2 or 1.
package func decodeShrink(
  format: PictureFormat, storedSize: PixelSize, cropBox: CropBox, tile: PixelSize
) -> Int {
  guard format == .jpeg else { return 1 }
  // Four times the least ratio, to stay in whole numbers.
  let ratio = storedSize.pixelCount < fineDetailPixels ? 9 : 6
  for shrink in [8, 4, 2] {
    let fits = { (crop: Int64, side: Int) in
      4 * crop >= Fixed.from(side) * Int64(ratio * shrink)
    }
    if fits(cropBox.width, tile.width), fits(cropBox.height, tile.height) { return shrink }
  }
  return 1
}

/// Pictures below this many pixels are mostly reduced already: photographs of them were under 40 dB at
/// 1.5 × up to a million pixels, and none above.
package let fineDetailPixels = 1_500_000
