package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file beside an output that says what it was made from. As long as it is open, nobody else has it open: it is
/// the lock on the output as well, and a killed process leaves no lock behind.
///
/// It is written in place, so a crash may tear it; then what it says is nothing, and the output is made again.
package struct StateFile: ~Copyable {
  private let path: RawPath
  private let descriptor: Int32

  package enum Fault: Error {
    /// Another run has it.
    case locked
    case output(OutputFault)
  }

  /// Of `out/sheet.png` it is `out/.sheet.png.contactsheet`.
  package static func path(for output: RawPath) -> RawPath {
    let suffix = Array(".contactsheet".utf8)
    var name = output.lastComponent
    // A name has at most 255 bytes; of a longer one the beginning stands there, and a number for all of it (FNV-1a).
    if name.count + suffix.count + 1 > 255 {
      let number = name.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      name = name.prefix(200) + Array("-\(number)".utf8)
    }
    name = Array(".".utf8) + name + suffix
    return output.bytes.contains(UInt8(ascii: "/"))
      ? output.directory.appending(name) : RawPath(bytes: name)!
  }

  /// Opens it, and makes it where it is not there.
  package static func open(for output: RawPath) throws(Fault) -> StateFile {
    let path = path(for: output)
    let opened = unsafe path.withCString {
      unsafe openFile($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW)
    }
    guard opened >= 0 else { throw .output(.failed(path, "cannot be opened", .last)) }
    let file = StateFile(path: path, descriptor: opened)
    if flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last
      // Some file systems of a network have no locks at all, which has to be known.
      throw error.code == EWOULDBLOCK ? .locked : .output(.failed(path, "cannot be locked", error))
    }
    return file
  }

  deinit { close(descriptor) }

  /// What it says; nothing where it cannot be read.
  package static func contents(for output: RawPath) -> [UInt8] {
    guard let file = try? InputFile.open(path(for: output)) else { return [] }
    return (try? file.bytes(at: 0, count: file.byteCount)) ?? []
  }

  package func write(_ bytes: [UInt8]) throws(OutputFault) {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw .failed(path, "cannot be written", .last)
    }
    if let error = writeAll(bytes, to: descriptor) {
      throw .failed(path, "cannot be written", error)
    }
  }
}

/// `open` of the system with the usual mode, which the user's mask narrows.
private func openFile(_ name: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  unsafe open(name, flags, 0o666)
}
