package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that appears whole or not at all.
///
/// Bytes go to a temporary file beside the target; `commit` forces them to the disk and renames it over
/// the target, so that an earlier file survives every failure before that. Links are followed; a device or
/// a named pipe is written to directly. If it goes away without `commit`, the temporary file does too; one
/// left by a killed process is removed by the next run in that directory.
package struct OutputFile: ~Copyable {
  /// As the caller named it, for messages.
  private let name: RawPath
  /// Where its links end.
  private let target: RawPath
  /// nil where the target is written to directly.
  private let temporary: RawPath?
  private let descriptor: Int32
  private var isCommitted = false

  package static func create(_ path: RawPath) throws(OutputFault) -> OutputFile {
    var status = stat()
    let exists = unsafe path.withCString { unsafe stat($0, &status) == 0 }
    if !exists, errno == ENAMETOOLONG { throw .failed(path, "cannot be created", .last) }
    if exists {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw .notAFile(path, "a directory")
      case S_IFSOCK: throw .notAFile(path, "a socket")
      default: return try openDirectly(path)
      }
      if unsafe path.withCString({ unsafe access($0, W_OK) }) != 0, errno != ENOENT {
        throw .writeProtected(path)
      }
    }
    let target = try resolved(path)
    // Once in a run: with every sheet of a thousand in one directory it would be read a thousand times.
    if TemporaryFiles.isFirst(in: target.directory) { removeStale(in: target.directory) }
    let (temporary, descriptor) = try createTemporary(for: target, named: path)
    if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    return OutputFile(
      name: path, target: target, temporary: temporary, descriptor: descriptor)
  }

  private init(name: RawPath, target: RawPath, temporary: RawPath?, descriptor: Int32) {
    self.name = name
    self.target = target
    self.temporary = temporary
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if let temporary, !isCommitted {
      TemporaryFiles.release(temporary) {
        unsafe temporary.withCString { unsafe unlink($0) == 0 }
      }
    }
  }

  package mutating func write(_ bytes: [UInt8]) throws(OutputFault) {
    if let error = writeAll(bytes, to: descriptor) {
      if error.isClosedPipe { throw .closedPipe }
      throw .failed(name, "cannot be written", error)
    }
  }

  /// Makes the file appear.
  package consuming func commit() throws(OutputFault) {
    guard let temporary else { return }
    guard fsync(descriptor) == 0 else { throw .failed(name, "cannot be written", .last) }
    let to = target
    let renamed = TemporaryFiles.release(temporary) {
      unsafe temporary.withCString { from in
        unsafe to.withCString { to in unsafe rename(from, to) == 0 }
      }
    }
    guard renamed else { throw .failed(name, "cannot be replaced", .last) }
    isCommitted = true
    // The new name must reach the disk as well. A file system that cannot do that is no failure.
    let directory = unsafe target.directory.withCString {
      unsafe openFile($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    if directory >= 0 {
      _ = fsync(directory)
      close(directory)
    }
  }

  private static func openDirectly(_ path: RawPath) throws(OutputFault) -> OutputFile {
    let descriptor = unsafe path.withCString { unsafe openFile($0, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .failed(path, "cannot be opened", .last) }
    return OutputFile(name: path, target: path, temporary: nil, descriptor: descriptor)
  }

  /// The file that a chain of links ends at, also where it does not exist yet.
  private static func resolved(_ name: RawPath) throws(OutputFault) -> RawPath {
    var path = name
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = unsafe path.withCString { unsafe readlink($0, &buffer, buffer.count) }
      guard count > 0 else { return path }
      guard let link = RawPath(bytes: buffer.prefix(count).map { UInt8(bitPattern: $0) }) else {
        return path
      }
      path =
        link.bytes.first == UInt8(ascii: "/") ? link : path.directory.appending(link.bytes)
    }
    throw .failed(name, "cannot be followed", SystemError(code: ELOOP))
  }

  // MARK: temporary files

  private static let prefix = Array(".contactsheet-".utf8)
  private static let suffix = Array(".tmp".utf8)

  /// A new file beside the target, locked as long as it is open.
  ///
  /// - Parameter mode: who may do what with it; the user's mask narrows it.
  static func createTemporary(
    for target: RawPath, named path: RawPath, mode: mode_t = 0o666
  ) throws(OutputFault) -> (RawPath, Int32) {
    var attempt = 0
    while true {
      let name = prefix + Array("\(getpid())-\(attempt)".utf8) + suffix
      let temporary = target.directory.appending(name)
      let descriptor = TemporaryFiles.create(temporary) {
        unsafe temporary.withCString {
          unsafe openFile($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        }
      }
      guard descriptor >= 0 else {
        let error = SystemError.last
        attempt += 1
        if error.code == EEXIST, attempt < 1000 { continue }
        throw .failed(path, "cannot be created", error)
      }
      // Another run may have taken it for stale before it was locked: then it is gone, or has its lock and goes.
      // A file system without locks has nobody who does that.
      let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      var status = stat()
      if !isTaken, unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        return (temporary, descriptor)
      }
      close(descriptor)
      TemporaryFiles.release(temporary) { true }
      attempt += 1
    }
  }

  /// Whether an open file still has this name.
  private static func isFile(_ descriptor: Int32, at path: RawPath) -> Bool {
    var (open, named) = (stat(), stat())
    return unsafe fstat(descriptor, &open) == 0
      && path.withCString { unsafe lstat($0, &named) == 0 }
      && open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  /// Removes temporary files whose process is gone: nobody holds their lock.
  static func removeStale(in directory: RawPath) {
    guard let listing = unsafe directory.withCString({ unsafe opendir($0) }) else { return }
    defer { unsafe closedir(listing) }
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      guard name.starts(with: prefix), name.suffix(suffix.count).elementsEqual(suffix) else {
        continue
      }
      let stale = directory.appending(name)
      let descriptor = unsafe stale.withCString {
        unsafe openFile($0, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      }
      guard descriptor >= 0 else { continue }
      // Meanwhile its name may have become that of another file.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFile(descriptor, at: stale) {
        _ = unsafe stale.withCString { unsafe unlink($0) }
      }
      close(descriptor)
    }
  }
}

/// Writes all of `bytes`; returns what stopped it.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
  unsafe bytes.withUnsafeBytes { buffer in
    var rest = unsafe buffer[...]
    while unsafe !rest.isEmpty {
      let written = unsafe systemWrite(descriptor, rest)
      if written < 0 {
        if errno == EINTR { continue }
        return .last
      }
      unsafe rest = rest.dropFirst(written)
    }
    return nil
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let part = unsafe UnsafeRawBufferPointer(rebasing: bytes)
  return unsafe write(descriptor, part.baseAddress, part.count)
}

/// `open` of the system, with a mode that the user's mask narrows.
private func openFile(
  _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t = 0o666
) -> Int32 {
  unsafe open(name, flags, mode)
}
