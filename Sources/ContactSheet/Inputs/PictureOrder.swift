package import ImageCodecs

/// What a list of pictures is sorted by. Where that is equal, the bytes of the paths decide.
package enum PictureOrder: String, Hashable, Sendable, CaseIterable {
  /// The whole path in ``NaturalOrder``.
  case natural
  /// The bytes of the path's last component.
  case name
  /// When the file was modified, the oldest first.
  case date
  /// When the picture was taken, the oldest first: EXIF's `DateTimeOriginal`, the local time as written.
  /// Pictures without it come last, by when they were modified.
  case taken
  /// The file's bytes, the smallest first.
  case size
  /// As given; what is in a directory in the order of bytes.
  case asGiven = "none"

  /// Files whose status cannot be known come last; whoever opens them reports them.
  ///
  /// - Parameter jobs: files read at the same time, nil for as many as there are processors.
  package func sorted(_ paths: [RawPath], jobs: Int?) -> [RawPath] {
    switch self {
    case .asGiven: return paths
    case .natural: return paths.sorted(by: NaturalOrder.precedes)
    case .name:
      return paths.sorted {
        let (one, other) = ($0.lastComponent, $1.lastComponent)
        return one == other
          ? PictureOrder.bytes($0, $1) : one.lexicographicallyPrecedes(other)
      }
    case .date, .taken, .size: break
    }
    let files = Array(Set(paths))
    let keys = concurrentMap(count: files.count, jobs: FileLimit.jobs(jobs)) { key(files[$0]) }
    let keyOf = Dictionary(uniqueKeysWithValues: zip(files, keys))
    return paths.sorted {
      let (one, other) = (keyOf[$0]!, keyOf[$1]!)
      return one == other ? PictureOrder.bytes($0, $1) : one.lexicographicallyPrecedes(other)
    }
  }

  private static func bytes(_ path: RawPath, _ other: RawPath) -> Bool {
    path.bytes.lexicographicallyPrecedes(other.bytes)
  }

  /// Numbers to compare one after the other.
  private func key(_ path: RawPath) -> [Int] {
    guard let status = FileStatus(path) else { return [Int.max] }
    if self == .size { return [status.size] }
    let modified = [status.modified.seconds, status.modified.nanoseconds]
    if self == .date { return modified }
    if let taken = EncodedPicture.file(path).dateTaken() { return [0, taken.digits] }
    return [1] + modified
  }
}
