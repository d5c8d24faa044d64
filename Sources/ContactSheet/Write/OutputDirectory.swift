package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Directories that outputs go to.
package enum OutputDirectory {
  /// Makes a directory, and those on the way to it that are not there.
  package static func make(_ path: RawPath) throws(OutputFault) {
    if let status = FileStatus(path) {
      guard status.kind == .directory else {
        throw .failed(path, "cannot be a directory", SystemError(code: EEXIST))
      }
      return
    }
    let parent = path.directory
    if parent != path { try make(parent) }
    let made = unsafe path.withCString { unsafe mkdir($0, 0o777) } == 0
    // Another process may have been faster.
    if !made, errno != EEXIST { throw .failed(path, "cannot be created", .last) }
  }
}
