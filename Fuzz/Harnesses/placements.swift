// libFuzzer: -max_len=8192
import ContactSheet

/// What must hold: a fault has words; a sheet compared with itself has no findings, and backwards what came
/// is what went.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Input(start, count).bytes
  do throws(PlacementsFault) {
    let sheet = try SheetPlacements(json: bytes)
    let (first, last) = (sheet.pages[0], sheet.pages[sheet.pages.count - 1])
    let itself = TileComparison(expected: first, actual: first)
    require(!itself.needsRows, "tiles of a page moved where they are")
    require(itself.findings().list.isEmpty, itself.findings().summary)
    require(itself.findings().unchanged == first.tiles.count, "tiles of a page are missing")
    let there = TileComparison(expected: first, actual: last).findings()
    let back = TileComparison(expected: last, actual: first).findings()
    func count(_ findings: TileFindings, _ change: TileFinding.Change) -> Int {
      findings.list.count { $0.change == change }
    }
    require(count(there, .new) == count(back, .gone), "new: \(there.summary), \(back.summary)")
    require(there.unchanged == back.unchanged, "unchanged: \(there.summary), \(back.summary)")
    require(there.lines.isEmpty == there.list.isEmpty, "findings without words")
  } catch {
    require(!error.description.isEmpty, "a fault without words")
  }
  return 0
}
