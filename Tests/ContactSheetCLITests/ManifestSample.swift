import ContactSheetCLI
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// Manifests for tests, read as if they stood in `Samples/`.
enum ManifestSample {
  static let directory = RawPath(packageRoot.appendingPathComponent("Samples").path)

  static func read(
    _ bytes: [UInt8], in directory: RawPath? = ManifestSample.directory
  ) throws(ManifestFaults) -> [SheetJob] {
    try BatchManifest(bytes, in: directory, Console(outputIsTerminal: true) { _, _ in }).jobs
  }

  static func read(_ text: String) throws(ManifestFaults) -> [SheetJob] {
    try read(Array(text.utf8))
  }

  /// What is said of a manifest, a line each.
  static func faults(_ text: String, in directory: RawPath? = ManifestSample.directory) -> [String]
  {
    do throws(ManifestFaults) {
      _ = try read(Array(text.utf8), in: directory)
      return []
    } catch {
      return error.list.map(\.description)
    }
  }

  static let valid = [
    #"{"sheets": [{"inputs": ["dog.jpg"], "output": "a.png"}]}"#,
    #"{"$schema": "x", "defaults": {}, "sheets": [{"output": "a.png", "files-from": "list.txt", "null": true}]}"#,
    """
    {
      "defaults": {"layout": "masonry", "columns": 4, "size": 20, "row-height": "30mm", "no-enlarge": true},
      "sheets": [
        {"inputs": ["dog.jpg", "-o", "x6", "--size"], "output": "a.png", "columns": "2"},
        {"layout": "strip", "inputs": [{"src": "dog.jpg", "repeat": 6}], "output": "b.png", "spacing": -5},
        {"layout": "rows", "inputs": ["."], "output": "/tmp/c.png", "recursive": false, "enlarge": true,
         "no-enlarge": false},
        {"layout": "grid", "inputs": [{"glob": "*.jpg", "anchor": "0.5,0", "title": "t", "href": "h",
         "alt": "a", "key": "k"}], "output": "d-{page}.png", "tile": "x4", "margin": "1,2,3,4"}
      ]
    }
    """,
    #"{"defaults": {"output": "a.png", "inputs": ["dog.jpg"], "shape": "circle", "scale": 1.5e0}, "sheets": [{}]}"#,
    #"{"defaults": {"layout": "list", "files-from": "list.txt"}, "sheets": [{"output": "a.png", "width": 1e3}]}"#,
    #"{"sheets": [{"layout": "strip", "inputs": ["a"], "output": "a.png", "axis": "vertical", "anchor": "top"}]}"#,
    #"{"sheets": [{"layout": "grid", "inputs": ["a"], "output": "a.png", "tile": 4, "dpi": "72"}]}"#,
    """
    {"defaults": {"feed-size": "z"}, "sheets": [
      {"feed": "https://a.example/f?x=%20", "output": "a.png"},
      {"feed": ["a.json", "HTTP://A.example"], "inputs": ["http://a.example/a b.jpg",
       {"src": "https://a.example/b.jpg", "repeat": 2, "title": "t"}], "output": "b.png"}]}
    """,
  ]

  struct Broken: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    /// A schema can tell as well.
    var isSeenBySchema = true

    var testDescription: String { name }
  }

  static let broken = [
    Broken(
      name: "syntax",
      text: """
        {
          "sheets": [
            {"inputs": ["a.jpg"] "output": "a.png"}
          ]
        }
        """),
    Broken(
      name: "duplicate",
      text: """
        {"sheets": [
          {"inputs": ["é.jpg"], "output": "a.png", "output": "b.png"}]}
        """, isSeenBySchema: false),
    Broken(
      name: "unknown",
      text: """
        {
          "default": {"columns": 3},
          "defaults": {"colums": 3, "nonsense": 1},
          "sheets": [
            {"inputs": ["a.jpg", {"scr": "b.jpg"}], "output": "a.png", "cols": 2, "gap": 3},
            {"inputs": [{"src": "b.jpg", "x6": 6}], "out\\u0070ut2": "b.png", "output": "b.png"}
          ],
          "columns": 4
        }
        """),
    Broken(
      name: "other-layout",
      text: """
        {"defaults": {"layout": "strip", "jobs": 2},
         "sheets": [
           {"inputs": ["a.jpg"], "output": "a.png", "width": 800},
           {"layout": "rows", "inputs": ["a.jpg"], "output": "b.png",
            "columns": 3, "plan": true, "verify": true, "front": "last"}]}
        """),
    Broken(
      name: "layouts",
      text: """
        {"sheets": [
          {"layout": "gird", "inputs": ["a.jpg"], "output": "a.png"},
          {"layout": "diff", "inputs": ["a.jpg"], "output": "b.png"},
          {"layout": 3, "inputs": ["a.jpg"], "output": "c.png"},
          {"layout": "\\u001b[31m", "inputs": ["a.jpg"], "output": "d.png"}]}
        """),
    Broken(
      name: "types",
      text: """
        {
          "defaults": {"recursive": 1, "inputs": "a.jpg"},
          "sheets": [
            {"inputs": "a.jpg", "output": 5, "reverse": "yes", "columns": [3], "background": 112233},
            {"inputs": [3, null, {"src": 4}, ["a"]], "output": "b.png", "width": null, "columns": 1.5},
            {"inputs": ["a", {"src": "b", "title": 3}], "output": ["c.png"], "scale": {"x": 2}},
            {"output": "d.png"},
            "e.png"
          ]
        }
        """),
    Broken(
      name: "values",
      text: """
        {
          "defaults": {"columns": 0, "no-enlarge": true},
          "sheets": [
            {"inputs": ["a.jpg"], "output": "a.png"},
            {"inputs": ["a.jpg"], "output": "b.png"},
            {"inputs": ["a.jpg"], "output": "c.png", "columns": 3, "spacing": "a"},
            {"inputs": ["a.jpg"], "output": "d.png", "columns": 3, "enlarge": true},
            {"inputs": ["a.jpg"], "columns": 3, "output": "e.jpg"},
            {"inputs": ["a.jpg"], "columns": 3, "output": "f.png", "background": "--columns"},
            {"inputs": ["a.jpg"], "columns": 3, "output": "g.png", "null": true},
            {"layout": "grid", "inputs": ["a.jpg"], "output": "h.png", "columns": 3, "tile": "4x3",
             "cell": "1x1", "cell-aspect": "3:2"},
            {"layout": "strip", "inputs": ["a.jpg"], "output": "i.png", "columns": 3, "axis": "vertical"}
          ]
        }
        """, isSeenBySchema: false),
    Broken(
      name: "words",
      text: """
        {
          "defaults": {"axis": "diagonal", "fit": "fil"},
          "sheets": [
            {"inputs": ["a.jpg"], "output": "a.png", "sort": "size ", "shape": "Circle"}
          ]
        }
        """),
    Broken(
      name: "missing",
      text: """
        {"sheets": [
          {},
          {"inputs": ["a.jpg"]},
          {"output": "a.png"},
          {"inputs": [], "output": "b.png"},
          {"inputs": ["", {"src": ""}, {}, {"repeat": 3}], "output": ""}]}
        """),
    Broken(name: "no-sheets", text: #"{"defaults": {"layout": "grid"}}"#),
    Broken(name: "empty", text: #"{"sheets": []}"#),
    Broken(
      name: "same-output",
      text: """
        {
          "sheets": [
            {"inputs": ["a.jpg"], "output": "out/a.png", "placements": "p.json"},
            {"inputs": ["b.jpg"], "output": "./out/a.png", "placements": "q.json"},
            {"inputs": ["c.jpg"], "output": "out/x/..//a.png"},
            {"inputs": ["d.jpg"], "output": "d.png", "json-report": "out/../p.json"},
            {"inputs": ["e.jpg"], "output": "e.png", "placements": "q.json", "json-report": "e.png"},
            {"inputs": ["f.jpg"], "output": "f.png", "placements": "q.json"}
          ]
        }
        """, isSeenBySchema: false),
    Broken(
      name: "standard-streams",
      text: """
        {"sheets": [
          {"inputs": ["a.jpg"], "output": "-"},
          {"files-from": "-", "output": "b.png", "json-report": "-", "placements": "-"}]}
        """),
    Broken(
      name: "inputs",
      text: """
        {"sheets": [
          {"inputs": [
             {"src": "a.jpg", "anchor": "topp"},
             {"src": "a.jpg", "anchor": 5},
             {"src": "a.jpg", "repeat": 0},
             {"src": "a.jpg", "repeat": 1.5},
             {"src": "a.jpg", "repeat": "6"},
             {"src": "a.jpg", "repeat": 1000001},
             {"src": "a.jpg", "glob": "*.jpg"},
             {"src": ".", "repeat": 2},
             {"src": "a\\u0000.jpg"}],
           "output": "a.png", "anchor": "2,2"}]}
        """),
    Broken(
      name: "globs",
      text: """
        {"sheets": [
          {"inputs": [{"glob": "*.gif"}, {"glob": "*.jpg"}, {"glob": "nowhere/**"}], "output": "a.png"},
          {"inputs": [{"glob": "sources/"}], "output": "b.png"}]}
        """, isSeenBySchema: false),
    Broken(
      name: "feeds",
      text: """
        {"defaults": {"feed": 5, "offline": true},
         "sheets": [
           {"feed": [], "output": "a.png"},
           {"feed": ["a.json", 5, "-", ""], "output": "b.png"},
           {"feed": "http://", "output": "c.png", "allow-private-addresses": true},
           {"feed": "a.json", "feed-size": "q", "output": "d.png"},
           {"inputs": ["https://me:secret@a.example/", {"src": "http://a.example:x/"}], "output": "e.png"}]}
        """),
    Broken(name: "no-object", text: "\n  [{\"inputs\": [\"a.jpg\"], \"output\": \"a.png\"}]"),
    Broken(
      name: "parts",
      text: #"{"defaults": [], "sheets": {"inputs": ["a.jpg"], "output": "a.png"}, "$schema": 1}"#),
  ]
}
