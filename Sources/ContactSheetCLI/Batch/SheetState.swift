import ContactSheet
import ImageCodecs
import PlainJSON

/// What a sheet was made from, and what came out.
struct SheetState {
  var recipe: String
  var inputs: InputSnapshot
  var remote: RemoteSnapshot
  /// Its files.
  var pages: InputSnapshot
  /// What was written with them: placements, a report.
  var others: InputSnapshot
  var pictures: Int
  /// Pictures that were left out or damaged, as their lines told it; they are told again as long as the sheet is
  /// as it is.
  var troubles: [String]

  /// The same pictures and options make the same bytes with one version of the tool.
  private static let maker = "contactsheet \(version)"

  // MARK: JSON

  var json: String {
    JSON.object([
      ("version", .number(1)), ("maker", .text(SheetState.maker)), ("recipe", .text(recipe)),
      ("inputs", SheetState.value(inputs)), ("remote", remote.value),
      ("pages", SheetState.value(pages)),
      ("others", SheetState.value(others)),
      ("pictures", .number(pictures)), ("troubles", .array(troubles.map(JSON.text))),
    ]).text + "\n"
  }

  /// nil for nothing, for what is torn, and for what another version wrote: then there is only work to do.
  init?(json bytes: [UInt8]) {
    guard !bytes.isEmpty, let root = try? JSONDocument(bytes).root,
      root["version"]?.number?.int == 1, root["maker"]?.text == SheetState.maker,
      let recipe = root["recipe"]?.text, let inputs = SheetState.snapshot(root["inputs"]),
      let remote = RemoteSnapshot(root["remote"]),
      let pages = SheetState.snapshot(root["pages"]),
      let others = SheetState.snapshot(root["others"]),
      let pictures = root["pictures"]?.number?.int,
      let troubles = root["troubles"]?.elements
    else { return nil }
    self.init(
      recipe: recipe, inputs: inputs, remote: remote, pages: pages, others: others,
      pictures: pictures,
      troubles: troubles.compactMap(\.text))
  }

  init(
    recipe: String, inputs: InputSnapshot, remote: RemoteSnapshot, pages: InputSnapshot,
    others: InputSnapshot, pictures: Int, troubles: [String]
  ) {
    self.others = others
    self.recipe = recipe
    self.inputs = inputs
    self.remote = remote
    self.pages = pages
    self.pictures = pictures
    self.troubles = troubles
  }

  private static func value(_ snapshot: InputSnapshot) -> JSON {
    .array(
      snapshot.files.map { file in
        .object(
          JSON.path(file.path) + [
            ("size", .number(file.size)), ("seconds", .number(file.modified.seconds)),
            ("nanoseconds", .number(file.modified.nanoseconds)),
          ]
            + (file.changed.map {
              [
                ("changed_seconds", JSON.number($0.seconds)),
                ("changed_nanoseconds", JSON.number($0.nanoseconds)),
              ]
            } ?? []) + (file.digest.map { [("digest", JSON.text($0))] } ?? []))
      })
  }

  private static func snapshot(_ node: JSONNode?) -> InputSnapshot? {
    guard let elements = node?.elements else { return nil }
    var files: [InputSnapshot.File] = []
    for element in elements {
      guard let path = path(element), let size = element["size"]?.number?.int,
        let seconds = element["seconds"]?.number?.int,
        let nanoseconds = element["nanoseconds"]?.number?.int
      else { return nil }
      files.append(
        InputSnapshot.File(
          path: path, size: size,
          modified: FileTime(seconds: seconds, nanoseconds: nanoseconds),
          changed: time(element),
          digest: element["digest"]?.text))
    }
    return InputSnapshot(files: files)
  }

  private static func time(_ node: JSONNode) -> FileTime? {
    guard let seconds = node["changed_seconds"]?.number?.int,
      let nanoseconds = node["changed_nanoseconds"]?.number?.int
    else { return nil }
    return FileTime(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// As ``JSON/path(_:)`` writes it.
  private static func path(_ node: JSONNode) -> RawPath? {
    guard let digits = node["file_bytes"]?.text.map({ Array($0.utf8) }) else {
      return (node["file"]?.text).flatMap { RawPath(bytes: Array($0.utf8)) }
    }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count - 1, by: 2) {
      let pair = String(decoding: digits[start..<start + 2], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return RawPath(bytes: bytes)
  }
}
