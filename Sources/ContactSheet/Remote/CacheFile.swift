import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file of a cache that is being written: it appears whole or not at all.
///
/// Only its owner may read it. It is not forced to the disk: a cache may lose what it has when a machine stops, and
/// what such a stop tears is known by its digest.
final class CacheFile {
  /// Written to by whoever fetches.
  let descriptor: Int32
  let temporary: RawPath
  private var isTemporary = true

  static func create(in directory: RawPath) throws(OutputFault) -> CacheFile {
    if TemporaryFiles.isFirst(in: directory) { OutputFile.removeStale(in: directory) }
    let target = directory.appending(Array("body".utf8))
    let (temporary, descriptor) = try OutputFile.createTemporary(
      for: target, named: directory, mode: 0o600)
    return CacheFile(temporary, descriptor)
  }

  private init(_ temporary: RawPath, _ descriptor: Int32) {
    self.temporary = temporary
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    guard isTemporary else { return }
    let path = temporary
    TemporaryFiles.release(path) { unsafe path.withCString { unsafe unlink($0) == 0 } }
  }

  /// Begins anew.
  func empty() { _ = ftruncate(descriptor, 0) == 0 && lseek(descriptor, 0, SEEK_SET) == 0 }

  /// Gives it its name.
  ///
  /// - Parameter isKept: without it the file goes when the process ends.
  func appear(at path: RawPath, isKept: Bool) throws(OutputFault) {
    if !isKept {
      // First, so that no signal finds it under a name that nobody knows.
      _ = TemporaryFiles.create(path) { 0 }
      TemporaryFiles.removeAtExit()
    }
    let from = temporary
    let hasAppeared = TemporaryFiles.release(from) {
      unsafe from.withCString { from in
        unsafe path.withCString { to in unsafe rename(from, to) == 0 }
      }
    }
    guard hasAppeared else { throw .failed(path, "cannot be created", .last) }
    isTemporary = false
  }
}
