public import ImageCodecs

/// The order in which people count: img2 before img10.
///
/// It is the same on every system, because it knows bytes and no language. Two names are compared from the
/// left:
///
/// 1. Where both have a digit, the whole runs of digits are compared as numbers of any length; leading
///    zeros do not count.
/// 2. Everywhere else a byte is compared with a byte, `A`…`Z` as `a`…`z`. So digits come after blank, `-`
///    and `.`, and before `_` and letters; bytes beyond ASCII come last.
/// 3. A name that ends first comes first.
///
/// Names that are equal so far: the first run of digits with fewer leading zeros comes first (img10,
/// img010), then the raw bytes decide (IMG3, img3). Only equal names are equal.
///
/// Paths are compared name by name, so that what lies in a directory stays together, and files and
/// directories of one level are sorted together.
public enum NaturalOrder {
  /// Whether `first` comes before `second`.
  public static func precedes(_ first: RawPath, _ second: RawPath) -> Bool {
    let slash = UInt8(ascii: "/")
    var firstNames = first.bytes.split(separator: slash, omittingEmptySubsequences: false)[...]
    var secondNames = second.bytes.split(separator: slash, omittingEmptySubsequences: false)[...]
    while let one = firstNames.popFirst(), let other = secondNames.popFirst() {
      if one != other { return precedes(name: one, other) }
    }
    return first.bytes.count < second.bytes.count
  }

  /// Whether one name comes before another.
  package static func precedes(name first: [UInt8], _ second: [UInt8]) -> Bool {
    precedes(name: first[...], second[...])
  }

  private static func precedes(name first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
    var (a, b) = (first, second)
    // Digits that the first has more than the second in the first run where that differs.
    var moreZeros = 0
    while let x = a.first, let y = b.first {
      guard isDigit(x), isDigit(y) else {
        if folded(x) != folded(y) { return folded(x) < folded(y) }
        a = a.dropFirst()
        b = b.dropFirst()
        continue
      }
      let (firstRun, secondRun) = (a.prefix(while: isDigit), b.prefix(while: isDigit))
      let number = firstRun.drop { $0 == UInt8(ascii: "0") }
      let otherNumber = secondRun.drop { $0 == UInt8(ascii: "0") }
      if number.count != otherNumber.count { return number.count < otherNumber.count }
      if !number.elementsEqual(otherNumber) {
        return number.lexicographicallyPrecedes(otherNumber)
      }
      if moreZeros == 0 { moreZeros = firstRun.count - secondRun.count }
      a = a.dropFirst(firstRun.count)
      b = b.dropFirst(secondRun.count)
    }
    if a.isEmpty != b.isEmpty { return a.isEmpty }
    if moreZeros != 0 { return moreZeros < 0 }
    return first.lexicographicallyPrecedes(second)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
