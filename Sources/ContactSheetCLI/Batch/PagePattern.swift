import ContactSheet
import ImageCodecs

/// How the names of a sheet's pages look, whatever the number is.
struct PagePattern {
  private let start: [UInt8]
  private let end: [UInt8]

  /// - Parameter output: the sheet's, with `{page}` or without.
  init(_ output: RawPath, density: Int = 1) {
    let names = PageNames(RawPath(bytes: output.lastComponent)!, density: density)
    // Two numbers that have no digit in common.
    let (one, other) = (names.name(page: 0, of: 999).bytes, names.name(page: 221, of: 999).bytes)
    start = zip(one, other).prefix { $0 == $1 }.map(\.0)
    end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.map(\.0).reversed()
  }

  /// Whether a name without its directory is that of a page.
  func matches(_ name: [UInt8]) -> Bool {
    name.count > start.count + end.count && name.starts(with: start)
      && name.suffix(end.count).elementsEqual(end)
      && name[start.count..<(name.count - end.count)].allSatisfy(
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  }
}
