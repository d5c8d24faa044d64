import ImageCodecs

/// One address on its way into the cache.
final class RemoteJob {
  let request: RemoteRequest
  /// What the cache has of it, to be asked about.
  var entry: CacheEntry?
  /// Where that is.
  var body: RawPath?
  /// Where it is being written to.
  var file: CacheFile?

  /// Times that it was tried.
  private(set) var tries = 0
  /// When it may be tried again.
  var notBefore: ContinuousClock.Instant
  /// The try that goes on: when its first request was sent, where it is after its redirects, and how long these
  /// hold. nil before that: to wait for a turn is not to take time.
  private(set) var began: ContinuousClock.Instant?
  private(set) var address: RemoteAddress
  private(set) var redirects = 0
  private(set) var freshness: Freshness?
  private(set) var privateAddress: String?
  /// When the last request of it was sent, in seconds since 1970.
  var requested = 0

  init(_ request: RemoteRequest, entry: CacheEntry?, body: RawPath?) {
    self.request = request
    self.entry = entry
    self.body = body
    address = request.address
    notBefore = .now
  }

  /// The host that is asked next, with its port.
  var host: String { "\(address.host):\(address.port)" }

  /// A try is to begin; its time begins with its first request.
  func begin() {
    tries += 1
    began = nil
    restart()
  }

  /// A request is sent: how long its try has gone on.
  func send() -> Duration {
    let now = ContinuousClock.now
    began = began ?? now
    return began!.duration(to: now)
  }

  /// From the first address on, in the same try.
  func restart() {
    address = request.address
    redirects = 0
    freshness = nil
    privateAddress = nil
    file?.empty()
  }

  /// Where the server says that it is now.
  func follow(_ next: RemoteAddress, holding freshness: Freshness, from privateAddress: String?) {
    address = next
    redirects += 1
    self.freshness = freshness.limited(by: self.freshness)
    self.privateAddress = self.privateAddress ?? privateAddress
  }
}
