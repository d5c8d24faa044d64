package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Remote files that were fetched before, in a directory that several processes use at the same time.
package struct RemoteCache: Sendable {
  package let directory: RawPath

  package init(_ directory: RawPath) { self.directory = directory }

  /// `contactsheet` in `XDG_CACHE_HOME` where that is an absolute path, else in the user's usual directory of caches;
  /// nil where the environment names neither that nor a home.
  package static func usualPlace() -> RawPath? {
    let name = Array("contactsheet".utf8)
    if let path = variable("XDG_CACHE_HOME"), path.bytes.first == UInt8(ascii: "/") {
      return path.appending(name)
    }
    guard let home = variable("HOME"), home.bytes.first == UInt8(ascii: "/") else { return nil }
    #if canImport(Darwin)
      let usual = "Library/Caches"
    #else
      let usual = ".cache"
    #endif
    return home.appending(Array(usual.utf8)).appending(name)
  }

  /// Bytes that `CONTACTSHEET_CACHE_MB` allows, in millions; 1 GB where it says nothing that is a number.
  package static func usualByteLimit() -> Int {
    let text = variable("CONTACTSHEET_CACHE_MB").flatMap {
      Int(String(decoding: $0.bytes, as: UTF8.self))
    }
    guard let megabytes = text, (0...1_000_000_000).contains(megabytes) else {
      return 1_000_000_000
    }
    return megabytes * 1_000_000
  }

  private static func variable(_ name: String) -> RawPath? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe RawPath(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
  }
}
