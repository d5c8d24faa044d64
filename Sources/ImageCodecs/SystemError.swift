#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension SystemError: Error, CustomStringConvertible {
  public var description: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The reader of a pipe has gone.
  package var isClosedPipe: Bool { code == EPIPE }

  /// The last system call's.
  package static var last: SystemError { SystemError(code: errno) }
}
