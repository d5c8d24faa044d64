import ImageCodecs

/// What sheets share that are made at the same time: the processors, and tiles that more than one of them has.
package final class SharedWork: Sendable {
  package let tiles: TileStore
  private let turns: Locked<Turns>
  private let memory: Int

  private struct Turns {
    var free: Int
    /// Memory of pictures in the making, of all sheets.
    var used = 0
    var running = 0
    /// The sheets whose threads wait, one entry for each thread.
    var waiting: [Int] = []
  }

  /// - Parameters:
  ///   - jobs: threads that work at the same time, whatever the number of sheets.
  ///   - memory: what the pictures in the making may take together; one that needs more is made alone.
  ///   - tileBytes: memory for tiles that are kept for other sheets.
  package init(jobs: Int, memory: Int, tileBytes: Int) {
    self.memory = memory
    turns = Locked(Turns(free: jobs))
    tiles = TileStore(capacity: tileBytes)
  }

  /// Works when it is the sheet's turn: the first sheet that has something to do goes first, and the others
  /// take what it leaves idle.
  ///
  /// - Parameter cost: memory that the work takes.
  package func withTurn(ofSheet sheet: Int, cost: Int, _ body: () -> Void) {
    turns.withLock { $0.waiting.append(sheet) }
    turns.wait { turns -> Void? in
      guard turns.free > 0, turns.waiting.allSatisfy({ $0 >= sheet }),
        cost == 0 || turns.running == 0 || turns.used + cost <= memory
      else { return nil }
      turns.free -= 1
      turns.used += cost
      if cost > 0 { turns.running += 1 }
      turns.waiting.remove(at: turns.waiting.firstIndex(of: sheet)!)
      return ()
    }
    // Others may have waited only for this one to go first.
    turns.withLock { _ in }
    body()
    turns.withLock { turns in
      turns.free += 1
      turns.used -= cost
      if cost > 0 { turns.running -= 1 }
    }
  }
}
