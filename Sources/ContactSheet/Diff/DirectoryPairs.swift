package import ImageCodecs

/// The pictures of two directories, and of those below them, paired by their paths.
///
/// - Hidden files and directories are passed over. Earlier sheets count as any picture.
/// - A file is a picture by its content, or by its name: an empty `a.png` is one that cannot be compared. What
///   is neither, on either side, is left out.
/// - Names are bytes. Those without a counterpart are paired with another of the same letters, whose accents
///   are composed where theirs are decomposed, as some file systems change them.
package struct DirectoryPairs: Sendable {
  /// In ``NaturalOrder``.
  package let pairs: [PicturePair]
  /// Directories below that cannot be read; pictures that the other side has in such a one are left out of the pairs.
  package let unreadable: [Unreadable]

  package struct Unreadable: Sendable {
    /// Relative, as that of a pair.
    package let name: RawPath
    package let path: RawPath
    package let side: PictureComparison.Side
    package let fault: PictureFault
  }

  package enum Fault: Error, Sendable {
    case directory(RawPath, PictureFault)
    case tooMany(RawPath)
  }

  /// - Parameters:
  ///   - leavingOut: directories that are not looked into, where they are there: outputs.
  ///   - jobs: files looked at together.
  package init(
    expected: RawPath, actual: RawPath, leavingOut: [RawPath] = [], jobs: Int
  ) throws(Fault) {
    let sides = [expected, actual]
    var walks: [DirectoryWalk] = []
    for side in sides {
      // Neither looks into the other, should one lie in the other.
      let own = FileStatus(side)?.identity
      let others = (sides + leavingOut).compactMap { FileStatus($0)?.identity }
      walks.append(try DirectoryPairs.walk(side, except: others.filter { $0 != own }))
    }
    let (first, second) = (
      DirectoryPairs.names(walks[0], expected), DirectoryPairs.names(walks[1], actual)
    )
    var unreadable: [Unreadable] = []
    for (side, root, walk) in [
      (PictureComparison.Side.expected, expected, walks[0]), (.actual, actual, walks[1]),
    ] {
      for file in walk.skipped {
        unreadable.append(
          Unreadable(
            name: DirectoryPairs.name(file.path, root), path: file.path, side: side,
            fault: file.fault))
      }
    }
    let closed = unreadable.map { $0.name.bytes + [UInt8(ascii: "/")] }
    let pairs = DirectoryPairs.paired(first, second).filter { pair in
      pair.expected != nil && pair.actual != nil
        || !closed.contains { pair.name.bytes.starts(with: $0) }
    }
    let arePictures = concurrentMap(count: pairs.count, jobs: jobs) { index in
      let pair = pairs[index]
      return [pair.expected, pair.actual].contains { $0.map(DirectoryPairs.isPicture) == true }
    }
    self.pairs = zip(pairs, arePictures).filter(\.1).map(\.0)
    self.unreadable = unreadable
  }

  private static func walk(
    _ directory: RawPath, except others: [FileStatus.Identity]
  ) throws(Fault) -> DirectoryWalk {
    var walk = DirectoryWalk(
      isRecursive: true, nameLimit: DirectoryContents.nameLimit,
      by: { NaturalOrder.precedes(name: $0, $1) })
    walk.keepsOthers = true
    do throws(PictureFault) { try walk.visit(directory, except: others) } catch {
      throw .directory(directory, error)
    }
    if walk.isCut { throw .tooMany(directory) }
    return walk
  }

  /// Of each file its path by the one below the directory.
  private static func names(_ walk: DirectoryWalk, _ directory: RawPath) -> [RawPath: RawPath] {
    Dictionary(
      walk.files.map { (name($0, directory), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func name(_ path: RawPath, _ directory: RawPath) -> RawPath {
    RawPath(bytes: Array(path.bytes[directory.appending([]).bytes.count...]))!
  }

  static func paired(
    _ expected: [RawPath: RawPath], _ actual: [RawPath: RawPath]
  ) -> [PicturePair] {
    var pairs: [PicturePair] = []
    var lonely: [RawPath] = []
    for (name, path) in expected {
      if let other = actual[name] {
        pairs.append(PicturePair(name: name, expected: path, actual: other))
      } else {
        lonely.append(name)
      }
    }
    // Strings are equal where their letters are, composed or not; bytes that are no text are equal to none.
    var others: [String: [RawPath]] = [:]
    for name in actual.keys.filter({ expected[$0] == nil }).sorted(by: NaturalOrder.precedes) {
      if let letters = DirectoryPairs.letters(name) {
        others[letters, default: []].append(name)
      } else {
        pairs.append(PicturePair(name: name, expected: nil, actual: actual[name]))
      }
    }
    for name in lonely.sorted(by: NaturalOrder.precedes) {
      if let letters = DirectoryPairs.letters(name), var candidates = others[letters],
        !candidates.isEmpty
      {
        let other = candidates.removeFirst()
        others[letters] = candidates
        pairs.append(
          PicturePair(
            name: name, expected: expected[name], actual: actual[other], differsInAccents: true))
      } else {
        pairs.append(PicturePair(name: name, expected: expected[name], actual: nil))
      }
    }
    for name in others.values.joined() {
      pairs.append(PicturePair(name: name, expected: nil, actual: actual[name]))
    }
    return pairs.sorted { NaturalOrder.precedes($0.name, $1.name) }
  }

  private static func letters(_ name: RawPath) -> String? {
    String(validating: name.bytes, as: UTF8.self)
  }

  private static let extensions = [".png", ".jpg", ".jpeg"].map { Array($0.utf8) }

  private static func isPicture(_ path: RawPath) -> Bool {
    let end = path.lastComponent.suffix(5).map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
    if extensions.contains(where: { end.suffix($0.count).elementsEqual($0) }) { return true }
    guard let file = try? InputFile.open(path),
      let head = try? file.bytes(at: 0, count: FileKind.headCount)
    else { return false }
    return FileKind(head: head).isPicture
  }
}
