import PixelGeometry

/// Pictures in order, cut into rows whose heights, when they fill the width, are as near as can be
/// to the wanted one.
///
/// It is the way a paragraph is broken into lines (D. Knuth and M. Plass, "Breaking paragraphs into
/// lines", 1981): for each boundary the best rows before it, from the best rows before earlier
/// ones. Rows are better when, first, less of their height lies outside the tolerance, and then,
/// when the sum of their squared deviations is less. So a row leaves the tolerance only where that
/// cannot be avoided.
///
/// What lies outside, in the units of height, counts for each picture of a row:
///
/// - Below `lowest`, lowest² / height − lowest. It grows with the width of what is in the row: if
///   only the lost height counted, one row a pixel high would be better than several that are low.
///   And it counts for each picture, so that an ordinary one is not squeezed in beside a panorama.
/// - Above `highest`, the height beyond the wanted one, to which such a row is set; but the height
///   is taken to be no more than twice the wanted one, as a gap is a gap.
///
/// Heights are counted in hundredths of a pixel and ratios in units of 1/2²⁴, all in integers.
struct RowBreaks {
  /// Ratio units of 1: a square.
  static let unit = 1 << 24

  /// The width of the rows in pixels.
  let width: Int
  let spacing: Int

  /// The wanted height, in pixels.
  let rowHeight: Int

  /// Rows lower or higher than this, in hundredths of a pixel, lie outside the tolerance.
  let lowest: Int
  let highest: Int

  /// The height up to which the last row is stretched, in hundredths of a pixel.
  let highestLast: Int

  /// Whether the last row costs what any other does. Else it costs nothing for being incomplete,
  /// that is, where it is higher than wanted if it fills the width, up to `highestLast` if
  /// `stretchesLast`.
  let lastCounts: Bool
  let stretchesLast: Bool

  /// The most pictures in a row.
  let atMost: Int

  /// What rows cost, summed.
  struct Cost: Comparable {
    var outside: Int
    var squares: Int

    static let none = Cost(outside: 0, squares: 0)

    static func < (one: Cost, other: Cost) -> Bool {
      (one.outside, one.squares) < (other.outside, other.squares)
    }

    static func + (one: Cost, other: Cost) -> Cost {
      Cost(outside: one.outside + other.outside, squares: one.squares + other.squares)
    }
  }

  /// Width through height. A picture is at least one pixel wide where its row has the wanted
  /// height, and at least one pixel high where it fills a row alone.
  func ratio(of picture: PixelSize) -> Int {
    let least = (Self.unit + rowHeight - 1) / rowHeight
    let ratio = roundedQuotient(picture.width * Self.unit, picture.height)
    return min(max(ratio, least), width * Self.unit)
  }

  /// The height in hundredths of a pixel of a row that fills the width; nil where there is no room
  /// for so many pictures of at least one pixel.
  func naturalHeight(ratioSum: Int, count: Int) -> Int? {
    let available = width - (count - 1) * spacing
    guard available >= count else { return nil }
    return roundedQuotient(100 * available * Self.unit, ratioSum)
  }

  /// What a row of so many pictures costs that would be this high if it filled the width.
  func cost(naturalHeight height: Int, count: Int, isLast: Bool) -> Cost {
    let wanted = 100 * rowHeight
    let capped = min(height, 2 * wanted)
    if isLast, !lastCounts, height >= wanted {
      let isTooHigh = stretchesLast && height > highestLast
      return Cost(outside: isTooHigh ? count * (capped - wanted) : 0, squares: 0)
    }
    let outside =
      height < lowest
      ? max(1, lowest * lowest / max(height, 1) - lowest)
      : height > highest ? capped - wanted : 0
    return Cost(outside: count * outside, squares: (capped - wanted) * (capped - wanted))
  }

  /// The ends of the rows. Of equal ways it is the one whose last row is longest, then the last but
  /// one, and so on.
  ///
  /// - Complexity: O(n · pictures in the longest row that is tried).
  func ends(ratios: [Int]) -> [Int] {
    let count = ratios.count
    var best = [Cost?](repeating: nil, count: count + 1)
    var starts = [Int](repeating: 0, count: count + 1)
    best[0] = Cost.none
    for start in 0..<count {
      guard let before = best[start] else { continue }
      var end = start
      var sum = 0
      // Where the row is too low for the first time.
      var low: (end: Int, sum: Int)?
      while end < count, end - start < atMost {
        guard let height = naturalHeight(ratioSum: sum + ratios[end], count: end + 1 - start)
        else { break }
        sum += ratios[end]
        end += 1
        if let low {
          // What came after would be too low even as a row of its own. Two such rows lie less
          // outside than one of them all, as the width of what they hold adds up; so no longer
          // row is needed.
          if let after = naturalHeight(ratioSum: sum - low.sum, count: end - low.end),
            after < lowest
          {
            break
          }
        } else if height < lowest {
          low = (end, sum)
        }
        let cost =
          before
          + cost(
            naturalHeight: height, count: end - start, isLast: end == count)
        if best[end].map({ cost < $0 }) ?? true {
          best[end] = cost
          starts[end] = start
        }
      }
    }
    var ends: [Int] = []
    var end = count
    while end > 0 {
      ends.append(end)
      end = starts[end]
    }
    return ends.reversed()
  }
}
