import ImageCodecs

/// Why something remote cannot be had.
///
/// The description is a fragment in lower case that goes after the address and a colon. Whatever a server said in it
/// is safe on a terminal.
package enum RemoteFault: Error, Hashable, Sendable {
  // MARK: the address
  /// In words, what is wrong with it.
  case notAnAddress(String)
  /// An address out of a feed leads to this one.
  case privateAddress(String)

  // MARK: the way to the server
  /// In words, what stopped it before anything came: "connection refused".
  case notConnected(String)
  /// No connection within so many seconds.
  case connectTimeOut(seconds: Int)
  /// For so many seconds as good as nothing came.
  case stalled(seconds: Int)
  /// Not done after so many seconds.
  case timeOut(seconds: Int)
  /// It ended before its end.
  case short(promised: Int, received: Int)
  /// The same where no length was promised.
  case cut(received: Int)

  // MARK: what the server said
  /// HTTP's, and its reason: 404, "Not Found".
  case status(Int, String)
  /// It wants to be asked again, but later than we wait.
  case busy(Int, String, retryAfter: Int)
  case tooManyRedirects(limit: Int)
  /// A redirect to what is not fetched; in words, where to and why not.
  case wrongRedirect(to: String, String)

  // MARK: what came
  case tooLarge(limit: Int)
  case empty
  /// A page for people, with the type that the server gave it.
  case webPage(type: String?)
  /// A feed where a picture should be.
  case feed

  // MARK: here
  /// Only the cache was allowed, and it has nothing.
  case offline
  /// libcurl cannot be opened; in words, why.
  case library(String)
  /// The cache cannot be written to.
  case cache(OutputFault)
  /// There is no place for a cache.
  case noCache
}

extension RemoteFault {
  /// One word for programs; it never changes its meaning.
  package var code: String {
    switch self {
    case .notAnAddress: "not-an-address"
    case .privateAddress: "private-address"
    case .notConnected: "not-connected"
    case .connectTimeOut, .timeOut: "time-out"
    case .stalled: "stalled"
    case .short, .cut: "cut-off"
    case .status: "http-status"
    case .busy: "busy"
    case .tooManyRedirects, .wrongRedirect: "redirect"
    case .tooLarge: "too-large"
    case .empty: "empty"
    case .webPage: "web-page"
    case .feed: "feed"
    case .offline: "offline"
    case .library: "no-libcurl"
    case .cache, .noCache: "cache"
    }
  }
}

extension RemoteFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAnAddress(let words): "is no address to fetch: \(words)"
    case .privateAddress(let address):
      "cannot reach a private address (\(printable(address.utf8))) that a feed named; "
        + "--allow-private-addresses allows it"
    case .notConnected(let words): "cannot be fetched: \(printable(words.utf8))"
    case .connectTimeOut(let seconds):
      "cannot be fetched: no connection within \(seconds) seconds"
    case .stalled(let seconds): "cannot be fetched: nothing came for \(seconds) seconds"
    case .timeOut(let seconds): "cannot be fetched: not done within \(seconds) seconds"
    case .short(let promised, let received):
      "cannot be fetched: the server promised \(RemoteFault.bytes(promised)) and sent "
        + grouped(UInt64(received))
    case .cut(let received):
      "cannot be fetched: the connection was closed after \(RemoteFault.bytes(received))"
    case .status(let status, let reason):
      "cannot be fetched: \(RemoteFault.status(status, reason))"
    case .busy(let status, let reason, let seconds):
      "cannot be fetched: \(RemoteFault.status(status, reason)), and not to be tried again before "
        + "\(grouped(UInt64(seconds))) seconds"
    case .tooManyRedirects(let limit):
      "cannot be fetched: redirected more than \(limit) \(limit == 1 ? "time" : "times")"
    case .wrongRedirect(let address, let words):
      "cannot be fetched: redirected to \(printable(address.utf8)): \(words)"
    case .tooLarge(let limit):
      limit % 1_000_000 == 0
        ? "has more than \(grouped(UInt64(limit / 1_000_000))) MB, the limit"
        : "has more than \(RemoteFault.bytes(limit)), the limit"
    case .empty: "is empty (0 bytes)"
    case .webPage(let type):
      "is a web page" + (type.map { " (\(printable($0.utf8)))" } ?? "") + ", not a picture"
    case .feed: "is a feed, not a picture; --feed reads it"
    case .offline: "not in the cache, and --offline was given"
    case .library(let words): "cannot be fetched: \(printable(words.utf8))"
    case .cache(let fault): "cannot be kept in the cache: \(fault)"
    case .noCache:
      "cannot be fetched: there is no place for a cache; XDG_CACHE_HOME or HOME has to name a directory"
    }
  }

  private static func bytes(_ count: Int) -> String {
    "\(grouped(UInt64(count))) \(count == 1 ? "byte" : "bytes")"
  }

  private static func status(_ status: Int, _ reason: String) -> String {
    reason.isEmpty ? "status \(status)" : "\(status) \(printable(reason.utf8))"
  }
}
