package import PlainJSON

/// Why bytes are no feed; a fragment that goes after the name of the file or address and a colon.
package enum FeedFault: Error, Hashable, Sendable {
  case empty
  case picture
  /// Something else that is known by its content, or no file at all: `a gzip archive`, `a directory`.
  case otherKind(String)
  /// Neither JSON nor anything else that is known.
  case json(JSONFault)
  /// JSON, and what it is instead.
  case noFeed(String)
  case noItems
  /// A feed of a kind that is not read: `an RSS feed`.
  case otherFeed(String)
  /// A web page, and its title.
  case page(String?)
  /// What a service says instead.
  case message(String)
  /// XML that says nothing.
  case xml
}

extension FeedFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "is empty (0 bytes), and no feed"
    case .picture: "is a picture, not a feed"
    case .otherKind(let kind): "is \(kind), not a feed"
    case .json(let fault): "is no feed: \(fault)"
    case .noFeed(let what): "is JSON, but no feed: \(what)"
    case .noItems: "is a feed without items"
    case .otherFeed(let kind):
      "is \(kind); contactsheet reads JSON Feed, and of Flickr what its address gives with format=json"
    case .page(let title): "is a web page, not a feed" + (title.map { ": '\(shown($0))'" } ?? "")
    case .message(let words): "is no feed, but says: '\(shown(words))'"
    case .xml: "is an XML document, and no feed that is known"
    }
  }
}
