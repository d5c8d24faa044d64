/// The placements of each recipe on a page.
struct PlacementIndex: Sendable {
  /// Placements, those of one recipe beside each other.
  private var order: [Int]
  /// For each recipe where its placements begin, and where the last ones end.
  private var starts: [Int32]

  init(_ page: PagePlan, recipeCount: Int) {
    var counts = [Int32](repeating: 0, count: recipeCount + 1)
    for placement in page.placements { counts[placement.recipe + 1] += 1 }
    for recipe in 0..<recipeCount { counts[recipe + 1] += counts[recipe] }
    starts = counts
    order = Array(repeating: 0, count: page.placements.count)
    for (index, placement) in page.placements.enumerated() {
      order[Int(counts[placement.recipe])] = index
      counts[placement.recipe] += 1
    }
  }

  /// The placements of a recipe, from the bottom to the top.
  subscript(recipe: Int) -> ArraySlice<Int> {
    order[Int(starts[recipe])..<Int(starts[recipe + 1])]
  }
}
