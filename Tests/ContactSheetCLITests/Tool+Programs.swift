import Foundation
import TestSupport
import Testing

extension Tool {
  /// Whether a program is there. Where `CONTACTSHEET_REQUIRE_TOOLS` is 1 it has to be.
  ///
  /// - Parameter what: is skipped without it, as is said aloud.
  static func has(_ program: String, for what: String, in folder: URL) throws -> Bool {
    if try shell("command -v \(program)", in: folder).code == 0 { return true }
    #expect(environment("CONTACTSHEET_REQUIRE_TOOLS") != "1", "\(program) is missing")
    print("SKIPPED: \(what) in \(program); make ci-tools installs it")
    return false
  }
}
