/// An item of a feed that is passed over.
package struct SkippedFeedItem: Hashable, Sendable {
  /// The position in the feed, from 0.
  package let index: Int
  package let title: String?
  package let fault: FeedItemFault

  package init(index: Int, title: String?, fault: FeedItemFault) {
    self.index = index
    self.title = title
    self.fault = fault
  }

  /// What messages call it: `item 3 'Sunset'`.
  package var name: String {
    "item \(index + 1)" + (title.map { " '\(shown($0))'" } ?? "")
  }
}
