import Synchronization

/// How far a sheet is, for whoever wants to look while it is made.
package final class Progress: Sendable {
  private let toFetch = Atomic(0)
  private let fetched = Atomic(0)
  private let toProbe = Atomic(0)
  private let probed = Atomic(0)
  private let toMake = Atomic(0)
  private let toMakeLater = Atomic(0)
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
      made: (
        made.load(ordering: .relaxed),
        toMake.load(ordering: .relaxed) + toMakeLater.load(ordering: .relaxed)
      ),
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

  /// A page begins.
  func expect(tiles: Int) { toMake.add(tiles, ordering: .relaxed) }

  /// Those of the pages that come after it.
  func expectLater(tiles: Int) { toMakeLater.store(tiles, ordering: .relaxed) }

  func made(pixels count: Int) {
    made.add(1, ordering: .relaxed)
    pixels.add(count, ordering: .relaxed)
  }
}
