import ContactSheet
import ImageCodecs
import PixelDiff

/// Carries a diff out: finds the pairs, compares them, draws, updates and reports.
struct DiffRun {
  private let command: DiffCommand
  private let console: Console

  init(_ command: DiffCommand, _ console: Console) {
    self.command = command
    self.console = console
  }

  func run() -> ExitCode {
    guard let areDirectories = areDirectories() else { return .notMade }
    if areDirectories, command.placements != nil {
      console.report(
        "placements are named for two pictures; of directories they are found beside the pictures, "
          + "sheet.placements.json for sheet.png")
      return .usage
    }
    guard let (pairs, unreadable) = pairs(areDirectories) else { return .notMade }
    if pairs.isEmpty, unreadable.isEmpty {
      // A check of nothing would pass whatever happens.
      console.report("\(command.expected) \(command.actual): no pictures to compare")
      return .notMade
    }
    var comparison = PairComparison(
      options: command.options, decoding: command.decoding, jobs: command.jobs,
      memory: command.memory)
    comparison.placements = command.placements
    let outputs = DiffOutputs(command, pairs, areDirectories: areDirectories)
    do throws(OutputFault) {
      try outputs.check()
    } catch {
      console.report(error.description)
      return .notMade
    }
    if let mask = command.ignoreMask {
      do throws(PictureFault) {
        comparison.options.ignoreMask = try PictureComparison.mask(mask, command.decoding)
      } catch {
        console.report("\(mask): \(error)")
        return .notMade
      }
    }
    var entries = compare(pairs, comparison)
    entries += unreadable.map { directory in
      DiffEntry(
        PicturePair(
          name: directory.name,
          expected: directory.side == .expected ? directory.path : nil,
          actual: directory.side == .actual ? directory.path : nil),
        .notCompared(.picture(directory.side, directory.fault)), command.limits)
    }
    report(remarks: entries)
    var code = draw(entries, comparison, outputs)
    code = worst(code, writePage(report(entries, areDirectories), comparison))
    code = worst(code, update(&entries, outputs))
    let report = report(entries, areDirectories)
    if command.isJSON {
      console.print(String(report.json.dropLast()))
    } else if !command.isQuiet {
      for line in report.lines { console.print(line) }
    }
    code = worst(code, console.write(report.json, to: command.report))
    code = worst(code, console.write(JUnitReport(report).xml, to: command.junit))
    if command.summarizes { code = worst(code, GitHubSummary(report).publish(console)) }
    return entries.reduce(code) { worst($0, $1.state.exitCode) }
  }

  private func report(_ entries: [DiffEntry], _ areDirectories: Bool) -> DiffReport {
    DiffReport(
      entries: entries, expected: command.expected, actual: command.actual,
      limits: command.limits, areDirectories: areDirectories)
  }

  // MARK: what is compared

  /// Whether two directories are compared, not two pictures; nil, with a word, where it is one of each.
  private func areDirectories() -> Bool? {
    let (expected, actual) = (FileStatus(command.expected), FileStatus(command.actual))
    switch (expected?.kind == .directory, actual?.kind == .directory) {
    case (true, true): return true
    case (false, false): return false
    case (false, true) where expected == nil && command.update?.takesNew == true:
      // The first pictures are to be approved.
      do throws(OutputFault) { try OutputDirectory.make(command.expected) } catch {
        console.report(error.description)
        return nil
      }
      return true
    case (true, false), (false, true):
      let (directory, other) =
        actual?.kind == .directory
        ? (command.actual, command.expected) : (command.expected, command.actual)
      console.report(
        FileStatus(other) == nil
          ? "\(other): \(PictureFault.missing)"
          : "\(directory): is a directory, and \(other) is not: two pictures are compared, or two "
            + "directories")
      return nil
    }
  }

  private func pairs(
    _ areDirectories: Bool
  ) -> (pairs: [PicturePair], unreadable: [DirectoryPairs.Unreadable])? {
    guard areDirectories else {
      // A picture that is to be approved for the first time is not there yet.
      let isNew = command.update?.takesNew == true && FileStatus(command.expected) == nil
      let pair = PicturePair(
        name: command.actual, expected: isNew ? nil : command.expected, actual: command.actual)
      return ([pair], [])
    }
    do throws(DirectoryPairs.Fault) {
      let found = try DirectoryPairs(
        expected: command.expected, actual: command.actual,
        leavingOut: [command.output].compactMap { $0 }, jobs: command.jobs)
      return (found.pairs, found.unreadable)
    } catch {
      switch error {
      case .directory(let path, let fault): console.report("\(path): \(fault)")
      case .tooMany(let path):
        console.report(
          "\(path): more than \(grouped(UInt64(DirectoryContents.nameLimit))) names lie in it")
      }
      return nil
    }
  }

  private func compare(_ pairs: [PicturePair], _ comparison: PairComparison) -> [DiffEntry] {
    let progress = Progress()
    let line =
      pairs.count > 1
      ? ProgressLine(
        ProgressLine.Source(progress, noun: "pairs"), command.progress, isQuiet: command.isQuiet,
        console)
      : nil
    defer { line?.end() }
    return zip(pairs, comparison.outcomes(of: pairs, progress: progress)).map {
      DiffEntry($0, $1, command.limits)
    }
  }

  /// What was not compared, and what else there is to say about pictures.
  private func report(remarks entries: [DiffEntry]) {
    for entry in entries {
      if let fault = entry.fault { console.report(entry.describe(fault)) }
      guard !command.isQuiet else { continue }
      if entry.pair.differsInAccents {
        console.report(
          "\(entry.pair.name): is paired with a name whose accents are written in another way, "
            + "\(entry.pair.actual!)")
      }
      guard case .compared(let compared) = entry.outcome else { continue }
      for (side, remark) in compared.remarks {
        let path = side == .expected ? entry.pair.expected : entry.pair.actual
        console.report("\(path!): \(remark.words)")
      }
      for note in compared.notes { console.report(note) }
    }
  }

  // MARK: pictures

  private func draw(
    _ entries: [DiffEntry], _ comparison: PairComparison, _ outputs: DiffOutputs
  ) -> ExitCode {
    let drawable = entries.filter(\.isDrawable)
    guard command.output != nil, !drawable.isEmpty else { return .done }
    // Of many pictures several are drawn at the same time, of one several bands.
    let faults = concurrentMap(count: drawable.count, jobs: command.jobs) {
      index -> PictureComparison.Fault? in
      let entry = drawable[index]
      let own = comparison.comparison(
        of: entry.pair, jobs: drawable.count > 1 ? 1 : command.jobs)
      var picture = command.picture
      if command.drawsBoxes { picture.boxes = entry.result!.regions.map(\.frame) }
      do throws(PictureComparison.Fault) {
        let path = outputs.picture(of: entry.pair)!
        do throws(OutputFault) { try OutputDirectory.make(path.directory) } catch {
          throw .output(error)
        }
        try own.write(picture, to: path)
        return nil
      } catch { return error }
    }
    for (entry, fault) in zip(drawable, faults) {
      if let fault { console.report(entry.describe(fault)) }
    }
    return faults.contains { $0 != nil } ? .notMade : .done
  }

  private func writePage(_ report: DiffReport, _ comparison: PairComparison) -> ExitCode {
    guard let path = command.html else { return .done }
    do throws(DiffPage.Fault) {
      let page = DiffPage(command: command, report: report, comparison: comparison)
      let lacks = try page.write(to: path)
      for lack in lacks { console.report("\(lack.path): is not whole in \(path): \(lack.fault)") }
      return lacks.isEmpty ? .done : .notMade
    } catch {
      switch error {
      case .output(let fault): console.report(fault.description)
      case .picture(let entry, let fault): console.report(entry.describe(fault))
      }
      return .notMade
    }
  }

  // MARK: updating

  /// Approves actual pictures, and says which.
  private func update(_ entries: inout [DiffEntry], _ outputs: DiffOutputs) -> ExitCode {
    guard let update = command.update else { return .done }
    var code = ExitCode.done
    for index in entries.indices {
      let entry = entries[index]
      if entry.state == .missing {
        console.report("\(entry.pair.expected!): is stale: there is no actual picture of that name")
      }
      guard update.takes(entry), let actual = entry.pair.actual else { continue }
      let target = outputs.golden(of: entry.pair)
      if let refusal = outputs.refusal(toReplace: target, of: entry.pair) {
        console.report(refusal)
        code = .notMade
        continue
      }
      do throws(GoldenUpdate.UpdateFault) {
        try GoldenUpdate.copy(
          actual, to: target, isVerified: entry.result != nil, command.decoding)
        entries[index].isUpdated = true
        if !command.isQuiet {
          console.report("\(target): \(entry.pair.expected == nil ? "added" : "updated")")
        }
      } catch {
        console.report(error.words)
        code = .notMade
      }
    }
    return code
  }
}
