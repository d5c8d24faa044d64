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
      let name = job.output.lastComponent
      let pattern = PageNames(RawPath(bytes: name)!)
      // What stays the same whatever the number is.
      let (one, other) = (
        pattern.name(page: 0, of: 999).bytes, pattern.name(page: 221, of: 999).bytes
      )
      let start = zip(one, other).prefix { $0 == $1 }.map(\.0)
      let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.map(\.0)
      pages[output.directory.normalized, default: []].append((start, Array(end.reversed())))
    }
  }

  func contains(_ path: RawPath) -> Bool {
    let path = path.normalized
    if files.contains(path) { return true }
    guard let patterns = pages[path.directory.normalized] else { return false }
    let name = path.lastComponent
    return patterns.contains { start, end in
      name.count > start.count + end.count && name.starts(with: start)
        && name.suffix(end.count).elementsEqual(end)
        && name[start.count..<(name.count - end.count)].allSatisfy(
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }
  }
}
