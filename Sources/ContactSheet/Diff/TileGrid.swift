import PixelGeometry

/// The columns and rows in which the frames of a page stand, so far as the frames tell.
///
/// They do where all have one size, their left edges are evenly apart, and so are their top edges: each time
/// but for a pixel, which a layout leaves over. And there are so many that only the last row, or the last
/// column, may have places left. Frames may overlap, as those of a strip do.
struct TileGrid {
  /// Where each column begins, from the left.
  let lefts: [Int]
  /// Where each row begins, from the top.
  let tops: [Int]

  /// - Returns: nil where the frames stand in no grid.
  init?(_ frames: [PixelRect]) {
    func isEven(_ numbers: [Int]) -> Bool {
      guard let least = numbers.min(), let most = numbers.max() else { return true }
      return most - least <= 1
    }
    func steps(_ edges: [Int]) -> [Int] { zip(edges.dropFirst(), edges).map { $0 - $1 } }
    lefts = Set(frames.map(\.left)).sorted()
    tops = Set(frames.map(\.top)).sorted()
    let (columns, rows) = (lefts.count, tops.count)
    guard frames.count > min((rows - 1) * columns, (columns - 1) * rows),
      isEven(frames.map(\.width)), isEven(frames.map(\.height)),
      isEven(steps(lefts)), isEven(steps(tops))
    else { return nil }
  }

  /// - Precondition: it is one of the frames.
  func place(_ frame: PixelRect) -> (column: Int, row: Int) {
    (position(of: frame.left, in: lefts), position(of: frame.top, in: tops))
  }

  private func position(of edge: Int, in edges: [Int]) -> Int {
    var (low, high) = (0, edges.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] < edge { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
