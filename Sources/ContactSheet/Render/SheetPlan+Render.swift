import ImageCodecs
import PixelGeometry
import Raster

extension SheetPlan {
  /// Draws the sheet from the top to the bottom, in bands of rows: the sheet is never held whole, and a
  /// tile lives only while the band needs it.
  ///
  /// - Parameters:
  ///   - jobs: tiles made at the same time; the result does not depend on it.
  ///   - sink: takes whole rows of straight RGBA, or RGB where the plan is opaque.
  /// - Returns: remarks about the pictures and those that were omitted, both in their order.
  package func render(
    jobs: Int, cancellation: Cancellation,
    sink: (_ rows: [UInt8]) throws(SheetError) -> Void
  ) throws(SheetError) -> (remarks: [PictureRemark], omissions: [PictureProblem]) {
    let (outer, inner) = (look.outerMask, look.innerMask)
    var lastRows = [Int](repeating: 0, count: recipes.count)
    for placement in placements {
      lastRows[placement.recipe] = max(lastRows[placement.recipe], placement.frame.bottom)
    }
    var tiles = [Tile?](repeating: nil, count: recipes.count)
    var remarks: [PictureRemark] = []
    var omissions = self.omissions

    for start in stride(from: 0, to: size.height, by: bandHeight) {
      if cancellation.isCancelled { throw .cancelled }
      let rows = start..<min(start + bandHeight, size.height)
      let inBand = placements.filter { $0.frame.rows.overlaps(rows) }

      let wanted = Set(inBand.map(\.recipe)).filter { tiles[$0] == nil }.sorted()
      let (made, problems) = try makeTiles(wanted, jobs, cancellation)
      omissions += problems
      for (recipe, tile) in zip(wanted, made) {
        tiles[recipe] = tile
        remarks += tile.remarks.map {
          PictureRemark(index: recipes[recipe].index, name: recipes[recipe].name, remark: $0)
        }
      }

      var canvas = Canvas(width: size.width, rows: rows, background: background)
      for placement in inBand {
        guard let tile = tiles[placement.recipe] else { continue }
        canvas.composite(
          tile.bitmap, in: placement.frame, outer: outer, inner: inner, ring: look.ring)
      }
      for recipe in tiles.indices where lastRows[recipe] <= rows.upperBound {
        tiles[recipe] = nil
      }
      try sink(canvas.straightBytes(hasAlpha: !isOpaque))
    }
    return (remarks.sorted { $0.index < $1.index }, omissions.sorted { $0.index < $1.index })
  }

  /// Enough rows for all processors to have tiles to make, few enough for little memory.
  private var bandHeight: Int { min(max(1_000_000 / size.width, 16), 1024) }

  private func makeTiles(
    _ indexes: [Int], _ jobs: Int, _ cancellation: Cancellation
  ) throws(SheetError) -> (tiles: [Tile], problems: [PictureProblem]) {
    let results = concurrentMap(count: indexes.count, jobs: jobs) {
      position -> Result<Tile, PictureFault>? in
      if cancellation.isCancelled { return nil }
      return Result { () throws(PictureFault) in
        try recipes[indexes[position]].make(filter: filter, decoding: decoding)
      }
    }
    var tiles: [Tile] = []
    var problems: [PictureProblem] = []
    var isFatal = false
    for (index, result) in zip(indexes, results) {
      switch result {
      case .success(let tile):
        tiles.append(tile)
      case .failure(let fault):
        let recipe = recipes[index]
        if decoding.onError == .fail, !recipe.isOptional { isFatal = true }
        tiles.append(Tile(bitmap: .placeholder(recipe.tileSize), remarks: []))
        problems.append(
          PictureProblem(index: recipe.index, name: recipe.name, stage: .decode, fault: fault))
      case nil:
        throw .cancelled
      }
    }
    if isFatal { throw .pictures(problems) }
    return (tiles, problems)
  }
}
