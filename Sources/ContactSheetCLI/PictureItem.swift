import ContactSheet
import ImageCodecs
import PlainJSON
import Raster

/// A file or a directory that was asked for, and what was said of it.
struct PictureItem {
  var path: RawPath
  /// How many times.
  var count = 1
  /// Of these pictures; nil for that of the sheet.
  var anchor: Anchor?
  /// Words and links that go with the pictures, by their names in a manifest.
  var words: [(name: String, text: String)] = []

  /// Nothing was said of it but its path and how many times.
  var isPlain: Bool { anchor == nil && words.isEmpty }

  /// What placements say of it.
  var members: [(String, JSON)] { words.map { ($0.name, .text($0.text)) } }
}
