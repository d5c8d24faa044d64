import ImageCodecs
import PixelGeometry
import Raster

extension SheetPlan {
  /// Everything that has to be made for a page, in the order in which it is needed.
  func parts(
    of page: PagePlan, _ placements: PlacementIndex, cuts: RenderCuts
  ) -> [TilePart] {
    let whole = 0..<page.size.height
    // What it would take to keep every tile from its first place to its last.
    var apart = 0
    for group in placements.groups where stretches(group, page, placements).count > 1 {
      apart += tileBytes(recipes[page.placements[placements[group.lowerBound]].recipe], page)
    }
    var parts: [TilePart] = []
    for group in placements.groups {
      let recipe = page.placements[placements[group.lowerBound]].recipe
      let tile = recipes[recipe].tileSize
      let step = partHeight(recipes[recipe], page, placementCount: group.count, cuts)
      let stretches = apart > cuts.keptBytes ? stretches(group, page, placements) : [group]
      for stretch in stretches {
        // Frames of a group have one size: the first reaches highest and the last lowest.
        let first = page.placements[placements[stretch.lowerBound]].frame
        let last = page.placements[placements[stretch.upperBound - 1]].frame
        for start in stride(from: 0, to: tile.height, by: step) {
          let rows = start..<min(start + step, tile.height)
          let reach =
            step >= tile.height
            ? look.rows(of: first).lowerBound..<look.rows(of: last).upperBound
            : (first.top + rows.lowerBound)..<(first.top + rows.upperBound)
          parts.append(
            TilePart(
              recipe: recipe, rows: rows, placements: stretch, reach: reach.clamped(to: whole),
              continues: start > 0, bytes: tileBytes(recipes[recipe], rows: rows.count, page),
              cost: cost(recipes[recipe], rows: rows.count)))
        }
      }
    }
    parts.sort {
      ($0.reach.lowerBound, $0.recipe, $0.rows.lowerBound)
        < ($1.reach.lowerBound, $1.recipe, $1.rows.lowerBound)
    }
    return parts
  }

  /// Placements of a recipe, parted where more than a whole tile's height lies between two of them.
  private func stretches(
    _ group: Range<Int>, _ page: PagePlan, _ placements: PlacementIndex
  ) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = group.lowerBound
    for position in group.dropFirst() {
      let above = look.rows(of: page.placements[placements[position - 1]].frame)
      let below = look.rows(of: page.placements[placements[position]].frame)
      if below.lowerBound - above.upperBound > above.count {
        stretches.append(start..<position)
        start = position
      }
    }
    return stretches + [start..<group.upperBound]
  }

  /// Rows of each part of a tile; all of them where it is not divided.
  ///
  /// A divided tile has one place, so that its parts are needed in order; is stored from the top; is used
  /// however damaged it is, which only its end can tell; and its decoder, which waits between two parts,
  /// holds less than the tile.
  private func partHeight(
    _ recipe: TileRecipe, _ page: PagePlan, placementCount: Int, _ cuts: RenderCuts
  ) -> Int {
    let tile = recipe.tileSize
    let orientation = recipe.header?.orientation ?? .topLeft
    let bytes = tileBytes(recipe, page)
    guard bytes > cuts.wholeTileBytes, bytes >= recipe.header?.heldBytes ?? 0, placementCount == 1,
      orientation == .topLeft || orientation == .topRight, decoding.failOn == .none,
      look.shadow == nil
    else { return tile.height }
    return cuts.partHeight(width: tile.width)
  }

  /// Memory that a finished tile takes, or some rows of it.
  package func tileBytes(_ recipe: TileRecipe, rows: Int? = nil, _ page: PagePlan) -> Int {
    let pixels = recipe.tileSize.width * (rows ?? recipe.tileSize.height)
    return isFlat(page) ? 3 * pixels : 8 * pixels + shadowBytes(recipe)
  }

  private func shadowBytes(_ recipe: TileRecipe) -> Int {
    guard look.shadow != nil else { return 0 }
    let frame = PixelRect(
      left: 0, top: 0, width: recipe.tileSize.width, height: recipe.tileSize.height)
    return 2 * look.shadowFrame(frame).size.pixelCount
  }

  /// Memory while rows of a tile are made: what the decoder holds of the picture, its own and the
  /// resampler's rows, and the output, which grows, is turned or flattened, and packed.
  private func cost(_ recipe: TileRecipe, rows: Int) -> Int {
    let stored = recipe.header.map { recipe.scale.size(of: $0.storedSize).width } ?? 0
    let across = Int(Fixed.ceiling(recipe.cropBox.width))
    let output = 24 * recipe.tileSize.width * rows
    return 200_000 + (recipe.header?.heldBytes ?? 0) + 64 * stored
      + 16 * (8 * across + 6 * recipe.tileSize.width) + output + 3 * shadowBytes(recipe)
  }
}
