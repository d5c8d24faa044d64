import ContactSheet
import ImageCodecs

/// The files that a diff writes, and what none of them may be.
struct DiffOutputs {
  private let command: DiffCommand
  private let areDirectories: Bool
  /// Every picture that is compared, by what makes two names one file.
  private var expected: [FileStatus.Identity: [RawPath]] = [:]
  private var actual: [FileStatus.Identity: RawPath] = [:]
  private let pictures: [PictureSource]
  private let names: Set<RawPath>
  private let pairs: [PicturePair]

  init(_ command: DiffCommand, _ pairs: [PicturePair], areDirectories: Bool) {
    self.command = command
    self.areDirectories = areDirectories
    self.pairs = pairs
    names = Set(pairs.map(\.name))
    let files = pairs.flatMap { [$0.expected, $0.actual] } + [command.ignoreMask]
    pictures = files.compactMap { $0.map(PictureSource.file) }
    // Only who updates asks.
    guard command.update != nil else { return }
    for pair in pairs {
      if let path = pair.expected, let identity = FileStatus(path)?.identity {
        expected[identity, default: []].append(path)
      }
      if let path = pair.actual, let identity = FileStatus(path)?.identity {
        actual[identity] = path
      }
    }
  }

  /// Refuses outputs that would replace what is compared, or each other, and makes their directories.
  func check() throws(OutputFault) {
    let reports = [command.report, command.junit, command.html].compactMap { $0 }
    var targets = reports
    if let output = command.output {
      if areDirectories {
        for directory in [command.expected, command.actual] {
          if let identity = FileStatus(output)?.identity,
            identity == FileStatus(directory)?.identity
          {
            throw .isInput(output, picture: directory.description)
          }
        }
        targets += pairs.compactMap(picture)
      } else {
        targets.append(output)
      }
    }
    try OutputGuard.refuseInputs(targets, pictures)
    // Two names of one output; goldens that are to be added are none of the reports.
    var taken = Set<RawPath>()
    if command.update?.takesNew == true {
      for pair in pairs where pair.expected == nil { taken.insert(golden(of: pair).normalized) }
    }
    for target in targets where !taken.insert(target.normalized).inserted {
      throw .taken(target)
    }
    for path in reports + (areDirectories ? [] : [command.output].compactMap { $0 }) {
      try OutputDirectory.make(path.directory)
    }
  }

  /// Where the picture of what differs goes; nil where none is asked for. Two pairs never have one: what is no PNG by
  /// its name gets `.png` behind it, and once more where a pair has that name.
  func picture(of pair: PicturePair) -> RawPath? {
    guard let output = command.output else { return nil }
    guard areDirectories else { return output }
    let suffix = Array(".png".utf8)
    var name = pair.name.bytes
    if !printable(name).lowercased().hasSuffix(".png") {
      name += suffix
      while names.contains(RawPath(bytes: name)!) { name += suffix }
    }
    return output.appending(name)
  }

  /// Where the expected picture of a pair is, or has to be.
  func golden(of pair: PicturePair) -> RawPath {
    pair.expected
      ?? (areDirectories ? command.expected.appending(pair.name.bytes) : command.expected)
  }

  /// Why a golden is not replaced: it is no file, or it is more than the golden of this pair.
  func refusal(toReplace golden: RawPath, of pair: PicturePair) -> String? {
    guard let status = FileStatus(golden) else { return nil }
    if pair.expected == nil { return "\(golden): is there already, and is not replaced" }
    if status.kind != .file { return "\(golden): is no file, and is not replaced" }
    if let other = actual[status.identity] {
      return "\(golden): is the same file as \(other), and is not replaced"
    }
    if let other = expected[status.identity]?.first(where: { $0 != golden }) {
      return "\(golden): is the same file as \(other), and is not replaced"
    }
    return nil
  }
}
