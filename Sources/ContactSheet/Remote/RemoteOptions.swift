package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How remote files are fetched and kept.
package struct RemoteOptions: Sendable {
  /// Takes only what the cache has, however old: no socket is opened, and neither is libcurl.
  package var isOffline = false
  /// Fetches again what the cache has, however new.
  package var refreshes = false
  /// Lets addresses out of a feed lead to private and loopback addresses.
  package var allowsPrivateAddresses = false

  /// Bytes of a body.
  package var pictureByteLimit = 100_000_000
  package var feedByteLimit = 16_000_000

  package var redirectLimit = 5
  /// Transfers at the same time.
  package var transferLimit = 8
  package var hostTransferLimit = 4

  /// In seconds, as the next ones.
  package var connectTimeLimit = 10.0
  /// So long a transfer may be slower than 100 bytes a second; whole seconds.
  package var stallTimeLimit = 30
  /// Of one try, with its redirects.
  package var totalTimeLimit = 120.0

  /// How often something is asked for that may come the next time, the first time included.
  package var tries = 3
  /// Before the second try; twice that before the third.
  package var backOff = 0.5
  /// A server that wants longer waiting than this is not waited for.
  package var retryAfterLimit = 30

  /// Where the cache is; nil where its usual place cannot be told, see ``RemoteCache/usualPlace()``.
  package var cache: RawPath?
  /// Bytes that the cache may have.
  package var cacheByteLimit: Int

  /// A file of the certificates that are trusted, instead of the system's; what the command curl takes, too.
  package var certificates: String?

  // MARK: for tests

  /// Without it what was fetched may be removed once ``RemoteFiles`` goes away, as if its process had ended.
  package var holdsToTheEnd = true
  /// What every waiting time is multiplied by.
  package var waitScale = 1.0
  /// Seconds since 1970, for what is fresh.
  package var now: @Sendable () -> Int = RemoteOptions.systemTime
  /// Addresses that count as public, whatever they are: `127.0.0.1`.
  package var publicAddresses: [String] = []

  /// The defaults, with the cache of the environment.
  package init() {
    cache = RemoteCache.usualPlace()
    cacheByteLimit = RemoteCache.usualByteLimit()
    certificates =
      ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].lazy.compactMap(RemoteOptions.variable).first
  }

  /// What the environment has under a name; nil for nothing.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  func byteLimit(_ kind: RemoteRequest.Kind) -> Int {
    kind == .picture ? pictureByteLimit : feedByteLimit
  }
}

extension RemoteOptions {
  /// The system's clock, in seconds since 1970.
  @Sendable package static func systemTime() -> Int { time(nil) }
}
