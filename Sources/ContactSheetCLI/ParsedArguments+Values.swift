import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster

/// Values by option name; each method throws a sentence that names the option, the value and what is
/// allowed.
extension ParsedArguments {
  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) -> String? { values[name].map { printable($0) } }

  func path(_ name: String) throws(UsageError) -> RawPath? {
    guard let bytes = values[name] else { return nil }
    guard let path = RawPath(bytes: bytes) else {
      throw UsageError("The value of '--\(name)' is empty.")
    }
    return path
  }

  func integer(
    _ name: String, in range: ClosedRange<Int>, unit: String = ""
  ) throws(UsageError) -> Int? {
    guard let text = text(name) else { return nil }
    guard let number = ParsedArguments.integer(text) else {
      throw UsageError("'\(text)' is not a whole number (--\(name)).")
    }
    try ParsedArguments.check(number, text, name, range, unit)
    return number.value
  }

  func decimal(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = text(name) else { return nil }
    guard let value = ParsedArguments.decimal(text) else {
      throw UsageError("'\(text)' is not a number (--\(name)).")
    }
    guard range.contains(value) else {
      throw UsageError(
        "'--\(name) \(text)' is out of range: "
          + "\(Int(range.lowerBound))…\(Int(range.upperBound)).")
    }
    return value
  }

  /// `--scale`: one number, 1…8, before the layout; or, with a page that shows them all, whole numbers from 1
  /// that multiply what is laid out.
  func scales() throws(UsageError) -> (scale: Double, densities: [Int])? {
    guard let text = text("scale"), text.contains(",") else {
      return try decimal("scale", in: Strip.scaleRange).map { ($0, [1]) }
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { ParsedArguments.whole($0) }
    guard numbers.count == parts.count, numbers.first == 1, numbers.allSatisfy((1...8).contains),
      zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      throw UsageError(
        "'\(text)' is not a list of scales (--scale): whole numbers from 1 to 8, the smallest first, as in "
          + "1,2,3.")
    }
    guard has("html") else {
      throw UsageError(
        "'--scale \(text)' makes several files of a sheet, for a page that shows them: it goes with "
          + "'--html' only. A decimal has a point.")
    }
    return (1, numbers)
  }

  /// One of the words of an enumeration.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw ParsedArguments.noChoice(text, name, Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  func color(_ name: String) throws(UsageError) -> Color? {
    guard let text = text(name) else { return nil }
    if let color = Color(css: text) { return color }
    let names = ["none", "transparent"] + Color.names.keys.sorted()
    let near = nearestName(to: text.lowercased(), among: names)
    throw UsageError(
      "'\(text)' is not a colour (--\(name)): #RGB, #RGBA, #RRGGBB, #RRGGBBAA, a CSS name, or none."
        + (near.map { " Did you mean '\($0)'?" } ?? ""))
  }

  func anchor(_ name: String) throws(UsageError) -> Anchor? {
    guard let text = text(name) else { return nil }
    if let anchor = ParsedArguments.anchor(of: text) { return anchor }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { ParsedArguments.decimal(String($0)) }
    if parts.count == 2, numbers.count == 2 {
      throw UsageError("'--\(name) \(text)' is out of range: both numbers are 0…1.")
    }
    let names = ["center", "top", "bottom", "left", "right"]
    throw UsageError(
      "'\(text)' is not an anchor (--\(name)): \(names.joined(separator: ", ")), "
        + "top-left and the other corners, or x,y from 0,0 to 1,1.")
  }

  /// A name, or two shares; nil for anything else.
  static func anchor(of text: String) -> Anchor? {
    if let named = Anchor.names[text] { return named }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { ParsedArguments.decimal(String($0)) }
    guard parts.count == 2, numbers.count == 2, numbers.allSatisfy((0...1).contains) else {
      return nil
    }
    return Anchor(x: numbers[0], y: numbers[1])
  }

  /// One, two or four lengths, as in CSS.
  func margins(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Margins? {
    guard let text = text(name) else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { ParsedArguments.integer(String($0)) }
    guard numbers.count == parts.count, [1, 2, 4].contains(numbers.count) else {
      throw UsageError(
        "'\(text)' is not a margin (--\(name)): one whole number, vertical,horizontal, or "
          + "top,right,bottom,left.")
    }
    for (number, part) in zip(numbers, parts) {
      try ParsedArguments.check(number, String(part), name, range, " pixels")
    }
    return Margins(css: numbers.map(\.value))
  }

  // MARK: the values themselves

  static func noChoice(_ text: String, _ name: String, _ choices: [String]) -> UsageError {
    let near = nearestName(to: text, among: choices)
    return UsageError(
      "'\(text)' is not a value of '--\(name)': \(choices.joined(separator: ", "))."
        + (near.map { " Did you mean '\($0)'?" } ?? ""))
  }

  private static func check(
    _ number: (value: Int, isExact: Bool), _ text: String, _ name: String,
    _ range: ClosedRange<Int>, _ unit: String
  ) throws(UsageError) {
    guard !range.contains(number.value) || !number.isExact else { return }
    let bounds =
      range.upperBound == Int.max
      ? "\(range.lowerBound) or more" : "\(range.lowerBound)…\(range.upperBound)"
    throw UsageError("'--\(name) \(text)' is out of range: \(bounds)\(unit).")
  }

  /// A whole number; a typographic minus counts as one. A number beyond `Int` is `Int.min` or `Int.max`
  /// and not exact.
  static func integer(_ text: String) -> (value: Int, isExact: Bool)? {
    let plain = text.hasPrefix("−") ? "-" + text.dropFirst() : text
    if let value = Int(plain) { return (value, true) }
    let digits = plain.hasPrefix("-") || plain.hasPrefix("+") ? plain.dropFirst() : plain[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return (plain.hasPrefix("-") ? Int.min : Int.max, false)
  }

  /// Digits with at most one point: no exponent, no infinity.
  private static func decimal(_ text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }) else {
      return nil
    }
    return Double(text)
  }
}

extension Anchor {
  static let names: [String: Anchor] = [
    "center": .center, "centre": .center, "top": .top, "bottom": .bottom, "left": .left,
    "right": .right, "top-left": .topLeft, "top-right": .topRight, "bottom-left": .bottomLeft,
    "bottom-right": .bottomRight,
  ]
}
