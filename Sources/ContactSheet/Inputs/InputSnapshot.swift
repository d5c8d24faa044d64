package import ImageCodecs

/// Files as they are found, by name, size and time, so that it can be said later whether any of them changed.
package struct InputSnapshot: Sendable {
  package struct File: Sendable {
    package let path: RawPath
    /// In bytes; -1 for what is not there, or cannot be read.
    package let size: Int
    package let modified: FileTime
    /// When anything about it changed, which no program can set; nil where that is no matter.
    package let changed: FileTime?
    /// Of the contents, where the time cannot be trusted.
    package var digest: String?

    package init(
      path: RawPath, size: Int, modified: FileTime, changed: FileTime? = nil, digest: String? = nil
    ) {
      self.path = path
      self.size = size
      self.modified = modified
      self.changed = changed
      self.digest = digest
    }

    init(lost path: RawPath) {
      self.init(path: path, size: -1, modified: FileTime(seconds: 0, nanoseconds: 0))
    }
  }

  package private(set) var files: [File] = []

  package init(files: [File]) { self.files = files }

  /// - Parameters:
  ///   - paths: files and directories; of a directory every file in it that is not hidden, picture or not, as one
  ///     may become the other.
  ///   - isRecursive: and in those below.
  ///   - isLeftOut: files of directories that are no inputs: outputs.
  package init(
    of paths: [RawPath], isRecursive: Bool, isLeftOut: (RawPath) -> Bool
  ) {
    for path in paths {
      guard FileStatus(path)?.kind == .directory else {
        files.append(InputSnapshot.file(path))
        continue
      }
      var walk = DirectoryWalk(
        isRecursive: isRecursive, nameLimit: DirectoryContents.nameLimit,
        by: { $0.lexicographicallyPrecedes($1) })
      try? walk.visit(path)
      files += walk.files.filter { !isLeftOut($0) }.map(InputSnapshot.file)
      // What may lie in there nobody knows.
      files += walk.skipped.map {
        File(lost: $0.path)
      }
    }
  }

  private static func file(_ path: RawPath) -> File {
    guard let status = FileStatus(path) else { return File(lost: path) }
    return File(
      path: path, size: status.size, modified: status.modified, changed: status.changed)
  }

  /// Files that were made: only their size and time matter, not who may read them.
  package init(made paths: [RawPath]) {
    files = paths.map { path in
      let file = InputSnapshot.file(path)
      return File(path: path, size: file.size, modified: file.modified)
    }
  }

  /// Takes digests of the files whose time says nothing: a file can be changed again within the step of a clock, or
  /// of a file system, without its time showing it.
  ///
  /// - Parameter now: what is as new as this, less two seconds, is not trusted.
  package mutating func takeDigests(at now: FileTime) {
    for index in files.indices
    where files[index].size >= 0 && files[index].modified.seconds >= now.seconds - 2 {
      files[index].digest = (try? FileDigest(of: files[index].path))?.text
    }
  }

  /// What is different from an earlier one, in words for the first such file; nil where nothing is.
  ///
  /// - Parameter mayHaveToLook: is called where a digest had to be taken to know.
  package func change(since old: InputSnapshot, mayHaveToLook: () -> Void = {}) -> String? {
    if files.map(\.path) != old.files.map(\.path) {
      let (before, now) = (Set(old.files.map(\.path)), Set(files.map(\.path)))
      if let new = files.first(where: { !before.contains($0.path) }) { return "\(new.path) is new" }
      if let gone = old.files.first(where: { !now.contains($0.path) }) {
        return "\(gone.path) is gone"
      }
      return "the pictures are in another order"
    }
    for (file, earlier) in zip(files, old.files) {
      if file.size < 0 { return "\(file.path) is not there, or cannot be read" }
      if file.size != earlier.size || file.modified != earlier.modified
        || file.changed != earlier.changed
      {
        return "\(file.path) changed"
      }
      if let digest = earlier.digest {
        mayHaveToLook()
        if (try? FileDigest(of: file.path))?.text != digest { return "\(file.path) changed" }
      }
    }
    return nil
  }
}
