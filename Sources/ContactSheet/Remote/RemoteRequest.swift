/// Something to be fetched.
package struct RemoteRequest: Hashable, Sendable {
  /// What it should be, which decides how large it may be and what is said where it is something else.
  package enum Kind: Hashable, Sendable {
    case picture, feed
  }

  package var address: RemoteAddress
  package var kind: Kind
  /// The address did not come from the user but stood in a feed: what it leads to must not be a private or a
  /// loopback address, unless that is allowed.
  package var isFromFeed: Bool

  package init(_ address: RemoteAddress, kind: Kind = .picture, isFromFeed: Bool = false) {
    self.address = address
    self.kind = kind
    self.isFromFeed = isFromFeed
  }
}
