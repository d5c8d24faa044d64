package import Foundation

/// Chromium without a window, for tests of pages.
package enum Browser {
  /// nil where none is installed.
  package static let program: URL? = {
    let folders = (environment("PATH") ?? "").split(separator: ":").map { String($0) }
    let names = ["chromium", "chromium-browser", "google-chrome"]
    let places = folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }()

  /// Whether tests of pages run. Where `CONTACTSHEET_REQUIRE_TOOLS` is 1 they do, and fail without a browser;
  /// elsewhere it is said aloud that they are skipped.
  package static let isWanted: Bool = {
    if program != nil || environment("CONTACTSHEET_REQUIRE_TOOLS") == "1" { return true }
    print("SKIPPED: tests of the HTML report in a browser; make ci-tools installs one")
    return false
  }()

  package struct Missing: Error {}

  package struct Outcome {
    /// The page after its scripts have run, as HTML.
    package var document: String
    /// What the page said on the console; errors of the page are among it.
    package var console: [String]
  }

  /// Opens a page and waits until nothing more happens in it.
  ///
  /// - Parameters:
  ///   - fragment: what follows the `#`.
  ///   - options: more options of the browser's.
  package static func open(
    _ page: URL, fragment: String = "", width: Int = 1200, height: Int = 900,
    _ options: [String] = []
  ) throws -> Outcome {
    guard let program else { throw Missing() }
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let process = Process()
    process.executableURL = program
    // Without the sandbox, as CI may be root, and the pages are our own.
    process.arguments =
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
        "--disable-background-networking", "--disable-dev-shm-usage", "--enable-logging=stderr",
        "--user-data-dir=\(folder.path("profile"))", "--window-size=\(width),\(height)",
        "--virtual-time-budget=20000", "--dump-dom",
      ] + options + [page.absoluteString + (fragment.isEmpty ? "" : "#" + fragment)]
    process.currentDirectoryURL = folder.url
    let errors = folder.url.appendingPathComponent("errors")
    let output = folder.url.appendingPathComponent("output")
    for file in [errors, output] { try Data().write(to: file) }
    // Into files: processes of the browser's may outlive it, and would keep a pipe open.
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let limit = ContinuousClock.now + .seconds(180)
    while process.isRunning, ContinuousClock.now < limit { usleep(20_000) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    let said = String(decoding: try errors.contents(), as: UTF8.self)
    return Outcome(
      document: String(decoding: try output.contents(), as: UTF8.self),
      console: said.split(separator: "\n").filter { $0.contains("CONSOLE") }.map { String($0) })
  }
}
