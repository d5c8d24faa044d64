import PixelGeometry

/// Lengths: whole pixels, or millimetres and inches at a density.
extension ParsedArguments {
  func length(
    _ name: String, in range: ClosedRange<Int>, dpi: Int
  ) throws(UsageError) -> Int? {
    guard let text = text(name) else { return nil }
    return try ParsedArguments.length(text, name, in: range, dpi: dpi)
  }

  /// One, two or four lengths, as in CSS.
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

  /// The two sides of a size as they are written, each with its unit.
  static func sides(_ text: String) -> (String, String)? {
    let parts = text.lowercased().replacing("×", with: "x").split(
      separator: "x", omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    let unit = units.first { parts[1].hasSuffix($0.name) }?.name ?? ""
    let hasOwn = units.contains { parts[0].hasSuffix($0.name) }
    return (parts[0] + (hasOwn ? "" : unit), parts[1])
  }

  /// What one of each unit is in 1/254,000 inch, a whole number for all of them.
  private static let units: [(name: String, grains: Int?)] = [
    ("px", nil), ("mm", 10_000), ("cm", 100_000), ("in", 254_000),
  ]

  static func length(
    _ text: String, _ name: String, in range: ClosedRange<Int>, dpi: Int
  ) throws(UsageError) -> Int {
    guard let pixels = pixels(text, dpi: dpi) else {
      throw UsageError(
        "'\(text)' is not a length (--\(name)): whole pixels, or a number with mm, cm or in.")
    }
    guard range.contains(pixels) else {
      let unit =
        Int(text) == nil && !text.hasSuffix("px") ? ", \(pixels) pixels at \(dpi) dpi," : ""
      throw UsageError(
        "'--\(name) \(text)'\(unit) is out of range: \(range.lowerBound)…\(range.upperBound) pixels."
      )
    }
    return pixels
  }

  /// Pixels, rounded half up; nil for what is no length.
  private static func pixels(_ text: String, dpi: Int) -> Int? {
    let text = text.hasPrefix("−") ? "-" + text.dropFirst() : text
    if let value = Int(text) { return value }
    guard let (unit, grains) = units.first(where: { text.hasSuffix($0.name) }) else {
      // A number too large for Int is out of every range.
      let digits = text.drop { $0 == "-" || $0 == "+" }
      guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
      return text.hasPrefix("-") ? Int.min : Int.max
    }
    let number = String(text.dropLast(unit.count))
    guard let grains else { return Int(number) }
    guard let thousandths = thousandths(number) else { return nil }
    let (product, overflow) = thousandths.multipliedReportingOverflow(by: grains * dpi)
    return overflow ? Int.max : (product + 127_000_000) / 254_000_000
  }

  /// A plain decimal of at least 0 in thousandths; further digits are left out.
  private static func thousandths(_ text: String) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      parts.contains(where: { !$0.isEmpty }), parts[0].count <= 9
    else { return nil }
    let whole = Int(parts[0]) ?? 0
    let fraction = parts.count == 2 ? String((parts[1] + "000").prefix(3)) : "0"
    return 1000 * whole + (Int(fraction) ?? 0)
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
