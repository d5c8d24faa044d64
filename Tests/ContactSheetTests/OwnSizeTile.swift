import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster

extension PictureSource {
  /// The picture as a tile makes it, but whole and in its own size as stored: every pixel goes through the
  /// decoder, the resampler and the conversion of colours, and none is mixed with another.
  func ownSizeTile(colorManagement: Bool) throws -> (bitmap: Bitmap, remarks: [DecodeRemark]) {
    try tile(nil, DecodeOptions(colorManagement: colorManagement))
  }

  /// The whole picture as stored as a tile of a size, by default its own, with the box filter.
  func tile(
    _ size: PixelSize?, _ options: DecodeOptions
  ) throws -> (bitmap: Bitmap, remarks: [DecodeRemark]) {
    var options = options
    options.autoOrient = false
    let plan = try Strip([self], decoding: options).plan(cancellation: Cancellation())
    var recipe = plan.recipes[0]
    let storedSize = recipe.header!.storedSize
    let size = size ?? storedSize
    recipe.scale = .full
    recipe.cropBox = CropBox(whole: storedSize)
    recipe.tileSize = size
    let tile = try recipe.make(filter: .box, decoding: options)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(tile.bitmap.pixels.count)
    for at in stride(from: 0, to: tile.bitmap.pixels.count, by: 4) {
      let color = PremultipliedColor(
        red: tile.bitmap.pixels[at], green: tile.bitmap.pixels[at + 1],
        blue: tile.bitmap.pixels[at + 2], alpha: tile.bitmap.pixels[at + 3]
      ).straight
      pixels += [color.red, color.green, color.blue, color.alpha]
    }
    return (Bitmap(size: size, pixels: pixels), tile.remarks)
  }
}

extension TileRecipe {
  /// The finished tile, upright, and what there is to say about its picture.
  func make(
    filter: ResampleFilter, decoding: DecodeOptions
  ) throws(PictureFault) -> (bitmap: PremultipliedBitmap, remarks: [DecodeRemark]) {
    let maker = try TileMaker(self, filter: filter, decoding: decoding)
    return (try maker.rows(0..<tileSize.height), maker.remarks)
  }
}

extension Bitmap {
  /// The largest difference in a channel; nil where the sizes differ. The colour of clear pixels is no
  /// difference.
  func largestDifference(from other: Bitmap) -> Int? {
    guard size == other.size else { return nil }
    var largest = 0
    for at in stride(from: 0, to: pixels.count, by: 4) {
      largest = max(largest, abs(Int(pixels[at + 3]) - Int(other.pixels[at + 3])))
      if pixels[at + 3] == 0, other.pixels[at + 3] == 0 { continue }
      for index in at..<at + 3 {
        largest = max(largest, abs(Int(pixels[index]) - Int(other.pixels[index])))
      }
    }
    return largest
  }
}
