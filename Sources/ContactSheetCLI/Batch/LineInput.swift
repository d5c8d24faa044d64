import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The lines of a file or of a pipe, one by one as they come.
struct LineInput {
  private let file: Holder
  private var waiting: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// Why it ended before its end; nil where it did not.
  private(set) var failure: SystemError?

  /// Keeps a file open; standard input is left to the system.
  private final class Holder: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { if descriptor > 2 { close(descriptor) } }
  }

  /// A file or a pipe by its name; `-` is standard input.
  init(_ path: RawPath) throws(PictureFault) {
    guard path != "-" else {
      file = Holder(0)
      return
    }
    if FileStatus(path)?.kind == .directory { throw .notAFile("a directory") }
    let opened = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard opened >= 0 else {
      throw errno == ENOENT ? .missing : .notOpened(.last)
    }
    file = Holder(opened)
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    while !isAtEnd { read() }
    defer { start = waiting.count }
    return Array(waiting[start...])
  }

  /// The next line without its end; nil after the last one.
  mutating func next() -> [UInt8]? {
    var searched = start
    while true {
      if let end = waiting[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(waiting[start..<end])
      }
      searched = waiting.count
      if isAtEnd {
        defer { start = waiting.count }
        return start < waiting.count ? Array(waiting[start...]) : nil
      }
      waiting.removeFirst(start)
      searched -= start
      start = 0
      read()
    }
  }

  private mutating func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe systemRead(file.descriptor, bytes.baseAddress, bytes.count)
    }
    if count < 0, errno == EINTR { return }
    if count < 0 { failure = .last }
    if count <= 0 { isAtEnd = true } else { waiting += buffer.prefix(count) }
  }
}

/// `read` of the system.
private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}
