import ImageCodecs

/// Work that several threads do, and that comes out in the order in which it was put in.
///
/// At most two more pieces than there are threads are under way, so what waits stays small.
final class OrderedWork<Input: Sendable, Output: Sendable>: Sendable {
  private let state = Locked(State())
  private let body: @Sendable (Input) -> Output
  private let capacity: Int

  private struct State {
    var waiting: [(number: Int, input: Input)] = []
    var done: [Int: Output] = [:]
    /// Pieces put in, and pieces handed out.
    var (put, taken) = (0, 0)
    var hasEnded = false
    var threads: [Thread] = []

    /// Hands out what is next.
    mutating func due() -> [Output] {
      var outputs: [Output] = []
      while let output = done.removeValue(forKey: taken) {
        outputs.append(output)
        taken += 1
      }
      return outputs
    }
  }

  /// - Parameter jobs: threads besides the caller's; with one or none the caller's does it all.
  init(jobs: Int, _ body: @escaping @Sendable (Input) -> Output) {
    self.body = body
    capacity = jobs + 2
    guard jobs > 1 else { return }
    let threads = (0..<jobs).compactMap { _ in Thread { [self] in work() } }
    state.withLock { $0.threads = threads }
  }

  private func work() {
    while true {
      let next = state.wait { state -> (number: Int, input: Input)?? in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        return state.hasEnded ? .some(nil) : nil
      }
      guard let (number, input) = next else { return }
      let output = body(input)
      state.withLock { $0.done[number] = output }
    }
  }

  /// Puts a piece in.
  ///
  /// - Returns: what has come out since, in order.
  func put(_ input: Input) -> [Output] {
    let isAlone = state.withLock { state in
      if state.threads.isEmpty { return true }
      state.waiting.append((state.put, input))
      state.put += 1
      return false
    }
    if isAlone { return [body(input)] }
    return state.wait { state in
      let outputs = state.due()
      return state.put - state.taken < self.capacity ? outputs : outputs.isEmpty ? nil : outputs
    }
  }

  /// Waits for what is under way, and lets the threads go.
  func finish() -> [Output] {
    var rest: [Output] = []
    while true {
      let outputs = state.wait { state -> [Output]? in
        if state.put == state.taken { return [] }
        let outputs = state.due()
        return outputs.isEmpty ? nil : outputs
      }
      if outputs.isEmpty { break }
      rest += outputs
    }
    stop()
    return rest
  }

  /// Lets the threads go; what waits is dropped. It may be called again.
  func stop() {
    let threads = state.withLock { state in
      state.hasEnded = true
      state.waiting = []
      defer { state.threads = [] }
      return state.threads
    }
    for thread in threads { thread.join() }
  }
}
