import ContactSheetCLI
import TestSupport
import Testing

@Suite struct ShardTests {
  private func shares(_ sheets: [(cost: Int, name: [UInt8])], _ count: Int) -> [[Int]] {
    (1...count).map { Shard("\($0)/\(count)")!.share(of: sheets) }
  }

  @Test(arguments: ["", "1", "1/", "/2", "0/1", "2/1", "1/0", "a/b", "1/2/3", "-1/2", "1/100001"])
  func `anything else is no share`(text: String) {
    #expect(Shard(text) == nil)
  }

  @Test func `every sheet is in one share, whatever the order, and shares are alike`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("shares"))
    for _ in 0..<200 {
      let count = Int.random(in: 1...40, using: &random)
      var sheets: [(cost: Int, name: [UInt8])] = (0..<count).map {
        (Int.random(in: 0...20, using: &random) * 1000, Array("sheet\($0)".utf8))
      }
      let parts = Int.random(in: 1...6, using: &random)
      let shares = shares(sheets, parts)
      #expect(shares.flatMap { $0 }.sorted() == Array(0..<count))
      let names = shares.map { Set($0.map { sheets[$0].name }) }
      // No share is longer than another by more than its last, smallest sheet.
      let loads = shares.map { $0.reduce(0) { $0 + sheets[$1].cost + 1 } }
      for (share, load) in zip(shares, loads) where !share.isEmpty {
        let smallest = share.map { sheets[$0].cost + 1 }.min()!
        #expect(load - smallest <= loads.min()!)
      }
      sheets.shuffle(using: &random)
      let again = self.shares(sheets, parts).map { Set($0.map { sheets[$0].name }) }
      #expect(again == names)
    }
  }
}
