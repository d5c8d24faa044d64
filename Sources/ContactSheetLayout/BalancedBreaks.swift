/// Pictures in order, cut into columns of heights as equal as can be: the least difference between
/// the tallest and the shortest column, and among the ways to have it the least tallest.
///
/// The question "are there columns that are all in L…T high?" takes one pass (`reaches`). For a
/// given L the least T is found by bisection, and for a given T the greatest L: both are monotone.
/// Beginning with the least T of all (the classic problem, see A. Pınar and C. Aykanat, "Fast
/// optimal load balancing algorithms for 1D partitioning", 2004), the search goes from one best
/// pair to the next, with ever taller T, each time for the least T that allows a greater L. No
/// column of the least difference D can be taller than the average + D, and that ends it.
///
/// Why one pass is enough. Let a be a boundary that can be reached with p columns, and b one that
/// can be reached with q. Where a column of one way lies inside one of the other, the two ways can
/// change over there: the column from the outer start to the inner end is at least as high as the
/// inner, at most as high as the outer one, so that it is in L…T as well. (This is the exchange
/// behind the quadrangle inequality, F. Yao, "Efficient dynamic programming using quadrangle
/// inequalities", 1980.) It follows that a boundary that can be reached with p and with p + 2
/// columns can be reached with p + 1, and that neither the fewest nor the most columns fall from
/// one reachable boundary to the next. So a boundary is described by two numbers, and these come
/// from the first and the last boundary that a column may begin at.
struct BalancedBreaks {
  /// Entry i is the height of the first i pictures with spacing below each.
  private let tops: [Int]
  private let columns: Int
  private let spacing: Int

  /// Columns with which boundary i is reached; none reach it where `fewest` is `unreached`.
  private var fewest: [Int32]
  private var most: [Int32]

  private static let unreached = Int32.max

  private init(heights: ArraySlice<Int>, columns: Int, spacing: Int) {
    var tops = [0]
    tops.reserveCapacity(heights.count + 1)
    var top = 0
    for height in heights {
      top += height + spacing
      tops.append(top)
    }
    self.tops = tops
    self.columns = columns
    self.spacing = spacing
    fewest = [Int32](repeating: 0, count: tops.count)
    most = fewest
  }

  /// How many pictures each column has. Of equal ways it is the one that has the fewest in the last
  /// column, then in the last but one, and so on.
  ///
  /// - Parameter heights: Each at least 1. Fewer than columns stand one in each.
  /// - Parameter tallest: No column is taller; there has to be a way that keeps to it.
  static func counts(
    heights: ArraySlice<Int>, columns: Int, spacing: Int, tallest: Int
  ) -> [Int] {
    guard heights.count > columns else {
      return (0..<columns).map { $0 < heights.count ? 1 : 0 }
    }
    var breaks = BalancedBreaks(heights: heights, columns: columns, spacing: spacing)
    let (shortest, tallest) = breaks.leastDifference(
      tallestPicture: heights.max() ?? 1, limit: tallest)
    return breaks.counts(shortest: shortest, tallest: tallest)
  }

  private mutating func leastDifference(
    tallestPicture: Int, limit: Int
  ) -> (shortest: Int, tallest: Int) {
    // With more pictures than columns none is empty: a picture moved into an empty one makes no
    // column taller, and leaves less difference. So the sum of the heights is always this.
    let sum = tops[tops.count - 1] - columns * spacing
    let average = sum / columns
    var shortest = 1
    var tallest = max(tallestPicture, average)
    var best: (shortest: Int, tallest: Int)?
    var limit = limit
    while shortest <= average {
      let least = shortest
      guard
        let reached = first(
          in: tallest...max(tallest, limit), { $0.reaches(least...max(least, $1)) })
      else { break }
      tallest = reached
      // The greatest shortest: the last before the first that is too high.
      let above = first(in: shortest + 1...average + 1) { !$0.reaches($1...max($1, reached)) }
      shortest = (above ?? average + 1) - 1
      if best.map({ tallest - shortest < $0.tallest - $0.shortest }) ?? true {
        best = (shortest, tallest)
        limit = min(limit, average + tallest - shortest - 1)
      }
      guard tallest < limit else { break }
      tallest += 1
      shortest += 1
    }
    guard let best else { preconditionFailure("no columns are as short as the page") }
    return best
  }

  /// The first number that holds, where all after it hold as well: in steps that double, then by
  /// bisection, as the first is often near.
  private mutating func first(
    in range: ClosedRange<Int>, _ holds: (inout BalancedBreaks, Int) -> Bool
  ) -> Int? {
    var low = range.lowerBound
    var step = 1
    var high = low
    while !holds(&self, high) {
      guard high < range.upperBound else { return nil }
      low = high + 1
      high = min(high + step, range.upperBound)
      step *= 2
    }
    while low < high {
      let middle = low + (high - low) / 2
      if holds(&self, middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether there are columns that are all this high; leaves in `fewest` and `most` with how many
  /// columns each boundary is reached.
  private mutating func reaches(_ heights: ClosedRange<Int>) -> Bool {
    let shortest = heights.lowerBound + spacing
    let tallest = heights.upperBound + spacing
    let last = tops.count - 1
    var first = 0  // the first reached boundary that a column may begin at
    var latest = 0  // the last one
    var next = 0  // the first boundary not looked at yet
    for index in 1...last {
      let top = tops[index]
      while tops[next] <= top - shortest {
        if fewest[next] != Self.unreached { latest = next }
        next += 1
      }
      while first < next, tops[first] < top - tallest || fewest[first] == Self.unreached {
        first += 1
      }
      if first < next {
        fewest[index] = fewest[first] + 1
        most[index] = most[latest] + 1
      } else {
        fewest[index] = Self.unreached
      }
    }
    return fewest[last] != Self.unreached && fewest[last] <= columns && columns <= most[last]
  }

  private mutating func counts(shortest: Int, tallest: Int) -> [Int] {
    let reached = reaches(shortest...tallest)
    precondition(reached)
    var counts = [Int](repeating: 0, count: columns)
    var end = tops.count - 1
    for column in (0..<columns).reversed() {
      var start = end - 1
      while tops[end] - tops[start] < shortest + spacing || fewest[start] == Self.unreached
        || !(fewest[start]...most[start]).contains(Int32(column))
      {
        start -= 1
      }
      counts[column] = end - start
      end = start
    }
    return counts
  }
}
