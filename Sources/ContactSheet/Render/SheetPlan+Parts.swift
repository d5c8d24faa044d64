import ImageCodecs
import PixelGeometry
import Raster

extension SheetPlan {
  /// Everything that has to be made for a page, in the order in which it is needed.
  func parts(
    of page: PagePlan, _ placements: PlacementIndex, cuts: RenderCuts
  ) -> [TilePart] {
    let whole = 0..<page.size.height
    var parts: [TilePart] = []
    for recipe in recipes.indices where !placements[recipe].isEmpty {
      let frames = placements[recipe].map { page.placements[$0].frame }
      let reaches = frames.map { look.rows(of: $0) }
      let reach = reaches.dropFirst().reduce(reaches[0]) {
        min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
      }
      let tile = recipes[recipe].tileSize
      let step = partHeight(recipes[recipe], page, placementCount: frames.count, cuts)
      for start in stride(from: 0, to: tile.height, by: step) {
        let rows = start..<min(start + step, tile.height)
        let reach =
          step >= tile.height
          ? reach : (frames[0].top + rows.lowerBound)..<(frames[0].top + rows.upperBound)
        let bytes = tileBytes(PixelSize(width: tile.width, height: rows.count), page)
        parts.append(
          TilePart(
            recipe: recipe, rows: rows, reach: reach.clamped(to: whole), continues: start > 0,
            bytes: bytes, cost: bytes + recipes[recipe].cost(rows: rows.count)))
      }
    }
    parts.sort {
      ($0.reach.lowerBound, $0.recipe, $0.rows.lowerBound)
        < ($1.reach.lowerBound, $1.recipe, $1.rows.lowerBound)
    }
    return parts
  }

  /// Rows of each part of a tile; all of them where it is not divided.
  ///
  /// A divided tile has one place, so that its parts are needed in order; is stored from the top; and is
  /// used however damaged it is, which only its end can tell.
  private func partHeight(
    _ recipe: TileRecipe, _ page: PagePlan, placementCount: Int, _ cuts: RenderCuts
  ) -> Int {
    let tile = recipe.tileSize
    let orientation = recipe.header?.orientation ?? .topLeft
    guard tileBytes(tile, page) > cuts.wholeTileBytes, placementCount == 1,
      orientation == .topLeft || orientation == .topRight, decoding.failOn == .none,
      look.shadow == nil
    else { return tile.height }
    return cuts.partHeight(width: tile.width)
  }

  /// Memory that a finished tile takes.
  package func tileBytes(_ tile: PixelSize, _ page: PagePlan) -> Int {
    if isFlat(page) { return 3 * tile.pixelCount }
    let frame = PixelRect(left: 0, top: 0, width: tile.width, height: tile.height)
    return 8 * tile.pixelCount
      + (look.shadow == nil ? 0 : 2 * look.shadowFrame(frame).size.pixelCount)
  }
}

extension TileRecipe {
  /// Memory while rows of the tile are made: what the decoder holds of the picture, the resampler's rows,
  /// and the output before it is packed.
  package func cost(rows: Int) -> Int {
    let decoded = Int(Fixed.ceiling(cropBox.width))
    let output = 8 * (tileSize.pixelCount / tileSize.height) * rows
    return (header?.heldBytes ?? 0) + 200_000 + 16 * 8 * decoded + output
  }
}
