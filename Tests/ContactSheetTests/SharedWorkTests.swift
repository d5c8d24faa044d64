import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// What sheets share that are made at the same time.
@Suite struct SharedWorkTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ name: String, _ level: UInt8) throws {
    let bitmap = Bitmap(
      size: PixelSize(width: 40, height: 30),
      pixels: (0..<4800).map { $0 % 4 == 3 ? 255 : level })
    try directory.write(PNGFixture.bytes(bitmap), name)
  }

  private func sheet(_ names: [String], background: Color = Sheet.defaultBackground) -> Sheet {
    Sheet(
      names.map { .file(RawPath(directory.path($0))) },
      layout: .grid(GridLayout(width: 100, columns: 2)), background: background)
  }

  private func png(_ sheet: Sheet, _ turn: SheetTurn?) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let plan = try sheet.plan()
    _ = try sheet.encode(plan, page: 0, cancellation: Cancellation(), turn: turn) { bytes += $0 }
    return bytes
  }

  @Test func `a tile of several sheets is made once, and anew when its file is another`() throws {
    for (index, name) in ["a", "b", "c"].enumerated() { try write(name, UInt8(40 * index)) }
    let work = SharedWork(jobs: 2, memory: 1 << 28, tileBytes: 1 << 24)
    let sheets = [sheet(["a", "b", "c"]), sheet(["c", "a"]), sheet(["b", "b", "a"])]
    for (index, sheet) in sheets.enumerated() {
      let turn = SheetTurn(work, sheet: index, of: 2)
      #expect(try png(sheet, turn) == png(sheet, nil))
    }
    #expect(work.tiles.makeCount == 3)
    // An opaque tile over another colour is looked for apart.
    _ = try png(sheet(["a"], background: Color(rgb: 0)), SheetTurn(work, sheet: 4, of: 2))
    #expect(work.tiles.makeCount == 4)
    try write("a", 200)
    let changed = sheet(["a", "b"])
    #expect(try png(changed, SheetTurn(work, sheet: 5, of: 2)) == png(changed, nil))
    #expect(work.tiles.makeCount == 5)
    // Where there is no room, everything is made.
    let none = SharedWork(jobs: 2, memory: 1 << 28, tileBytes: 0)
    for index in 0..<2 { _ = try png(sheets[1], SheetTurn(none, sheet: index, of: 2)) }
    #expect(none.tiles.makeCount == 4)
  }

  /// How many run at once, the most, and in which order they began.
  private struct Watch {
    var running = 0
    var most = 0
    var cost = 0
    var mostCost = 0
    var order: [Int] = []
  }

  private func run(
    _ work: SharedWork, sheets: [(sheet: Int, cost: Int)]
  ) -> Watch {
    let watch = Locked(Watch())
    _ = concurrentMap(count: sheets.count, jobs: sheets.count) { index in
      let (sheet, cost) = sheets[index]
      work.withTurn(ofSheet: sheet, cost: cost) {
        watch.withLock { watch in
          watch.running += 1
          watch.cost += cost
          watch.most = max(watch.most, watch.running)
          watch.mostCost = max(watch.mostCost, watch.cost)
          watch.order.append(sheet)
        }
        usleep(3_000)
        watch.withLock { watch in
          watch.running -= 1
          watch.cost -= cost
        }
      }
    }
    return watch.withLock { $0 }
  }

  @Test func `no more threads work than there are jobs, and the first sheet goes first`() {
    let work = SharedWork(jobs: 3, memory: 1000, tileBytes: 0)
    let watch = run(work, sheets: (0..<24).map { ($0 % 4, 0) })
    #expect(watch.most == 3)
    #expect(watch.order.sorted() == (0..<24).map { $0 / 6 })

    // All wait for one that is at work; then they come in the order of their sheets.
    let single = SharedWork(jobs: 1, memory: 1000, tileBytes: 0)
    let order = Locked([Int]())
    _ = concurrentMap(count: 7, jobs: 7) { index in
      usleep(UInt32(index == 0 ? 0 : 20_000))
      single.withTurn(ofSheet: index == 0 ? 9 : 7 - index, cost: 0) {
        order.withLock { $0.append(index == 0 ? 9 : 7 - index) }
        if index == 0 { usleep(300_000) }
      }
    }
    #expect(order.withLock { $0 } == [9, 1, 2, 3, 4, 5, 6])
  }

  @Test func `memory is that of all together, and what is larger is made alone`() {
    let work = SharedWork(jobs: 8, memory: 100, tileBytes: 0)
    let watch = run(work, sheets: (0..<30).map { ($0, 40) })
    #expect(watch.mostCost == 80)
    let large = run(work, sheets: (0..<6).map { ($0, 400) })
    #expect(large.mostCost == 400)
    #expect(large.order.count == 6)
  }

  @Test func `a budget is kept, and what is larger than it comes alone`() {
    let budget = MemoryBudget(100)
    let used = Locked((now: 0, most: 0))
    for cost in [30, 250] {
      used.withLock { $0 = (0, 0) }
      _ = concurrentMap(count: 20, jobs: 8) { _ in
        budget.withBytes(cost) {
          used.withLock { used in
            used.now += cost
            used.most = max(used.most, used.now)
          }
          usleep(2_000)
          used.withLock { $0.now -= cost }
        }
      }
      #expect(used.withLock { $0.most } == (cost == 30 ? 90 : 250))
    }
  }
}
