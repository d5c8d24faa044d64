import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bodies of a cache that somebody uses and that nobody may remove meanwhile.
///
/// It is a file of their names that is locked as long as its owner lives, one for each run: a lock for each body
/// would take as many open files as there are pictures. Names are added under the cache's lock, and bodies are
/// removed under it, too.
final class CacheLease: Sendable {
  private let descriptor: Int32
  private let path: RawPath
  private let names = Locked<Set<[UInt8]>>([])

  /// - Parameter directory: where leases are.
  init(in directory: RawPath) throws(OutputFault) {
    var attempt = 0
    while true {
      let path = directory.appending(Array("\(getpid())-\(attempt)".utf8))
      let descriptor = TemporaryFiles.create(path) {
        unsafe path.withCString {
          unsafe openFile($0, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC)
        }
      }
      if descriptor < 0 {
        let error = SystemError.last
        attempt += 1
        if error.code == EEXIST, attempt < 10_000 { continue }
        throw .failed(directory, "cannot be written", error)
      }
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      self.descriptor = descriptor
      self.path = path
      TemporaryFiles.removeAtExit()
      return
    }
  }

  deinit {
    let path = path
    // Where the cache was deleted, another lease may have the same name by now.
    if isThere {
      TemporaryFiles.release(path) { unsafe path.withCString { unsafe unlink($0) == 0 } }
    }
    close(descriptor)
  }

  /// Others can see it: its file has its name.
  var isThere: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// - Parameter name: of the body's file; once is enough.
  func add(_ name: [UInt8]) throws(OutputFault) {
    if names.withLock({ $0.contains(name) }) { return }
    if let error = writeAll(name + [UInt8(ascii: "\n")], to: descriptor) {
      throw .failed(path, "cannot be written", error)
    }
    _ = names.withLock { $0.insert(name) }
  }

  /// The names in all leases of a directory whose owners live; the others are removed. The caller has the cache's
  /// lock for itself.
  static func namesInUse(in directory: RawPath) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    for name in (try? DirectoryListing(directory).names) ?? [] {
      let path = directory.appending(name)
      let descriptor = unsafe path.withCString {
        unsafe openFile($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      }
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
        _ = unsafe path.withCString { unsafe unlink($0) }
      } else if let file = try? InputFile.open(path),
        let text = try? file.bytes(at: 0, count: file.byteCount)
      {
        names.formUnion(text.split(separator: UInt8(ascii: "\n")).map { Array($0) })
      }
      close(descriptor)
    }
    return names
  }
}

private func openFile(_ name: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  unsafe open(name, flags, 0o600)
}
