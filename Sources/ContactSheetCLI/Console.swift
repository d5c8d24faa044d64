import ContactSheet
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a command's words go.
public struct Console: Sendable {
  private let write: @Sendable (Stream, String) -> Void
  /// Standard output is a terminal.
  package let outputIsTerminal: Bool

  public enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  /// - Parameter write: takes whole lines.
  public init(
    outputIsTerminal: Bool, write: @escaping @Sendable (Stream, String) -> Void
  ) {
    self.outputIsTerminal = outputIsTerminal
    self.write = write
  }

  /// The process's own standard output and standard error.
  public static let standard = Console(outputIsTerminal: isatty(1) == 1) { stream, text in
    _ = writeAll(Array(text.utf8), to: stream.rawValue)
  }

  func print(_ text: String) { write(.output, text + "\n") }

  /// A line on standard error, after the tool's name.
  func report(_ line: String) { write(.error, "contactsheet: \(line)\n") }
}
