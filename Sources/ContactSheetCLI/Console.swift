import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a command's words go.
public struct Console: Sendable {
  private let write: @Sendable (Stream, [UInt8]) -> Void
  /// Standard output is a terminal.
  package let outputIsTerminal: Bool
  /// Standard error is one.
  package let errorIsTerminal: Bool

  public enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  /// What stands before a line on standard error.
  private let name: String

  /// - Parameters:
  ///   - name: what stands before a line on standard error.
  ///   - write: takes whole lines.
  public init(
    outputIsTerminal: Bool, errorIsTerminal: Bool = false, name: String = "contactsheet: ",
    write: @escaping @Sendable (Stream, String) -> Void
  ) {
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.name = name
    self.write = { write($0, String(decoding: $1, as: UTF8.self)) }
  }

  /// What became of words that could not be written to standard output.
  let loss = Locked<SystemError?>(nil)

  private init() {
    outputIsTerminal = isatty(1) == 1
    errorIsTerminal = isatty(2) == 1
    name = "contactsheet: "
    let loss = loss
    write = { stream, bytes in
      guard let error = writeAll(bytes, to: stream.rawValue), stream == .output else { return }
      // A reader that has gone has what it wanted.
      if !error.isClosedPipe { loss.withLock { $0 = error } }
    }
  }

  /// The process's own standard output and standard error.
  public static let standard = Console()

  func print(_ text: String) { write(.output, Array((text + "\n").utf8)) }

  /// Bytes for other programs; a terminal gets them made safe.
  func write(_ bytes: [UInt8]) {
    guard outputIsTerminal else { return write(.output, bytes) }
    print(printable(bytes.dropLast()))
  }

  /// Writes over the line of progress; nothing clears it. It goes to standard error.
  func showProgress(_ text: String) {
    ProgressMark.isShown.withLock { $0 = !text.isEmpty && !text.hasSuffix("\n") }
    write(.error, Array((text.isEmpty ? ProgressMark.clearing : text).utf8))
  }

  /// A line on standard error, after the tool's name.
  func report(_ line: String) { write(.error, Array("\(name)\(line)\n".utf8)) }
}
