import ImageCodecs
import PixelGeometry
package import Raster

/// A finished tile, upright, and what there is to say about its picture.
package struct Tile: Sendable {
  package var bitmap: PremultipliedBitmap
  package var remark: DecodeRemark?
}

extension TileRecipe {
  /// Decodes, crops, resamples and turns the picture: rows go from the decoder into the resampler, and the
  /// picture itself is never held.
  package func make(
    filter: ResampleFilter, maxInputPixels: Int
  ) throws(PictureFault) -> Tile {
    let encoded: EncodedPicture
    switch source {
    case .file(let path): encoded = .file(path)
    case .bytes(let bytes): encoded = .bytes(bytes)
    case .bitmap(let bitmap): return Tile(bitmap: resampled(bitmap, filter), remark: nil)
    }
    var decoder = try PictureDecoder.open(encoded, maxPixels: maxInputPixels)
    guard decoder.header.storedSize == header.storedSize,
      decoder.header.format == header.format, decoder.header.hasAlpha == header.hasAlpha,
      decoder.header.cmyk == header.cmyk
    else {
      return Tile.missing(tileSize, words: PictureFault.changed.description)
    }
    try decoder.start(shrink: shrink)
    var resampler = resampler(decoder.size, filter)
    for row in 0..<resampler.rows.upperBound {
      try decoder.readRow()
      guard resampler.rows.contains(row) else { continue }
      decoder.withRow(columns: resampler.columns) { resampler.feed($0) }
    }
    var bitmap = resampler.finish()
    if let cmyk = header.cmyk { bitmap.convertFromCMYK(inverted: cmyk == .inverted) }
    return Tile(bitmap: bitmap.turned(from: header.orientation), remark: decoder.remark())
  }

  private func resampler(_ sourceSize: PixelSize, _ filter: ResampleFilter) -> RowResampler {
    RowResampler(
      sourceSize: sourceSize, hasAlpha: header.hasAlpha, cropBox: cropBox,
      outputSize: header.orientation.swapsSides ? tileSize.transposed : tileSize, filter: filter)
  }

  private func resampled(_ bitmap: Bitmap, _ filter: ResampleFilter) -> PremultipliedBitmap {
    var resampler = resampler(bitmap.size, filter)
    for row in resampler.rows {
      let start = 4 * (row * bitmap.size.width + resampler.columns.lowerBound)
      resampler.feed(bitmap.pixels.span.extracting(start..<(start + 4 * resampler.columns.count)))
    }
    return resampler.finish()
  }
}

extension Tile {
  /// A tile of the fill colour, for a picture of which nothing can be used.
  fileprivate static func missing(_ size: PixelSize, words: String) -> Tile {
    var bitmap = PremultipliedBitmap(size: size)
    bitmap.fill(rows: 0..<size.height, with: damageFill)
    return Tile(bitmap: bitmap, remark: DecodeRemark(severity: .damage, words: words))
  }
}
