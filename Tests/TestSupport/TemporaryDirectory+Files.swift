import ContactSheet
import Foundation
package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TemporaryDirectory {
  /// Writes a file whose name Foundation may not be able to write, as it is not UTF-8.
  @discardableResult
  package func write(_ bytes: [UInt8], named name: [UInt8]) throws -> RawPath {
    let path = RawPath(url.path).appending(name)
    let descriptor = unsafe path.withCString { name in
      unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    }
    defer { close(descriptor) }
    if descriptor < 0 || writeAll(bytes, to: descriptor) != nil {
      throw CocoaError(.fileWriteUnknown)
    }
    return path
  }

  /// Says when a file was modified, in seconds since 1970.
  package func setModified(_ name: String, _ seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path(name))
  }

  package func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent(name), withIntermediateDirectories: true)
  }

  package func makeLink(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }
}
