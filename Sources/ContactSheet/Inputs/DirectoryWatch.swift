package import ImageCodecs

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if os(Linux)
  /// Waits for changes in directories: files that were written, moved, made or removed.
  package struct DirectoryWatch: ~Copyable {
    private let descriptor: Int32

    package init() throws(SystemError) {
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      if descriptor < 0 { throw .last }
    }

    deinit { close(descriptor) }

    /// Watches a directory, but none below it. One that is watched already stays so.
    package func add(_ directory: RawPath) throws(SystemError) {
      let events =
        IN_ATTRIB | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
        | IN_DELETE_SELF
      let watch = unsafe directory.withCString {
        unsafe inotify_add_watch(descriptor, $0, UInt32(events))
      }
      if watch < 0 { throw .last }
    }

    /// Waits for a change, and then until nothing has changed for `calm` milliseconds, at most ten seconds: files come
    /// in swarms.
    package func wait(calm: Int32) {
      isReady(within: -1)
      drain()
      var rounds = 10_000 / max(1, calm)
      while rounds > 0, isReady(within: calm) {
        drain()
        rounds -= 1
      }
    }

    @discardableResult
    private func isReady(within milliseconds: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&request, 1, milliseconds) > 0
    }

    private func drain() {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while unsafe buffer.withUnsafeMutableBytes({
        unsafe read(descriptor, $0.baseAddress, $0.count) > 0
      }) {}
    }
  }
#endif
