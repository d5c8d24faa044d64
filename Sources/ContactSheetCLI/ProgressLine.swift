import ContactSheet
import ImageCodecs
import PlainJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Shows how far a sheet is while it is made: on a terminal a line that is written over; elsewhere, where
/// that is asked for, a line every half second and one at the end.
final class ProgressLine: Sendable {
  private let progress: Progress
  private let console: Console
  private let isJSON: Bool
  /// The line is written over.
  private let isTerminal: Bool
  private let start = monotonicMilliseconds()
  private let stage = Locked(Stage.silent)

  private enum Stage { case silent, shown, ended }

  /// What is counted: "pictures".
  private let noun: String

  /// Nothing where nothing is to be shown.
  init?(
    _ progress: Progress, _ when: SheetOutput.ProgressWhen, isQuiet: Bool,
    noun: String = "pictures", _ console: Console
  ) {
    switch when {
    case .never: return nil
    case .auto: if !console.errorIsTerminal || isQuiet { return nil }
    case .always, .json: break
    }
    self.progress = progress
    self.console = console
    self.noun = noun
    isJSON = when == .json
    isTerminal = console.errorIsTerminal && !isJSON
    Thread { [self] in show() }?.detach()
  }

  /// Clears the line, or writes the last one; nothing is shown after it.
  func end() {
    stage.withLock { stage in
      if isTerminal, stage == .shown { console.showProgress("") }
      if !isTerminal, stage != .ended { console.showProgress(line + "\n") }
      stage = .ended
    }
  }

  private func show() {
    // A sheet that is made at once shows nothing on the way.
    var next = start + (isJSON ? 0 : 300)
    let interval = isTerminal ? 100 : 500
    var isEnded = false
    while !isEnded {
      if monotonicMilliseconds() >= next {
        next = monotonicMilliseconds() + interval
        isEnded = stage.withLock { stage in
          if stage == .ended { return true }
          console.showProgress(
            isTerminal ? ProgressMark.clearing + line : line + "\n")
          stage = .shown
          return false
        }
      }
      usleep(20_000)
    }
  }

  private var line: String {
    let (state, now) = (progress.state, monotonicMilliseconds())
    return isJSON ? json(state, now) : words(state, now)
  }

  /// "12 of 40 pictures, 96.4 MP/s, 3 s left".
  private func words(_ state: Progress.State, _ now: Int) -> String {
    guard state.made.total > 0 else {
      if state.probed.total == 0 { return "looking for pictures" }
      return "\(state.probed.done) of \(state.probed.total) headers read"
    }
    var words = "\(state.made.done) of \(state.made.total) \(noun)"
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
      ("headers_total", .number(state.probed.total)), (noun, .number(state.made.done)),
      ("\(noun)_total", .number(state.made.total)),
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
