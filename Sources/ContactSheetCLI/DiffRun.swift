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
    let areDirectories: Bool
    do throws(OutputFault) {
      guard let kind = try self.areDirectories() else { return .notMade }
      areDirectories = kind
    } catch {
      console.report(error.description)
      return .notMade
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
    if areDirectories, command.placements != nil {
      console.report(
        "placements are named for two pictures; of directories they are found beside the pictures, "
          + "sheet.placements.json for sheet.png")
      return .usage
    }
    do throws(OutputFault) {
      try refuseOutputs(pairs, areDirectories)
    } catch {
      console.report(error.description)
      return .notMade
    }
    var entries: [DiffEntry]
    do throws(PictureComparison.Fault) {
      if let mask = command.ignoreMask {
        comparison.options.ignoreMask = try PictureComparison.mask(mask, command.decoding)
      }
      entries = compare(pairs, comparison)
    } catch {
      entries = pairs.map { DiffEntry($0, .notCompared(error), command.limits) }
    }
    report(remarks: entries)
    var code = ExitCode.done
    code = worst(code, draw(entries, comparison, areDirectories))
    // Before expected pictures are replaced: the page has them as they were.
    let found = DiffReport(
      entries: entries, expected: command.expected, actual: command.actual,
      unreadable: unreadable, limits: command.limits, areDirectories: areDirectories)
    code = worst(code, writePage(found, comparison))
    code = worst(code, update(&entries, areDirectories))
    let report = DiffReport(
      entries: entries, expected: command.expected, actual: command.actual,
      unreadable: unreadable, limits: command.limits, areDirectories: areDirectories)
    if command.isJSON {
      console.print(String(report.json.dropLast()))
    } else if !command.isQuiet {
      for line in report.lines { console.print(line) }
    }
    for file in unreadable { console.report("\(file.path): \(file.fault)") }
    code = worst(code, console.write(report.json, to: command.report))
    code = worst(code, console.write(JUnitReport(report).xml, to: command.junit))
    if command.summarizes { code = worst(code, GitHubSummary(report).publish(console)) }
    if !unreadable.isEmpty { code = worst(code, .notMade) }
    return entries.reduce(code) { worst($0, $1.isUpdated ? .done : $1.state.exitCode) }
  }

  // MARK: what is compared

  /// Whether two directories are compared, not two pictures; nil, with a word, where it is one of each.
  private func areDirectories() throws(OutputFault) -> Bool? {
    let (expected, actual) = (FileStatus(command.expected), FileStatus(command.actual))
    switch (expected?.kind == .directory, actual?.kind == .directory) {
    case (true, true): return true
    case (false, false): return false
    case (false, true) where expected == nil && command.update != nil:
      // The first pictures are to be approved.
      try OutputDirectory.make(command.expected)
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

  private func pairs(_ areDirectories: Bool) -> ([PicturePair], [SkippedFile])? {
    guard areDirectories else {
      // A picture that is to be approved for the first time is not there yet.
      let isNew = command.update != nil && FileStatus(command.expected) == nil
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

  /// Refuses outputs that would replace what is compared.
  private func refuseOutputs(
    _ pairs: [PicturePair], _ areDirectories: Bool
  ) throws(OutputFault) {
    let pictures = pairs.flatMap { [$0.expected, $0.actual] } + [command.ignoreMask]
    var outputs = [command.report, command.junit, command.html]
    if areDirectories {
      for directory in [command.expected, command.actual] {
        if let output = command.output, let identity = FileStatus(output)?.identity,
          identity == FileStatus(directory)?.identity
        {
          throw .isInput(output, picture: directory.description)
        }
      }
    } else {
      outputs.append(command.output)
    }
    try OutputGuard.refuseInputs(
      outputs.compactMap { $0 }, pictures.compactMap { $0.map(PictureSource.file) })
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
    }
  }

  // MARK: pictures

  /// The picture of a pair that differs, with frames around what does.
  private func picture(_ result: DiffResult) -> DiffPicture {
    var picture = command.picture
    if command.drawsBoxes { picture.boxes = result.regions.map(\.frame) }
    return picture
  }

  private func draw(
    _ entries: [DiffEntry], _ comparison: PairComparison, _ areDirectories: Bool
  ) -> ExitCode {
    guard let output = command.output else { return .done }
    var code = ExitCode.done
    for entry in entries where entry.isDrawable {
      do throws(PictureComparison.Fault) {
        let path = areDirectories ? try place(of: entry, in: output) : output
        try comparison.comparison(of: entry.pair).write(picture(entry.result!), to: path)
      } catch {
        console.report(entry.describe(error))
        code = .notMade
      }
    }
    return code
  }

  private func place(
    of entry: DiffEntry, in directory: RawPath
  ) throws(PictureComparison.Fault) -> RawPath {
    var name = entry.pair.name.bytes
    if !printable(name).lowercased().hasSuffix(".png") { name += Array(".png".utf8) }
    let path = directory.appending(name)
    do throws(OutputFault) {
      try OutputDirectory.make(path.directory)
      // A link may lead back to what is compared.
      try OutputGuard.refuseInputs(
        [path], [entry.pair.expected, entry.pair.actual].compactMap { $0.map(PictureSource.file) })
    } catch { throw .output(error) }
    return path
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
  private func update(_ entries: inout [DiffEntry], _ areDirectories: Bool) -> ExitCode {
    guard let update = command.update else { return .done }
    var code = ExitCode.done
    for index in entries.indices {
      let entry = entries[index]
      if entry.state == .missing {
        console.report("\(entry.pair.expected!): is stale: there is no actual picture of that name")
      }
      guard update.takes(entry), let actual = entry.pair.actual else { continue }
      let target =
        entry.pair.expected
        ?? (areDirectories ? command.expected.appending(entry.pair.name.bytes) : command.expected)
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
