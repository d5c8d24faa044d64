package import Foundation

/// The real binary while it runs, for tests that do something to it meanwhile.
package final class RunningTool {
  private let process = Process()
  private let errors = Pipe()

  /// - Parameter prelude: shell commands before it, as in `trap '' HUP`; the process is the same.
  package init(_ arguments: [String], in directory: URL, after prelude: String = ":") throws {
    // Whoever started the tests may have them ignored, and a child would inherit that.
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, SIG_DFL) }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(prelude)\nexec \"$@\"", "sh", Tool.url.path] + arguments
    process.currentDirectoryURL = directory
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  package var isRunning: Bool { process.isRunning }

  /// How it ended.
  package func end() -> Tool.Outcome {
    let bytes = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let ended = process.terminationReason == .exit
    return Tool.Outcome(
      code: process.terminationStatus + (ended ? 0 : 128), output: [],
      errorText: String(decoding: bytes, as: UTF8.self))
  }
}
