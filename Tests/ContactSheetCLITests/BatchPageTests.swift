import ContactSheetCLI
import Foundation
import ImageCodecs
import PlainJSON
import TestSupport
import Testing

/// What `docs/batch.md` tells is so.
@Suite struct BatchPageTests {
  private let page: String
  private let folder: TemporaryDirectory

  init() throws {
    page = try String(
      contentsOf: packageRoot.appendingPathComponent("docs/batch.md"), encoding: .utf8)
    folder = try TemporaryDirectory()
    for name in ["march/1.jpg", "march/ten/10.jpg", "april/2.jpg"] {
      try folder.write(Pictures.dog, "shoots/\(name)")
    }
    for name in ["ada", "bob", "dan"] { try folder.write(Pictures.dog, "team/\(name).jpg") }
    try folder.write(Pictures.dog, "cover.png")
  }

  private func blocks(_ kind: String) -> [String] {
    page.components(separatedBy: "```\(kind)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  private func read(_ text: String) throws -> [SheetJob] {
    try ManifestSample.read(Array(text.utf8), in: RawPath(folder.url.path))
  }

  @Test func `its manifests are right by the reader and by the schema`() throws {
    let schema = try JSONSchema(ManifestSchema.json)
    let manifests = blocks("json")
    #expect(manifests.count == 3)
    for text in manifests {
      #expect(try !read(text).isEmpty)
      #expect(try schema.faults(JSONDocument(Array(text.utf8)).root) == [])
    }
  }

  @Test func `its sheets are what it says they are`() throws {
    let manifests = try blocks("json").map(read)
    let values = manifests.map { jobs in
      jobs.map { job in
        ["columns", "width", "size"].map { name in
          job.arguments.values[name].map { String(decoding: $0, as: UTF8.self) }
        }
      }
    }
    #expect(
      values == [
        [["4", "1600", nil], ["6", "1600", nil], ["4", nil, "64"]],
        [[nil, nil, "48"], [nil, "900", nil]], [[nil, nil, nil]],
      ])
    #expect(manifests[1].map { $0.arguments.values["no-enlarge"] } == [nil, nil])
    let items = try #require(manifests[2][0].arguments.items)
    let start = "\(folder.url.path)/"
    #expect(
      items.map { "\($0.place)".replacing(start, with: "") + " \($0.count)" } == [
        "cover.png 1", "shoots/april/2.jpg 1", "shoots/march/1.jpg 1", "shoots/march/ten/10.jpg 1",
        "team/ada.jpg 2", "team/bob.jpg 2",
      ])
  }

  @Test func `its messages are those of a manifest`() throws {
    let text = """
      {
        "defaults": {"layout": "fitted"},
        "sheets": [
          {"inputs": ["a.jpg"], "output": "a.png", "colums": 6},
          {
            "layout": "grid",
            "inputs": ["b.jpg"],
            "output": "b.png",
            "columns": 0
          }
        ]
      }
      """
    let told = ManifestSample.faults(text).map { "manifest.json: \($0)\n" }.joined()
    #expect(blocks("text") == [told])
  }

  @Test func `it names every layout, every key of an input and every option of a whole run`() {
    for word in ["strip", "list", "grid", "fitted", "masonry", "justified", "rows"]
      + ["src", "glob", "repeat", "anchor", "title", "href", "alt", "key", "$schema", "defaults"]
      + ManifestReader.notOfSheets.subtracting(["print-manifest"])
    {
      #expect(page.contains("`\(word)`"), "\(word)")
    }
  }
}
