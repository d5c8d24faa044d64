import ContactSheet
package import ImageCodecs
import PlainJSON
package import Raster

/// A file, a directory or an address that was asked for, and what was said of it.
package struct PictureItem {
  package var place: InputPlace
  /// How many times.
  package var count = 1
  /// Of these pictures; nil for that of the sheet.
  package var anchor: Anchor?
  /// Words and links that go with the pictures, by their names in a manifest.
  package var words: [(name: String, text: String)] = []

  init(_ place: InputPlace) { self.place = place }

  init(path: RawPath) { place = .path(path) }

  /// A picture of a feed, with what the feed says of it.
  init(_ item: FeedItem) {
    place = .address(item.address)
    let words = [("title", item.title), ("href", item.link), ("alt", item.alt)]
    self.words = words.compactMap { name, text in text.map { (name, $0) } }
  }

  /// nil for an address.
  package var path: RawPath? { place.path }

  var isDirectory: Bool { path.flatMap { FileStatus($0) }?.kind == .directory }

  /// Nothing was said of it but where it is and how many times.
  var isPlain: Bool { anchor == nil && words.isEmpty }

  /// What placements say of it.
  var members: [(String, JSON)] { words.map { ($0.name, .text($0.text)) } }
}
