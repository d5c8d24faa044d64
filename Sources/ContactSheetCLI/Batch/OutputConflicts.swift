import ContactSheet
import ImageCodecs
import PlainJSON

/// Finds files of a batch that would be written over each other, or over what is read, under whatever name.
struct OutputConflicts {
  /// What a file is, by its path without links and, where it is there, by what makes two names one file.
  private var owners: [RawPath: String] = [:]
  private var identities: [FileStatus.Identity: String] = [:]
  /// By directory, the pages that a sheet may have.
  private var pages: [RawPath: [(job: Int, pattern: PagePattern)]] = [:]
  private var directories: [RawPath: RawPath] = [:]
  private(set) var faults: [String] = []

  /// - Parameters:
  ///   - manifest: nil for standard input, and where there is none.
  ///   - report: of the whole batch.
  init(_ jobs: [SheetJob], manifest: RawPath?, report: RawPath?) {
    if let manifest { own(manifest, "the manifest") }
    for job in jobs {
      for input in job.sheetRun.request.inputs where !input.isDirectory {
        if let path = input.path { own(path, "a picture of \(job.output)") }
      }
      for feed in job.sheetRun.request.feedFiles { own(feed, "a feed of \(job.output)") }
    }
    if let report { take(report, "the report") }
    for (index, job) in jobs.enumerated() where OutputConflicts.hasPages(job) {
      pages[resolved(job.output.directory), default: []] += job.pagePatterns.map { (index, $0) }
    }
    for (index, job) in jobs.enumerated() {
      for file in job.files {
        let what =
          file.option == "output" ? "\(file.path)" : "the \(file.option) of \(job.output)"
        take(file.path, what, of: index, at: job.place)
      }
      for path in job.denser { take(path, "\(path)", of: index, at: job.place) }
    }
  }

  /// What decides that a sheet may have several pages.
  private static func hasPages(_ job: SheetJob) -> Bool {
    PageNames(job.output).hasToken
      || ["page-size", "per-page", "rows", "tile"].contains { job.arguments.has($0) }
  }

  private mutating func own(_ path: RawPath, _ what: String) {
    owners[resolvedFile(path)] = what
    if let identity = FileStatus(path)?.identity { identities[identity] = what }
  }

  private mutating func take(
    _ path: RawPath, _ what: String, of job: Int? = nil, at place: JSONPlace? = nil
  ) {
    let key = resolvedFile(path)
    // What is no file at all is refused later, with better words.
    let identity = FileStatus(path).flatMap { $0.kind == .file ? $0.identity : nil }
    let prefix = place.map { "\($0): " } ?? ""
    if let known = owners[key] ?? identity.flatMap({ identities[$0] }) {
      faults.append("\(prefix)'\(path)' would be written over \(known)")
    } else if pages[key.directory]?.contains(where: {
      $0.job != job && $0.pattern.matches(key.lastComponent)
    }) == true {
      faults.append("\(prefix)'\(path)' may be a page of another sheet")
    }
    owners[key] = what
    if let identity { identities[identity] = what }
  }

  private mutating func resolvedFile(_ path: RawPath) -> RawPath {
    resolved(path.directory).appending(path.lastComponent)
  }

  /// A directory without links; as it is written, where it is not there yet.
  private mutating func resolved(_ directory: RawPath) -> RawPath {
    if let known = directories[directory] { return known }
    let path = directory.resolved ?? directory.normalized
    directories[directory] = path
    return path
  }
}
