package import ImageCodecs

/// Something remote that was fetched: a file of the cache.
///
/// It stays there, with these bytes, until the process ends, whatever other processes fetch, evict or clear.
package struct FetchedFile: Hashable, Sendable {
  /// Where the bytes are.
  package let path: RawPath
  package let byteCount: Int
  /// Where they came from, after all redirects.
  package let finalAddress: RemoteAddress
  /// As the server said: `image/jpeg`, without parameters and in lower case; nil where it said nothing.
  package let contentType: String?
  /// Of the bytes, as ``FileDigest`` has it: as long as it is the same, nothing changed.
  package let digest: String
  /// When the server last changed it, as it says, else when it came; in seconds since 1970.
  package let modified: Int
  /// No body came over the network: the cache had it, and perhaps the server said that it still holds.
  package let isFromCache: Bool
}

extension FetchedFile {
  init(_ entry: CacheEntry, at body: RawPath, isFromCache: Bool) {
    path = body
    byteCount = entry.byteCount
    finalAddress = entry.finalAddress
    contentType = entry.headers.contentType
    digest = entry.digest
    modified = entry.headers["last-modified"].flatMap(HTTPDate.init)?.seconds ?? entry.stored
    self.isFromCache = isFromCache
  }
}
