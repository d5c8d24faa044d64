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

/// Shows how far something is while it is done: on a terminal a line that is written over; elsewhere, where
/// that is asked for, a line every half second and one at the end.
final class ProgressLine: Sendable {
  /// What there is to tell, after so many milliseconds.
  struct Source: Sendable {
    /// "12 of 40 pictures, 96.4 MP/s, 3 s left".
    let words: @Sendable (_ elapsed: Int) -> String
    let members: @Sendable (_ elapsed: Int) -> [(String, JSON)]
  }

  private let source: Source
  private let console: Console
  private let isJSON: Bool
  /// The line is written over.
  private let isTerminal: Bool
  private let start = monotonicMilliseconds()
  private let stage = Locked(Stage.silent)

  private enum Stage { case silent, shown, ended }

  /// Nothing where nothing is to be shown.
  init?(_ source: Source, _ when: SheetOutput.ProgressWhen, isQuiet: Bool, _ console: Console) {
    switch when {
    case .never: return nil
    case .auto: if !console.errorIsTerminal || isQuiet { return nil }
    case .always, .json: break
    }
    self.source = source
    self.console = console
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
    let elapsed = max(1, monotonicMilliseconds() - start)
    return isJSON
      ? JSON.object([("version", .number(1))] + source.members(elapsed)).text
      : source.words(elapsed)
  }
}

extension ProgressLine.Source {
  /// - Parameter noun: what is counted.
  init(_ progress: Progress, noun: String = "pictures") {
    words = { progress.state.words(noun, $0) }
    members = { progress.state.members(noun, $0) }
  }
}

extension Progress.State {
  func words(_ noun: String, _ elapsed: Int) -> String {
    guard made.total > 0 else {
      if fetched.done < fetched.total {
        return "\(fetched.done) of \(fetched.total) addresses fetched"
      }
      if probed.total == 0 { return "looking for pictures" }
      return "\(probed.done) of \(probed.total) headers read"
    }
    return "\(made.done) of \(made.total) \(noun)" + pace(elapsed)
  }

  /// ", 96.4 MP/s, 3 s left".
  func pace(_ elapsed: Int) -> String {
    ", \(speed(elapsed)) MP/s" + (secondsLeft(made, elapsed).map { ", \($0) s left" } ?? "")
  }

  func members(_ noun: String, _ elapsed: Int) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("headers", .number(probed.done)), ("headers_total", .number(probed.total)),
      (noun, .number(made.done)), ("\(noun)_total", .number(made.total)),
      ("megapixels_per_second", .decimal(speed(elapsed))),
    ]
    if fetched.total > 0 {
      members += [
        ("fetched", .number(fetched.done)), ("fetched_total", .number(fetched.total)),
      ]
    }
    if let left = secondsLeft(made, elapsed) { members.append(("seconds_left", .number(left))) }
    return members
  }

  /// Megapixels in a second.
  func speed(_ elapsed: Int) -> String {
    // Pixels in a millisecond are thousands in a second.
    let tenths = pixels / elapsed / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// How long the rest takes if it goes on as it did; nil before the first is done and after the last.
func secondsLeft(_ count: (done: Int, total: Int), _ elapsed: Int) -> Int? {
  guard count.done > 0, count.total > count.done else { return nil }
  return (elapsed * (count.total - count.done) / count.done + 999) / 1000
}
