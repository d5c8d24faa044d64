import ImageCodecs
import PixelGeometry

extension SheetPlan {
  /// About how much memory the sheet takes while it is made, in bytes: the tiles that share rows, those
  /// being made, the bands, and the program itself.
  package func estimatedMemory(jobs: Int, memory: Int) -> Int {
    let pages = pages.map { page -> Int in
      let parts = parts(
        of: page, PlacementIndex(page), cuts: RenderCuts())
      let band = PNGEncoder.bandHeight(width: page.size.width, compression)
      // Tiles alive at each row: a sweep over where they begin and end.
      let ends = parts.map { ($0.reach.upperBound, $0.bytes) }.sorted { $0.0 < $1.0 }
      var (alive, most, next) = (0, 0, 0)
      for part in parts {
        while next < ends.count, ends[next].0 + band <= part.reach.lowerBound {
          alive -= ends[next].1
          next += 1
        }
        alive += part.bytes
        most = max(most, alive)
      }
      let ahead = min(parts.reduce(0) { $0 + $1.bytes }, PageRendererLimits.ahead)
      let costs = parts.map(\.cost).sorted(by: >).prefix(jobs)
      let making = max(costs.first ?? 0, min(costs.reduce(0, +), memory))
      let rows = page.size.width * min(page.size.height, band)
      // Drawn in 3 or in 8 bytes a pixel, filtered, and deflated; the smallest are filtered and deflated in two
      // ways, of which one remains.
      let (drawn, kept) = isFlat(page) ? (9, 6) : (20, 8)
      let drawing =
        (jobs + PageRendererLimits.spareBands) * rows
        * (compression == .smallest ? drawn + kept : drawn)
      return most + ahead + making + drawing
    }
    return 10_000_000 + 400 * recipes.count + (pages.max() ?? 0)
  }

  /// About how many bytes the pages will have: photographs take some 1.7 bytes a pixel, and less the more
  /// they are blown up.
  package var estimatedOutput: Int {
    let bytes = recipes.map { $0.tileSize.pixelCount * 1700 / max(1000, $0.enlargement) }
    return pages.reduce(0) { sum, page in
      let drawn = page.placements.reduce(0) { $0 + $1.frame.size.pixelCount }
      let empty = max(0, page.size.pixelCount - drawn)
      return sum + 200 + page.placements.reduce(0) { $0 + bytes[$1.recipe] } + empty / 100
    }
  }
}
