import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension RawPath {
  /// Makes this directory and those above it, where they are missing; others may do so at the same time.
  func makeDirectories() throws(OutputFault) {
    if FileStatus(self) != nil { return }
    if directory != self { try directory.makeDirectories() }
    let failed = unsafe withCString { unsafe mkdir($0, 0o777) } != 0
    if failed, errno != EEXIST { throw .failed(self, "cannot be created", .last) }
  }
}
