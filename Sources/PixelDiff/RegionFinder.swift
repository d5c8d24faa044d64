import PixelGeometry

/// Finds the regions that changed, row by row from the top.
///
/// Two pixels belong to one region if a chain of pixels leads from one to the other, each at most `distance`
/// columns and at most `distance` rows from the next. With a distance of 1 these are the regions whose pixels
/// touch, at corners too.
///
/// Runs of a row that are that near are taken together. Of each column it is known which run covered it last,
/// and in which row; what a run covers of an older one need not be known any more, as whatever would reach the
/// older one there reaches the newer one, and the two are joined. So memory goes with the width alone, apart
/// from the regions that are listed.
struct RegionFinder: Sendable {
  private let distance: Int
  private let limit: Int
  private var lastRow: [Int32]
  private var lastLabel: [Int32]
  /// Of each label the one it was joined to, or itself.
  private var parents: [Int32] = []
  /// Of each label that was joined to none.
  private var open: [DiffRegion] = []
  private var closed: [DiffRegion] = []
  private var closedCount = 0
  private let labelLimit: Int

  private static let never = Int32.min

  /// - Parameters:
  ///   - distance: at least 1.
  ///   - limit: how many regions are listed.
  init(size: PixelSize, distance: Int, limit: Int) {
    precondition(distance >= 1 && limit >= 0)
    // No two pixels are further apart than that.
    self.distance = min(distance, max(size.width, size.height))
    self.limit = limit
    lastRow = Array(repeating: RegionFinder.never, count: size.width)
    lastLabel = Array(repeating: 0, count: size.width)
    labelLimit = 2 * size.width + 1024
  }

  /// Takes a row that has some; rows without are left out.
  mutating func add(row y: Int, runs: [Range<Int>]) {
    if parents.count + runs.count > labelLimit { forgetLabels(before: y - distance) }
    var first = 0
    while first < runs.count {
      var (last, pixels) = (first, runs[first].count)
      while last + 1 < runs.count,
        runs[last + 1].lowerBound - runs[last].upperBound < distance
      {
        last += 1
        pixels += runs[last].count
      }
      let columns = runs[first].lowerBound..<runs[last].upperBound
      add(columns, row: y, pixels: pixels)
      first = last + 1
    }
  }

  private mutating func add(_ columns: Range<Int>, row y: Int, pixels: Int) {
    let oldest = Int32(clamping: y - distance)
    var label: Int32 = -1
    var seen: Int32 = -1
    let reach =
      max(
        0, columns.lowerBound - distance)..<min(
        lastRow.count, columns.upperBound + distance)
    for x in reach where lastRow[x] >= oldest && lastLabel[x] != seen {
      seen = lastLabel[x]
      let found = root(seen)
      if label < 0 { label = found } else if label != found { label = join(label, found) }
    }
    let region = DiffRegion(
      frame: PixelRect(left: columns.lowerBound, top: y, width: columns.count, height: 1),
      pixels: pixels)
    if label < 0 {
      label = Int32(parents.count)
      parents.append(label)
      open.append(region)
    } else {
      open[Int(label)].join(region)
    }
    for x in columns {
      lastRow[x] = Int32(y)
      lastLabel[x] = label
    }
  }

  private mutating func root(_ label: Int32) -> Int32 {
    var label = label
    while parents[Int(label)] != label {
      parents[Int(label)] = parents[Int(parents[Int(label)])]
      label = parents[Int(label)]
    }
    return label
  }

  /// - Returns: the label that stands for both.
  private mutating func join(_ first: Int32, _ second: Int32) -> Int32 {
    let (kept, other) = (min(first, second), max(first, second))
    parents[Int(other)] = kept
    open[Int(kept)].join(open[Int(other)])
    return kept
  }

  /// Closes the regions that nothing can reach any more, and numbers the others anew.
  private mutating func forgetLabels(before row: Int) {
    var numbers = [Int32](repeating: -1, count: parents.count)
    var kept: [DiffRegion] = []
    for x in lastRow.indices where lastRow[x] != RegionFinder.never {
      if lastRow[x] < row {
        lastRow[x] = RegionFinder.never
        continue
      }
      let label = Int(root(lastLabel[x]))
      if numbers[label] < 0 {
        numbers[label] = Int32(kept.count)
        kept.append(open[label])
      }
      lastLabel[x] = numbers[label]
    }
    for label in parents.indices where parents[label] == label && numbers[label] < 0 {
      close(open[label])
    }
    open = kept
    parents = kept.indices.map { Int32($0) }
  }

  private mutating func close(_ region: DiffRegion) {
    closedCount += 1
    closed.append(region)
    if closed.count >= 2 * limit + 64 { closed = Array(closed.sorted().prefix(limit)) }
  }

  /// The first regions in reading order, and how many there are in all.
  func regions() -> (listed: [DiffRegion], count: Int) {
    var copy = self
    for label in parents.indices where parents[label] == label { copy.close(open[label]) }
    return (Array(copy.closed.sorted().prefix(limit)), copy.closedCount)
  }
}
