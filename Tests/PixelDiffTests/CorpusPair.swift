import Foundation
import ImageCodecs
import PixelDiff
import PixelGeometry
import Raster
import TestSupport

/// A row of one of the corpus's tables of two pictures and what other tools say of them.
struct CorpusPair: Sendable, CustomStringConvertible {
  let fields: [String: String]

  /// All rows of a table; none where there is no corpus.
  static func all(_ table: String) -> [CorpusPair] {
    guard let url = corpus?.appendingPathComponent("diff/\(table).tsv"),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return [] }
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return rows.dropFirst().map {
      CorpusPair(fields: Dictionary(zip(rows[0], $0)) { first, _ in first })
    }
  }

  subscript(_ name: String) -> String { fields[name] ?? "" }

  var description: String {
    ["img1", "img2", "options_json", "threshold", "includeAA"].compactMap { fields[$0] }
      .joined(separator: " ")
  }

  /// The options that the other tool was run with.
  var options: [String: Any] {
    get throws {
      let json = try JSONSerialization.jsonObject(with: Data(self["options_json"].utf8))
      return json as! [String: Any]
    }
  }

  func bitmaps() throws -> (Bitmap, Bitmap) {
    try (CorpusPair.bitmap(self["img1"]), CorpusPair.bitmap(self["img2"]))
  }

  static func bitmap(_ file: String) throws -> Bitmap {
    let path = corpus!.appendingPathComponent("diff/\(file)").path
    return try decodedBitmap(.file(RawPath(path)))
  }
}
