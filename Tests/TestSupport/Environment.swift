package import Foundation

/// A variable of the environment; nil where it is not set.
package func environment(_ name: String) -> String? {
  ProcessInfo.processInfo.environment[name]
}

/// The root of the checkout.
package let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The shared corpus of real pictures: `CONTACTSHEET_CORPUS`, else beside the checkout; nil where neither
/// is there.
package let corpus: URL? = {
  let places = [
    environment("CONTACTSHEET_CORPUS").map { URL(fileURLWithPath: $0) },
    packageRoot.deletingLastPathComponent().appendingPathComponent("shared/corpus"),
  ]
  return places.compactMap { $0 }.first {
    FileManager.default.fileExists(atPath: $0.appendingPathComponent("photos").path)
  }
}()

/// Whether the tests that need the corpus can run; says aloud where they cannot.
package let hasCorpus: Bool = {
  if corpus == nil {
    print("SKIPPED: tests of real pictures; no corpus at CONTACTSHEET_CORPUS or ../shared/corpus")
  }
  return corpus != nil
}()

extension URL {
  package func contents() throws -> [UInt8] { try [UInt8](Data(contentsOf: self)) }
}

/// A directory of its own for a test, removed when it goes away.
package final class TemporaryDirectory {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("contactsheet-test-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  package func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let url = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Names of what is in it, or in a folder of it, hidden files too, sorted.
  package func names(_ folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
