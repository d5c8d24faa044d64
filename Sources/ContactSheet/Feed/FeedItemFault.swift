import ImageCodecs

/// Why an item of a feed is passed over; a fragment that goes after the item's name and a colon.
package enum FeedItemFault: Error, Hashable, Sendable {
  /// What it is instead: `a string`.
  case notAnObject(String)
  /// Where a picture was looked for.
  case noPicture(String)
  /// The address of its picture, and what is wrong with it.
  case badAddress(String, String)
  /// Its picture could not be fetched, or cannot be used; the words say why.
  case unusable(code: String, String)
}

extension FeedItemFault {
  /// One word for programs.
  package var code: String {
    switch self {
    case .notAnObject: "not-an-item"
    case .noPicture: "no-picture"
    case .badAddress: "bad-address"
    case .unusable(let code, _): code
    }
  }
}

extension FeedItemFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAnObject(let noun): "is \(noun), not an object"
    case .noPicture(let places): "names no picture (\(places))"
    case .badAddress(let address, let words): "its picture '\(shown(address))' \(words)"
    case .unusable(_, let words): words
    }
  }
}

/// A text of a feed in a message: safe to show, and not endless.
func shown(_ text: String) -> String {
  let limit = 200
  let start = text.prefix(limit)
  return printable(start.utf8) + (start.utf8.count < text.utf8.count ? "…" : "")
}
