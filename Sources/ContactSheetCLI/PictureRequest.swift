import ContactSheet
import ImageCodecs

/// What a command line says about its pictures: names, counts, lists, their order. Nothing is read yet.
struct PictureRequest {
  private(set) var inputs: [PictureItem] = []
  /// A file with more names, `-` for standard input.
  private let list: RawPath?
  private let listEnding: NameList.Ending
  let isRecursive: Bool
  /// nil leaves the names as given, and a directory in natural order.
  private let order: PictureOrder?
  private let isReversed: Bool
  private let limit: Int?

  /// - Parameter limit: pictures that the command takes.
  init(_ arguments: ParsedArguments, limit: Int) throws(UsageError) {
    list = try arguments.path("files-from")
    if arguments.has("null"), list == nil, !arguments.has("list-damaged") {
      throw UsageError("'--null' goes with a list of names only.")
    }
    listEnding = arguments.has("null") ? .zero : .line
    isRecursive = arguments.has("recursive")
    order = try arguments.choice("sort", PictureOrder.self)
    isReversed = arguments.has("reverse")
    self.limit = try arguments.integer("limit", in: 1...limit)
    if let items = arguments.items {
      inputs = items
    } else {
      inputs = try PictureRequest.inputs(arguments.words, limit: limit)
    }
    if inputs.isEmpty, list == nil { throw UsageError("No picture given.") }
    let count = inputs.reduce(0) { $0 + $1.count }
    if count > limit {
      throw UsageError("\(count) pictures are too many: 1…\(limit).")
    }
  }

  /// The names of the command line, directories among them, as often as they were asked for.
  var named: [PictureSource] {
    inputs.flatMap { repeatElement(PictureSource.file($0.path), count: $0.count) }
  }

  /// Every file and directory that decides about the sheet: the inputs, the list, and what it names.
  var paths: [RawPath] {
    let listed = (try? listed()) ?? []
    let list = list.flatMap { $0 == "-" ? nil : $0 }
    return inputs.map(\.path) + (list.map { [$0] } ?? []) + listed.map(\.path)
  }

  /// IMAGE and xN words.
  private static func inputs(
    _ words: [[UInt8]], limit: Int
  ) throws(UsageError) -> [PictureItem] {
    var inputs: [PictureItem] = []
    var previousIsCount: [UInt8]?
    for word in words {
      if let count = pictureCount(word) {
        let shown = printable(word)
        if let previous = previousIsCount {
          throw UsageError(
            "'\(shown)' follows '\(printable(previous))': a picture takes one count. "
              + "A file of that name is './\(shown)'.")
        }
        guard let input = inputs.last else {
          throw UsageError(
            "'\(shown)' has no picture before it. A file of that name is './\(shown)'.")
        }
        if FileStatus(input.path)?.kind == .directory {
          throw UsageError(
            "'\(shown)' follows a directory, '\(input.path)': only a picture takes a count. "
              + "A file of that name is './\(shown)'.")
        }
        guard (1...limit).contains(count) else {
          throw UsageError("'\(shown)' is out of range: x1…x\(limit).")
        }
        inputs[inputs.count - 1].count = count
        previousIsCount = word
      } else {
        if word == [UInt8(ascii: "-")] {
          throw UsageError(
            "Pictures are not read from standard input. A file of that name is './-'; "
              + "a list of names is '--files-from -'.")
        }
        guard let path = RawPath(bytes: word) else {
          throw UsageError("A picture's name is empty.")
        }
        inputs.append(PictureItem(path: path))
        previousIsCount = nil
      }
    }
    return inputs
  }

  /// The N of a word xN; nil for any other word.
  private static func pictureCount(_ word: [UInt8]) -> Int? {
    let digits = word.dropFirst()
    guard word.first == UInt8(ascii: "x"), !digits.isEmpty,
      digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
  }

  // MARK: reading

  /// Reads the list and the directories, sorts, and cuts off what is beyond the limit.
  ///
  /// The names of the command line come first, then those of the list.
  ///
  /// - Parameters:
  ///   - progress: is told how many headers have been read.
  ///   - needsPictures: a directory whose pictures are all skipped is a fault, as an empty one is.
  func gathered(
    decoding: DecodeOptions, jobs: Int?, progress: Progress? = nil, needsPictures: Bool = true
  ) throws(PictureList.Fault) -> PictureList {
    var gathered = PictureList()
    var problems: [String] = []
    var headers: [RawPath: PictureHeader] = [:]
    let items = try inputs + listed()
    // Of each path the items that it came from, in order.
    var origins: [RawPath: [Int]] = [:]
    let keepsItems = items.contains { !$0.isPlain }
    for (position, item) in items.enumerated() {
      let path = item.path
      let start = gathered.paths.count
      defer {
        if keepsItems {
          for path in gathered.paths[start...] { origins[path, default: []].append(position) }
        }
      }
      guard FileStatus(path)?.kind == .directory else {
        // Whether it is a picture is found out with all the others.
        gathered.paths += repeatElement(path, count: item.count)
        continue
      }
      do throws(SheetError) {
        let byBytes = order == .asGiven
        let contents = try DirectoryContents(
          of: path, recursive: isRecursive, decoding: decoding, jobs: jobs, progress: progress
        ) { name, other in
          byBytes
            ? name.lexicographicallyPrecedes(other) : NaturalOrder.precedes(name: name, other)
        }
        gathered.paths += contents.pictures
        for (path, header) in zip(contents.pictures, contents.headers) {
          headers[path] = header
        }
        gathered.skipped += contents.skipped
        gathered.earlierSheets += contents.earlierSheets
        if contents.pictures.isEmpty, needsPictures || contents.skipped.isEmpty {
          problems.append(emptiness(path, contents, decoding, jobs))
        }
      } catch {
        problems.append(error.description)
      }
    }
    if !problems.isEmpty { throw PictureList.Fault(lines: problems) }
    if let order { gathered.paths = order.sorted(gathered.paths, jobs: jobs) }
    if isReversed { gathered.paths.reverse() }
    if let limit {
      gathered.leftOut = max(0, gathered.paths.count - limit)
      gathered.paths = Array(gathered.paths.prefix(limit))
    }
    if keepsItems {
      gathered.items = gathered.paths.map { path in
        items[origins[path]!.count > 1 ? origins[path]!.removeFirst() : origins[path]![0]]
      }
    }
    if !headers.isEmpty { gathered.found = gathered.paths.map { headers[$0] } }
    return gathered
  }

  private func listed() throws(PictureList.Fault) -> [PictureItem] {
    guard let list else { return [] }
    let isStandardInput = list == "-"
    let name = isStandardInput ? "standard input" : list.description
    do throws(NameList.Fault) {
      let names =
        try isStandardInput
        ? NameList(descriptor: 0, ending: listEnding) : NameList(list, ending: listEnding)
      if names.names.isEmpty, inputs.isEmpty {
        throw NameList.Fault(words: "names no pictures")
      }
      return names.names.map { PictureItem(path: $0) }
    } catch {
      throw PictureList.Fault(lines: ["\(name): \(error.words)"])
    }
  }

  /// Why there is nothing in a directory, and where there is something.
  private func emptiness(
    _ directory: RawPath, _ contents: DirectoryContents, _ decoding: DecodeOptions, _ jobs: Int?
  ) -> String {
    let level = isRecursive ? " at any level" : ""
    var words = "\(directory): holds no "
    if !contents.skipped.isEmpty {
      words += "usable pictures\(level), only \(SkippedFile.counted(contents.skipped))"
    } else if !contents.earlierSheets.isEmpty {
      words += "pictures\(level), only earlier contact sheets"
    } else {
      words += "pictures\(level)"
    }
    if isRecursive { return words }
    let (count, isCut) = DirectoryContents.count(
      below: directory, decoding: decoding, jobs: jobs)
    return switch (count, isCut) {
    case (0, false): words + "; none lie below it"
    case (0, true): words + "; --recursive (-r) takes those that lie below it"
    case (1, false): words + "; 1 picture lies below it, which --recursive (-r) takes"
    default:
      words + "; \(grouped(UInt64(count)))\(isCut ? " and more" : "") pictures lie below it, "
        + "which --recursive (-r) takes"
    }
  }
}
