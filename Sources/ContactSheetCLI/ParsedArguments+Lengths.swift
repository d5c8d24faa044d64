import PixelGeometry

/// Lengths: whole pixels, or millimetres and inches at a density.
extension ParsedArguments {
  func length(
    _ name: String, in range: ClosedRange<Int>, dpi: Int
  ) throws(UsageError) -> Int? {
    guard let text = text(name) else { return nil }
    return try ParsedArguments.length(text, name, in: range, dpi: dpi)
  }

  /// One, two or four lengths in the order of CSS.
  func margins(
    _ name: String, in range: ClosedRange<Int>, dpi: Int
  ) throws(UsageError) -> Margins? {
    guard let text = text(name) else { return nil }
    var lengths: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard ParsedArguments.pixels(String(part), dpi: dpi) != nil else { break }
      lengths.append(try ParsedArguments.length(String(part), name, in: range, dpi: dpi))
    }
    let count = text.split(separator: ",", omittingEmptySubsequences: false).count
    guard lengths.count == count, let margins = Margins(css: lengths) else {
      throw UsageError(
        "'\(text)' is not a margin (--\(name)): one length, vertical,horizontal, or "
          + "top,right,bottom,left.")
    }
    return margins
  }

  /// WxH, with a unit after each or after the last for both.
  func size(
    _ name: String, in range: ClosedRange<Int>, dpi: Int
  ) throws(UsageError) -> PixelSize? {
    guard let text = text(name) else { return nil }
    guard let (width, height) = ParsedArguments.sides(text) else {
      throw UsageError("'\(text)' is not a size (--\(name)): WIDTHxHEIGHT, as in 300x200.")
    }
    return PixelSize(
      width: try ParsedArguments.length(width, name, in: range, dpi: dpi),
      height: try ParsedArguments.length(height, name, in: range, dpi: dpi))
  }

  /// The two sides of a size as they are written, each with its unit; nil for what is no size.
  ///
  /// A unit after the second side alone is that of both; one after the first alone leaves open what is meant.
  static func sides(_ text: String) -> (String, String)? {
    let text = text.lowercased().replacing("×", with: "x")
    // The x of "px" is followed by no number.
    let crosses = text.indices.filter { index in
      let next = text.index(after: index)
      return text[index] == "x" && next < text.endIndex && "0123456789.+-−".contains(text[next])
    }
    guard crosses.count == 1, let cross = crosses.first, cross > text.startIndex else { return nil }
    let (first, second) = (String(text[..<cross]), String(text[text.index(after: cross)...]))
    switch (unit(of: first), unit(of: second)) {
    case (nil, let unit?): return (first + unit.name, second)
    case (_?, nil): return nil
    case (nil, nil), (_?, _?): return (first, second)
    }
  }

  /// What one of each unit is in 1/254,000 inch, a whole number for all of them.
  private static let units: [(name: String, grains: Int?)] = [
    ("px", nil), ("mm", 10_000), ("cm", 100_000), ("in", 254_000),
  ]

  private static func unit(of text: String) -> (name: String, grains: Int?)? {
    let text = text.lowercased()
    return units.first { text.hasSuffix($0.name) }
  }

  /// The length in pixels depends on the density.
  static func isPhysical(_ text: String) -> Bool {
    text.split { ",x×".contains($0) }.contains { unit(of: String($0))?.grains != nil }
  }

  static func length(
    _ text: String, _ name: String, in range: ClosedRange<Int>, dpi: Int
  ) throws(UsageError) -> Int {
    guard let pixels = pixels(text, dpi: dpi) else {
      throw UsageError(
        "'\(text)' is not a length (--\(name)): whole pixels, or a number with mm, cm or in.")
    }
    guard range.contains(pixels) else {
      // A number beyond all numbers has no pixels to tell of.
      let isCounted = isPhysical(text) && abs(pixels) < Int.max
      throw UsageError(
        "'--\(name) \(text)'\(isCounted ? ", \(pixels) pixels at \(dpi) dpi," : "") is out of range: "
          + "\(range.lowerBound)…\(range.upperBound) pixels.")
    }
    return pixels
  }

  /// Digits and nothing else; `Int.max` for a number beyond it, nil for what is no number.
  static func whole(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, isDigits(text) else { return nil }
    return Int(text) ?? Int.max
  }

  /// Pixels, rounded half away from zero; nil for what is no length. What is too large for `Int` is
  /// `Int.max`, which is out of every range.
  private static func pixels(_ text: String, dpi: Int) -> Int? {
    let isNegative = text.hasPrefix("-") || text.hasPrefix("−")
    let plain = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
    let unit = unit(of: plain)
    let number = plain.dropLast(unit?.name.count ?? 0)
    let pixels: Int
    if let grains = unit?.grains {
      guard let thousandths = thousandths(number) else { return nil }
      let (product, overflow) = thousandths.multipliedReportingOverflow(by: grains * dpi)
      let (quotient, rest) = product.quotientAndRemainder(dividingBy: 254_000_000)
      pixels = overflow ? Int.max : quotient + (rest < 127_000_000 ? 0 : 1)
    } else {
      guard let whole = whole(number) else { return nil }
      pixels = whole
    }
    return isNegative ? -pixels : pixels
  }

  /// A plain decimal in thousandths; further digits are left out.
  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ isDigits($0) }), parts.contains(where: { !$0.isEmpty }) else {
      return nil
    }
    let fraction = parts.count == 2 ? String((parts[1] + "000").prefix(3)) : "000"
    // All digits in a row are the thousandths.
    return Int(parts[0] + fraction) ?? Int.max
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Margins {
  /// One, two or four lengths in the order of CSS; nil for another number of them.
  init?(css lengths: [Int]) {
    switch lengths.count {
    case 1: self.init(all: lengths[0])
    case 2:
      self.init(top: lengths[0], right: lengths[1], bottom: lengths[0], left: lengths[1])
    case 4:
      self.init(top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3])
    default: return nil
    }
  }
}
