import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Shows how far a sheet is while it is made: a line on a terminal that is written over, or a line of JSON
/// every half second.
final class ProgressLine: Sendable {
  private let progress: Progress
  private let console: Console
  private let isJSON: Bool
  private let isTerminal: Bool
  private let start = monotonicMilliseconds()
  private let isEnded = Locked(false)
  private let thread = Locked<Thread?>(nil)

  /// Nothing where nothing is to be shown.
  init?(_ progress: Progress, _ output: SheetOutput, _ console: Console) {
    switch output.progress {
    case .never: return nil
    case .auto: if !console.errorIsTerminal || output.isQuiet { return nil }
    case .always, .json: break
    }
    self.progress = progress
    self.console = console
    isJSON = output.progress == .json
    isTerminal = console.errorIsTerminal && !isJSON
    let started = Thread { [self] in show() }
    thread.withLock { $0 = started }
  }

  /// Stops, and clears the line.
  func end() {
    isEnded.withLock { $0 = true }
    let running = thread.withLock { thread -> Thread? in
      defer { thread = nil }
      return thread
    }
    running?.join()
  }

  private func show() {
    // A sheet that is made at once shows nothing.
    var next = start + (isJSON ? 0 : 300)
    let interval = isTerminal ? 100 : 500
    var isShown = false
    while !isEnded.withLock({ $0 }) {
      usleep(20_000)
      let now = monotonicMilliseconds()
      guard now >= next else { continue }
      next = now + interval
      let state = progress.state
      if isJSON {
        console.showProgress(json(state, now) + "\n")
      } else if isTerminal {
        console.showProgress("\r\u{1B}[K" + words(state, now))
        isShown = true
      } else {
        console.showProgress(words(state, now) + "\n")
      }
    }
    if isShown { console.showProgress("") }
    if isJSON { console.showProgress(json(progress.state, monotonicMilliseconds()) + "\n") }
  }

  /// "12 of 40 pictures, 96.4 MP/s, 3 s left".
  private func words(_ state: Progress.State, _ now: Int) -> String {
    guard state.made.total > 0 else {
      return "\(state.probed.done) of \(state.probed.total) headers read"
    }
    var words = "\(state.made.done) of \(state.made.total) pictures"
    let elapsed = max(1, now - start)
    // Pixels in a millisecond are thousands in a second.
    words += ", \(tenths(state.pixels / elapsed / 100)) MP/s"
    if let left = secondsLeft(state, now) { words += ", \(left) s left" }
    return words
  }

  private func json(_ state: Progress.State, _ now: Int) -> String {
    let elapsed = max(1, now - start)
    var members: [(String, JSON)] = [
      ("version", .number(1)), ("headers", .number(state.probed.done)),
      ("headers_total", .number(state.probed.total)), ("pictures", .number(state.made.done)),
      ("pictures_total", .number(state.made.total)),
      ("megapixels_per_second", .decimal(tenths(state.pixels / elapsed / 100))),
    ]
    if let left = secondsLeft(state, now) { members.append(("seconds_left", .number(left))) }
    return JSON.object(members).text
  }

  private func tenths(_ value: Int) -> String { "\(value / 10).\(value % 10)" }

  private func secondsLeft(_ state: Progress.State, _ now: Int) -> Int? {
    let (done, total) = state.made
    guard done > 0, total > done else { return nil }
    return ((now - start) * (total - done) / done + 999) / 1000
  }
}
