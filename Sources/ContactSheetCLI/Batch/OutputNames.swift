import ContactSheet
import ImageCodecs

/// The files that the sheets of a batch are or may be: none of them is an input, wherever it lies.
struct OutputNames {
  private var files: Set<RawPath> = []
  /// By directory.
  private var pages: [RawPath: [PagePattern]] = [:]

  /// - Parameter others: files of the whole batch.
  init(_ jobs: [SheetJob], others: [RawPath] = []) {
    files = Set(others.map(\.normalized))
    for job in jobs {
      let output = job.output.normalized
      files.insert(output)
      files.formUnion((job.denser + job.others).map(\.normalized))
      pages[output.directory.normalized, default: []] += job.pagePatterns
    }
  }

  func contains(_ path: RawPath) -> Bool {
    let path = path.normalized
    if files.contains(path) { return true }
    guard let patterns = pages[path.directory.normalized] else { return false }
    let name = path.lastComponent
    return patterns.contains { $0.matches(name) }
  }
}
