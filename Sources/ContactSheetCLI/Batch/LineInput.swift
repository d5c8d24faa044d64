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
  private let descriptor: Int32
  private let file: Holder?
  private var waiting: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Keeps a file open.
  private final class Holder: Sendable {
    let file: InputFile
    init(_ file: consuming InputFile) { self.file = file }
  }

  init(descriptor: Int32) {
    self.descriptor = descriptor
    file = nil
  }

  init(_ path: RawPath) throws(PictureFault) {
    let holder = Holder(try InputFile.open(path))
    descriptor = holder.file.descriptor
    file = holder
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
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { isAtEnd = true } else { waiting += buffer.prefix(count) }
    }
  }
}
