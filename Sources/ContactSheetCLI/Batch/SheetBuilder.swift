import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Brings one sheet of a batch up to date.
struct SheetBuilder {
  let outputs: OutputNames
  /// Makes what is up to date as well.
  let isForced: Bool
  /// Makes nothing and says what would be made.
  let isCheckOnly: Bool
  let isPlanOnly: Bool
  let isQuiet: Bool
  /// Threads of all sheets together.
  let jobs: Int
  /// In bytes.
  let memory: Int
  /// Fetches for all sheets: an address is the same for each of them.
  let files: RemoteFiles

  init(_ command: BatchCommand, _ outputs: OutputNames, _ files: RemoteFiles) {
    self.outputs = outputs
    self.files = files
    isForced = command.isForced
    isCheckOnly = command.isCheckOnly
    isPlanOnly = command.isPlanOnly
    isQuiet = command.isQuiet
    jobs = command.jobs
    memory = command.memory
  }

  func outcome(
    of job: SheetJob, progress: Progress, turn: SheetTurn
  ) -> SheetOutcome {
    let start = monotonicMilliseconds()
    var outcome = self.outcome(of: job, progress, turn)
    outcome.output = job.output
    outcome.milliseconds = monotonicMilliseconds() - start
    return outcome
  }

  private func outcome(
    of job: SheetJob, _ progress: Progress, _ turn: SheetTurn
  ) -> SheetOutcome {
    if job.mayBeEmpty, let empty = emptiness(job) { return empty }
    if isPlanOnly { return made(job, progress, turn) }
    var inputs = snapshot(job)
    let remote: RemoteSnapshot
    do throws(PictureList.Fault) { remote = try remoteSnapshot(job, progress) } catch {
      if isCheckOnly { return SheetOutcome(state: .outOfDate, reason: error.lines.first) }
      return failed(error.lines)
    }
    // Looked at before it is locked, so that a sheet which is up to date needs no writing at all.
    if !isForced {
      var hadToLook = false
      let state = SheetState(json: StateFile.contents(for: job.output))
      let staleness = staleness(job, state, inputs, remote) { hadToLook = true }
      if isCheckOnly, let staleness {
        return SheetOutcome(state: .outOfDate, reason: staleness)
      }
      if let state, staleness == nil {
        if hadToLook, !isCheckOnly { trust(inputs, state, of: job) }
        return SheetOutcome(upToDate: state)
      }
    }
    if let kind = FileStatus(job.output)?.kind, kind != .file {
      return failed("\(job.output): is no file, and is not replaced")
    }
    let file: StateFile
    do throws(OutputFault) {
      try OutputDirectory.make(job.output.directory)
    } catch { return failed(error.description) }
    do throws(StateFile.Fault) { file = try StateFile.open(for: job.output) } catch {
      switch error {
      case .locked:
        return failed(
          "\(job.output): another run is making it (lock \(StateFile.path(for: job.output)))")
      case .output(let fault): return failed(fault.description)
      }
    }
    inputs.takeDigests(at: now())
    var outcome = made(job, progress, turn)
    guard outcome.state == .built || outcome.state == .withOmissions else { return outcome }
    outcome.isMade = true
    // What changed meanwhile may be in the sheet or not: the next run makes it again.
    guard snapshot(job).change(since: inputs) == nil else { return outcome }
    let made = SheetState(
      recipe: job.recipe, inputs: inputs, remote: remote, pages: InputSnapshot(made: outcome.pages),
      others: InputSnapshot(made: job.others), pictures: outcome.pictures,
      troubles: outcome.troubles)
    do throws(OutputFault) { try file.write(Array(made.json.utf8)) } catch {
      outcome.lines.append(error.description)
      return outcome
    }
    return outcome
  }

  /// A directory without a picture is none that a sheet is made of.
  private func emptiness(_ job: SheetJob) -> SheetOutcome? {
    let directory = job.sheetRun.request.paths[0]
    guard let names = try? directory.visibleNames() else { return nil }
    let hasPicture = names.contains { name in
      let path = directory.appending(name)
      guard !outputs.contains(path), let file = try? InputFile.open(path),
        let head = try? file.bytes(at: 0, count: FileKind.headCount)
      else { return false }
      return FileKind(head: head).isPicture && !file.isContactSheet
    }
    if hasPicture { return nil }
    if FileStatus(job.output) != nil {
      return SheetOutcome(
        state: isCheckOnly ? .outOfDate : .empty,
        reason: "\(directory): holds no pictures any more; the earlier sheet is left there")
    }
    return SheetOutcome(state: .empty, reason: "\(directory): holds no pictures")
  }

  private func failed(_ words: String) -> SheetOutcome { failed([words]) }

  private func failed(_ lines: [String]) -> SheetOutcome {
    SheetOutcome(state: .failed, reason: lines.first, lines: lines)
  }

  // MARK: what there is already

  private func snapshot(_ job: SheetJob) -> InputSnapshot {
    InputSnapshot(
      of: job.sheetRun.request.paths, isRecursive: job.sheetRun.request.isRecursive,
      isLeftOut: outputs.contains)
  }

  /// What a sheet takes from the web. It is fetched, or the cache says that nothing changed.
  private func remoteSnapshot(
    _ job: SheetJob, _ progress: Progress
  ) throws(PictureList.Fault) -> RemoteSnapshot {
    let run = job.sheetRun
    guard run.request.isRemote else { return RemoteSnapshot() }
    let list = try run.request.gathered(
      decoding: run.decoding, jobs: jobs, files: files, progress: progress, most: run.limit)
    return RemoteSnapshot(list, onError: run.decoding.onError)
  }

  /// Why a sheet has to be made; nil where it is up to date.
  private func staleness(
    _ job: SheetJob, _ state: SheetState?, _ inputs: InputSnapshot, _ remote: RemoteSnapshot,
    mayHaveToLook: () -> Void
  ) -> String? {
    if let lost = inputs.files.first(where: { $0.size < 0 }) {
      return "\(lost.path) is not there, or cannot be read"
    }
    if let fault = remote.faults.first { return fault }
    guard let state else {
      return FileStatus(job.output) == nil ? "is not there" : "nothing is known of how it was made"
    }
    if state.recipe != job.recipe { return "the options or the inputs are others" }
    if let change = inputs.change(since: state.inputs, mayHaveToLook: mayHaveToLook) {
      return change
    }
    if let change = remote.change(since: state.remote) { return change }
    return InputSnapshot(made: state.pages.files.map(\.path)).change(since: state.pages)
      ?? InputSnapshot(made: job.others).change(since: state.others)
  }

  /// Files had to be read to know that nothing changed: the next time they need not be. If that cannot be written
  /// down, they are.
  private func trust(_ inputs: InputSnapshot, _ state: SheetState, of job: SheetJob) {
    var newer = state
    newer.inputs = inputs
    newer.inputs.takeDigests(at: now())
    // Files that are too young to be trusted still are written down as before. To do it nevertheless would be a
    // change for whoever watches the directory: --watch would go round and ask servers as long as they are young.
    guard newer.json != state.json, let file = try? StateFile.open(for: job.output) else { return }
    try? file.write(Array(newer.json.utf8))
  }

  // MARK: making

  private func made(
    _ job: SheetJob, _ progress: Progress, _ turn: SheetTurn
  ) -> SheetOutcome {
    let collector = LineCollector()
    var run = job.sheetRun
    run.jobs = jobs
    run.memory = memory
    run.files = files
    run.output.isPlanOnly = isPlanOnly
    run.output.isQuiet = isQuiet
    var result = run.make(collector.console, progress: progress, turn: turn)
    if let report = result.report, let path = run.output.report, !isPlanOnly {
      result.code = worst(result.code, collector.console.write(report.json, to: path))
    }
    var outcome = SheetOutcome(state: .built)
    outcome.lines = collector.lines
    outcome.plan = result.plan
    outcome.troubles = result.report?.troubles ?? []
    switch result.code {
    case .done: break
    case .madeWithDamage: outcome.state = .withOmissions
    case .differs, .notMade, .usage:
      outcome.state = .failed
      outcome.reason = collector.lines.first
    }
    outcome.pictures = result.summary?.pictureCount ?? 0
    outcome.pages = result.summary?.pages.compactMap(\.path) ?? []
    outcome.pages += result.denser.flatMap { $0.pages.compactMap(\.path) }
    outcome.markdown = result.markdown
    outcome.bytes = outcome.pages.reduce(0) { $0 + (FileStatus($1)?.size ?? 0) }
    return outcome
  }

  private func now() -> FileTime {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}
