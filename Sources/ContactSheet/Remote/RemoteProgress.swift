/// How far fetching is.
package struct RemoteProgress: Hashable, Sendable {
  /// Addresses that have come or failed, of how many different ones.
  package var done: Int
  package var total: Int
  /// Bytes of bodies that came over the network so far.
  package var bytes: Int

  package init(done: Int, total: Int, bytes: Int) {
    self.done = done
    self.total = total
    self.bytes = bytes
  }
}
