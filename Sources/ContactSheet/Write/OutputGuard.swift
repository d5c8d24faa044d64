import ImageCodecs

/// Checks made before anything is written.
package enum OutputGuard {
  /// Refuses outputs that are one of the pictures, under whatever name or link.
  package static func refuseInputs(
    _ outputs: [RawPath], _ pictures: [PictureSource]
  ) throws(OutputFault) {
    let targets = outputs.map { FileStatus($0)?.identity }
    if targets.allSatisfy({ $0 == nil }) { return }
    var checked: Set<RawPath> = []
    for case .file(let path) in pictures where checked.insert(path).inserted {
      guard let identity = FileStatus(path)?.identity else { continue }
      if let index = targets.firstIndex(of: identity) {
        throw .isInput(outputs[index], picture: path.description)
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
