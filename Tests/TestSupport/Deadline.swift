import ContactSheet

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Ends the process with words if `body` does not return in time: threads that wait for each other can be
/// ended in no other way.
package func withDeadline<Result>(
  seconds: Int, _ words: String, _ body: () throws -> Result
) rethrows -> Result {
  let done = Cancellation()
  let watch = Thread {
    for _ in 0..<(100 * seconds) {
      if done.isCancelled { return }
      usleep(10_000)
    }
    fatalError("not done after \(seconds) seconds: \(words)")
  }
  defer {
    done.cancel()
    watch?.join()
  }
  return try body()
}
