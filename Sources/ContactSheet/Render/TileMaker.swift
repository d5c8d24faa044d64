package import ImageCodecs
import PixelGeometry
package import Raster

/// Makes a tile from its top, as many rows at a time as are wanted: decodes, crops, resamples, converts to
/// sRGB and turns the picture. Rows go from the decoder into the resampler, and the picture itself is never
/// held.
///
/// One thread at a time.
package final class TileMaker {
  private let recipe: TileRecipe
  private let decoding: DecodeOptions
  private let source: Source
  private var decoder: PictureDecoder?
  private var resampler: RowResampler?
  private var conversion: ColorConversion = .none
  private var colorRemark: DecodeRemark?
  private var nextRow = 0

  /// The rows are opaque and can be had packed, and only so.
  package private(set) var isPacked = false

  private enum Source {
    case picture
    case bitmap(Bitmap)
    /// Nothing can be read: a placeholder is made.
    case missing
    /// The file holds another picture by now: a tile of the fill colour is made.
    case changed
  }

  /// - Parameters:
  ///   - packs: nothing will be blended with the tile; it is packed where it is opaque as it comes out of the
  ///     resampler.
  ///   - threads: that may decode.
  package init(
    _ recipe: TileRecipe, filter: ResampleFilter, decoding: DecodeOptions, packs: Bool = false,
    threads: Int = 1, weights: RecentWeights = RecentWeights()
  ) throws(PictureFault) {
    self.recipe = recipe
    self.decoding = decoding
    guard let header = recipe.header else {
      source = .missing
      return
    }
    if case .bitmap(let bitmap) = recipe.source {
      source = .bitmap(bitmap)
      isPacked = packs && !header.hasAlpha && !decoding.linear
      resampler = recipe.resampler(
        bitmap.size, header, filter, decoding, isPacked: isPacked, weights)
      return
    }
    var decoder = try PictureDecoder.open(recipe.source.readable(), limits: decoding.limits)
    guard decoder.header.isSamePicture(as: header) else {
      source = .changed
      return
    }
    source = .picture
    (conversion, colorRemark) =
      decoding.colorManagement ? try decoder.colorConversion() : (.plain(header), nil)
    // Values that a curve will bend are not cut to 8 bits before: linear ones are coarse in the shadows.
    try decoder.start(
      scale: recipe.scale, keeps16Bits: decoding.linear || !conversion.isNone,
      rows: Int(Fixed.ceiling(recipe.cropBox.top + recipe.cropBox.height)),
      threads: DecodeThreads(threads))
    isPacked =
      packs && !header.hasAlpha && !decoder.isDeep && !decoding.linear && conversion.isNone
    resampler = recipe.resampler(
      decoder.size, isDeep: decoder.isDeep, header, filter, decoding, isPacked: isPacked, weights)
    self.decoder = consume decoder
  }

  /// Makes placeholder rows only.
  init(omitting recipe: TileRecipe) {
    self.recipe = recipe
    decoding = DecodeOptions()
    source = .missing
  }

  /// The next rows of the upright tile: all of it, or a stretch of one that is stored from the top.
  package func rows(_ rows: Range<Int>) throws(PictureFault) -> PremultipliedBitmap {
    switch source {
    case .missing:
      return .placeholder(recipe.tileSize, rows: rows)
    case .changed:
      var bitmap = PremultipliedBitmap(
        size: PixelSize(width: recipe.tileSize.width, height: rows.count))
      bitmap.fill(rows: 0..<rows.count, with: damageFill)
      return bitmap
    case .bitmap, .picture:
      let count = try readRows(for: rows)
      var tile = resampler!.take(count)
      conversion.apply(to: &tile)
      return tile.turned(from: orientation)
    }
  }

  /// The same of a tile that ``isPacked``.
  package func packedRows(_ rows: Range<Int>) throws(PictureFault) -> PackedBitmap {
    let count = try readRows(for: rows)
    return resampler!.takePacked(count).turned(from: orientation)
  }

  private var orientation: Orientation { recipe.header?.orientation ?? .topLeft }

  /// Feeds the resampler until it has what makes rows of the upright tile.
  ///
  /// - Returns: how many of the stored tile's rows that is.
  private func readRows(for rows: Range<Int>) throws(PictureFault) -> Int {
    let count = orientation.swapsSides ? recipe.tileSize.width : rows.count
    let (wanted, columns) = (resampler!.rows, resampler!.columns)
    if case .bitmap(let bitmap) = source {
      while resampler!.finishedCount < count {
        let start = 4 * ((wanted.lowerBound + nextRow) * bitmap.size.width + columns.lowerBound)
        resampler!.feed(bitmap.pixels.span.extracting(start..<(start + 4 * columns.count)))
        nextRow += 1
      }
      return count
    }
    while resampler!.finishedCount < count {
      try decoder!.readRow()
      if wanted.contains(nextRow) {
        decoder!.withRow(columns: columns) { resampler!.feed($0) }
      }
      nextRow += 1
    }
    return count
  }

  /// What there is to say about the picture, once all rows have been made.
  package var remarks: [DecodeRemark] {
    switch source {
    case .missing, .bitmap: return []
    case .changed:
      let words = PictureFault.changed.description
      return [DecodeRemark(severity: .damage, words: words)]
    case .picture:
      return [colorRemark, decoder?.remark()].compactMap { $0 }
    }
  }

  /// Throws if the picture is damaged more than the options allow; call once all rows have been made.
  func check() throws(PictureFault) {
    for remark in remarks where decoding.failOn.includes(remark.severity) {
      throw .damaged(remark.words)
    }
  }
}

extension TileRecipe {
  fileprivate func resampler(
    _ sourceSize: PixelSize, isDeep: Bool = false, _ header: PictureHeader,
    _ filter: ResampleFilter, _ decoding: DecodeOptions, isPacked: Bool, _ weights: RecentWeights
  ) -> RowResampler {
    RowResampler(
      sourceSize: sourceSize, hasAlpha: header.hasAlpha, isDeep: isDeep,
      linear: decoding.linear && header.cmyk == nil, cropBox: cropBox,
      outputSize: header.orientation.swapsSides ? tileSize.transposed : tileSize, filter: filter,
      isPacked: isPacked, weights: weights.weights)
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
