import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster

extension Strip: PlannedSheet {
  package var isOnePage: Bool { true }

  package var factsNeeded: PictureFacts.Needs { [] }

  package func plan(_ probed: ProbedPictures) throws(SheetError) -> SheetPlan {
    let arrangement = layout.arrangement(count: probed.placed.count)
    var book = RecipeBook(probed, anchor: anchor, anchors: anchors)
    var placements = zip(probed.placed, arrangement.frames).map {
      book.place($0, in: $1.multiplied(by: density))
    }
    if front == .first { placements.reverse() }
    let page = PagePlan(
      size: arrangement.size.multiplied(by: density), placements: placements,
      framesAreApart: spacing >= 0)
    let plan = SheetPlan(
      pages: [page], background: background, pixelsPerMetre: pixelsPerMetre, filter: filter,
      compression: compression,
      decoding: decoding, look: look, recipes: book.recipes, omissions: probed.omissions)
    try plan.checkSize()
    return plan
  }
}
