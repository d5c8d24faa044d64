#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value that one thread at a time uses, and whose changes threads can wait for.
///
/// It has the system's mutex and condition variable, which the thread sanitizer knows.
/// `Synchronization.Mutex` waits inside a library that the sanitizer does not see into: wherever two threads
/// want that one at the same time, races are reported that are none.
@safe package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the value is touched only while the mutex is held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    let made = unsafe pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(condition, nil) == 0
    precondition(made, "no mutex")
  }

  deinit {
    _ = unsafe pthread_cond_destroy(condition)
    _ = unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits until no other thread uses the value, and wakes all that wait for it to change; not to be called
  /// from within itself.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    _ = unsafe pthread_mutex_lock(mutex)
    defer {
      _ = unsafe pthread_cond_broadcast(condition)
      _ = unsafe pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `body` returns something for the value as it is then.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    _ = unsafe pthread_mutex_lock(mutex)
    defer { _ = unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      _ = unsafe pthread_cond_wait(condition, mutex)
    }
  }
}
