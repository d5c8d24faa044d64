import ImageCodecs
import PixelGeometry
package import Raster

/// A finished tile, upright, and what there is to say about its picture.
package struct Tile: Sendable {
  package var bitmap: PremultipliedBitmap
  package var remarks: [DecodeRemark]
}

extension TileRecipe {
  /// Decodes, crops, resamples, converts to sRGB and turns the picture: rows go from the decoder into the
  /// resampler, and the picture itself is never held.
  package func make(
    filter: ResampleFilter, decoding: DecodeOptions
  ) throws(PictureFault) -> Tile {
    guard let header else { return Tile(bitmap: .placeholder(tileSize), remarks: []) }
    guard let encoded = source.encoded else {
      guard case .bitmap(let bitmap) = source else { preconditionFailure("nothing to draw") }
      return Tile(bitmap: resampled(bitmap, header, filter, decoding), remarks: [])
    }
    var decoder = try PictureDecoder.open(encoded, limits: decoding.limits)
    guard decoder.header.isSamePicture(as: header) else {
      return try Tile.changed(tileSize).checked(decoding)
    }
    let (conversion, colorRemark) =
      decoding.colorManagement ? try decoder.colorConversion() : (.plain(header), nil)
    // Values that a curve will bend are not cut to 8 bits before: linear ones are coarse in the shadows.
    try decoder.start(
      shrink: shrink, keeps16Bits: decoding.linear || !conversion.isNone)
    var resampler = resampler(decoder.size, isDeep: decoder.isDeep, header, filter, decoding)
    for row in 0..<resampler.rows.upperBound {
      try decoder.readRow()
      guard resampler.rows.contains(row) else { continue }
      decoder.withRow(columns: resampler.columns) { resampler.feed($0) }
    }
    var bitmap = resampler.finish()
    conversion.apply(to: &bitmap)
    let remarks = [colorRemark, decoder.remark()].compactMap { $0 }
    return try Tile(bitmap: bitmap.turned(from: header.orientation), remarks: remarks)
      .checked(decoding)
  }

  private func resampler(
    _ sourceSize: PixelSize, isDeep: Bool = false, _ header: PictureHeader,
    _ filter: ResampleFilter, _ decoding: DecodeOptions
  ) -> RowResampler {
    RowResampler(
      sourceSize: sourceSize, hasAlpha: header.hasAlpha, isDeep: isDeep,
      linear: decoding.linear && header.cmyk == nil, cropBox: cropBox,
      outputSize: header.orientation.swapsSides ? tileSize.transposed : tileSize, filter: filter)
  }

  private func resampled(
    _ bitmap: Bitmap, _ header: PictureHeader, _ filter: ResampleFilter, _ decoding: DecodeOptions
  ) -> PremultipliedBitmap {
    var resampler = resampler(bitmap.size, header, filter, decoding)
    for row in resampler.rows {
      let start = 4 * (row * bitmap.size.width + resampler.columns.lowerBound)
      resampler.feed(bitmap.pixels.span.extracting(start..<(start + 4 * resampler.columns.count)))
    }
    return resampler.finish()
  }
}

extension Tile {
  /// A tile of the fill colour, for a picture that is another one by now.
  fileprivate static func changed(_ size: PixelSize) -> Tile {
    var bitmap = PremultipliedBitmap(size: size)
    bitmap.fill(rows: 0..<size.height, with: damageFill)
    let words = PictureFault.changed.description
    return Tile(bitmap: bitmap, remarks: [DecodeRemark(severity: .damage, words: words)])
  }

  /// The tile, unless its picture is damaged more than the options allow.
  fileprivate func checked(_ options: DecodeOptions) throws(PictureFault) -> Tile {
    for remark in remarks where options.failOn.includes(remark.severity) {
      throw .damaged(remark.words)
    }
    return self
  }
}

extension DecodeOptions.FailOn {
  fileprivate func includes(_ severity: DecodeRemark.Severity) -> Bool {
    switch self {
    case .none: false
    case .truncated: severity == .truncated
    case .error: severity != .note
    case .warning: true
    }
  }
}

extension ColorConversion {
  /// Without colour management only what has to be done to have colours at all.
  fileprivate static func plain(_ header: PictureHeader) -> ColorConversion {
    header.cmyk.map { .inks(inverted: $0 == .inverted) } ?? .none
  }
}
