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
    var bitmap: PremultipliedBitmap
    if header.hasAlpha {
      bitmap = try resampleWithAlpha(&decoder, filter)
    } else {
      bitmap = try resampleOpaque(&decoder, filter)
    }
    if let cmyk = header.cmyk { bitmap.convertFromCMYK(inverted: cmyk == .inverted) }
    return Tile(bitmap: bitmap.turned(from: header.orientation), remark: decoder.remark())
  }

  private var storedTileSize: PixelSize {
    header.orientation.swapsSides ? tileSize.transposed : tileSize
  }

  private func resampleOpaque(
    _ decoder: inout PictureDecoder, _ filter: ResampleFilter
  ) throws(PictureFault) -> PremultipliedBitmap {
    var resampler = RowResampler<UInt8>(
      sourceSize: decoder.size, cropBox: cropBox, outputSize: storedTileSize, filter: filter)
    for row in 0..<resampler.rows.upperBound {
      try decoder.readRow()
      guard resampler.rows.contains(row) else { continue }
      decoder.withRow(columns: resampler.columns) { resampler.feed($0) }
    }
    return resampler.finish()
  }

  private func resampleWithAlpha(
    _ decoder: inout PictureDecoder, _ filter: ResampleFilter
  ) throws(PictureFault) -> PremultipliedBitmap {
    var resampler = RowResampler<UInt16>(
      sourceSize: decoder.size, cropBox: cropBox, outputSize: storedTileSize, filter: filter)
    var premultiplied = PremultipliedRow(width: resampler.columns.count)
    for row in 0..<resampler.rows.upperBound {
      try decoder.readRow()
      guard resampler.rows.contains(row) else { continue }
      decoder.withRow(columns: resampler.columns) { premultiplied.premultiply($0) }
      resampler.feed(premultiplied.samples.span)
    }
    return resampler.finish()
  }

  private func resampled(_ bitmap: Bitmap, _ filter: ResampleFilter) -> PremultipliedBitmap {
    var resampler = RowResampler<UInt16>(
      sourceSize: bitmap.size, cropBox: cropBox, outputSize: storedTileSize, filter: filter)
    var premultiplied = PremultipliedRow(width: resampler.columns.count)
    for row in resampler.rows {
      let start = 4 * (row * bitmap.size.width + resampler.columns.lowerBound)
      let range = start..<(start + 4 * resampler.columns.count)
      premultiplied.premultiply(bitmap.pixels.span.extracting(range))
      resampler.feed(premultiplied.samples.span)
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
