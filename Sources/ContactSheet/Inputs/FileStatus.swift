package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says about a file without opening it; of a link, about what it leads to.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, directory
    /// A pipe, a socket, a device.
    case other
  }

  /// What makes two names the same file.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  package let kind: Kind
  package let identity: Identity
  /// In bytes.
  package let size: Int
  /// When the contents changed last.
  package let modified: FileTime
  /// When anything about it changed last, its contents, its name or who may read it; no program sets this time.
  package let changed: FileTime

  /// - Returns: nil where nothing is there, or the way to it is barred.
  package init?(_ path: RawPath) {
    var status = stat()
    guard unsafe path.withCString({ unsafe stat($0, &status) == 0 }) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .directory
    default: kind = .other
    }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      let (time, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (time, change) = (status.st_mtim, status.st_ctim)
    #endif
    modified = FileTime(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    changed = FileTime(seconds: Int(change.tv_sec), nanoseconds: Int(change.tv_nsec))
  }
}
