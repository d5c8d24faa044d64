import ContactSheet
import ImageCodecs

/// Keeps what a sheet says until it is its turn to be told: sheets are made at the same time, and are told one after
/// the other.
final class LineCollector: Sendable {
  private let collected = Locked([String]())

  /// A console whose lines are kept, without the tool's name.
  var console: Console {
    Console(outputIsTerminal: false, name: "") { [self] _, text in
      collected.withLock { $0 += text.split(separator: "\n").map(String.init) }
    }
  }

  var lines: [String] { collected.withLock { $0 } }
}
