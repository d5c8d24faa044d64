import ContactSheet
import ImageCodecs

/// A share of a batch: the K-th of N.
///
/// Sheets go to shares by what they cost, the most expensive first, each to the share that has least; the cost is
/// the bytes of the inputs, ties are broken by the output's path. So every share is about as long, and which sheet is
/// in which does not depend on the order of the manifest, nor on who asks.
package struct Shard: Equatable {
  let number: Int
  let count: Int

  /// K/N, 1 ≤ K ≤ N ≤ 100,000.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...100_000).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  /// The positions of the sheets that belong to it, in their order.
  ///
  /// - Parameter outputs: they cost nothing, made or not, so that every worker finds the same shares.
  func share(of jobs: [SheetJob], outputs: OutputNames) -> [Int] {
    let costs = jobs.map { job in
      InputSnapshot(
        of: job.sheetRun.request.paths, isRecursive: job.sheetRun.request.isRecursive,
        isLeftOut: outputs.contains
      ).files.reduce(0) { $0 + max(0, $1.size) }
    }
    return share(of: zip(costs, jobs.map { $0.output.normalized.bytes }).map { ($0, $1) })
  }

  package func share(of sheets: [(cost: Int, name: [UInt8])]) -> [Int] {
    let order = sheets.indices.sorted { one, other in
      sheets[one].cost != sheets[other].cost
        ? sheets[one].cost > sheets[other].cost
        : sheets[one].name.lexicographicallyPrecedes(sheets[other].name)
    }
    var loads = [Int](repeating: 0, count: count)
    var own: [Int] = []
    for sheet in order {
      // The first of those that have least. A sheet costs something even if its inputs are empty.
      let share = loads.indices.min { loads[$0] < loads[$1] }!
      loads[share] += sheets[sheet].cost + 1
      if share == number - 1 { own.append(sheet) }
    }
    return own.sorted()
  }
}
