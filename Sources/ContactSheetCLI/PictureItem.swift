import ContactSheet
package import ImageCodecs
import PlainJSON
package import Raster

/// A file or a directory that was asked for, and what was said of it.
package struct PictureItem {
  package var path: RawPath
  /// How many times.
  package var count = 1
  /// Of these pictures; nil for that of the sheet.
  package var anchor: Anchor?
  /// Words and links that go with the pictures, by their names in a manifest.
  package var words: [(name: String, text: String)] = []

  /// Nothing was said of it but its path and how many times.
  var isPlain: Bool { anchor == nil && words.isEmpty }

  /// What placements say of it.
  var members: [(String, JSON)] { words.map { ($0.name, .text($0.text)) } }
}
