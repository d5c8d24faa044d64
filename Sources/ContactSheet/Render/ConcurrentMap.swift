import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `body` of 0…count − 1, in order, computed on up to `jobs` threads at a time.
///
/// Threads of our own: the number of jobs is the caller's choice, and a job may wait for a disk, which
/// the shared pool of Swift's tasks is not meant for.
package func concurrentMap<Value: Sendable>(
  count: Int, jobs: Int, _ body: @Sendable (Int) -> Value
) -> [Value] {
  guard count > 1, jobs > 1 else { return (0..<count).map(body) }
  let shares = (0..<min(jobs, count)).map { _ in Share<Value>() }
  withoutActuallyEscaping(body) { body in
    let next = Atomic(0)
    runOnThreads(shares.count) { thread in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        shares[thread].results.append((index, body(index)))
      }
    }
  }
  var results = [Value?](repeating: nil, count: count)
  for share in shares {
    for (index, value) in share.results { results[index] = value }
    share.results = []
  }
  return results.map { $0! }
}

/// What one thread made. Threads meet nowhere but at the counter of indices, so that nothing orders what two
/// of them do by chance, and a race between them is there to be found.
private final class Share<Value: Sendable>: @unchecked Sendable {
  // Unchecked: the thread's own until it has been joined, then the caller's.
  var results: [(index: Int, value: Value)] = []
}

/// Runs `work` on up to `count` threads, of which the caller's is number 0, and returns when all have ended.
private func runOnThreads(_ count: Int, _ work: @escaping @Sendable (_ thread: Int) -> Void) {
  let threads = (1..<count).compactMap { number in Thread { work(number) } }
  work(0)
  for thread in threads { thread.join() }
}

/// Processors that are online, at least 1.
package func processorCount() -> Int {
  max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
