import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Prepares the process for signals; call once, before any thread is started.
///
/// An interrupt, a hang-up or a request to end removes the temporary files and then ends the process as it
/// would have ended without us, unless whoever started it has it ignored (as `nohup` does). A closed pipe
/// and a file size limit become errors of the write that meets them.
public func prepareForSignals() {
  _ = signal(SIGPIPE, SIG_IGN)
  _ = signal(SIGXFSZ, SIG_IGN)

  var set = sigset_t()
  unsafe sigemptyset(&set)
  for number in [SIGINT, SIGTERM, SIGHUP] {
    var action = sigaction()
    _ = unsafe sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    if unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      continue
    }
    unsafe sigaddset(&set, number)
  }
  unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  let waited = set
  let thread = Thread {
    var waited = waited
    var number: Int32 = 0
    guard unsafe sigwait(&waited, &number) == 0 else { return }
    TemporaryFiles.removeAll {
      if ProgressMark.isShown.withLock({ $0 }) {
        _ = writeAll(Array(ProgressMark.clearing.utf8), to: 2)
      }
      _ = signal(number, SIG_DFL)
      unsafe pthread_sigmask(SIG_UNBLOCK, &waited, nil)
      kill(getpid(), number)
      while true { pause() }
    }
  }
  thread?.detach()
}
