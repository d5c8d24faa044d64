import ImageCodecs
import PixelDiff
import PixelGeometry

extension DiffResult {
  /// What differs, in one line, as a message goes on after a picture's name and a colon.
  ///
  /// - Parameter limits: those that do not hold are said.
  package func words(_ limits: DiffLimits) -> String {
    var parts: [String] = []
    if expectedSize != actualSize {
      parts.append("sizes differ: expected \(expectedSize), actual \(actualSize)")
    }
    if counts.differing > 0 {
      let verb = counts.differing == 1 ? "differs" : "differ"
      parts.append(
        "\(number(counts.differing)) of \(number(counts.total)) pixels \(verb) (\(percent))")
    }
    if let largest = largestDifference {
      parts.append("largest difference \(largest.value) at \(largest.x),\(largest.y)")
    }
    if let region = regions.first {
      let frame = region.frame
      var words = "in \(frame.size) at \(frame.left),\(frame.top)"
      let more = regionCount - 1
      if more > 0 { words += " and \(number(more)) \(more == 1 ? "region" : "regions") more" }
      parts.append(words)
    }
    if limits != DiffLimits() {
      for violation in violations(of: limits) { parts += DiffResult.limit(violation) }
    }
    return parts.joined(separator: ", ")
  }

  private static func limit(_ violation: LimitViolation) -> [String] {
    switch violation {
    // It has been said.
    case .sizes: []
    case .pixels(_, let limit): ["at most \(number(limit)) \(limit == 1 ? "pixel" : "pixels") may"]
    case .percent(_, let limit): ["at most \(limit) may"]
    case .window(let worst, let limit):
      [
        "\(number(worst.pixels)) within \(limit.side) × \(limit.side) at \(worst.frame.left),"
          + "\(worst.frame.top), where \(number(limit.pixels)) are too many"
      ]
    }
  }
}

private func number(_ number: Int) -> String { grouped(UInt64(number)) }
