import ContactSheet
import ContactSheetLayout
import Foundation
import PixelGeometry
import TestSupport
import Testing

@Suite struct READMETests {
  @Test func `the README's Swift is the text that is compiled and run here`() async throws {
    let readme = try String(
      contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
    let own = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
    let example = try #require(blocks.first?.components(separatedBy: "```").first)
    let compiled = try #require(
      own.components(separatedBy: "// README begins\n").last?
        .components(separatedBy: "    // README ends").first)
    let lines = compiled.split(separator: "\n").map { $0.drop { $0 == " " } }
    let shown = example.split(separator: "\n").filter { !$0.hasPrefix("import ") }
    #expect(lines == shown)
    #expect(example.hasPrefix("import ContactSheet\n"))

    let folder = try TemporaryDirectory()
    for name in ["dog.jpg", "cat.jpg", "owl.png"] {
      let sample = packageRoot.appendingPathComponent("Samples/\(name)")
      try FileManager.default.copyItem(at: sample, to: folder.url.appendingPathComponent(name))
    }
    try await make(in: folder)
  }

  @Test func `the README's test is one of a stranger, whom another test builds and runs`() throws {
    let readme = try String(
      contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
    let file = packageRoot.appendingPathComponent(
      "Tests/Stranger/Tests/BadgeTests/BadgeTests.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(readme.contains("```swift\n\(text)```\n"))
    let manifest = packageRoot.appendingPathComponent("Tests/Stranger/Package.swift")
    #expect(
      try String(contentsOf: manifest, encoding: .utf8).contains("exclude: [\"__Goldens__\"]"))
  }

  /// The example works in the current directory, so it runs in a process-wide change of it: the one test
  /// that does so.
  private func make(in folder: TemporaryDirectory) async throws {
    let previous = FileManager.default.currentDirectoryPath
    #expect(FileManager.default.changeCurrentDirectoryPath(folder.url.path))
    defer { _ = FileManager.default.changeCurrentDirectoryPath(previous) }
    // README begins
    let team: [PictureSource] = ["dog.jpg", "cat.jpg", "owl.png"]
    let strip = Strip(team, size: 64, spacing: -16, background: .clear, scale: 2)
    let summary = try await strip.write(to: "team.png")
    print(summary.size, summary.pictureCount)  // 320 × 128 3
    let bytes = try await strip.png()  // the same PNG in memory

    let columns = FittedLayout(width: 900, columns: 3)
    let sheet = Sheet(team, layout: .fitted(columns), shape: .rounded(radius: 12))
    let pages = try await sheet.write(to: "sheet.png").pages
    print(pages.count, pages[0].size)  // 1 900 × 324

    var named = Sheet(team, layout: .grid(GridLayout(width: 620)))
    named.words = SheetWords(caption: "{stem}\n{width} × {height}", title: "The team")
    try await named.write(to: "named.png")
    // README ends
    #expect(pages.count == 1)
    #expect("\(pages[0].size)" == "900 × 324")
    #expect(
      FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("sheet.png").path))
    #expect(summary.size == PixelSize(width: 320, height: 128))
    #expect(summary.pictureCount == 3)
    #expect(try folder.url.appendingPathComponent("team.png").contents() == bytes)
  }
}
