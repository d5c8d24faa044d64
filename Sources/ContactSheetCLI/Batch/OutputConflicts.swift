import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Finds files of a batch that would be written over each other, or over what is read, under whatever name.
struct OutputConflicts {
  /// What a file is, by its path without links and, where it is there, by what makes two names one file.
  private var owners: [RawPath: String] = [:]
  private var identities: [FileStatus.Identity: String] = [:]
  /// By directory, the pages that a sheet may have.
  private var pages: [RawPath: [(job: Int, start: [UInt8], end: [UInt8])]] = [:]
  private var directories: [RawPath: RawPath] = [:]
  private(set) var faults: [String] = []

  /// - Parameters:
  ///   - manifest: nil for standard input, and where there is none.
  ///   - report: of the whole batch.
  init(_ jobs: [SheetJob], manifest: RawPath?, report: RawPath?) {
    if let manifest { own(manifest, "the manifest") }
    for job in jobs {
      for input in job.sheetRun.request.inputs where FileStatus(input.path)?.kind != .directory {
        own(input.path, "a picture of \(job.output)")
      }
    }
    if let report { take(report, "the report", nil) }
    for (index, job) in jobs.enumerated() where OutputConflicts.hasPages(job) {
      let (start, end) = OutputNames.pattern(job.output)
      pages[resolved(job.output.directory), default: []].append((index, start, end))
    }
    for (index, job) in jobs.enumerated() {
      for file in job.files {
        let what =
          file.option == "output" ? "\(file.path)" : "the \(file.option) of \(job.output)"
        take(file.path, what, index, job)
      }
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
    _ path: RawPath, _ what: String, _ index: Int?, _ job: SheetJob? = nil
  ) {
    let key = resolvedFile(path)
    let status = FileStatus(path)
    // What is no file at all is refused later, with better words.
    let known =
      owners[key] ?? (status?.kind == .file ? status.flatMap { identities[$0.identity] } : nil)
    let prefix = job?.place.map { "\($0): " } ?? ""
    if let known {
      faults.append("\(prefix)'\(path)' would be written over \(known)")
    } else if let pattern = pages[key.directory]?.first(where: { pattern in
      pattern.job != index && OutputNames.matches(key.lastComponent, pattern.start, pattern.end)
    }) {
      _ = pattern
      faults.append("\(prefix)'\(path)' may be a page of another sheet")
    }
    owners[key] = what
    if let status, status.kind == .file { identities[status.identity] = what }
  }

  private mutating func resolvedFile(_ path: RawPath) -> RawPath {
    resolved(path.directory).appending(path.lastComponent)
  }

  /// A directory without links; as it is written, where it is not there yet.
  private mutating func resolved(_ directory: RawPath) -> RawPath {
    if let known = directories[directory] { return known }
    let text = unsafe directory.withCString { unsafe realpath($0, nil) }
    defer { unsafe free(text) }
    let path = unsafe text.flatMap {
      unsafe RawPath(bytes: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))))
    }
    directories[directory] = path ?? directory.normalized
    return directories[directory]!
  }
}
