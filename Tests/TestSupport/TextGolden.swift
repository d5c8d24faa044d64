import Foundation

/// Compares a text with a recorded one, line by line.
///
/// A missing golden is a failure: `CONTACTSHEET_RECORD=1` records it, and then somebody has to read
/// it.
///
/// - Returns: nil where they are equal, else what is wrong, in a sentence.
package func textGoldenMismatch(
  _ text: String, _ name: String, testFile: String = #filePath
) throws -> String? {
  let golden = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    .appendingPathComponent("Goldens/\(name).txt")
  if environment("CONTACTSHEET_RECORD") == "1" {
    try Data(text.utf8).write(to: golden)
    return nil
  }
  guard FileManager.default.fileExists(atPath: golden.path) else {
    return "no golden \(name).txt; CONTACTSHEET_RECORD=1 records it, to be read"
  }
  let expected = String(decoding: try golden.contents(), as: UTF8.self)
  if text == expected { return nil }
  let lines = (text.lines, expected.lines)
  let same = zip(lines.0, lines.1).prefix { $0 == $1 }.count
  let shown = { (lines: [Substring]) in same < lines.count ? "'\(lines[same])'" : "nothing" }
  return "\(name), line \(same + 1): \(shown(lines.0)), expected \(shown(lines.1))"
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
