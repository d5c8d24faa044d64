import Foundation
import TestSupport
import Testing

/// A package of somebody else that uses `ContactSheetTesting`, built and run as that somebody would.
///
/// It lies in `.build`, so that it is built anew only where something changed; its first build takes one to
/// two minutes.
@Suite(
  .serialized,
  .disabled(if: Sanitizer.isAnyOn, "it is built without the sanitizer, and that for minutes"))
struct StrangerTests {
  private let folder = packageRoot.appendingPathComponent(".build/stranger")

  private var package: URL { folder.appendingPathComponent("package") }

  private func copy() throws {
    try? FileManager.default.removeItem(at: package)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: packageRoot.appendingPathComponent("Tests/Stranger"), to: package)
    let manifest = package.appendingPathComponent("Package.swift")
    let text = String(decoding: try manifest.contents(), as: UTF8.self)
    #expect(text.contains("path: \"../..\""))
    try Data(text.replacing("path: \"../..\"", with: "path: \"\(packageRoot.path)\"").utf8).write(
      to: manifest)
  }

  /// Runs SwiftPM with no variables of ours but these, and gives all that it says.
  private func swift(_ arguments: String, _ variables: String = "") throws -> (Int32, String) {
    let run = try Tool.shell(
      """
      unset CI CONTACTSHEET_RECORD CONTACTSHEET_ARTIFACTS
      \(variables.isEmpty ? "" : "export \(variables)")
      exec swift \(arguments) --scratch-path '\(folder.path)/build' 2>&1
      """, in: package)
    return (run.code, run.outputText)
  }

  private func test(_ variables: String = "", _ more: String = "") throws -> (Int32, String) {
    try swift("test --skip-build \(more)", variables)
  }

  private func pictures(_ name: String) -> Set<String> {
    let folder = package.appendingPathComponent(name).path
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return Set(paths.filter { $0.hasSuffix(".png") })
  }

  private static let goldens: Set = [
    "BadgeTests/sized-8.png", "BadgeTests/sized-12.png", "BadgeTests/ten.png",
    "PlainBadgeTests/plain.png", "OldBadgeTests/old.png",
  ]

  @Test func `a stranger's tests fail, record, pass, and fail with pictures`() throws {
    try copy()
    let (built, log) = try swift("build --build-tests")
    try #require(built == 0, "\(log)")

    let ci = try test("CI=true")
    #expect(ci.0 != 0)
    #expect(ci.1.contains("in CI none is recorded"))
    #expect(pictures("Tests/BadgeTests/__Goldens__") == [])

    let typo = try test("CONTACTSHEET_RECORD=sometimes")
    #expect(typo.0 != 0)
    #expect(
      typo.1.contains("'sometimes'; it can be missing, all, failed or never"))
    #expect(pictures("Tests/BadgeTests/__Goldens__") == [])

    let first = try test()
    #expect(first.0 != 0)
    #expect(
      first.1.contains(
        "plain: no golden was there; recorded Tests/BadgeTests/__Goldens__/PlainBadgeTests/plain.png, look "
          + "at it, then run again"))
    #expect(first.1.contains("PlainBadgeTests.swift:5:"))
    #expect(pictures("Tests/BadgeTests/__Goldens__") == Self.goldens)

    let second = try test("CI=true")
    #expect(second.0 == 0, "\(second.1)")
    #expect(second.1.contains("with 5 tests in 1 suite passed"))
    #expect(second.1.contains("Executed 1 test, with 0 failures"))

    for name in ["test-failures", "attachments"] {
      let folder = package.appendingPathComponent(name)
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let changed = try test("BADGE=dotted", "--attachments-path attachments")
    #expect(changed.0 != 0)
    #expect(
      changed.1.contains(
        "plain: 2 of 256 pixels differ (0.78 %), largest difference 255 at 3,4, in 2 × 1 at 3,4; see "
          + "test-failures/PlainBadgeTests/plain.{expected,actual,difference}.png"))
    // The README has this one.
    #expect(
      changed.1.contains(
        "sized-8: 2 of 64 pixels differ (3.13 %), largest difference 255 at 3,4, in 2 × 1 at 3,4"))
    // XCTest hears of it as well, at its line.
    #expect(changed.1.contains("OldBadgeTests.swift:6: error:"))
    #expect(changed.1.contains("old: 2 of 49 pixels differ (4.08 %)"))
    let kinds = ["expected", "actual", "difference"]
    let names = [
      "PlainBadgeTests/plain", "BadgeTests/sized-8", "BadgeTests/sized-12", "OldBadgeTests/old",
    ]
    let left = Set(names.flatMap { name in kinds.map { "\(name).\($0).png" } })
    #expect(pictures("test-failures") == left)
    #expect(pictures("attachments").contains("plain.difference.png"))

    let recorded = try test("BADGE=dotted CONTACTSHEET_RECORD=failed")
    #expect(recorded.0 != 0)
    #expect(
      recorded.1.contains("; recorded Tests/BadgeTests/__Goldens__/PlainBadgeTests/plain.png"))
    let again = try test("BADGE=dotted CONTACTSHEET_RECORD=never")
    #expect(again.0 == 0, "\(again.1)")
  }
}
