import ImageCodecs
import PlainJSON

/// A list of pictures that a service publishes: Flickr's public feed in JSON as it really comes, or a JSON
/// Feed 1.1 (jsonfeed.org).
///
/// Only its bytes are read here, nothing is fetched. Flickr's text is not quite JSON: it is wrapped in a call
/// (`jsonFlickrFeed(…)`), has `\'` in its strings, and may begin with a byte-order mark. All of that is taken
/// of any feed.
package struct Feed: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case flickr
    case jsonFeed
  }

  package let kind: Kind
  /// In the feed's order; there may be none, where every item is among the ``skipped``.
  package private(set) var items: [FeedItem] = []
  /// Items that name no picture that could be fetched.
  package private(set) var skipped: [SkippedFeedItem] = []

  /// - Parameters:
  ///   - address: where the feed came from, after redirects: relative addresses in a JSON Feed begin there.
  ///     nil for a file; then they begin at the feed's own `feed_url`, if it has one.
  /// - Throws: why the bytes are no feed, or one without any item. Items that are wrong are no fault.
  package init(_ bytes: [UInt8], address: RemoteAddress? = nil) throws(FeedFault) {
    let kindOfFile = FileKind(head: Array(bytes.prefix(FileKind.headCount)))
    if [.jpeg, .png].contains(kindOfFile) { throw .picture }
    let text = FeedText(bytes)
    if text.isEmpty { throw .empty }
    if let fault = text.markupFault { throw fault }
    let root: JSONNode
    do throws(JSONFault) {
      root = try JSONDocument(text.json, leniencies: .escapedApostrophe).root
    } catch {
      // Of a text its place is worth more than that it is one.
      if case .foreign(let kind, _) = kindOfFile, kind != "a text file" { throw .otherKind(kind) }
      throw .json(error)
    }
    guard root.members != nil else { throw .noFeed(root.noun) }
    if let words = Feed.refusal(root) { throw .message(words) }
    guard let nodes = root["items"]?.elements else {
      throw .noFeed(
        root["items"].map { "its 'items' are \($0.noun)" } ?? "an object without 'items'")
    }
    if nodes.isEmpty { throw .noItems }
    let isJSONFeed = root["version"]?.text?.contains("jsonfeed.org/version/") == true
    kind = isJSONFeed ? .jsonFeed : .flickr
    let base = AddressReference.absolute(address?.text ?? root["feed_url"]?.text)
    for (index, node) in nodes.enumerated() {
      do throws(FeedItemFault) {
        guard node.members != nil else { throw .notAnObject(node.noun) }
        items.append(
          isJSONFeed
            ? try FeedItem(jsonFeed: node, at: index, base) : try FeedItem(flickr: node, at: index))
      } catch {
        skipped.append(SkippedFeedItem(index: index, title: node["title"]?.line, fault: error))
      }
    }
  }

  /// What a service says instead of a feed: Flickr's `{"stat": "fail", "message": …}`, and others like it.
  private static func refusal(_ root: JSONNode) -> String? {
    guard root["items"] == nil else { return nil }
    let error = root["error"]
    return (root["message"] ?? error?["message"] ?? error)?.line
  }
}

extension JSONNode {
  /// A string, or a number as it was written, without space at its ends and on one line; nil for anything
  /// else and for nothing.
  var line: String? {
    (text ?? number?.text).flatMap(onOneLine)
  }
}

/// A text with each run of white space made one blank; nil where nothing else is in it.
func onOneLine(_ text: String) -> String? {
  let words = text.split(whereSeparator: \.isWhitespace)
  return words.isEmpty ? nil : words.joined(separator: " ")
}
