import ContactSheet
import ContactSheetCLI
import ImageCodecs

/// What a command line says and how it ends, in this process.
struct CommandLineRun {
  let code: ExitCode
  let output: String
  let errors: String

  init(_ arguments: [[UInt8]]) {
    let recorder = Recorder()
    code = run(
      arguments, console: Console(outputIsTerminal: false) { recorder.write($0, $1) })
    output = recorder.text(.output)
    errors = recorder.text(.error)
  }

  init(_ line: String) { self.init(words(line)) }

  private final class Recorder: Sendable {
    private let texts = Locked<[Console.Stream: String]>([:])

    func write(_ stream: Console.Stream, _ text: String) {
      texts.withLock { $0[stream, default: ""] += text }
    }

    func text(_ stream: Console.Stream) -> String { texts.withLock { $0[stream] ?? "" } }
  }
}

/// The words of a line, as a shell without quotes would have them.
func words(_ line: String) -> [[UInt8]] {
  line.split(separator: " ").map { Array($0.utf8) }
}

/// What `contactsheet strip` makes of the words after it.
func stripCommand(
  _ arguments: [[UInt8]], outputIsTerminal: Bool = false
) throws(UsageError) -> StripCommand {
  let parsed = try ParsedArguments(arguments, options: Option.options(of: .strip))
  return try StripCommand(
    parsed, Console(outputIsTerminal: outputIsTerminal) { _, _ in })
}

func stripCommand(_ line: String) throws(UsageError) -> StripCommand {
  try stripCommand(words(line))
}

/// Why `contactsheet strip` does not take the words after it; nil where it takes them.
func refusal(_ arguments: [[UInt8]]) -> String? {
  do throws(UsageError) {
    _ = try stripCommand(arguments)
    return nil
  } catch {
    return error.message
  }
}

func refusal(_ line: String) -> String? { refusal(words(line)) }

/// The names of the pictures on a strip, in order, repeated ones each time.
func pictureNames(_ line: String) throws -> [String] {
  try stripCommand(line).strip.pictures.enumerated().map { $1.name(at: $0) }
}
