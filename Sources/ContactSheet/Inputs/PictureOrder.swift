import ImageCodecs

/// What a list of pictures is sorted by. Where that is equal, the bytes of the paths decide.
package enum PictureOrder: String, Hashable, Sendable, CaseIterable {
  /// The whole path, or address, in ``NaturalOrder``.
  case natural
  /// The bytes of the path's last component.
  case name
  /// When the file was modified, the oldest first; of a remote one, when its server says.
  case date
  /// When the picture was taken, the oldest first: EXIF's `DateTimeOriginal`, the local time as written.
  /// Pictures without it come last, by when they were modified.
  case taken
  /// The file's bytes, the smallest first.
  case size
  /// As given; what is in a directory in the order of bytes.
  case asGiven = "none"

  /// It is known only once remote pictures have been fetched.
  package var needsFiles: Bool {
    switch self {
    case .date, .taken, .size: true
    case .natural, .name, .asGiven: false
    }
  }

  /// The positions of pictures in this order; of equal ones the first comes first.
  ///
  /// Files whose status cannot be known come last, and so does what was not fetched; whoever opens them reports
  /// them.
  ///
  /// - Parameter jobs: files read at the same time, nil for as many as there are processors.
  package func positions(of pictures: [PictureSource], jobs: Int?) -> [Int] {
    let paths = pictures.map(PictureOrder.path)
    switch self {
    case .asGiven: return Array(pictures.indices)
    case .natural:
      return paths.indices.sorted { NaturalOrder.precedes(paths[$0], paths[$1]) }
    case .name:
      let names = pictures.map(PictureOrder.name)
      return paths.indices.sorted {
        names[$0] == names[$1]
          ? PictureOrder.bytes(paths[$0], paths[$1])
          : names[$0].lexicographicallyPrecedes(names[$1])
      }
    case .date, .taken, .size: break
    }
    let files = Array(Set(pictures))
    let keys = concurrentMap(count: files.count, jobs: FileLimit.jobs(jobs)) {
      key(files[$0])
    }
    let keyOf = Dictionary(uniqueKeysWithValues: zip(files, keys))
    return paths.indices.sorted {
      let (one, other) = (keyOf[pictures[$0]]!, keyOf[pictures[$1]]!)
      return one == other
        ? PictureOrder.bytes(paths[$0], paths[$1]) : one.lexicographicallyPrecedes(other)
    }
  }

  /// What stands for a picture where paths are compared.
  private static func path(_ picture: PictureSource) -> RawPath {
    switch picture {
    case .file(let path): path
    case .remote(let picture): RawPath(picture.address.text)
    // What has no name is never sorted by the command.
    case .bytes, .bitmap: "."
    }
  }

  private static func name(_ picture: PictureSource) -> [UInt8] {
    if case .remote(let picture) = picture { return picture.address.name }
    return path(picture).lastComponent
  }

  private static func bytes(_ path: RawPath, _ other: RawPath) -> Bool {
    path.bytes.lexicographicallyPrecedes(other.bytes)
  }

  /// Numbers to compare one after the other.
  private func key(_ picture: PictureSource) -> [Int] {
    guard let path = picture.localFile, let status = FileStatus(path) else { return [Int.max] }
    if self == .size { return [status.size] }
    var modified = [status.modified.seconds, status.modified.nanoseconds]
    // The file in the cache has the time at which it came.
    if case .remote(let picture) = picture, let file = picture.file {
      modified = [file.modified, 0]
    }
    if self == .date { return modified }
    if let taken = EncodedPicture.file(path).dateTaken() { return [0, taken.digits] }
    return [1] + modified
  }
}
