package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension RawPath {
  /// The absolute path without links; nil for what is not there.
  package var resolved: RawPath? {
    guard let text = unsafe withCString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(text) }
    return unsafe RawPath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
  }
}
