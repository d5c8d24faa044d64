import ContactSheet
import ImageCodecs
import PlainJSON

/// How far a batch is.
final class BatchProgress: Sendable {
  private let state: Locked<State>

  private struct State {
    var sheets: (done: Int, total: Int)
    var failed = 0
    /// Of the sheets that are done.
    var pictures = 0
    var pixels = 0
    /// Of those that are being made, by their place.
    var running: [Int: Progress] = [:]
  }

  init(sheets: Int) { state = Locked(State(sheets: (0, sheets))) }

  func begin(_ sheet: Int) -> Progress {
    let progress = Progress()
    state.withLock { $0.running[sheet] = progress }
    return progress
  }

  func end(_ sheet: Int, failed: Bool) {
    state.withLock { state in
      guard let progress = state.running.removeValue(forKey: sheet) else { return }
      state.sheets.done += 1
      if failed { state.failed += 1 }
      state.pictures += progress.state.made.done
      state.pixels += progress.state.pixels
    }
  }

  /// More sheets than were known.
  func expectOne() { state.withLock { $0.sheets.total += 1 } }

  private var snapshot: (State, pictures: Progress.State) {
    state.withLock { state in
      var sum = Progress().state
      sum.made.done = state.pictures
      sum.pixels = state.pixels
      for progress in state.running.values.map(\.state) {
        sum.made.done += progress.made.done
        sum.pixels += progress.pixels
      }
      return (state, sum)
    }
  }

  /// "3 of 100 sheets, 60 pictures, 96.4 MP/s, 3 s left, 1 failed".
  var source: ProgressLine.Source {
    ProgressLine.Source { [self] elapsed in
      let (state, pictures) = snapshot
      var words =
        "\(state.sheets.done) of \(state.sheets.total) sheets, "
        + "\(grouped(UInt64(pictures.made.done))) pictures, \(pictures.speed(elapsed)) MP/s"
      if let left = secondsLeft(state.sheets, elapsed) { words += ", \(left) s left" }
      return state.failed > 0 ? words + ", \(state.failed) failed" : words
    } members: { [self] elapsed in
      let (state, pictures) = snapshot
      var members: [(String, JSON)] = [
        ("sheets", .number(state.sheets.done)), ("sheets_total", .number(state.sheets.total)),
        ("failed", .number(state.failed)), ("pictures", .number(pictures.made.done)),
        ("megapixels_per_second", .decimal(pictures.speed(elapsed))),
      ]
      if let left = secondsLeft(state.sheets, elapsed) {
        members.append(("seconds_left", .number(left)))
      }
      return members
    }
  }
}
