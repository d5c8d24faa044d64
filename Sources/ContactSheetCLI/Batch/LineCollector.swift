import ContactSheet
import ImageCodecs

/// Keeps what a sheet says until it is its turn to be told: sheets are made at the same time, and are told one after
/// the other.
final class LineCollector: Sendable {
  private let collected = Locked([String]())

  /// A console whose lines are kept.
  var console: Console {
    Console(outputIsTerminal: false) { [self] _, text in
      let lines = text.split(separator: "\n").map { line in
        line.hasPrefix(LineCollector.prefix)
          ? String(line.dropFirst(LineCollector.prefix.count)) : String(line)
      }
      collected.withLock { $0 += lines }
    }
  }

  private static let prefix = "contactsheet: "

  var lines: [String] { collected.withLock { $0 } }
}
