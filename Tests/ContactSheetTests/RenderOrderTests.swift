import ContactSheet
import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What comes of a sheet does not depend on which thread was faster, and it always ends.
@Suite struct RenderOrderTests {
  private static let jobs = [1, 2, 3, 5, 8, 16]

  /// What is handed over, in full, or the error.
  private func made(
    _ sheet: any PlannedSheet, _ plan: SheetPlan, _ cuts: RenderCuts, _ context: String = ""
  ) -> Result<Outcome, SheetError> {
    withDeadline(seconds: 120, context) {
      Result { () throws(SheetError) in
        var outcome = Outcome()
        (outcome.remarks, outcome.omissions) = try sheet.encode(
          plan, page: 0, cuts: cuts, cancellation: Cancellation()
        ) { bytes throws(SheetError) in
          outcome.bytes += bytes
        }
        return outcome
      }
    }
  }

  private struct Outcome: Equatable {
    var bytes: [UInt8] = []
    var remarks: [PictureRemark] = []
    var omissions: [PictureProblem] = []
  }

  private func cuts(using random: inout SeededGenerator) -> RenderCuts {
    var cuts = RenderCuts()
    cuts.bandHeight = Int.random(in: 1...20, using: &random)
    cuts.wholeTileBytes = 1 << Int.random(in: 0...16, using: &random)
    cuts.partHeight = Int.random(in: 1...20, using: &random)
    cuts.keptBytes = Bool.random(using: &random) ? 0 : cuts.keptBytes
    return cuts
  }

  @Test func `hundreds of sheets all end, with the same bytes and words for any number of jobs`()
    throws
  {
    let seed = SeededGenerator.seed("many renders")
    var random = SeededGenerator(seed: seed)
    let pool = RandomSheet.pictures(using: &random)
    for number in 0..<Sanitizer.rounds(120) {
      let sheet = RandomSheet(pool, using: &random)
      guard let plan = try sheet.plan() else { continue }
      let cuts = cuts(using: &random)
      let expected = made(sheet.made(jobs: 1), plan, cuts)
      #expect(throws: Never.self) { try expected.get() }
      for _ in 0..<3 {
        let jobs = Int.random(in: 1...16, using: &random)
        let memory = [1, 500_000, Sheet.defaultMemory].randomElement(using: &random)!
        let context = "seed \(seed), sheet \(number), \(jobs) jobs, \(memory) bytes"
        let outcome = made(sheet.made(jobs: jobs, memory: memory), plan, cuts, context)
        #expect(outcome == expected, "\(context)")
      }
    }
  }

  // MARK: failures

  /// A column of tiles, some of which have no pixels; their indexes.
  private func damagedSheet(
    using random: inout SeededGenerator
  ) throws -> (sheet: Sheet, broken: [Int]) {
    let count = Int.random(in: 1...40, using: &random)
    let broken = (0..<count).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
    let pictures = (0..<count).map { index -> PictureSource in
      // Each of its own bytes, or it would be the same picture.
      let png = plainPNG(5 * index, side: 1 + index % 9)
      return .bytes(broken.contains(index) ? Array(png.prefix(41)) + [UInt8(index)] : png)
    }
    var sheet = Sheet(
      pictures,
      layout: .grid(
        GridLayout(width: 60, columns: Int.random(in: 1...7, using: &random), spacing: 3)))
    sheet.found = pictures.map { _ in nil }
    for index in broken where Int.random(in: 0..<4, using: &random) == 0 {
      sheet.found[index] = try pictures[index].encoded!.probe()
    }
    return (sheet, broken)
  }

  @Test func `a sheet that pictures stop names those of the first band that has any`() throws {
    let seed = SeededGenerator.seed("failures")
    var random = SeededGenerator(seed: seed)
    for number in 0..<Sanitizer.rounds(60) {
      var (sheet, broken) = try damagedSheet(using: &random)
      let plan = try sheet.plan()
      let cuts = cuts(using: &random)
      let band = { (index: Int) in
        plan.pages[0].placements.first { $0.picture == index }!.frame.top / cuts.bandHeight!
      }
      let fatal = broken.filter { !(sheet.found[$0] != nil) }
      let stop = fatal.map(band).min()
      let expected = broken.filter { band($0) <= stop ?? .max }
      for jobs in Self.jobs {
        sheet.jobs = jobs
        sheet.memory = [1, Sheet.defaultMemory].randomElement(using: &random)!
        let context = "seed \(seed), sheet \(number), \(jobs) jobs"
        switch made(sheet, plan, cuts, context) {
        case .success(let outcome):
          #expect(stop == nil && outcome.omissions.map(\.index) == expected, "\(context)")
        case .failure(.pictures(let problems)):
          #expect(stop != nil && problems.map(\.index) == expected, "\(context)")
          #expect(problems.allSatisfy { $0.stage == .decode })
        case .failure(let error):
          Issue.record("\(context): \(error)")
        }
      }
    }
  }

  @Test func `what stops a sheet is its first failure from the top, the output's or a picture's`()
    throws
  {
    var pictures = (0..<40).map { PictureSource.bytes(plainPNG(5 * $0)) }
    let picture = PictureSource.bytes(RandomSheet.unreadablePNG)
    for broken in [0, 1, 7, 39] {
      let whole = pictures[broken]
      pictures[broken] = picture
      var sheet = Sheet(pictures, layout: .list(ListLayout(width: 10, spacing: 0)))
      pictures[broken] = whole
      let plan = try sheet.plan()
      var cuts = RenderCuts()
      cuts.bandHeight = 10
      // The head of the PNG, and as many bands as tiles that are whole.
      for last in [0, 1, broken, broken + 1, broken + 2, 50] {
        for jobs in Self.jobs {
          sheet.jobs = jobs
          let context = "picture \(broken) broken, the output takes \(last), \(jobs) jobs"
          var count = 0
          let result = withDeadline(seconds: 120, context) {
            Result { () throws(SheetError) in
              _ = try sheet.encode(plan, page: 0, cuts: cuts, cancellation: Cancellation()) {
                _ throws(SheetError) in
                if count == last { throw .output(.closedPipe) }
                count += 1
              }
            }
          }
          #expect(count == min(last, broken + 1), "\(context)")
          switch result {
          case .failure(.output): #expect(last <= broken, "\(context)")
          case .failure(.pictures(let problems)):
            #expect(last > broken && problems.map(\.index) == [broken], "\(context)")
          default: Issue.record("\(context)")
          }
        }
      }
    }
  }

  @Test func `a sheet that does without some pictures is the same for any number of jobs`() throws {
    let seed = SeededGenerator.seed("omissions")
    var random = SeededGenerator(seed: seed)
    for number in 0..<Sanitizer.rounds(40) {
      var (sheet, broken) = try damagedSheet(using: &random)
      sheet.decoding.onError = Bool.random(using: &random) ? .skip : .placeholder
      sheet.jobs = 1
      let plan = try sheet.plan()
      let cuts = cuts(using: &random)
      let expected = made(sheet, plan, cuts)
      #expect(try expected.get().omissions.map(\.index) == broken)
      for jobs in Self.jobs {
        sheet.jobs = jobs
        let context = "seed \(seed), sheet \(number), \(jobs) jobs"
        #expect(made(sheet, plan, cuts, context) == expected, "\(context)")
      }
    }
  }

  // MARK: what is made

  @Test
  func `a picture is made once for all its places, but where many would wait for others far below`()
    throws
  {
    let pictures = (0..<10).map { PictureSource.bytes(plainPNG(20 * $0)) }
    // Twice beside each other, and all of them once more further down.
    let sheet = Sheet(
      pictures.flatMap { [$0, $0] } + pictures, layout: .list(ListLayout(width: 20)), jobs: 2)
    let plan = try sheet.plan()
    for (keptBytes, count) in [(RenderCuts().keptBytes, 10), (10 * 3 * 400, 10), (1, 20)] {
      var cuts = RenderCuts()
      cuts.keptBytes = keptBytes
      let progress = Progress()
      _ = try sheet.encode(
        plan, page: 0, cuts: cuts, cancellation: Cancellation(), progress: progress
      ) { _ throws(SheetError) in }
      #expect(progress.state.made == (count, count))
    }
  }

  /// A watcher looks all the time, on another thread: a total that is moved from page to page in two steps
  /// would be seen between them.
  @Test func `all pages count from the start, at every moment`() throws {
    let folder = try TemporaryDirectory()
    let pictures = (0..<60).map { PictureSource.bytes(plainPNG(4 * $0)) }
    let sheet = Sheet(
      pictures, layout: .list(ListLayout(width: 20)), paging: Paging(picturesPerPage: 1), jobs: 1)
    let (progress, isDone) = (Progress(), Cancellation())
    let totals = Locked(Set<Int>())
    let watcher = Thread {
      while !isDone.isCancelled {
        let total = progress.state.made.total
        totals.withLock { _ = $0.insert(total) }
      }
    }
    _ = try sheet.make(
      to: .file(RawPath(folder.path("page-{page}.png")), mustBeOurs: false),
      cancellation: Cancellation(), progress: progress)
    isDone.cancel()
    watcher?.join()
    #expect(progress.state.made == (60, 60))
    #expect(totals.withLock { $0 }.isSubset(of: [0, 60]))
  }

  @Test func `placeholders count as made, and a picture in two sizes is spoken of once`() throws {
    var random = SeededGenerator(seed: 1)
    let jpeg = RandomSheet.jpeg(
      orientation: 1, PixelSize(width: 90, height: 90), using: &random)
    let truncated = PictureSource.bytes(Array(jpeg.prefix(2 * jpeg.count / 3)))
    let unreadable = PictureSource.bytes(RandomSheet.unreadablePNG)
    // The cells of a row are 33, 34 and 33 wide.
    let pictures = [truncated, truncated, unreadable, "/nowhere.jpg", unreadable, "/nowhere.jpg"]
    let sheet = Sheet(
      pictures, layout: .grid(GridLayout(width: 100, spacing: 0, margins: .none)),
      decoding: DecodeOptions(onError: .placeholder))
    let plan = try sheet.plan()
    #expect(plan.recipes.count == 5)
    let progress = Progress()
    let (remarks, omissions) = try sheet.encode(
      plan, page: 0, cancellation: Cancellation(), progress: progress
    ) { _ throws(SheetError) in }
    #expect(remarks.map(\.index) == [0])
    #expect(omissions.map(\.index) == [2])
    #expect(plan.omissions.map(\.index) == [3])
    #expect(progress.state.made == (5, 5))
  }

  // MARK: ends before the end

  /// Enough to be in the middle of.
  private func longSheet(jobs: Int) -> Sheet {
    let jpeg = JPEGFixture(width: 200, height: 150) { x, y in (UInt8(x), UInt8(y), 9) }.bytes
    // Bytes after the end make each of them another picture.
    let pictures = (0..<60).map { PictureSource.bytes(jpeg + [UInt8($0)]) }
    return Sheet(
      pictures, layout: .grid(GridLayout(width: 400, columns: 5)), border: 2,
      shadow: Shadow(), jobs: jobs)
  }

  private func finelyCut() -> RenderCuts {
    var cuts = RenderCuts()
    cuts.bandHeight = 7
    return cuts
  }

  @Test func `an output that fails ends the sheet with its error`() throws {
    for jobs in Self.jobs {
      let sheet = longSheet(jobs: jobs)
      let plan = try sheet.plan()
      let bands = (plan.pages[0].size.height + 6) / 7
      for last in [0, 1, 2, bands / 2, bands] {
        let progress = Progress()
        var count = 0
        let result = withDeadline(seconds: 120, "\(jobs) jobs, fails at \(last)") {
          Result { () throws(SheetError) in
            _ = try sheet.encode(
              plan, page: 0, cuts: finelyCut(), cancellation: Cancellation(), progress: progress
            ) { _ throws(SheetError) in
              if count == last { throw .output(.closedPipe) }
              count += 1
            }
          }
        }
        #expect(throws: SheetError.output(.closedPipe)) { try result.get() }
        #expect(count == last)
        expectNothingGoesOn(progress)
      }
    }
  }

  @Test func `a cancelled sheet ends soon, wherever it is`() throws {
    let seed = SeededGenerator.seed("cancellation")
    var random = SeededGenerator(seed: seed)
    for number in 0..<Sanitizer.rounds(40) {
      let jobs = Self.jobs[number % Self.jobs.count]
      let sheet = longSheet(jobs: jobs)
      let plan = try sheet.plan()
      let moment = Int.random(in: 0...65, using: &random)
      let context = "seed \(seed), \(jobs) jobs, cancelled after \(moment) tiles"
      let (progress, cancellation, done) = (Progress(), Cancellation(), Cancellation())
      let madeBefore = Locked(0)
      let canceller = Thread {
        while progress.state.made.done < moment, !done.isCancelled { usleep(20) }
        cancellation.cancel()
        let made = progress.state.made.done
        madeBefore.withLock { $0 = made }
      }
      let result = withDeadline(seconds: 60, context) {
        Result { () throws(SheetError) in
          _ = try sheet.encode(
            plan, page: 0, cuts: finelyCut(), cancellation: cancellation, progress: progress
          ) { _ throws(SheetError) in }
        }
      }
      expectNothingGoesOn(progress)
      done.cancel()
      canceller?.join()
      let made = progress.state.made.done
      switch result {
      // The other thread came too late.
      case .success: #expect(made == 60, "\(context)")
      case .failure(let error):
        #expect(error == .cancelled, "\(context)")
        // What was begun is finished, and nothing else.
        #expect(made <= madeBefore.withLock { $0 } + jobs, "\(context)")
      }
    }
  }

  /// Every thread of a sheet has ended.
  private func expectNothingGoesOn(_ progress: Progress) {
    let before = progress.state
    usleep(2000)
    #expect(progress.state == before)
  }
}
