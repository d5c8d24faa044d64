/// How much a cache has, or lost.
package struct CacheSize: Hashable, Sendable {
  package var entryCount: Int
  /// Bytes of bodies and of what is known about them.
  package var byteCount: Int
}
