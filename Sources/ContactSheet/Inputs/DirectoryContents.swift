public import ImageCodecs

/// The pictures in a directory, and what was left out.
///
/// - Hidden files and directories are passed over.
/// - What is no picture by its content, whatever its name, is left out without a word.
/// - A picture that cannot be opened is skipped: one in a format that contactsheet does not read, a JPEG or
///   PNG whose header is broken or claims too many pixels, a link that leads nowhere, a file that may not
///   be read.
/// - Sheets that contactsheet made are left out, so that a second run over a directory does not find the
///   first one's output.
///
///     let photos = try DirectoryContents(of: "photos", recursive: true)
///     let strip = Strip(photos.pictures.map(PictureSource.file))
///     for file in photos.skipped { print("\(file.path): \(file.fault)") }
public struct DirectoryContents: Hashable, Sendable {
  /// Paths that begin with the one given, in ``NaturalOrder``.
  public let pictures: [RawPath]
  /// Their headers, in the same order, so that nobody has to read them again.
  package let headers: [PictureHeader]
  public let skipped: [SkippedFile]
  /// Sheets of contactsheet.
  public let earlierSheets: [RawPath]

  /// Reads the directory, and the header of each picture in it.
  ///
  /// - Parameters:
  ///   - recursive: the directories below belong to it. A link to a directory is followed unless it leads
  ///     to one on the way to it, so that a cycle ends.
  ///   - decoding: a picture beyond its limits is skipped.
  ///   - jobs: files read at the same time, 1…256; nil for as many as there are processors. The result
  ///     does not depend on it.
  /// - Throws: ``SheetError/pictures(_:)`` if the directory cannot be read, and ``SheetError/setting(_:)``
  ///   if more than 1,000,000 names lie in it. An empty directory is no error.
  public init(
    of directory: RawPath, recursive: Bool = false,
    decoding: DecodeOptions = DecodeOptions(), jobs: Int? = nil
  ) throws(SheetError) {
    try self.init(
      of: directory, recursive: recursive, decoding: decoding, jobs: jobs,
      by: { NaturalOrder.precedes(name: $0, $1) })
  }

  /// More names are taken for a mistake, or for links that multiply them.
  package static let nameLimit = 1_000_000

  package init(
    of directory: RawPath, recursive: Bool, decoding: DecodeOptions, jobs: Int?,
    progress: Progress? = nil,
    by precedes: @escaping (_ name: [UInt8], _ other: [UInt8]) -> Bool
  ) throws(SheetError) {
    let walk = try DirectoryContents.walk(
      directory, recursive, nameLimit: DirectoryContents.nameLimit, by: precedes)
    if walk.isCut {
      throw .setting(
        "\(directory): more than \(grouped(UInt64(DirectoryContents.nameLimit))) names lie in it")
    }
    self.init(walk, decoding: decoding, jobs: jobs, progress: progress)
  }

  private init(
    _ walk: DirectoryWalk, decoding: DecodeOptions, jobs: Int?, progress: Progress? = nil
  ) {
    let files = walk.files
    progress?.expect(headers: files.count)
    let kinds = concurrentMap(count: files.count, jobs: FileLimit.jobs(jobs)) {
      defer { progress?.probedOne() }
      return EntryKind(files[$0], decoding)
    }
    var (pictures, sheets): ([RawPath], [RawPath]) = ([], [])
    var headers: [PictureHeader] = []
    var skipped = walk.skipped
    for (path, kind) in zip(files, kinds) {
      switch kind {
      case .picture(let header):
        pictures.append(path)
        headers.append(header)
      case .earlierSheet: sheets.append(path)
      case .skipped(let fault):
        skipped.append(SkippedFile(path: path, fault: fault))
      case .other: break
      }
    }
    self.pictures = pictures
    self.headers = headers
    self.skipped = skipped
    earlierSheets = sheets
  }

  private static func walk(
    _ directory: RawPath, _ recursive: Bool, nameLimit: Int,
    by precedes: @escaping (_ name: [UInt8], _ other: [UInt8]) -> Bool
  ) throws(SheetError) -> DirectoryWalk {
    var walk = DirectoryWalk(isRecursive: recursive, nameLimit: nameLimit, by: precedes)
    do throws(PictureFault) { try walk.visit(directory) } catch {
      throw .pictures([
        PictureProblem(
          index: 0, name: directory.description, stage: .probe, fault: error)
      ])
    }
    return walk
  }

  /// How many pictures lie in a directory and below it. To say so is a courtesy, so it ends after 100,000
  /// names; then there may be more.
  package static func count(
    below directory: RawPath, decoding: DecodeOptions, jobs: Int?
  ) -> (pictures: Int, isCut: Bool) {
    guard
      let walk = try? walk(
        directory, true, nameLimit: 100_000, by: { NaturalOrder.precedes(name: $0, $1) })
    else { return (0, false) }
    let contents = DirectoryContents(walk, decoding: decoding, jobs: jobs)
    return (contents.pictures.count, walk.isCut)
  }
}

/// What a file in a directory means to a sheet.
private enum EntryKind {
  case picture(PictureHeader)
  case earlierSheet
  case skipped(PictureFault)
  case other

  init(_ path: RawPath, _ decoding: DecodeOptions) {
    do throws(PictureFault) {
      self = try EntryKind.of(path, decoding)
    } catch .missing {
      self = .other  // gone since the directory was read
    } catch {
      self = .skipped(error)
    }
  }

  /// Opens the file once.
  private static func of(
    _ path: RawPath, _ decoding: DecodeOptions
  ) throws(PictureFault) -> EntryKind {
    let file = try InputFile.open(path)
    let head = try file.bytes(at: 0, count: FileKind.headCount)
    switch FileKind(head: head) {
    case .jpeg: break
    case .png: if file.isContactSheet { return .earlierSheet }
    case .foreign(let name, isPicture: true): return .skipped(.foreign(name))
    case .foreign, .unknown: return .other
    }
    let decoder = try PictureDecoder.open(file, head: head, limits: decoding.limits)
    return .picture(try decoder.probe(autoOrient: decoding.autoOrient))
  }
}
