import ImageCodecs
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The temporary files that exist at this moment, so that a command stopped by a signal can remove them.
package enum TemporaryFiles {
  private static let paths = Mutex<Set<RawPath>>([])

  static func remember(_ path: RawPath) { _ = paths.withLock { $0.insert(path) } }

  static func forget(_ path: RawPath) { _ = paths.withLock { $0.remove(path) } }

  /// Removes them all. Only for a process that is about to end: what is written afterwards is lost.
  package static func removeAll() {
    paths.withLock { paths in
      for path in paths { _ = unsafe path.withCString { unsafe unlink($0) } }
      paths = []
    }
  }
}
