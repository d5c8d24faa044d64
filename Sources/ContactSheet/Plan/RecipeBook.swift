import ContactSheetLayout
import ImageCodecs
package import PixelGeometry
package import Raster

/// Collects the recipes of a sheet: one for each different source and size of tile.
package struct RecipeBook {
  package private(set) var recipes: [TileRecipe] = []
  private var known: [Key: Int] = [:]
  private let probed: ProbedPictures
  private let anchor: Anchor
  private let anchors: [Anchor?]

  private struct Key: Hashable {
    var source: Int
    var size: PixelSize
    var anchor: Anchor
  }

  /// - Parameter anchors: for each picture one of its own, or nil; empty where none has.
  package init(_ probed: ProbedPictures, anchor: Anchor, anchors: [Anchor?]) {
    self.probed = probed
    self.anchor = anchor
    self.anchors = anchors
    // Most sources are placed in one size; doubling would take half as much again for a moment.
    recipes.reserveCapacity(probed.firsts.count)
  }

  /// Places a picture in a frame.
  package mutating func place(_ picture: Int, in frame: PixelRect) -> TilePlacement {
    let own = anchors.isEmpty ? nil : anchors[picture]
    let key = Key(source: probed.sources[picture], size: frame.size, anchor: own ?? anchor)
    if let recipe = known[key] {
      return TilePlacement(recipe: recipe, picture: picture, frame: frame)
    }
    known[key] = recipes.count
    recipes.append(recipe(key))
    return TilePlacement(recipe: recipes.count - 1, picture: picture, frame: frame)
  }

  private func recipe(_ key: Key) -> TileRecipe {
    let (source, tile) = (key.source, key.size)
    let index = probed.firsts[source]
    var recipe = TileRecipe(
      source: probed.pictures[index], index: index, isOptional: probed.isOptional[source],
      header: probed.headers[source], scale: .full, cropBox: CropBox(whole: tile), tileSize: tile)
    guard let header = recipe.header else { return recipe }
    let upright = CropBox(filling: tile, from: header.uprightSize, anchor: key.anchor)
    let stored = header.orientation.stored(upright, of: header.storedSize)
    let storedTile = header.orientation.swapsSides ? tile.transposed : tile
    recipe.scale = decodeScale(
      format: header.format, storedSize: header.storedSize, cropBox: stored, tile: storedTile)
    recipe.cropBox = stored.scaled(by: recipe.scale)
    return recipe
  }
}
