package import Foundation

/// The real binary, as a user runs it.
package enum Tool {
  /// Built beside the tests.
  package static let url: URL = {
    // The tests run from the build folder's bundle or from a runner in it.
    var candidates = [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0])]
    candidates += Bundle.allBundles.map(\.bundleURL)
    for candidate in candidates {
      var folder = candidate.resolvingSymlinksInPath()
      for _ in 0..<4 {
        let tool = folder.appendingPathComponent("contactsheet")
        if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
        folder.deleteLastPathComponent()
      }
    }
    preconditionFailure("the contactsheet binary is not beside the tests")
  }()

  package struct Outcome {
    /// The exit code, or 128 + the signal that ended it.
    package var code: Int32
    package var output: [UInt8]
    package var errorText: String

    package var outputText: String { String(decoding: output, as: UTF8.self) }
    package var errorLines: [String] {
      errorText.split(separator: "\n").map(String.init)
    }
  }

  /// Runs it to its end.
  package static func run(_ arguments: [String], in directory: URL) throws -> Outcome {
    try run(url.path, arguments, in: directory)
  }

  /// Runs a shell script; `$TOOL` is the binary.
  package static func shell(_ script: String, in directory: URL) throws -> Outcome {
    try run("/bin/sh", ["-c", script], in: directory, environment: ["TOOL": url.path])
  }

  /// Runs `TextSample`, which draws lines of text.
  package static func sample(
    _ texts: [String], environment: [String: String]
  ) throws -> Outcome {
    let program = url.deletingLastPathComponent().appendingPathComponent("TextSample")
    return try run(
      program.path, texts, in: FileManager.default.temporaryDirectory, environment: environment)
  }

  /// What a run cost.
  package struct Cost {
    package var seconds: Double
    /// The most memory that was resident, in megabytes; 0 where the system does not say.
    package var megabytes: Double
  }

  /// Runs it to its end and measures it.
  ///
  /// - Parameter prelude: shell commands before it, as in `ulimit -v 400000`; the process is the same.
  package static func measure(
    _ arguments: [String], in directory: URL, after prelude: String = ":"
  ) throws -> (code: Int32, cost: Cost) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\(prelude)\nexec \"$@\"", "sh", url.path] + arguments
    process.currentDirectoryURL = directory
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    // The peak of the process itself: what getrusage says of a child holds its parent's peak, too. It only
    // grows, so what is missed is the growth of the last milliseconds.
    let status = "/proc/\(process.processIdentifier)/status"
    var peak = 0
    while process.isRunning {
      let text = (try? String(contentsOfFile: status, encoding: .utf8)) ?? ""
      let kilobytes = text.firstMatch(of: /VmHWM:\s*(\d+) kB/).flatMap { Int($0.1) }
      peak = max(peak, kilobytes ?? 0)
      usleep(500)
    }
    process.waitUntilExit()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let ended = process.terminationReason == .exit
    return (
      process.terminationStatus + (ended ? 0 : 128),
      Cost(
        seconds: Double(seconds) + Double(attoseconds) / 1e18, megabytes: Double(peak) / 1024)
    )
  }

  private static func run(
    _ program: String, _ arguments: [String], in directory: URL,
    environment added: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    nonisolated(unsafe) var errorBytes = Data()
    let reader = DispatchGroup()
    DispatchQueue.global().async(group: reader) {
      unsafe errorBytes = errors.fileHandleForReading.readDataToEndOfFile()
    }
    let outputBytes = output.fileHandleForReading.readDataToEndOfFile()
    reader.wait()
    process.waitUntilExit()
    let ended = process.terminationReason == .exit
    return Outcome(
      code: process.terminationStatus + (ended ? 0 : 128), output: [UInt8](outputBytes),
      errorText: unsafe String(decoding: errorBytes, as: UTF8.self))
  }
}
