import ImageCodecs
import PixelGeometry
import Raster

/// What can be planned and then made: a strip, or a sheet of another layout.
package protocol PlannedSheet: Sendable {
  var pictures: [PictureSource] { get set }
  /// For each picture that was found, not asked for, its header: one whose pixels turn out to be unusable
  /// never stops the sheet. Empty where none was found.
  var found: [PictureHeader?] { get set }
  /// For each picture the part of it that survives; nil for the sheet's. Empty where that holds for all.
  var anchors: [Anchor?] { get set }
  var decoding: DecodeOptions { get }
  /// Multiplies every length before the sheet is laid out.
  var scale: Double { get }
  /// Multiplies every length once it is laid out.
  var density: Int { get set }
  /// What there is to say of words that were drawn before there was a plan.
  var textRemarks: [String] { get }
  /// nil for as many as there are processors.
  var jobs: Int? { get set }
  /// Bytes that the pictures in the making may take together.
  var memory: Int { get set }
  /// Whatever the pictures are, they come on one page.
  var isOnePage: Bool { get }

  /// What of each picture has to be known beyond its header.
  var factsNeeded: PictureFacts.Needs { get throws(SheetError) }

  /// Takes for each picture its title, or nil; a sheet without captions has no use for them.
  mutating func take(titles: [String?])

  /// Throws the first setting that is out of its range.
  func check() throws(SheetError)
  /// Decides everything about the sheet; the settings have been checked.
  func plan(_ probed: ProbedPictures) throws(SheetError) -> SheetPlan
}

extension PlannedSheet {
  package mutating func take(titles: [String?]) {}

  package var textRemarks: [String] { [] }

  /// Checks the settings, reads the headers of the pictures and decides everything.
  package func plan(
    cancellation: Cancellation = Cancellation(), progress: Progress? = nil
  ) throws(SheetError) -> SheetPlan {
    try check()
    var probed = try ProbedPictures(
      pictures, found: found, decoding: decoding, jobs: jobs ?? processorCount(),
      cancellation: cancellation, progress: progress)
    try probed.readFacts(factsNeeded, jobs: jobs ?? processorCount(), cancellation: cancellation)
    return try plan(probed)
  }

  /// Draws a page in bands (see ``PageRenderer``).
  private func render<Band: Sendable>(
    _ plan: SheetPlan, page: Int, _ cuts: RenderCuts, _ cancellation: Cancellation,
    _ progress: Progress?, _ turn: SheetTurn? = nil, _ text: TextRenderer? = nil,
    finish: @escaping @Sendable (RenderedRows) -> Result<Band, SheetError>,
    sink: (Band) throws(SheetError) -> Void
  ) throws(SheetError) -> (remarks: [PictureRemark], omissions: [PictureProblem]) {
    let own = text == nil ? try plan.textRenderer() : text
    let renderer = PageRenderer(
      plan, page: page, text: own, jobs: jobs ?? processorCount(), memory: memory, cuts: cuts,
      cancellation: cancellation, progress: progress, turn: turn, finish: finish)
    return try renderer.run(sink: sink)
  }

  /// The pixels of a page.
  package func bitmap(
    _ plan: SheetPlan, page: Int, cuts: RenderCuts = RenderCuts(), cancellation: Cancellation
  ) throws(SheetError) -> Bitmap {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * plan.pages[page].size.pixelCount)
    _ = try render(plan, page: page, cuts, cancellation, nil) {
      .success($0)
    } sink: {
      (rows: RenderedRows) throws(SheetError) in
      let own = rows.bytes.dropFirst(rows.isFirst ? 0 : rows.rowBytes)
      guard rows.pixelBytes == 3 else {
        pixels += own
        return
      }
      for start in stride(from: own.startIndex, to: own.endIndex, by: 3) {
        pixels += own[start..<start + 3]
        pixels.append(255)
      }
    }
    return Bitmap(size: plan.pages[page].size, pixels: pixels)
  }

  /// Renders and encodes a page; the sink takes the bytes of the PNG in order.
  ///
  /// - Parameter text: draws the words of all pages; nil for one of its own.
  package func encode(
    _ plan: SheetPlan, page: Int, cuts: RenderCuts = RenderCuts(), cancellation: Cancellation,
    progress: Progress? = nil, turn: SheetTurn? = nil, text: TextRenderer? = nil,
    sink: (_ bytes: [UInt8]) throws(SheetError) -> Void
  ) throws(SheetError) -> (remarks: [PictureRemark], omissions: [PictureProblem]) {
    var encoder = PNGEncoder(
      size: plan.pages[page].size, hasAlpha: !plan.isOpaque, pixelsPerMetre: plan.pixelsPerMetre)
    try sink(encoder.head)
    return try render(plan, page: page, cuts, cancellation, progress, turn, text) { rows in
      Result { () throws(PNGEncodingError) in
        try PNGBand(rows, plan.compression)
      }.mapError { .output(.encoding($0.words)) }
    } sink: { (band: PNGBand) throws(SheetError) in
      try sink(encoder.append(band))
    }
  }

  /// Makes every page on the calling thread.
  ///
  /// - Parameters:
  ///   - turn: of a sheet that is made while others are.
  ///   - densities: all that the sheet will be made in, in their order: before the first one is, the files of
  ///     all are looked at.
  package func make(
    to destination: SheetDestination, cancellation: Cancellation, progress: Progress? = nil,
    turn: SheetTurn? = nil, densities: [Int] = [], planned: (SheetPlan) -> Void = { _ in }
  ) throws(SheetError) -> SheetSummary {
    try check()
    let later = densities.drop { $0 != density }.dropFirst()
    let outputs = [density] + later
    // How many pages there are is else known only once all headers have been read.
    if isOnePage { try guardOutputs(of: destination, outputs, pageCount: 1) }
    let plan = try plan(cancellation: cancellation, progress: progress)
    planned(plan)
    let text = try plan.textRenderer()
    switch destination {
    case .file(let path, _):
      try guardOutputs(of: destination, outputs, pageCount: plan.pages.count)
      let names = PageNames(path, density: density).names(count: plan.pages.count)
      return try make(plan, names.map(Optional.some), text, later.count, cancellation, progress) {
        (page, name) throws(SheetError) in
        var file: OutputFile
        do throws(OutputFault) { file = try OutputFile.create(name!) } catch {
          throw .output(error)
        }
        let outcome = try encode(
          plan, page: page, cancellation: cancellation, progress: progress, turn: turn, text: text
        ) { bytes throws(SheetError) in
          do throws(OutputFault) { try file.write(bytes) } catch { throw .output(error) }
        }
        do throws(OutputFault) { try file.commit() } catch { throw .output(error) }
        return outcome
      }
    case .standardOutput:
      if plan.pages.count > 1 { throw .severalPages(plan.pages.count, output: "standard output") }
      return try make(plan, [nil], text, 0, cancellation, progress) {
        (page, _) throws(SheetError) in
        try encode(
          plan, page: page, cancellation: cancellation, progress: progress, turn: turn, text: text
        ) { bytes throws(SheetError) in
          guard let error = writeAll(bytes, to: 1) else { return }
          throw .output(
            error.isClosedPipe
              ? .closedPipe : .failed("standard output", "cannot be written", error))
        }
      }
    }
  }

  private func guardOutputs(
    of destination: SheetDestination, _ densities: [Int], pageCount: Int
  ) throws(SheetError) {
    guard case .file(let path, let mustBeOurs) = destination else { return }
    if pageCount > 1, !PageNames(path).hasToken {
      // Numbers are for files: /dev/null-001 is nothing that anybody asked for.
      switch FileStatus(path)?.kind {
      case .other: throw .severalPages(pageCount, output: path.description)
      case .directory: throw .output(.notAFile(path, "a directory"))
      case .file, nil:
        if path.lastComponent.isEmpty { throw .output(.notAFile(path, "a directory")) }
      }
    }
    do throws(OutputFault) {
      let names = densities.flatMap { PageNames(path, density: $0).names(count: pageCount) }
      try OutputGuard.refuseInputs(names, pictures)
      if mustBeOurs { for name in names { try OutputGuard.refuseForeign(name) } }
    } catch { throw .output(error) }
  }

  private func make(
    _ plan: SheetPlan, _ names: [RawPath?], _ text: TextRenderer?, _ laterDensities: Int,
    _ cancellation: Cancellation,
    _ progress: Progress?,
    write: (_ page: Int, _ name: RawPath?) throws(SheetError) -> (
      remarks: [PictureRemark], omissions: [PictureProblem]
    )
  ) throws(SheetError) -> SheetSummary {
    var remarks: [PictureRemark] = []
    var omissions = plan.omissions
    var (remarked, omitted) = (Set<Int>(), Set(omissions.map(\.index)))
    let tiles = plan.pages.map(\.tileCount).reduce(0, +)
    progress?.expectLater(tiles: (1 + laterDensities) * tiles)
    for (page, name) in names.enumerated() {
      let outcome = try write(page, name)
      // A picture on several pages is spoken of once.
      remarks += outcome.remarks.filter { !remarked.contains($0.index) }
      omissions += outcome.omissions.filter { !omitted.contains($0.index) }
      remarked.formUnion(outcome.remarks.map(\.index))
      omitted.formUnion(outcome.omissions.map(\.index))
    }
    return SheetSummary(
      pages: zip(plan.pages, names).map { page, name in
        SheetSummary.Page(path: name, size: page.size, pictureCount: page.placements.count)
      },
      remarks: remarks.sorted { $0.index < $1.index },
      omissions: omissions.sorted { $0.index < $1.index },
      textRemarks: textRemarks + (text.map { plan.remarks(of: $0) } ?? []))
  }
}
