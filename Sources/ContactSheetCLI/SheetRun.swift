import ContactSheet
import ImageCodecs
import PixelGeometry

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Gathers the pictures of a sheet, makes it, and says what became of it: the same for every layout.
struct SheetRun {
  let request: PictureRequest
  var output: SheetOutput
  /// "strip".
  let noun: String
  /// Pictures that a sheet of this kind has at most.
  let limit: Int
  /// The options that make a sheet smaller, for the message about one that is too large.
  let remedies: String
  /// That small pictures are blown up is no news.
  var asksToEnlarge = false
  /// Of the sheet, for looking into directories.
  let decoding: DecodeOptions
  /// nil where the command line does not say.
  var jobs: Int?
  /// Bytes that pictures in the making may take together; nil for what the sheet says.
  var memory: Int?
  /// What fetches, for many sheets; nil for this one's own.
  var files: RemoteFiles?
  /// The sheet of these pictures, with so many left out by a limit. It may add one that says so.
  let sheet:
    @Sendable (_ pictures: [PictureSource], _ leftOut: Int) throws(SheetError) ->
      any PlannedSheet

  /// What came of it.
  struct Result {
    var code: ExitCode
    /// nil where nothing was made.
    var summary: SheetSummary?
    /// The same sheet in higher densities.
    var denser: [SheetSummary] = []
    /// What `--markdown` prints, where that was asked for.
    var markdown: String?
    /// What `--json-report` writes; nil where there was not even a list of pictures.
    var report: SheetReport?
    /// What `--plan` prints, where that was asked for.
    var plan: PlanReport?
  }

  func run(_ console: Console) -> ExitCode {
    let progress = Progress()
    let line = ProgressLine(
      ProgressLine.Source(progress), output.progress, isQuiet: output.isQuiet, console)
    defer { line?.end() }
    let result = make(console, progress: progress) { line?.end() }
    if let plan = result.plan { console.print(String(plan.json.dropLast())) }
    if let markdown = result.markdown { console.print(markdown) }
    guard let report = result.report else { return result.code }
    return worst(result.code, console.write(report.json, to: output.report))
  }

  /// Makes the sheet, or plans it.
  ///
  /// - Parameters:
  ///   - turn: of a sheet that is made while others are.
  ///   - beforeWords: is called before anything is said.
  func make(
    _ console: Console, progress: Progress, turn: SheetTurn? = nil,
    beforeWords: () -> Void = {}
  ) -> Result {
    let start = monotonicMilliseconds()
    var list: PictureList
    do throws(PictureList.Fault) {
      list = try request.gathered(
        decoding: decoding, jobs: jobs, files: files, progress: progress, most: limit,
        isPlan: output.isPlanOnly)
    } catch {
      beforeWords()
      for line in error.lines { console.report(line) }
      return Result(code: .notMade)
    }
    if list.pictures.count > limit {
      beforeWords()
      console.report(
        "\(grouped(UInt64(list.pictures.count))) pictures are too many for a \(noun), which has at most "
          + "\(grouped(UInt64(limit))); --limit \(limit) takes the first ones")
      return Result(code: .notMade)
    }
    var sheet: any PlannedSheet
    do throws(SheetError) {
      sheet = try self.sheet(list.pictures, list.leftOut)
    } catch {
      beforeWords()
      console.report(error.description)
      return Result(code: .notMade)
    }
    if sheet.pictures.count > list.pictures.count { list.describeLeftOut() }
    if let refusal = refusedReport(sheet.pictures) {
      beforeWords()
      console.report(refusal)
      return Result(code: .notMade)
    }
    sheet.found = list.found
    sheet.anchors = list.items.contains { $0.anchor != nil } ? list.items.map(\.anchor) : []
    sheet.take(titles: list.titles)
    // They are many, and the sheet has them now.
    (list.pictures, list.found) = ([], [])
    sheet.jobs = FileLimit.jobs(jobs)
    if let memory { sheet.memory = memory }
    return output.isPlanOnly
      ? plan(sheet, list, progress, console, beforeWords)
      : carryOut(sheet, list, start: start, progress, turn, console, beforeWords)
  }

  /// Why a report is not written: it would replace a picture.
  private func refusedReport(_ pictures: [PictureSource]) -> String? {
    let outputs = [
      (output.report, "json-report"), (output.placements, "placements"), (output.html, "html"),
    ]
    for (path, option) in outputs {
      guard let path else { continue }
      do throws(OutputFault) {
        try OutputGuard.refuseInputs([path], pictures)
      } catch {
        guard case .isInput(_, let picture) = error else { return error.description }
        return "\(path): is one of the pictures (\(picture)); choose another file for --\(option)"
      }
    }
    var files = outputs.compactMap(\.0)
    if case .file(let path, _) = output.destination { files.append(path) }
    do throws(OutputFault) {
      try OutputGuard.refuseInputs(files, request.feedFiles.map(PictureSource.file))
    } catch {
      guard case .isInput(let path, _) = error else { return error.description }
      return "\(path): is one of the feeds, and would be written over"
    }
    return nil
  }

  // MARK: making

  private func carryOut(
    _ sheet: any PlannedSheet, _ list: PictureList, start: Int, _ progress: Progress,
    _ turn: SheetTurn?, _ console: Console, _ beforeWords: () -> Void
  ) -> Result {
    var made: SheetPlan?
    let summary: SheetSummary
    var denser: [SheetSummary] = []
    do throws(SheetError) {
      defer { beforeWords() }
      summary = try sheet.make(
        to: output.destination, cancellation: Cancellation(), progress: progress, turn: turn,
        densities: output.densities
      ) { plan in made = plan }
      for density in output.densities.dropFirst() {
        var sheet = sheet
        sheet.density = density
        denser.append(
          try sheet.make(
            to: output.destination, cancellation: Cancellation(), progress: progress, turn: turn,
            densities: output.densities))
      }
    } catch {
      return failed(error, sheet, list, console)
    }
    for remark in summary.remarks where remark.remark.isDamage || !output.isQuiet {
      console.report("\(remark.name): \(remark.remark.words)")
    }
    report(summary.omissions, sheet.decoding, console)
    for remark in summary.textRemarks where !output.isQuiet {
      console.report("\(output.name): \(remark)")
    }
    if !output.isQuiet {
      let plan = made!
      // Whether a picture stands alone is for those who ask for the plan.
      for warning in plan.warnings {
        if case .enlarged = warning, !asksToEnlarge { console.report(warning.description) }
      }
      let words = SheetRun.counts(summary).joined(separator: ", ")
      let time = "\(seconds(monotonicMilliseconds() - start)) s"
      for summary in [summary] + denser {
        // What holds for all of them stands at the end.
        let isLast = summary.pages == (denser.last ?? summary).pages
        let end = isLast ? (words.isEmpty ? "" : ", \(words)") + ", \(time)" : ""
        for page in summary.pages.count <= 3 ? summary.pages : [] {
          let count =
            ShownPage.counted(page.pictureCount - (list.tellsOfLeftOut ? 1 : 0))
            + (list.tellsOfLeftOut ? " and \(grouped(UInt64(list.leftOut))) more" : "")
          console.report(
            "\(page.path?.description ?? output.name): \(page.size), \(count)"
              + (page == summary.pages.last ? end : ""))
        }
        if summary.pages.count > 3, let first = summary.pages.first, let last = summary.pages.last {
          console.report(
            "\(first.path!) … \(last.path!): \(grouped(UInt64(summary.pages.count))) pages, "
              + "\(grouped(UInt64(summary.pictureCount))) pictures" + end)
        }
      }
      if let note = staleNote(summary) { console.report(note) }
    }
    reportSkipped(list, console)
    let isWhole = summary.damaged.isEmpty && summary.omissions.isEmpty && list.isWhole
    var code: ExitCode = isWhole ? .done : .madeWithDamage
    code = worst(code, console.write(planReport(made!, sheet, list).json, to: output.placements))
    let pages = shownPages(made!, sheet, [summary] + denser)
    code = worst(code, writePage(made!, sheet, list, pages, [summary] + denser, console))
    let report = SheetReport(
      output: output.name, summary: summary, denser: denser, html: output.html,
      pictures: sheet.pictures, skipped: list.skipped, items: list.skippedItems)
    return Result(
      code: code, summary: summary, denser: denser,
      markdown: output.printsMarkdown ? markdown(made!, sheet, list, pages) : nil,
      report: report)
  }

  // MARK: showing

  /// - Parameter summaries: of each density.
  private func shownPages(
    _ plan: SheetPlan, _ sheet: any PlannedSheet, _ summaries: [SheetSummary]
  ) -> [ShownPage] {
    guard output.html != nil || output.printsMarkdown else { return [] }
    return plan.pages.enumerated().map { index, page in
      let files = zip(output.densities, summaries).map { density, summary in
        ShownPage.File(density: density, path: summary.pages[index].path!)
      }
      return ShownPage(size: page.size, scale: sheet.scale, files: files)
    }
  }

  private func writePage(
    _ plan: SheetPlan, _ sheet: any PlannedSheet, _ list: PictureList, _ pages: [ShownPage],
    _ summaries: [SheetSummary], _ console: Console
  ) -> ExitCode {
    guard let path = output.html else { return .done }
    let page = HTMLSheet(
      path: path, noun: noun, counts: counts(plan, list), plan: plan, pages: pages,
      pictures: sheet.pictures, items: list.items,
      unusable: Set(summaries.flatMap { $0.omissions.map(\.index) }))
    for link in page.refusedLinks {
      console.report(
        "\(link.name): '\(printable(link.address.utf8))' is not used as its link: only http, https, mailto and "
          + "what is relative to the page are")
    }
    do throws(OutputFault) {
      var file = try OutputFile.create(path)
      try page.write { bytes throws(OutputFault) in try file.write(bytes) }
      try file.commit()
    } catch {
      console.report(error.description)
      return .notMade
    }
    return .done
  }

  /// The pictures of each page; a circle that tells of more is none.
  private func counts(_ plan: SheetPlan, _ list: PictureList) -> [Int] {
    plan.pages.map { $0.placements.count - (list.tellsOfLeftOut ? 1 : 0) }
  }

  private func markdown(
    _ plan: SheetPlan, _ sheet: any PlannedSheet, _ list: PictureList, _ pages: [ShownPage]
  ) -> String {
    let counts = self.counts(plan, list)
    let alts = counts.indices.map { index in
      let words = ShownPage.words(noun, page: index, counts: counts)
      // A text that goes on and on helps nobody.
      guard counts[index] <= 8 else { return words }
      let names = plan.pages[index].placements.map(\.picture).sorted().map { picture in
        let item = list.items.isEmpty ? nil : list.items[picture]
        return printable(TileWords.text(sheet.pictures[picture], at: picture, item))
      }
      return "\(words)\(counts.count == 1 ? ": " : ", ")\(names.joined(separator: ", "))"
    }
    return MarkdownSnippet(pages, alts: alts, page: output.html).text
  }

  // MARK: planning

  private func plan(
    _ sheet: any PlannedSheet, _ list: PictureList, _ progress: Progress, _ console: Console,
    _ beforeWords: () -> Void
  ) -> Result {
    let plan: SheetPlan
    do throws(SheetError) {
      defer { beforeWords() }
      plan = try sheet.plan(progress: progress)
    } catch {
      return failed(error, sheet, list, console)
    }
    report(plan.omissions, sheet.decoding, console)
    reportSkipped(list, console)
    let isWhole = plan.omissions.isEmpty && list.isWhole
    return Result(
      code: isWhole ? .done : .madeWithDamage,
      report: SheetReport(
        planned: plan, pictures: sheet.pictures, skipped: list.skipped, items: list.skippedItems),
      plan: planReport(plan, sheet, list))
  }

  private func planReport(
    _ plan: SheetPlan, _ sheet: any PlannedSheet, _ list: PictureList
  ) -> PlanReport {
    PlanReport(plan, sheet, items: list.items, givenJobs: jobs, output.destination)
  }

  // MARK: reporting

  private func failed(
    _ error: SheetError, _ sheet: any PlannedSheet, _ list: PictureList, _ console: Console
  ) -> Result {
    report(error, console)
    return Result(
      code: .notMade,
      report: SheetReport(
        error: error, pictures: sheet.pictures, skipped: list.skipped, items: list.skippedItems))
  }

  private func report(
    _ omissions: [PictureProblem], _ decoding: DecodeOptions, _ console: Console
  ) {
    for omission in omissions {
      let what = decoding.onError == .skip && omission.stage == .probe ? "left out" : "replaced"
      console.report("\(omission.name): \(what): \(omission.fault)")
    }
  }

  private func reportSkipped(_ list: PictureList, _ console: Console) {
    if let note = list.sheetNote, !output.isQuiet { console.report(note) }
    for item in list.skippedItems { console.report(item.line) }
    if !list.skipped.isEmpty { console.report("skipped \(SkippedFile.counted(list.skipped))") }
  }

  /// "1 damaged file", "3 omitted files".
  private static func counts(_ summary: SheetSummary) -> [String] {
    let counts = [
      (Set(summary.damaged.map(\.index)).count, "damaged"), (summary.omissions.count, "omitted"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1) \($0.0 == 1 ? "file" : "files")" }
  }

  /// A page of an earlier run with more pages would be taken for one of this sheet.
  private func staleNote(_ summary: SheetSummary) -> String? {
    guard case .file(let path, _) = output.destination else { return nil }
    let names = PageNames(path)
    guard summary.pages.count > 1 || names.hasToken else { return nil }
    let count = summary.pages.count
    let next = names.name(page: count, of: max(2, count))
    guard let file = try? InputFile.open(next), file.isContactSheet else { return nil }
    return "\(next): a page of an earlier sheet that had more; it is left there"
  }

  private func report(_ error: SheetError, _ console: Console) {
    switch error {
    case .pictures(let problems):
      for problem in problems { console.report("\(problem.name): \(problem.fault)") }
    case .output(.closedPipe):
      break  // the reader has what it wanted
    case .sheetTooLarge:
      console.report("\(error); \(remedies)")
    case .severalPages:
      console.report("\(error); name files with -o, as in sheet-{page}.png")
    case .noPictures(let problems):
      for problem in problems { console.report("\(problem.name): \(problem.fault)") }
      console.report(error.description)
    case .setting, .text, .output, .cancelled:
      console.report(error.description)
    }
  }
}

func monotonicMilliseconds() -> Int {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
}

/// Milliseconds as seconds with three decimals.
func seconds(_ milliseconds: Int) -> String {
  let decimals = String(milliseconds % 1000)
  return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
}
