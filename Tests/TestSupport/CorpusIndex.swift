import Foundation
package import ImageCodecs
package import PixelGeometry

/// The index of one folder of the shared corpus.
package struct CorpusIndex {
  package struct Entry: Sendable, CustomStringConvertible {
    package var file: String
    package var path: RawPath
    package var format: String
    /// As stored; nil where the index gives none.
    package var size: PixelSize?
    package var notes: String
    package var measured: String

    package var description: String { file }
  }

  package var entries: [Entry]

  package init(_ folder: String) throws {
    let url = corpus!.appendingPathComponent(folder)
    let text = try String(contentsOf: url.appendingPathComponent("index.tsv"), encoding: .utf8)
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[0].indices))
    func field(_ row: [String], _ name: String) -> String { columns[name].map { row[$0] } ?? "" }
    entries = rows.dropFirst().map { row in
      let file = field(row, "file")
      var size: PixelSize?
      if let width = Int(field(row, "width")), let height = Int(field(row, "height")) {
        size = PixelSize(width: width, height: height)
      }
      return Entry(
        file: file, path: RawPath(url.appendingPathComponent(file).path),
        format: field(row, "format"), size: size, notes: field(row, "notes"),
        measured: field(row, "measured"))
    }
  }
}
