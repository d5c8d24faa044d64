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

/// A running thread.
package struct Thread {
  private let handle: pthread_t

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts it; nil where the system has no thread to give.
  package init?(_ work: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    _ = unsafe pthread_attr_init(&attributes)
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    // Decoders need little; the default of 8 MB each would count where address space is limited.
    _ = unsafe pthread_attr_setstacksize(&attributes, 1 << 20)
    let argument = unsafe Unmanaged.passRetained(Work(work)).toOpaque()
    #if canImport(Darwin)
      var started: pthread_t?
      let status = unsafe pthread_create(&started, &attributes, runThread, argument)
    #else
      var started = pthread_t()
      let status = unsafe pthread_create(&started, &attributes, runThread, argument)
    #endif
    guard status == 0 else {
      unsafe Unmanaged<Work>.fromOpaque(argument).release()
      return nil
    }
    #if canImport(Darwin)
      unsafe handle = started!
    #else
      handle = started
    #endif
  }

  fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
  }

  package func join() { _ = pthread_join(handle, nil) }

  package func detach() {
    #if canImport(Darwin)
      _ = unsafe pthread_detach(handle)
    #else
      _ = pthread_detach(handle)
    #endif
  }
}

#if canImport(Darwin)
  private func runThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Thread.run(argument)
    return nil
  }
#else
  private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument { unsafe Thread.run(argument) }
    return nil
  }
#endif

/// Processors that are online, at least 1.
package func processorCount() -> Int {
  max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
