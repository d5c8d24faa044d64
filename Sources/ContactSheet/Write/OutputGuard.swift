import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Checks made before anything is written.
package enum OutputGuard {
  /// Refuses an output that is one of the pictures, under whatever name or link.
  package static func refuseInputs(
    _ output: RawPath, _ pictures: [PictureSource]
  ) throws(OutputFault) {
    guard let target = Identity(output) else { return }
    var checked: Set<RawPath> = []
    for case .file(let path) in pictures where checked.insert(path).inserted {
      if Identity(path) == target { throw .isInput(output, picture: path.description) }
    }
  }

  /// Refuses a file that is there and is not a sheet of ours. What is no file at all is refused, or
  /// written to, by `OutputFile` as under any other name.
  package static func refuseForeign(_ output: RawPath) throws(OutputFault) {
    var status = stat()
    guard unsafe output.withCString({ unsafe stat($0, &status) == 0 }),
      status.st_mode & S_IFMT == S_IFREG
    else { return }
    guard let file = try? InputFile.open(output), file.isContactSheet else {
      throw .notOurs(output)
    }
  }

  /// What makes two names the same file.
  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64

    init?(_ path: RawPath) {
      var status = stat()
      guard unsafe path.withCString({ unsafe stat($0, &status) == 0 }) else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }
}
