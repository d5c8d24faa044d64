import ContactSheet
import ImageCodecs
import PixelDiff
import PlainJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Carries a batch out: several sheets at the same time, on as many threads as there are jobs in all.
struct BatchRun {
  private let command: BatchCommand
  private let console: Console

  init(_ command: BatchCommand, _ console: Console) {
    self.command = command
    self.console = console
  }

  func run() -> ExitCode {
    if case .lines(let path) = command.source { return SheetLines(command, path, console).run() }
    return command.watches ? watch() : once(sheets())
  }

  /// The sheets, all of them checked.
  private func sheets() -> Result<BatchSheets, BatchSheets.Fault> {
    Result { () throws(BatchSheets.Fault) in
      switch command.source {
      case .manifest(let path): try BatchSheets(manifest: path, console)
      case .directories(let each, let layout, let arguments):
        try BatchSheets(each, layout, arguments, console)
      case .lines: preconditionFailure("lines come one by one")
      }
    }
  }

  private func once(_ result: Result<BatchSheets, BatchSheets.Fault>) -> ExitCode {
    let start = monotonicMilliseconds()
    let sheets: BatchSheets
    do throws(BatchSheets.Fault) { sheets = try result.get() } catch {
      for line in error.lines { console.report(line) }
      return error.code
    }
    let conflicts = conflicts(sheets)
    if !conflicts.isEmpty {
      for line in conflicts.prefix(20) { console.report(line) }
      return .notMade
    }
    // Names of outputs are those of all shares: none of them is an input.
    let outputs = OutputNames(sheets.jobs, others: command.report.map { [$0] } ?? [])
    let jobs = command.shard.map { shard in
      shard.share(of: sheets.jobs, outputs: outputs).map { sheets.jobs[$0] }
    }
    let outcomes = self.outcomes(of: jobs ?? sheets.jobs, outputs)
    for file in sheets.unreadable { console.report("\(file.path): \(file.fault)") }
    let report = BatchReport(
      outcomes: outcomes, milliseconds: monotonicMilliseconds() - start)
    var code = outcomes.reduce(sheets.unreadable.isEmpty ? ExitCode.done : .notMade) {
      worst($0, $1.state.exitCode)
    }
    if command.isPlanOnly {
      console.print(
        JSON.object([
          ("version", .number(1)),
          ("sheets", .array(outcomes.map { $0.plan?.value ?? .object($0.members) })),
        ]).text)
    }
    if let goldens = command.goldens { code = worst(code, compare(outcomes, sheets, goldens)) }
    if !command.isQuiet, !command.isPlanOnly { console.report(report.totals) }
    return worst(code, console.write(report.json, to: command.report))
  }

  private func conflicts(_ sheets: BatchSheets) -> [String] {
    var (manifest, prefix): (RawPath?, String) = (nil, "")
    if case .manifest(let path) = command.source {
      prefix = path == "-" ? "standard input: " : "\(path): "
      if path != "-" { manifest = path }
    }
    return OutputConflicts(sheets.jobs, manifest: manifest, report: command.report).faults.map {
      prefix + $0
    }
  }

  // MARK: watching

  #if os(Linux)
    /// Runs until it is stopped, or until nothing can be watched.
    private func watch() -> ExitCode {
      do throws(SystemError) {
        var known: BatchSheets?
        while true {
          // Everything is watched before it is looked at, so that no change is missed.
          let watch = try DirectoryWatch()
          for directory in watched(known) { try add(directory, to: watch) }
          let result = sheets()
          if case .success(let sheets) = result { known = sheets }
          for directory in watched(known) { try add(directory, to: watch) }
          _ = once(result)
          watch.wait(calm: 300)
        }
      } catch {
        console.report("directories cannot be watched: \(error)")
        return .notMade
      }
    }

    /// One that cannot be read, or has gone, does not stop the others; that there are too many does.
    private func add(
      _ directory: RawPath, to watch: borrowing DirectoryWatch
    ) throws(SystemError) {
      do throws(SystemError) { try watch.add(directory) } catch {
        if error.code == ENOSPC || error.code == ENOMEM { throw error }
      }
    }

    /// The directories of the manifest, of the pictures, and where a directory's place is, should it come.
    private func watched(_ sheets: BatchSheets?) -> [RawPath] {
      var directories: Set<RawPath> = []
      switch command.source {
      case .manifest(let path): if path != "-" { directories.insert(path.directory) }
      case .directories(let each, _, _):
        directories.insert(each.tree)
        if each.isRecursive { directories.formUnion(each.tree.directoriesBelow) }
      case .lines: break
      }
      for job in sheets?.jobs ?? [] {
        directories.insert(job.output.directory)
        let request = job.sheetRun.request
        for path in request.paths {
          directories.insert(path.normalized.directory)
          guard FileStatus(path)?.kind == .directory else { continue }
          directories.insert(path)
          if request.isRecursive { directories.formUnion(path.directoriesBelow) }
        }
      }
      return directories.filter { FileStatus($0)?.kind == .directory }
    }
  #else
    private func watch() -> ExitCode {
      console.report("'--watch' needs Linux.")
      return .usage
    }
  #endif

  // MARK: making

  private func outcomes(of jobs: [SheetJob], _ outputs: OutputNames) -> [SheetOutcome] {
    let progress = BatchProgress(sheets: jobs.count)
    let line = ProgressLine(
      progress.source, command.progress, isQuiet: command.isQuiet, console)
    defer { line?.end() }
    let teller = InOrder { [self] outcome in tell(outcome, line) }
    let builder = SheetBuilder(command, outputs, command.remote.files)
    let count = BatchRun.sheetsAtOnce(command.jobs, jobs.count)
    let work = SharedWork(
      jobs: command.jobs, memory: command.memory, tileBytes: command.memory / 4)
    let hasFailed = Locked(false)
    return concurrentMap(count: jobs.count, jobs: count) { index in
      var outcome = SheetOutcome(state: .notTried, output: jobs[index].output)
      if !(command.failsFast && hasFailed.withLock({ $0 })) {
        let own = progress.begin(index)
        outcome = builder.outcome(
          of: jobs[index], progress: own, turn: SheetTurn(work, sheet: index, of: count))
        progress.end(index, failed: outcome.state == .failed)
        if outcome.state == .failed { hasFailed.withLock { $0 = true } }
      }
      teller.put(index, outcome)
      // Its lines have been told, or wait to be.
      outcome.lines = []
      return outcome
    }
  }

  /// Sheets that are made at the same time: as many as there are jobs, so that small ones fill what large ones leave
  /// idle at their ends; fewer where files cannot all be open.
  static func sheetsAtOnce(_ jobs: Int, _ sheets: Int) -> Int {
    var count = max(1, min(jobs, sheets, 16))
    while count > 1, FileLimit.jobs(count * (jobs + 3)) < count * (jobs + 3) { count -= 1 }
    return count
  }

  private func tell(_ outcome: SheetOutcome, _ line: ProgressLine?) {
    let name = outcome.output!
    switch outcome.state {
    case .built, .failed, .withOmissions:
      for line in outcome.lines { console.report(line) }
      if let markdown = outcome.markdown { console.print(markdown) }
      if outcome.state == .withOmissions, !outcome.isMade {
        for trouble in outcome.troubles { console.report("\(name): unchanged: \(trouble)") }
      }
    case .outOfDate: console.print("\(name): \(outcome.reason ?? "has to be made")")
    case .empty:
      if !command.isQuiet {
        console.report(
          outcome.reason! + (FileStatus(name) == nil ? ", so there is no \(name)" : ""))
      }
    case .unchanged, .notTried: break
    }
  }

  // MARK: comparing

  /// Compares the sheets with goldens of the same names, exactly.
  private func compare(
    _ outcomes: [SheetOutcome], _ sheets: BatchSheets, _ goldens: RawPath
  ) -> ExitCode {
    let base = sheets.base?.normalized
    var pairs: [PicturePair] = []
    for page in outcomes.flatMap(\.pages) {
      let path = page.normalized
      let name = base.flatMap(path.below) ?? path
      // Only a name below the goldens is one of theirs.
      let golden = goldens.appending(Array(name.bytes.drop { $0 == UInt8(ascii: "/") }))
      pairs.append(
        PicturePair(
          name: name, expected: FileStatus(golden) == nil ? nil : golden, actual: page))
    }
    if pairs.isEmpty { return .done }
    let comparison = PairComparison(jobs: command.jobs, memory: command.memory)
    let found = zip(pairs, comparison.outcomes(of: pairs, progress: Progress())).map {
      DiffEntry($0, $1, DiffLimits())
    }
    let report = DiffReport(
      entries: found, expected: goldens, actual: base ?? ".",
      limits: DiffLimits(), areDirectories: true)
    for entry in found {
      if let fault = entry.fault { console.report(entry.describe(fault)) }
    }
    if !command.isQuiet { for line in report.lines { console.print(line) } }
    return found.reduce(.done) { worst($0, $1.state.exitCode) }
  }
}

extension RawPath {
  /// What follows a directory's path; nil where this does not lie below it.
  fileprivate func below(_ directory: RawPath) -> RawPath? {
    let start = directory.appending([]).bytes
    guard bytes.starts(with: start) else { return nil }
    return RawPath(bytes: Array(bytes[start.count...]))
  }
}
