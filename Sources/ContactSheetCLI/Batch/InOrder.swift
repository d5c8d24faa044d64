import ImageCodecs

/// Hands values on in their order, whatever the order is in which they come.
final class InOrder<Value: Sendable>: Sendable {
  private let state = Locked((next: 0, waiting: [Int: Value]()))
  private let body: @Sendable (Value) -> Void

  init(_ body: @escaping @Sendable (Value) -> Void) { self.body = body }

  func put(_ index: Int, _ value: Value) {
    state.withLock { state in
      state.waiting[index] = value
      while let due = state.waiting.removeValue(forKey: state.next) {
        state.next += 1
        body(due)
      }
    }
  }
}
