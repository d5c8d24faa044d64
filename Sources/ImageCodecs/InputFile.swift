#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A regular file open for reading; closed when it goes away.
package struct InputFile: ~Copyable {
  package let descriptor: Int32

  /// Never waits: a named pipe is refused, not read.
  package static func open(_ path: RawPath) throws(PictureFault) -> InputFile {
    let opened = unsafe path.withCString { name in
      unsafe openFile(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard opened >= 0 else {
      let error = SystemError.last
      switch error.code {
      case ENOENT, ENOTDIR: throw InputFile.missing(path)
      case ENXIO: throw .notAFile("a socket")
      default: throw .notOpened(error)
      }
    }
    let file = InputFile(descriptor: opened)
    var status = stat()
    guard unsafe fstat(opened, &status) == 0 else { throw .notOpened(.last) }
    if let kind = InputFile.kindThatIsNoFile(status.st_mode) { throw .notAFile(kind) }
    return file
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The file's size now, 0 where it cannot be had.
  package var byteCount: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Up to `count` bytes from `offset`, fewer at the end of the file.
  package func bytes(at offset: Int, count: Int) throws(PictureFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      let start = got
      let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress! + start, count - start, off_t(offset + start))
      }
      if result < 0 {
        if errno == EINTR { continue }
        throw .unreadable(afterByte: offset + got, .last)
      }
      if result == 0 { break }
      got += result
    }
    return Array(bytes.prefix(got))
  }

  private static func missing(_ path: RawPath) -> PictureFault {
    var status = stat()
    let isLink = unsafe path.withCString { name in unsafe lstat(name, &status) == 0 }
    return isLink ? .notAFile("a link to a file that does not exist") : .missing
  }

  private static func kindThatIsNoFile(_ mode: mode_t) -> String? {
    switch mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a directory"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "a special file"
    }
  }
}

/// `open` of the system, which the method above hides.
private func openFile(_ name: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  unsafe open(name, flags)
}
