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

  init(_ command: BatchCommand, _ outputs: OutputNames) {
    self.outputs = outputs
    isForced = command.isForced
    isCheckOnly = command.isCheckOnly
    isPlanOnly = command.isPlanOnly
    isQuiet = command.isQuiet
    jobs = command.jobs
    memory = command.memory
  }

  /// - Parameter turn: nil for a sheet that is made alone.
  func outcome(
    of job: SheetJob, progress: Progress, turn: SheetTurn?
  ) -> SheetOutcome {
    let start = monotonicMilliseconds()
    var outcome = self.outcome(of: job, progress, turn)
    outcome.output = job.output
    outcome.milliseconds = monotonicMilliseconds() - start
    return outcome
  }

  private func outcome(
    of job: SheetJob, _ progress: Progress, _ turn: SheetTurn?
  ) -> SheetOutcome {
    if job.mayBeEmpty, let empty = emptiness(job) { return empty }
    if isPlanOnly { return made(job, progress, nil) }
    if isCheckOnly {
      let state = SheetState(json: StateFile.contents(for: job.output))
      if let (fresh, _) = fresh(job, state, snapshot(job)) { return fresh }
      return SheetOutcome(
        state: .outOfDate, reason: staleness(job, state, snapshot(job)) ?? "has to be made")
    }
    // Looked at before it is locked, so that a sheet which is up to date needs no writing at all.
    if !isForced {
      let (state, inputs) = (SheetState(json: StateFile.contents(for: job.output)), snapshot(job))
      if let (fresh, looked) = fresh(job, state, inputs) {
        if looked, var trusted = state, let file = try? StateFile.open(for: job.output) {
          // What had to be read need not be the next time. If this fails, it is.
          trusted.inputs = inputs
          trusted.inputs.takeDigests(at: now())
          try? file.write(Array(trusted.json.utf8))
        }
        return fresh
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
    var before = snapshot(job)
    before.takeDigests(at: now())
    var outcome = made(job, progress, turn)
    guard outcome.state == .built || outcome.state == .withOmissions else { return outcome }
    outcome.isMade = true
    // What changed meanwhile may be in the sheet or not: the next run makes it again.
    guard snapshot(job).change(since: before) == nil else { return outcome }
    let made = SheetState(
      recipe: job.recipe, inputs: before, pages: InputSnapshot(made: outcome.pages),
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
      switch FileKind(head: head) {
      case .png: return !file.isContactSheet
      case .jpeg, .foreign(_, isPicture: true): return true
      case .foreign, .unknown: return false
      }
    }
    if hasPicture { return nil }
    if FileStatus(job.output) != nil {
      return SheetOutcome(
        state: isCheckOnly ? .outOfDate : .empty,
        reason: "\(directory): holds no pictures any more; the earlier sheet is left there")
    }
    return SheetOutcome(state: .empty, reason: "\(directory): holds no pictures")
  }

  private func failed(_ words: String) -> SheetOutcome {
    SheetOutcome(state: .failed, reason: words, lines: [words])
  }

  // MARK: what there is already

  private func snapshot(_ job: SheetJob) -> InputSnapshot {
    InputSnapshot(
      of: job.sheetRun.request.paths, isRecursive: job.sheetRun.request.isRecursive,
      isLeftOut: outputs.contains)
  }

  /// Why a sheet has to be made; nil where it is up to date.
  private func staleness(
    _ job: SheetJob, _ state: SheetState?, _ inputs: InputSnapshot,
    mayHaveToLook: () -> Void = {}
  ) -> String? {
    if let lost = inputs.files.first(where: { $0.size < 0 }) {
      return "\(lost.path) is not there, or cannot be read"
    }
    guard let state else {
      return FileStatus(job.output) == nil ? "is not there" : "nothing is known of how it was made"
    }
    if state.recipe != job.recipe { return "the options or the inputs are others" }
    if let change = inputs.change(since: state.inputs, mayHaveToLook: mayHaveToLook) {
      return change
    }
    return InputSnapshot(made: state.pages.files.map(\.path)).change(since: state.pages)
      ?? InputSnapshot(made: job.others).change(since: state.others)
  }

  /// What is said of a sheet that is up to date, and whether files had to be read to know it; nil where it is not.
  private func fresh(
    _ job: SheetJob, _ state: SheetState?, _ inputs: InputSnapshot
  ) -> (SheetOutcome, looked: Bool)? {
    var looked = false
    guard let state, staleness(job, state, inputs, mayHaveToLook: { looked = true }) == nil else {
      return nil
    }
    var outcome = SheetOutcome(state: state.troubles.isEmpty ? .unchanged : .withOmissions)
    outcome.pages = state.pages.files.map(\.path)
    outcome.bytes = state.pages.files.reduce(0) { $0 + $1.size }
    outcome.pictures = state.pictures
    outcome.troubles = state.troubles
    return (outcome, looked)
  }

  // MARK: making

  private func made(
    _ job: SheetJob, _ progress: Progress, _ turn: SheetTurn?
  ) -> SheetOutcome {
    let collector = LineCollector()
    var run = job.sheetRun
    run.jobs = jobs
    run.memory = memory
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
    outcome.bytes = outcome.pages.reduce(0) { $0 + (FileStatus($1)?.size ?? 0) }
    return outcome
  }

  private func now() -> InputSnapshot.Time {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return InputSnapshot.Time(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}
