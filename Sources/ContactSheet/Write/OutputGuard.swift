import ImageCodecs

/// Checks made before anything is written.
package enum OutputGuard {
  /// Refuses an output that is one of the pictures, under whatever name or link.
  package static func refuseInputs(
    _ output: RawPath, _ pictures: [PictureSource]
  ) throws(OutputFault) {
    guard let target = FileStatus(output)?.identity else { return }
    var checked: Set<RawPath> = []
    for case .file(let path) in pictures where checked.insert(path).inserted {
      if FileStatus(path)?.identity == target { throw .isInput(output, picture: path.description) }
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
