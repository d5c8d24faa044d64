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
    let arrangement = layout.arrangement(count: pictures.count)
    let (pixelCount, overflow) = arrangement.size.width.multipliedReportingOverflow(
      by: arrangement.size.height)
    if overflow || pixelCount > SheetPlan.maxPixels {
      throw .sheetTooLarge(arrangement.size, limit: SheetPlan.maxPixels)
    }

    var sourceOf: [PictureSource: Int] = [:]
    var firstIndexes: [Int] = []
    let sources = pictures.enumerated().map { index, picture in
      if let known = sourceOf[picture] { return known }
      sourceOf[picture] = firstIndexes.count
      firstIndexes.append(index)
      return firstIndexes.count - 1
    }
    let headers = try probe(firstIndexes, cancellation)

    let look = look
    let tile = PixelSize(width: look.side, height: look.side)
    let recipes = zip(firstIndexes, headers).map { index, header in
      recipe(index: index, header: header, tile: tile)
    }
    var placements = zip(sources, arrangement.frames).map {
      TilePlacement(recipe: $0, frame: $1)
    }
    if front == .first { placements.reverse() }
    return SheetPlan(
      size: arrangement.size, background: background, pixelsPerMetre: pixelsPerMetre,
      filter: filter, maxInputPixels: maxInputPixels, look: look, recipes: recipes,
      placements: placements)
  }

  private func probe(
    _ indexes: [Int], _ cancellation: Cancellation
  ) throws(SheetError) -> [PictureHeader] {
    let results = concurrentMap(count: indexes.count, jobs: jobs ?? processorCount()) {
      position -> Result<PictureHeader, PictureFault>? in
      if cancellation.isCancelled { return nil }
      return Result { () throws(PictureFault) in
        try pictures[indexes[position]].probe(maxPixels: maxInputPixels)
      }
    }
    if cancellation.isCancelled { throw .cancelled }
    var headers: [PictureHeader] = []
    var problems: [PictureProblem] = []
    for (index, result) in zip(indexes, results) {
      switch result {
      case .success(let header):
        headers.append(header)
      case .failure(let fault):
        problems.append(
          PictureProblem(index: index, name: pictures[index].name(at: index), fault: fault))
      case nil:
        throw .cancelled
      }
    }
    if !problems.isEmpty { throw .pictures(problems) }
    return headers
  }

  private func recipe(index: Int, header: PictureHeader, tile: PixelSize) -> TileRecipe {
    let upright = CropBox(filling: tile, from: header.uprightSize, anchor: anchor)
    let stored = header.orientation.stored(upright, of: header.storedSize)
    let storedTile = header.orientation.swapsSides ? tile.transposed : tile
    let shrink = decodeShrink(
      format: header.format, storedSize: header.storedSize, cropBox: stored, tile: storedTile)
    return TileRecipe(
      source: pictures[index], index: index, name: pictures[index].name(at: index),
      header: header, shrink: shrink, cropBox: stored.divided(by: shrink), tileSize: tile)
  }
}

extension PictureSource {
  fileprivate func probe(maxPixels: Int) throws(PictureFault) -> PictureHeader {
    switch self {
    case .file(let path): return try EncodedPicture.file(path).probe(maxPixels: maxPixels)
    case .bytes(let bytes): return try EncodedPicture.bytes(bytes).probe(maxPixels: maxPixels)
    case .bitmap(let bitmap):
      return PictureHeader(format: .png, storedSize: bitmap.size, hasAlpha: true)
    }
  }
}
