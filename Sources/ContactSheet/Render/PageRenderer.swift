import ImageCodecs
import PixelGeometry
import Raster

/// Draws a page from the top to the bottom in bands of rows: tiles are made in parallel, those that are
/// needed first come first; a band whose tiles are all there is drawn, and handed over in its turn; a tile
/// is dropped after its last band. The page is never held whole.
///
/// What is made when depends on the number of jobs and on luck; what is made does not: a band is cut at
/// fixed rows and depends on nothing but its tiles.
final class PageRenderer<Band: Sendable>: Sendable {
  private let plan: SheetPlan
  private let page: PagePlan
  private let parts: [TilePart]
  private let placements: PlacementIndex
  private let words: PageWords?
  private let bandHeight: Int
  private let limits: Limits
  private let masks: TileMasks
  private let weights = RecentWeights()
  private let cancellation: Cancellation
  private let progress: Progress?
  private let turn: SheetTurn?
  private let finish: @Sendable (RenderedRows) -> Result<Band, SheetError>
  private let state: Locked<State>

  private struct Limits {
    var jobs: Int
    /// Memory that tiles in the making may take together; a larger one is made alone.
    var memory: Int
    /// Memory of tiles that are made before their band is due.
    var ahead: Int
    /// Bands that are drawn or wait for their turn.
    var bands: Int
  }

  /// - Parameters:
  ///   - text: draws the words; nil where the plan has none.
  ///   - turn: of a sheet that is made while others are.
  ///   - finish: makes of drawn rows what is handed over; called from any thread.
  init(
    _ plan: SheetPlan, page: Int, text: TextRenderer?, jobs: Int, memory: Int, cuts: RenderCuts,
    cancellation: Cancellation, progress: Progress?, turn: SheetTurn? = nil,
    finish: @escaping @Sendable (RenderedRows) -> Result<Band, SheetError>
  ) {
    self.plan = plan
    self.page = plan.pages[page]
    placements = PlacementIndex(self.page)
    words = if let text { PageWords(plan, plan.pages[page], text) } else { nil }
    parts = plan.parts(of: self.page, placements, cuts: cuts)
    bandHeight =
      cuts.bandHeight ?? PNGEncoder.bandHeight(width: self.page.size.width, plan.compression)
    limits = Limits(
      jobs: jobs, memory: memory / (turn?.sheets ?? 1),
      ahead: PageRendererLimits.ahead / (turn?.sheets ?? 1),
      bands: jobs + PageRendererLimits.spareBands)
    masks = TileMasks(plan.look)
    self.cancellation = cancellation
    self.progress = progress
    self.turn = turn
    self.finish = finish
    state = Locked(
      State(partCount: parts.count, tileCount: parts.count { !$0.continues }))
  }

  private var bandCount: Int { (page.size.height + bandHeight - 1) / bandHeight }

  private func rows(ofBand band: Int) -> Range<Int> {
    band * bandHeight..<min((band + 1) * bandHeight, page.size.height)
  }

  // MARK: state

  private struct State {
    enum Stage: UInt8 { case waiting, running, done }

    var stages: [Stage]
    var pixels: [TilePixels?]
    /// Bands in the making that draw a part.
    var users: [Int32]
    /// Made in part, by recipe: what makes the rest.
    var makers: [Int: TileMaker] = [:]
    /// No part before it waits.
    var firstWaiting = 0
    /// Tiles of which no part has been begun.
    var unbegun: Int
    /// The next band to be drawn, and the parts up to its last row: those before `entered`.
    var front = 0
    var entered = 0
    /// Entered, but not made yet.
    var missing = 0
    /// Entered, and needed by the front or a band after it.
    var alive: [Int] = []
    var drawable: [(band: Int, parts: [Int])] = []
    var finished: [Int: Result<Band, SheetError>] = [:]
    var handedOver = 0
    /// Memory of parts in the making, and of those not entered yet.
    var running = 0
    var costInFlight = 0
    var bytesAhead = 0
    /// A picture that stops the sheet is due in this band: what comes before it is made, drawn and handed
    /// over as if it were not there, and nothing after it is.
    var stopBand: Int?
    var problems: [(part: Int, PictureProblem)] = []
    var remarks: [(part: Int, PictureRemark)] = []
    var isStopped = false

    init(partCount: Int, tileCount: Int) {
      unbegun = tileCount
      stages = Array(repeating: .waiting, count: partCount)
      pixels = Array(repeating: nil, count: partCount)
      users = Array(repeating: 0, count: partCount)
    }
  }

  private enum Work {
    case part(Int, TileMaker?, threads: Int)
    case band(Int, [(TilePart, TilePixels)], [Int])
  }

  private enum Turn {
    case band(Result<Band, SheetError>)
    case work(Work)
    case failed(SheetError)
    case ended
  }

  // MARK: running

  /// - Parameter sink: takes the bands in their order, on the caller's thread.
  func run(
    sink: (Band) throws(SheetError) -> Void
  ) throws(SheetError) -> (remarks: [PictureRemark], omissions: [PictureProblem]) {
    progress?.expect(tiles: parts.count { isEnd($0) }, announced: page.tileCount)
    state.withLock { state in
      enter(&state)
      open(&state)
    }
    let helpers = (1..<max(1, min(limits.jobs, parts.count + bandCount))).compactMap { _ in
      Thread { [self] in while let work = state.wait(for: next) { carryOut(work) } }
    }
    defer {
      state.withLock { $0.isStopped = true }
      for helper in helpers { helper.join() }
    }
    while true {
      let turn = state.wait { state -> Turn? in
        if self.cancellation.isCancelled { return .failed(.cancelled) }
        if state.handedOver == self.bandCount { return .ended }
        if let band = state.finished.removeValue(forKey: state.handedOver) { return .band(band) }
        if let failure = self.failure(state) { return .failed(failure) }
        if let work = self.next(&state), let work { return .work(work) }
        return nil
      }
      switch turn {
      case .ended:
        return state.withLock { state in
          (
            PageRenderer.inOrder(state.remarks, by: \.index),
            PageRenderer.inOrder(state.problems, by: \.index)
          )
        }
      case .failed(let error): throw error
      case .work(let work): carryOut(work)
      case .band(let band):
        try sink(band.get())
        state.withLock { state in
          state.handedOver += 1
          open(&state)
        }
      }
    }
  }

  /// The pictures that stop the sheet: those of the first band that has any, so that which they are does
  /// not depend on which thread was faster.
  private func failure(_ state: State) -> SheetError? {
    guard let band = state.stopBand, state.handedOver == band, state.missing == 0 else {
      return nil
    }
    let problems = state.problems.filter { $0.part < state.entered }
    return .pictures(PageRenderer.inOrder(problems, by: \.index))
  }

  /// What was said of each picture, once, in their order. A picture whose tile is made more than once, in
  /// several sizes or for places far apart, is spoken of each time.
  private static func inOrder<Words: Hashable>(
    _ words: [(part: Int, Words)], by index: (Words) -> Int
  ) -> [Words] {
    var known: Set<Words> = []
    return words.sorted { (index($0.1), $0.part) < (index($1.1), $1.part) }.map(\.1).filter {
      known.insert($0).inserted
    }
  }

  /// The band in which a part is due.
  private func firstBand(_ part: TilePart) -> Int { part.reach.lowerBound / bandHeight }

  /// What is to be done next; `.some(nil)` says that nothing ever will be, nil that it has to be waited
  /// for.
  private func next(_ state: inout State) -> Work?? {
    if state.isStopped || cancellation.isCancelled { return .some(nil) }
    if !state.drawable.isEmpty {
      let (band, indexes) = state.drawable.removeFirst()
      return .band(band, indexes.map { (parts[$0], state.pixels[$0]!) }, indexes)
    }
    return nextPart(&state)
  }

  private func nextPart(_ state: inout State) -> Work?? {
    while state.firstWaiting < parts.count, state.stages[state.firstWaiting] != .waiting {
      state.firstWaiting += 1
    }
    // A tile in several parts is made by one thread at a time: others may look beyond it a little.
    let end = min(parts.count, state.firstWaiting + 64)
    for index in state.firstWaiting..<end where state.stages[index] == .waiting {
      let part = parts[index]
      if let stop = state.stopBand, firstBand(part) > stop { return nil }
      if part.continues, state.makers[part.recipe] == nil { continue }
      let isAhead = index >= state.entered
      if isAhead, state.bytesAhead + part.bytes > limits.ahead { return nil }
      if state.running > 0, state.costInFlight + part.cost > limits.memory { return nil }
      state.stages[index] = .running
      state.running += 1
      state.costInFlight += part.cost
      if isAhead { state.bytesAhead += part.bytes }
      if !part.continues { state.unbegun -= 1 }
      // Threads that no other tile will want.
      let threads = turn == nil ? limits.jobs / (state.running + state.unbegun) : 1
      return .part(
        index, state.makers.removeValue(forKey: part.recipe), threads: max(1, threads))
    }
    return nil
  }

  private func carryOut(_ work: Work) {
    guard let turn else { return doIt(work) }
    let cost = if case .part(let index, _, _) = work { parts[index].cost } else { 0 }
    turn.work.withTurn(ofSheet: turn.sheet, cost: cost) { doIt(work) }
  }

  private func doIt(_ work: Work) {
    switch work {
    case .part(let index, let maker, let threads):
      make(index, maker, threads)
    case .band(let band, let parts, let indexes):
      let rows = plan.rows(
        rows(ofBand: band), of: page, parts: parts, placements: placements, words: words)
      let result = finish(rows)
      state.withLock { state in
        state.finished[band] = result
        for index in indexes {
          state.users[index] -= 1
          dropIfUnused(index, &state)
        }
      }
    }
  }

  // MARK: tiles

  /// With this part its tile is finished.
  private func isEnd(_ part: TilePart) -> Bool {
    part.rows.upperBound == plan.recipes[part.recipe].tileSize.height
  }

  private func make(_ index: Int, _ maker: TileMaker?, _ threads: Int) {
    let part = parts[index]
    let recipe = plan.recipes[part.recipe]
    var rest: TileMaker?
    let result = Result { () throws(PictureFault) -> TileStore.Tile in
      let isWhole = isEnd(part) && !part.continues
      if isWhole, let store = turn?.work.tiles, recipe.header != nil,
        let key = TileStore.Key(
          recipe, plan.filter, plan.decoding,
          background: plan.isFlat(page) ? plan.background : nil)
      {
        return try store.tile(key) { () throws(PictureFault) in try tile(part, nil, threads, &rest)
        }
      }
      return try tile(part, maker, threads, &rest)
    }
    let ends = isEnd(part)
    var remarks: [DecodeRemark] = []
    var problem: PictureProblem?
    let pixels: TilePixels
    switch result {
    case .success(let tile):
      remarks = tile.remarks
      pixels = self.pixels(tile.pixels, of: recipe)
    case .failure(let fault):
      problem = PictureProblem(
        index: recipe.index, name: recipe.name, stage: .decode, fault: fault)
      let bitmap = PremultipliedBitmap.placeholder(recipe.tileSize, rows: part.rows)
      pixels = self.pixels(finished(bitmap), of: recipe)
      // What is left of the tile is left out the same way.
      rest = ends ? nil : TileMaker(omitting: recipe)
    }
    if ends { progress?.made(pixels: recipe.header?.storedSize.pixelCount ?? 0) }
    let isFatal = plan.decoding.onError == .fail && !recipe.isOptional
    state.withLock { [rest, problem, remarks] state in
      state.stages[index] = .done
      state.pixels[index] = pixels
      state.running -= 1
      state.costInFlight -= part.cost
      if !ends { state.makers[part.recipe] = rest }
      if let problem {
        state.problems.append((index, problem))
        if isFatal { state.stopBand = min(firstBand(part), state.stopBand ?? .max) }
      }
      state.remarks += remarks.map {
        (index, PictureRemark(index: recipe.index, name: recipe.name, remark: $0))
      }
      if index < state.entered {
        state.missing -= 1
        open(&state)
      }
    }
  }

  /// Makes a part.
  ///
  /// - Parameter rest: what makes the parts after it.
  private func tile(
    _ part: TilePart, _ maker: TileMaker?, _ threads: Int, _ rest: inout TileMaker?
  ) throws(PictureFault) -> TileStore.Tile {
    let maker =
      if let maker { maker } else {
        try TileMaker(
          plan.recipes[part.recipe], filter: plan.filter, decoding: plan.decoding,
          packs: plan.isFlat(page), threads: threads, weights: weights)
      }
    let pixels: TileStore.Tile.Pixels =
      if maker.isPacked { .flat(try maker.packedRows(part.rows).bytes) } else {
        finished(try maker.rows(part.rows))
      }
    let ends = isEnd(part)
    if ends { try maker.check() }
    rest = maker
    return TileStore.Tile(pixels: pixels, remarks: ends ? maker.remarks : [])
  }

  /// Packed where nothing is blended.
  private func finished(_ bitmap: PremultipliedBitmap) -> TileStore.Tile.Pixels {
    plan.isFlat(page) ? .flat(bitmap.flattened(over: plan.background)) : .bitmap(bitmap)
  }

  private func pixels(_ pixels: TileStore.Tile.Pixels, of recipe: TileRecipe) -> TilePixels {
    switch pixels {
    case .flat(let bytes): return .flat(bytes)
    case .bitmap(let bitmap):
      let (outer, inner) = masks.masks(of: recipe.tileSize)
      return .layered(bitmap, outer: outer, inner: inner, shadow: masks.shadow(of: outer))
    }
  }

  // MARK: bands

  /// Takes in the parts that the front needs.
  private func enter(_ state: inout State) {
    guard state.front < bandCount else { return }
    let end = rows(ofBand: state.front).upperBound
    while state.entered < parts.count, parts[state.entered].reach.lowerBound < end {
      let index = state.entered
      state.entered += 1
      state.alive.append(index)
      if state.stages[index] != .done { state.missing += 1 }
      if state.stages[index] != .waiting { state.bytesAhead -= parts[index].bytes }
    }
  }

  /// Lets the front be drawn, and those after it, as far as their tiles are there.
  private func open(_ state: inout State) {
    while state.missing == 0, state.front < state.stopBand ?? bandCount,
      state.front - state.handedOver < limits.bands
    {
      for index in state.alive { state.users[index] += 1 }
      state.drawable.append((state.front, state.alive))
      state.front += 1
      // The next band begins with the row above it.
      let start = state.front < bandCount ? rows(ofBand: state.front).lowerBound - 1 : Int.max
      state.alive.removeAll { parts[$0].reach.upperBound <= start }
      enter(&state)
    }
  }

  private func dropIfUnused(_ index: Int, _ state: inout State) {
    let start = state.front < bandCount ? rows(ofBand: state.front).lowerBound - 1 : Int.max
    if state.users[index] == 0, parts[index].reach.upperBound <= start { state.pixels[index] = nil }
  }
}

/// What bounds the work ahead of the band that is due.
enum PageRendererLimits {
  /// Bytes of tiles that may be made before their band is due.
  static let ahead = 24_000_000
  /// Bands that may be drawn or wait beyond one for each job.
  static let spareBands = 2
}
