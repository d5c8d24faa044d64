import ContactSheetLayout
import PixelGeometry
import Raster

/// Something about a plan that its maker may not have wanted.
package enum PlanWarning: Hashable, Sendable {
  /// Pictures that have fewer pixels than their frame, and the most that one is blown up, in tenths.
  case enlarged(count: Int, mostTenths: Int)
  /// One picture stands alone in the last row, or on the last page.
  case widow(page: Int, isPage: Bool)
}

extension PlanWarning: CustomStringConvertible {
  package var description: String {
    switch self {
    case .enlarged(let count, let most):
      let pictures = count == 1 ? "1 picture is" : "\(count) pictures are"
      return "\(pictures) smaller than the frame and blown up, \(most / 10).\(most % 10) times at "
        + "most; --no-enlarge keeps small pictures small"
    case .widow(let page, let isPage):
      return isPage
        ? "one picture stands alone on the last page, \(page + 1)"
        : "one picture stands alone in the last row"
    }
  }

  /// One word for programs.
  package var code: String {
    switch self {
    case .enlarged: "enlarged"
    case .widow: "widow"
    }
  }
}

extension TileRecipe {
  /// How many times the picture is blown up, in thousandths; 1,000 and less where it is not.
  package var enlargement: Int {
    guard let header else { return 1000 }
    let stored = header.orientation.swapsSides ? tileSize.transposed : tileSize
    let across = Fixed.from(1000 * stored.width) / scale.stored(cropBox.width)
    let down = Fixed.from(1000 * stored.height) / scale.stored(cropBox.height)
    return Int(max(across, down))
  }
}

extension SheetPlan {
  package var warnings: [PlanWarning] {
    var warnings: [PlanWarning] = []
    // A frame is rounded to whole pixels, and so may be a little larger than its picture.
    let enlarged = pages.flatMap(\.placements).map { recipes[$0.recipe].enlargement }
      .filter { $0 > 1050 }
    if !enlarged.isEmpty, tellsOfEnlarging {
      warnings.append(.enlarged(count: enlarged.count, mostTenths: (enlarged.max()! + 50) / 100))
    }
    // Who stands alone among others that do is no widow.
    let counts = pages.suffix(2).map(\.placements.count)
    if counts.count == 2, counts[0] > 1, counts[1] == 1 {
      warnings.append(.widow(page: pages.count - 1, isPage: true))
    } else if hasRows, let last = pages.last {
      let counts = last.rowCounts.suffix(2)
      if counts.count == 2, counts.first! > 1, counts.last! == 1 {
        warnings.append(.widow(page: pages.count - 1, isPage: false))
      }
    }
    return warnings
  }
}

extension PagePlan {
  /// How many pictures each row has. The middle of a row runs through all of its frames.
  fileprivate var rowCounts: [Int] {
    var counts: [Int] = []
    var bottom = Int.min
    for frame in placements.sorted(by: { $0.picture < $1.picture }).map(\.frame) {
      if frame.top < bottom {
        counts[counts.count - 1] += 1
      } else {
        counts.append(1)
      }
      bottom = frame.bottom
    }
    return counts
  }
}
