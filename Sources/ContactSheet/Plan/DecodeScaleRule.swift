package import ImageCodecs
package import PixelGeometry
package import Raster

/// How far a picture can be reduced while it is decoded, without a visible loss in the tile.
///
/// At 1/8, 1/4, 3/8 and 1/2 the high frequencies of each block are left out, which costs
/// sharpness where the tile is nearly as fine as what is left. Measured on real photographs against a full
/// decode resampled by Lanczos 3, every tile stays above 40 dB PSNR where the decoded crop is at least
/// 1.5 × the tile; 1.25 × at 3/8, where libjpeg makes samples of the lowest frequencies alone, as it does at no
/// other of these. A picture of less than ``fineDetailPixels`` needs half as much again: its detail is as fine
/// as its pixels, and decoding it larger costs little.
///
/// - Parameters:
///   - storedSize: of the whole picture.
///   - cropBox: what is kept, in pixels of the stored picture.
///   - tile: the size it is resampled to, as stored.
package func decodeScale(
  format: PictureFormat, storedSize: PixelSize, cropBox: CropBox, tile: PixelSize
) -> DecodeScale {
  guard format == .jpeg else { return .full }
  return DecodeScale.allCases.first { scale in
    let ratio = leastRatio(scale, of: storedSize)
    // Eighths on both sides.
    let fits = { (crop: Int64, side: Int) in
      crop * Int64(scale.eighths) >= Fixed.from(side) * Int64(ratio)
    }
    return fits(cropBox.width, tile.width) && fits(cropBox.height, tile.height)
  } ?? .full
}

/// How much larger than the tile a crop must be at a scale, in eighths of the tile.
package func leastRatio(_ scale: DecodeScale, of storedSize: PixelSize) -> Int {
  let ratio = scale == .threeEighths ? 10 : 12
  return storedSize.pixelCount < fineDetailPixels ? ratio * 3 / 2 : ratio
}

/// Pictures below this many pixels are mostly reduced already: photographs of them were under 40 dB at
/// 1.5 × up to a million pixels, and none above.
package let fineDetailPixels = 1_500_000
