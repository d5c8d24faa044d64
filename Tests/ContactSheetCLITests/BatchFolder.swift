import Foundation
import TestSupport
import Testing

/// A directory of shoots of a few pictures each, and a manifest that makes a sheet of each.
struct BatchFolder {
  let folder: SheetFolder

  init(shoots: Int = 4, pictures: Int = 5) throws {
    folder = try SheetFolder()
    for shoot in 0..<shoots {
      try folder.directory.makeDirectory("shoots/s\(shoot)")
      for picture in 0..<pictures {
        try folder.picture(
          "shoots/s\(shoot)/\(picture).png", 20 + picture, 15, level: (40 * shoot + picture) % 256)
      }
      // Photographs are mostly older than two seconds.
      for picture in 0..<pictures {
        try folder.directory.setModified("shoots/s\(shoot)/\(picture).png", 1_700_000_000)
      }
    }
    try writeManifest(shoots: shoots)
  }

  func writeManifest(
    shoots: Int, layout: String = "fitted", more: String = "", extra: [String] = []
  ) throws {
    let sheets = (0..<shoots).map {
      "{\"inputs\": [\"shoots/s\($0)/\"], \"output\": \"out/s\($0).png\"}"
    }
    try write(
      """
      {"defaults": {"layout": "\(layout)", "columns": 3, "width": 90\(more)},
       "sheets": [\((sheets + extra).joined(separator: ",\n  "))]}
      """)
  }

  func write(_ manifest: String, _ name: String = "m.json") throws {
    try folder.directory.write(Array(manifest.utf8), name)
  }

  @discardableResult
  func batch(_ line: String = "m.json") throws -> Tool.Outcome {
    try folder.tool("batch \(line)")
  }

  /// The states of the sheets as a report says them, by output.
  func states(_ line: String = "m.json", code: Int32 = 0) throws -> [String: String] {
    let run = try batch("\(line) -q --json-report report.json")
    #expect(run.code == code, "\(run.errorText)")
    return try report().reduce(into: [:]) {
      $0[$1["output"] as? String ?? "?"] = $1["state"] as? String
    }
  }

  /// What the last report says of each sheet.
  func report() throws -> [[String: Any]] {
    let bytes = Data(try folder.contents("report.json"))
    let object = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    return try #require(object["sheets"] as? [[String: Any]])
  }

  /// How many pictures a run decoded.
  func decoded(_ line: String = "m.json") throws -> Int {
    let run = try batch("\(line) -q --progress json")
    let last = try #require(run.errorLines.last)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    return try #require(object["pictures"] as? Int)
  }

  var sheets: [String] {
    ((try? folder.directory.names("out")) ?? []).filter { $0.hasSuffix(".png") }
  }
}
