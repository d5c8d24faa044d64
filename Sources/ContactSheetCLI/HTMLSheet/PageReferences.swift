import ContactSheet
package import ImageCodecs

/// Names files as a page in a directory does, by names alone: links stay links, so that a tree which is copied
/// or served elsewhere keeps its references. Only where a `..` leads back through a link, which no browser
/// knows, the links are followed.
package struct PageReferences {
  private let start: RawPath
  private let from: [ArraySlice<UInt8>]
  /// Of most pictures the directory is one that was met before.
  private var directories: [RawPath: RawPath] = [:]
  private static let slash = UInt8(ascii: "/")

  /// - Parameter directory: of the page, absolute or relative to the working directory.
  package init(from directory: RawPath) {
    start = RawPath(".").resolved ?? "."
    from = PageReferences.absolute(directory, start).bytes.split(separator: PageReferences.slash)
  }

  package mutating func reference(to path: RawPath) -> RelativeReference {
    let directory = path.directory
    let absolute = directories[directory] ?? PageReferences.absolute(directory, start)
    directories[directory] = absolute
    return RelativeReference(absolute.appending(path.lastComponent).relative(to: from) ?? path)
  }

  private static func absolute(_ directory: RawPath, _ start: RawPath) -> RawPath {
    let isAbsolute = directory.bytes.first == slash
    let plain = (isAbsolute ? directory : start.appending(directory.bytes)).normalized
    guard let identity = FileStatus(directory)?.identity, FileStatus(plain)?.identity != identity
    else { return plain }
    return directory.resolved ?? plain
  }
}
