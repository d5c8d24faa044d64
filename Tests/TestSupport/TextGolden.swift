import ContactSheetTesting
import Foundation

/// Compares a text with a recorded one, line by line.
///
/// What `CONTACTSHEET_RECORD` records is what it records of pictures: see `RecordMode`.
///
/// - Returns: nil where they are equal and nothing was recorded, else what is wrong, in a sentence.
package func textGoldenMismatch(
  _ text: String, _ name: String, testFile: String = #filePath
) throws -> String? {
  let golden = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    .appendingPathComponent("Goldens/\(name).txt")
  let settings = TestSettings.current
  let mode = try settings.mode()
  var mismatch: String?
  if FileManager.default.fileExists(atPath: golden.path) {
    mismatch = try difference(text, name, golden)
    guard mode == .all || mode == .failed && mismatch != nil else { return mismatch }
  } else {
    mismatch = "no golden \(name).txt"
    guard settings.recordsMissing(mode) else { return "\(mismatch!); \(settings.advice(mode))" }
  }
  try Data(text.utf8).write(to: golden, options: .atomic)
  return "\(mismatch ?? name); recorded \(name).txt, read it, then run again"
}

private func difference(_ text: String, _ name: String, _ golden: URL) throws -> String? {
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
