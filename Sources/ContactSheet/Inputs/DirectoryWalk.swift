import ImageCodecs

/// The files in a directory, in order.
///
/// A walk ends whatever the links: one that leads to a directory is followed only if that is none of those
/// on the way to it, which are told apart by device and inode. What several links lead to is found
/// several times.
struct DirectoryWalk {
  /// The directories below are walked as well, each at the place of its name.
  let isRecursive: Bool
  /// The order of the names in one directory.
  let precedes: (_ name: [UInt8], _ other: [UInt8]) -> Bool
  /// So many names, hidden ones not counted, and the walk ends where it is. Links can make a small tree
  /// endless for all practical purposes.
  let nameLimit: Int
  /// Pipes, sockets and devices count as files: whoever opens them learns what they are.
  var keepsOthers = false

  /// Regular files, and names whose status the system does not give.
  private(set) var files: [RawPath] = []
  /// Directories below that cannot be read.
  private(set) var skipped: [SkippedFile] = []
  /// Names seen.
  private(set) var nameCount = 0

  init(
    isRecursive: Bool, nameLimit: Int,
    by precedes: @escaping (_ name: [UInt8], _ other: [UInt8]) -> Bool
  ) {
    self.isRecursive = isRecursive
    self.nameLimit = nameLimit
    self.precedes = precedes
  }

  /// The walk met its limit: there is more than it found.
  var isCut: Bool { nameCount > nameLimit }

  /// Adds what is in a directory.
  ///
  /// - Parameter others: directories that are not walked.
  mutating func visit(
    _ directory: RawPath, except others: [FileStatus.Identity] = []
  ) throws(PictureFault) {
    let ancestors = FileStatus(directory).map { [$0.identity] }
    try visit(directory, ancestors: others + (ancestors ?? []))
  }

  /// - Parameter ancestors: the directories on the way, this one included, and others to stay out of.
  private mutating func visit(
    _ directory: RawPath, ancestors: [FileStatus.Identity]
  ) throws(PictureFault) {
    for name in try DirectoryListing(directory).names.sorted(by: precedes) {
      nameCount += 1
      if isCut { return }
      let path = directory.appending(name)
      // A name without status goes to whoever opens it and learns why.
      guard let status = FileStatus(path), status.kind != .file else {
        files.append(path)
        continue
      }
      if keepsOthers, status.kind == .other {
        files.append(path)
        continue
      }
      guard isRecursive, status.kind == .directory, !ancestors.contains(status.identity) else {
        continue
      }
      do throws(PictureFault) {
        try visit(path, ancestors: ancestors + [status.identity])
      } catch {
        skipped.append(SkippedFile(path: path, fault: error, isDirectory: true))
      }
    }
  }
}
