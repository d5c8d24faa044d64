import PixelGeometry

/// The placements of a page, by recipe and from the top to the bottom.
///
/// Those of one recipe have frames of the same size, so that the ones that reach into some rows stand
/// beside each other.
struct PlacementIndex: Sendable {
  private let order: [Int32]

  /// Where the placements of each recipe stand.
  let groups: [Range<Int>]

  init(_ page: PagePlan) {
    let placements = page.placements
    func isBefore(_ one: Int32, _ other: Int32) -> Bool {
      let (a, b) = (placements[Int(one)], placements[Int(other)])
      return (a.recipe, a.frame.top, one) < (b.recipe, b.frame.top, other)
    }
    let order = (0..<Int32(placements.count)).sorted(by: isBefore)
    var groups: [Range<Int>] = []
    for index in order.indices {
      let recipe = placements[Int(order[index])].recipe
      if let last = groups.last, placements[Int(order[last.lowerBound])].recipe == recipe {
        groups[groups.count - 1] = last.lowerBound..<(index + 1)
      } else {
        groups.append(index..<(index + 1))
      }
    }
    self.order = order
    self.groups = groups
  }

  /// The placement that stands at a position.
  subscript(position: Int) -> Int { Int(order[position]) }

  /// Of positions with the same recipe those whose frames, as far as `reach` says, touch some rows.
  func positions(
    in positions: Range<Int>, touching rows: Range<Int>, reach: (_ placement: Int) -> Range<Int>
  ) -> Range<Int> {
    func first(where isThere: (Range<Int>) -> Bool) -> Int {
      var (low, high) = (positions.lowerBound, positions.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if isThere(reach(self[middle])) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first { $0.upperBound > rows.lowerBound }
    return start..<max(start, first { $0.lowerBound >= rows.upperBound })
  }
}
