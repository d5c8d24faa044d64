package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The names in one directory, in no order.
struct DirectoryListing {
  let names: [[UInt8]]

  /// The directory is open only while it is read.
  ///
  /// - Parameter hidden: those that begin with a dot are among them, but for `.` and `..`.
  init(_ directory: RawPath, hidden: Bool = false) throws(PictureFault) {
    guard let stream = unsafe directory.withCString({ unsafe opendir($0) }) else {
      let error = SystemError.last
      throw error.code == ENOENT ? .missing : .notOpened(error)
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      // The end and a failure look the same but for this.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      let isOfEvery = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
      if name.first != UInt8(ascii: ".") || hidden && !isOfEvery { names.append(name) }
    }
    guard errno == 0 else { throw .notOpened(.last) }
    self.names = names
  }

  /// A directory that is no link to one.
  static func isOwnDirectory(_ path: RawPath) -> Bool {
    var status = stat()
    return unsafe path.withCString { unsafe lstat($0, &status) == 0 }
      && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension RawPath {
  /// The names in this directory that are not hidden, in ``NaturalOrder``.
  package func visibleNames() throws(PictureFault) -> [[UInt8]] {
    try DirectoryListing(self).names.sorted { NaturalOrder.precedes(name: $0, $1) }
  }

  /// The directories below this one that are not hidden and are no links.
  package var directoriesBelow: [RawPath] {
    let names = (try? DirectoryListing(self).names) ?? []
    let children = names.map(appending).filter(DirectoryListing.isOwnDirectory)
    return children + children.flatMap(\.directoriesBelow)
  }
}
