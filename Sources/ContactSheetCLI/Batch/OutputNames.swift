import ContactSheet
import ImageCodecs

/// The files that the sheets of a batch are or may be: none of them is an input, wherever it lies.
struct OutputNames {
  private var files: Set<RawPath> = []
  /// By directory, how the names of pages begin and end.
  private var pages: [RawPath: [(start: [UInt8], end: [UInt8])]] = [:]

  /// - Parameter others: files of the whole batch.
  init(_ jobs: [SheetJob], others: [RawPath] = []) {
    files = Set(others.map(\.normalized))
    for job in jobs {
      let output = job.output.normalized
      files.insert(output)
      files.formUnion(job.others.map(\.normalized))
      let (start, end) = OutputNames.pattern(job.output)
      pages[output.directory.normalized, default: []].append((start, end))
    }
  }

  /// How the names of a sheet's pages begin and end, whatever the number is.
  static func pattern(_ output: RawPath) -> (start: [UInt8], end: [UInt8]) {
    let names = PageNames(RawPath(bytes: output.lastComponent)!)
    let (one, other) = (names.name(page: 0, of: 999).bytes, names.name(page: 221, of: 999).bytes)
    let start = zip(one, other).prefix { $0 == $1 }.map(\.0)
    let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.map(\.0)
    return (start, Array(end.reversed()))
  }

  static func matches(_ name: [UInt8], _ start: [UInt8], _ end: [UInt8]) -> Bool {
    name.count > start.count + end.count && name.starts(with: start)
      && name.suffix(end.count).elementsEqual(end)
      && name[start.count..<(name.count - end.count)].allSatisfy(
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  }

  func contains(_ path: RawPath) -> Bool {
    let path = path.normalized
    if files.contains(path) { return true }
    guard let patterns = pages[path.directory.normalized] else { return false }
    let name = path.lastComponent
    return patterns.contains { OutputNames.matches(name, $0.start, $0.end) }
  }
}
