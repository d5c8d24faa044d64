import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster

extension SheetPlan {
  /// A sheet has at most this many pixels.
  package static let maxPixels = 1_000_000_000
}

extension Strip {
  /// Probes the pictures and decides everything about the sheet.
  package func plan(cancellation: Cancellation) throws(SheetError) -> SheetPlan {
    try check()
    var sourceOf: [PictureSource: Int] = [:]
    var firstIndexes: [Int] = []
    let sources = pictures.enumerated().map { index, picture in
      if let known = sourceOf[picture] { return known }
      sourceOf[picture] = firstIndexes.count
      firstIndexes.append(index)
      return firstIndexes.count - 1
    }
    let (headers, omissions) = try probe(firstIndexes, cancellation)

    // What is skipped takes no place.
    let kept = decoding.onError == .skip ? sources.filter { headers[$0] != nil } : sources
    if kept.isEmpty { throw .noPictures(omissions) }
    let arrangement = layout.arrangement(count: kept.count)
    let (pixelCount, overflow) = arrangement.size.width.multipliedReportingOverflow(
      by: arrangement.size.height)
    if overflow || pixelCount > SheetPlan.maxPixels {
      throw .sheetTooLarge(arrangement.size, limit: SheetPlan.maxPixels)
    }

    let look = look
    let tile = PixelSize(width: look.side, height: look.side)
    let recipes = zip(firstIndexes, headers).map { index, header in
      recipe(index: index, header: header, tile: tile)
    }
    var placements = zip(kept, arrangement.frames).map { TilePlacement(recipe: $0, frame: $1) }
    if front == .first { placements.reverse() }
    return SheetPlan(
      size: arrangement.size, background: background, pixelsPerMetre: pixelsPerMetre,
      filter: filter, decoding: decoding, look: look, recipes: recipes, placements: placements,
      omissions: omissions)
  }

  /// The headers of pictures; nil for those that cannot be used and may be omitted.
  private func probe(
    _ indexes: [Int], _ cancellation: Cancellation
  ) throws(SheetError) -> (headers: [PictureHeader?], omissions: [PictureProblem]) {
    let results = concurrentMap(count: indexes.count, jobs: jobs ?? processorCount()) {
      position -> Result<PictureHeader, PictureFault>? in
      if cancellation.isCancelled { return nil }
      return Result { () throws(PictureFault) in
        try pictures[indexes[position]].probe(decoding)
      }
    }
    var headers: [PictureHeader?] = []
    var problems: [PictureProblem] = []
    for (index, result) in zip(indexes, results) {
      switch result {
      case .success(let header):
        headers.append(header)
      case .failure(let fault):
        headers.append(nil)
        problems.append(
          PictureProblem(
            index: index, name: pictures[index].name(at: index), stage: .probe, fault: fault))
      case nil:
        throw .cancelled
      }
    }
    let fatal = problems.filter { !found.contains(pictures[$0.index]) }
    if !fatal.isEmpty, decoding.onError == .fail { throw .pictures(problems) }
    return (headers, problems)
  }

  private func recipe(index: Int, header: PictureHeader?, tile: PixelSize) -> TileRecipe {
    let name = pictures[index].name(at: index)
    guard let header else {
      return TileRecipe(
        source: pictures[index], index: index, name: name,
        isOptional: found.contains(pictures[index]), header: nil, shrink: 1,
        cropBox: CropBox(whole: tile), tileSize: tile)
    }
    let upright = CropBox(filling: tile, from: header.uprightSize, anchor: anchor)
    let stored = header.orientation.stored(upright, of: header.storedSize)
    let storedTile = header.orientation.swapsSides ? tile.transposed : tile
    let shrink = decodeShrink(
      format: header.format, storedSize: header.storedSize, cropBox: stored, tile: storedTile)
    return TileRecipe(
      source: pictures[index], index: index, name: name,
      isOptional: found.contains(pictures[index]), header: header, shrink: shrink,
      cropBox: stored.divided(by: shrink), tileSize: tile)
  }
}

extension PictureSource {
  fileprivate func probe(_ options: DecodeOptions) throws(PictureFault) -> PictureHeader {
    guard let encoded else {
      guard case .bitmap(let bitmap) = self else { preconditionFailure("neither encoded nor not") }
      return PictureHeader(format: .png, storedSize: bitmap.size, hasAlpha: true)
    }
    return try encoded.probe(limits: options.limits, autoOrient: options.autoOrient)
  }

  /// What is to be decoded; nil for pixels in memory.
  package var encoded: EncodedPicture? {
    switch self {
    case .file(let path): .file(path)
    case .bytes(let bytes): .bytes(bytes)
    case .bitmap: nil
    }
  }
}
