#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
