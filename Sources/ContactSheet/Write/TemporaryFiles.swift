import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The temporary files that exist at this moment, so that a command stopped by a signal can remove them.
///
/// Whatever makes one come or go holds the lock, and so does the end of the process: no file can slip
/// between its creation and its entry here.
package enum TemporaryFiles {
  private static let paths = Locked<Set<RawPath>>([])
  private static let directories = Locked<Set<RawPath>>([])

  /// Whether this process writes to a directory for the first time, as far as it remembers.
  static func isFirst(in directory: RawPath) -> Bool {
    directories.withLock { directories in
      if directories.count >= 10_000 { directories = [] }
      return directories.insert(directory).inserted
    }
  }

  /// Creates a file with `open`, which returns a descriptor, or a negative number where it failed.
  static func create(_ path: RawPath, _ open: () -> Int32) -> Int32 {
    paths.withLock { paths in
      let descriptor = open()
      if descriptor >= 0 { paths.insert(path) }
      return descriptor
    }
  }

  /// Makes a file go, by renaming or removing it; `leave` says whether it worked.
  @discardableResult
  static func release(_ path: RawPath, _ leave: () -> Bool) -> Bool {
    paths.withLock { paths in
      guard leave() else { return false }
      paths.remove(path)
      return true
    }
  }

  /// Sees to it that those that are left go when the process ends by itself, too.
  static func removeAtExit() { _ = atExit }

  private static let atExit: Void = {
    _ = atexit { TemporaryFiles.paths.withLock { TemporaryFiles.unlinkAll($0) } }
  }()

  /// Removes them all and ends the process by `end`; nothing comes or goes in between.
  package static func removeAll(end: () -> Never) -> Never {
    paths.withLock { paths -> Never in
      unlinkAll(paths)
      end()
    }
  }

  private static func unlinkAll(_ paths: Set<RawPath>) {
    for path in paths { _ = unsafe path.withCString { unsafe unlink($0) } }
  }
}
