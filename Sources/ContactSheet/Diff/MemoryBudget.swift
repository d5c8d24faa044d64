import ImageCodecs

/// Memory that threads share: each waits until what it needs is free. Who needs more than there is works alone.
package final class MemoryBudget: Sendable {
  private let total: Int
  private let used = Locked((bytes: 0, count: 0))

  package init(_ bytes: Int) { total = bytes }

  package func withBytes<Result>(_ bytes: Int, _ body: () -> Result) -> Result {
    used.wait { used -> Void? in
      guard used.count == 0 || used.bytes + bytes <= total else { return nil }
      used.bytes += bytes
      used.count += 1
      return ()
    }
    defer {
      used.withLock { used in
        used.bytes -= bytes
        used.count -= 1
      }
    }
    return body()
  }
}
