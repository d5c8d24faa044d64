import ImageCodecs

/// Checks made before anything is written.
package enum OutputGuard {
  /// Refuses outputs that are one of the pictures, under whatever name or link.
  package static func refuseInputs(
    _ outputs: [RawPath], _ pictures: [PictureSource]
  ) throws(OutputFault) {
    var targets: [FileStatus.Identity: RawPath] = [:]
    for output in outputs {
      if let identity = FileStatus(output)?.identity, targets[identity] == nil {
        targets[identity] = output
      }
    }
    if targets.isEmpty { return }
    var checked: Set<RawPath> = []
    for picture in pictures {
      guard let path = picture.localFile, checked.insert(path).inserted,
        let identity = FileStatus(path)?.identity
      else { continue }
      if let output = targets[identity] {
        throw .isInput(output, picture: path.description)
      }
    }
  }

  /// Refuses a file that is there and is not a sheet of ours. What is no file at all is refused, or
  /// written to, by `OutputFile` as under any other name.
  package static func refuseForeign(_ output: RawPath) throws(OutputFault) {
    guard FileStatus(output)?.kind == .file else { return }
    guard let file = try? InputFile.open(output), file.isContactSheet else {
      throw .notOurs(output)
    }
  }
}
