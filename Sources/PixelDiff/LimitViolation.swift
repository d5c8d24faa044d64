public import PixelGeometry

/// Why two pictures count as different.
public enum LimitViolation: Hashable, Sendable {
  /// No limit helps, see ``DiffOptions/SizeMismatch/fail``.
  case sizes(expected: PixelSize, actual: PixelSize)
  case pixels(Int, limit: Int)
  case percent(DiffPercent, limit: PercentLimit)
  case window(WorstWindow, limit: DiffLimits.Window)
}

extension DiffResult {
  /// The limits that do not hold; none where the pictures count as the same.
  public func violations(of limits: DiffLimits) -> [LimitViolation] {
    var found: [LimitViolation] = []
    if sizesDiffer { found.append(.sizes(expected: expectedSize, actual: actualSize)) }
    let noneGiven = limits == DiffLimits()
    if let limit = limits.maxPixels ?? (noneGiven ? 0 : nil), counts.differing > limit {
      found.append(.pixels(counts.differing, limit: limit))
    }
    if let limit = limits.maxPercent, !limit.allows(percent) {
      found.append(.percent(percent, limit: limit))
    }
    if let limit = limits.window {
      // It was looked for, or nobody could tell.
      let worst = worstWindow!
      if worst.pixels >= limit.pixels { found.append(.window(worst, limit: limit)) }
    }
    return found
  }
}
