import ContactSheet
import ImageCodecs

/// A sheet for each directory below one: `shoots/2026/march/` becomes `out/2026/march.png`.
///
/// Hidden directories and the output's own are passed over; a link to a directory is followed unless it leads back to
/// one on the way. Without `isRecursive` these are the directories right below.
struct EachDirectory {
  let tree: RawPath
  let output: RawPath
  let isRecursive: Bool
  /// Only those whose path below the tree matches.
  let pattern: Glob?

  /// A directory, and where its sheet goes.
  struct Place: Equatable {
    let directory: RawPath
    let output: RawPath
  }

  /// - Throws: why the tree itself cannot be read.
  /// - Returns: also the directories below that cannot be.
  func places() throws(PictureFault) -> (places: [Place], unreadable: [SkippedFile]) {
    let own = [tree, output].compactMap { FileStatus($0)?.identity }
    var unreadable: [SkippedFile] = []
    let places = try places(in: tree, name: [], ancestors: own, &unreadable)
    return (places, unreadable)
  }

  private func places(
    in directory: RawPath, name: [UInt8], ancestors: [FileStatus.Identity],
    _ unreadable: inout [SkippedFile]
  ) throws(PictureFault) -> [Place] {
    var places: [Place] = []
    for child in try directory.visibleNames() {
      let path = directory.appending(child)
      guard let status = FileStatus(path), status.kind == .directory,
        !ancestors.contains(status.identity)
      else { continue }
      let below = name.isEmpty ? child : name + [UInt8(ascii: "/")] + child
      if pattern?.matches(RawPath(bytes: below)!) != false {
        places.append(
          Place(directory: path, output: output.appending(below + Array(".png".utf8))))
      }
      if isRecursive {
        do throws(PictureFault) {
          places += try self.places(
            in: path, name: below, ancestors: ancestors + [status.identity], &unreadable)
        } catch {
          unreadable.append(SkippedFile(path: path, fault: error, isDirectory: true))
        }
      }
    }
    return places
  }
}
