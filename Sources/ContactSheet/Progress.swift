import Synchronization

/// How far a sheet is, for whoever wants to look while it is made.
package final class Progress: Sendable {
  private let toFetch = Atomic(0)
  private let fetched = Atomic(0)
  private let toProbe = Atomic(0)
  private let probed = Atomic(0)
  /// Tiles of the pages that have begun, and of those that come after them. A page goes from one to the other
  /// at once: nobody sees it in neither.
  private let toMake = Mutex((begun: 0, later: 0))
  private let made = Atomic(0)
  private let pixels = Atomic(0)

  package init() {}

  package struct State: Equatable, Sendable {
    /// Addresses fetched, of how many; then headers read, then tiles made.
    package var fetched: (done: Int, total: Int)
    package var probed: (done: Int, total: Int)
    package var made: (done: Int, total: Int)
    /// Stored pixels of the pictures whose tiles were made.
    package var pixels: Int

    package static func == (one: State, other: State) -> Bool {
      one.fetched == other.fetched && one.probed == other.probed && one.made == other.made
        && one.pixels == other.pixels
    }
  }

  package var state: State {
    State(
      fetched: (fetched.load(ordering: .relaxed), toFetch.load(ordering: .relaxed)),
      probed: (probed.load(ordering: .relaxed), toProbe.load(ordering: .relaxed)),
      made: (made.load(ordering: .relaxed), toMake.withLock { $0.begun + $0.later }),
      pixels: pixels.load(ordering: .relaxed))
  }

  /// Addresses are being fetched.
  ///
  /// - Parameter before: those of earlier rounds of the same run.
  package func fetching(_ state: RemoteProgress, before: Int) {
    toFetch.store(before + state.total, ordering: .relaxed)
    fetched.store(before + state.done, ordering: .relaxed)
  }

  func expect(headers: Int) { toProbe.add(headers, ordering: .relaxed) }

  func probedOne() { probed.add(1, ordering: .relaxed) }

  /// A run of pages is going to be made.
  func expectLater(tiles: Int) { toMake.withLock { $0.later = tiles } }

  /// Pages begin.
  ///
  /// - Parameter announced: how many were expected of them while they were still to come: a tile that is made
  ///   twice on a page, for places far from each other, was counted once.
  func expect(tiles: Int, announced: Int = 0) {
    toMake.withLock {
      $0.begun += tiles
      $0.later = max(0, $0.later - announced)
    }
  }

  func made(pixels count: Int) {
    made.add(1, ordering: .relaxed)
    pixels.add(count, ordering: .relaxed)
  }
}
