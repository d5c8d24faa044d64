public import ImageCodecs

/// A picture in a directory that is left out because it cannot be used, or something that cannot be read
/// and so might be one.
public struct SkippedFile: Hashable, Sendable {
  public let path: RawPath
  public let fault: PictureFault
  /// A directory below the one given that cannot be read.
  public let isDirectory: Bool

  package init(path: RawPath, fault: PictureFault, isDirectory: Bool = false) {
    self.path = path
    self.fault = fault
    self.isDirectory = isDirectory
  }
}

extension SkippedFile {
  /// What these are, counted by kind, the most frequent first: "3 HEIC pictures (HEVC), 1 broken JPEG".
  /// A path that occurs twice counts once.
  package static func counted(_ files: [SkippedFile]) -> String {
    var kinds: [String: (plural: String, count: Int)] = [:]
    for file in Set(files) {
      let (one, many) = file.kind
      kinds[one, default: (many, 0)].count += 1
    }
    let sorted = kinds.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    return sorted.map { one, kind in
      "\(grouped(UInt64(kind.count))) \(kind.count == 1 ? one : kind.plural)"
    }.joined(separator: ", ")
  }

  /// What it is, for one and for many: "broken JPEG", "broken JPEGs".
  package var kind: (one: String, many: String) {
    if isDirectory { return ("unreadable directory", "unreadable directories") }
    switch fault {
    case .foreign(let name):
      // "a HEIC picture (HEVC)" without the article; the plural goes before what is in brackets.
      let one = String(name.drop { $0 != " " }.dropFirst())
      let noun = one.prefix { $0 != "(" }
      let bare = noun.last == " " ? noun.dropLast() : noun
      return (one, bare + "s" + one.dropFirst(bare.count))
    case .malformed(let format, _):
      return ("broken \(format.rawValue)", "broken \(format.rawValue)s")
    case .unsupported(let format, _):
      return (
        "\(format.rawValue) of an unsupported kind", "\(format.rawValue)s of an unsupported kind"
      )
    case .tooManyPixels, .sideTooLong:
      return ("picture above the pixel limit", "pictures above the pixel limit")
    case .notAFile:
      return ("broken link", "broken links")
    case .missing, .notOpened, .unreadable:
      return ("unreadable file", "unreadable files")
    case .empty, .unknownKind, .changed, .outOfMemory, .damaged, .tooManyScans,
      .tooFewBytes, .notFetched:
      return ("picture that cannot be decoded", "pictures that cannot be decoded")
    }
  }
}
