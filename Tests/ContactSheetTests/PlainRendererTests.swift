import ContactSheet
import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// Two routes, one answer: a page drawn in bands by many threads is the page drawn whole by one.
@Suite struct PlainRendererTests {
  /// Where the pixels of two bitmaps differ first; nil where they are the same.
  private func difference(_ actual: Bitmap, _ expected: Bitmap) -> String? {
    if actual.size != expected.size { return "\(actual.size) for \(expected.size)" }
    for y in 0..<actual.size.height {
      for x in 0..<actual.size.width where actual[x, y] != expected[x, y] {
        return "\(actual[x, y]) for \(expected[x, y]) at \(x), \(y) of \(actual.size)"
      }
    }
    return nil
  }

  private func png(
    _ sheet: any PlannedSheet, _ plan: SheetPlan, _ cuts: RenderCuts
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try sheet.encode(plan, page: 0, cuts: cuts, cancellation: Cancellation()) {
      part throws(SheetError) in
      bytes += part
    }
    return bytes
  }

  private func cuts(using random: inout SeededGenerator) -> RenderCuts {
    var cuts = RenderCuts()
    cuts.bandHeight = [1, 2, 3, Int.random(in: 1...60, using: &random), nil].randomElement(
      using: &random)!
    cuts.wholeTileBytes = [1, 1, 5000, cuts.wholeTileBytes].randomElement(using: &random)!
    cuts.partHeight = [1, 2, Int.random(in: 1...30, using: &random)].randomElement(using: &random)!
    cuts.keptBytes = [0, 2000, cuts.keptBytes].randomElement(using: &random)!
    return cuts
  }

  @Test func `random sheets are those of the plain renderer, for any jobs, memory and cuts`()
    throws
  {
    let seed = SeededGenerator.seed("plain renderer")
    var random = SeededGenerator(seed: seed)
    for round in 0..<Sanitizer.rounds(10) {
      let pool = RandomSheet.pictures(using: &random)
      for number in 0..<20 {
        let sheet = RandomSheet(pool, using: &random)
        guard let plan = try sheet.plan() else { continue }
        let page = Int.random(in: plan.pages.indices, using: &random)
        let expected = PlainRenderer.bitmap(plan, page: page)
        let context = "seed \(seed), round \(round), sheet \(number), page \(page)"
        for (jobs, memory) in [(1, 1), (2, Sheet.defaultMemory), (8, 1), (8, 100_000_000)] {
          let cuts = cuts(using: &random)
          let bitmap = try sheet.made(jobs: jobs, memory: memory).bitmap(
            plan, page: page, cuts: cuts, cancellation: Cancellation())
          let difference = difference(bitmap, expected)
          #expect(difference == nil, "\(context), \(jobs) jobs, \(cuts): \(plan.look)")
        }
      }
    }
  }

  @Test
  func `a PNG has the same bytes for any jobs and memory, and its pixels are those of the page`()
    throws
  {
    let seed = SeededGenerator.seed("same bytes")
    var random = SeededGenerator(seed: seed)
    let pool = RandomSheet.pictures(using: &random)
    for number in 0..<Sanitizer.rounds(40) {
      let sheet = RandomSheet(pool, using: &random)
      guard let plan = try sheet.plan() else { continue }
      // Bands, of which each is filtered by the last row of the one above, show in the bytes.
      let cuts = cuts(using: &random)
      let expected = try png(sheet.made(jobs: 1), plan, cuts)
      let pixels = difference(try decodedBitmap(expected), PlainRenderer.bitmap(plan))
      #expect(pixels == nil, "seed \(seed), sheet \(number), \(cuts)")
      for (jobs, memory) in [(1, 1), (2, 1), (3, Sheet.defaultMemory), (16, Sheet.defaultMemory)] {
        let bytes = try png(sheet.made(jobs: jobs, memory: memory), plan, cuts)
        #expect(bytes == expected, "seed \(seed), sheet \(number), \(jobs) jobs")
      }
    }
  }

  /// Above eight million bytes on a flat page, where a pixel takes three, and on any other.
  @Test(arguments: [true, false])
  func `tiles so large that they are made in parts are those made whole`(isFlat: Bool) throws {
    let seed = SeededGenerator.seed("large tiles, \(isFlat ? "flat" : "layered")")
    var random = SeededGenerator(seed: seed)
    let size = PixelSize(width: 21, height: isFlat ? 73 : 61)
    var pictures: [PictureSource] = [.bitmap(RandomSheet.bitmap(size, using: &random))]
    for orientation in [1, 2, 6] {
      let stored = orientation > 4 ? size.transposed : size
      pictures += [
        .bytes(RandomSheet.jpeg(orientation: orientation, stored, using: &random)),
        .bytes(RandomSheet.png(orientation: orientation, stored, using: &random)),
      ]
    }
    for picture in pictures.shuffled(using: &random).prefix(Sanitizer.rounds(7)) {
      // Between others, so that there are parts of several tiles.
      let low = PictureSource.bitmap(
        RandomSheet.bitmap(PixelSize(width: 40, height: 3), using: &random))
      var sheet = Sheet(
        [low, picture, low], layout: .list(ListLayout(width: 900)),
        background: Color(rgb: 0x203040, alpha: isFlat ? 255 : 200))
      if !isFlat {
        sheet.layout = .list(ListLayout(width: 620))
        sheet.border = 7
        sheet.shape = .rounded(radius: 40)
      }
      let plan = try sheet.plan()
      #expect(plan.tileBytes(plan.recipes[1], plan.pages[0]) > 8_000_000)
      let expected = PlainRenderer.bitmap(plan)
      for (jobs, memory) in [(1, Sheet.defaultMemory), (3, 1), (8, Sheet.defaultMemory)] {
        sheet.jobs = jobs
        sheet.memory = memory
        let bitmap = try sheet.bitmap(plan, page: 0, cancellation: Cancellation())
        let difference = difference(bitmap, expected)
        #expect(difference == nil, "seed \(seed), \(jobs) jobs")
      }
    }
  }
}
