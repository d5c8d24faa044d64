import ContactSheet
import ImageCodecs

/// What a command line says about its pictures: names, counts, lists, feeds, their order. Nothing is read yet.
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
  /// Whose pictures come after all others.
  let feeds: [InputPlace]
  private let feedSize: FlickrSize
  /// A picture of a feed that cannot be used is left out, as one of a directory is; else `--on-error` says.
  private let skipsFeedItems: Bool
  private let choices: RemoteChoices

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
    feeds = try PictureRequest.feeds(arguments)
    feedSize = try arguments.choice("feed-size", FlickrSize.self) ?? .m
    // In a manifest it may be a default of sheets that have no feed.
    if arguments.has("feed-size"), feeds.isEmpty, arguments.items == nil {
      throw UsageError("'--feed-size' goes with '--feed' only.")
    }
    skipsFeedItems = !arguments.has("on-error")
    choices = try RemoteChoices(arguments)
    if let items = arguments.items {
      inputs = items
    } else {
      inputs = try PictureRequest.inputs(arguments.words, limit: limit)
    }
    if inputs.isEmpty, list == nil, feeds.isEmpty { throw UsageError("No picture given.") }
    let count = inputs.reduce(0) { $0 + $1.count }
    if count > limit {
      throw UsageError("\(count) pictures are too many: 1…\(limit).")
    }
  }

  /// The names of the command line, directories among them, as often as they were asked for.
  var named: [PictureSource] {
    inputs.flatMap { repeatElement($0.place.picture, count: $0.count) }
  }

  /// Every file and directory that decides about the sheet: the inputs, the list, and what it names, and feeds.
  var paths: [RawPath] {
    let listed = (try? listed()) ?? []
    let list = list.flatMap { $0 == "-" ? nil : $0 }
    return inputs.compactMap(\.path) + (list.map { [$0] } ?? []) + listed.compactMap(\.path)
      + feedFiles
  }

  /// Feeds that are files.
  var feedFiles: [RawPath] { feeds.compactMap(\.path) }

  /// Something on the web decides about the sheet.
  var isRemote: Bool {
    !feeds.isEmpty || inputs.contains(where: \.place.isAddress)
      || ((try? listed()) ?? []).contains(where: \.place.isAddress)
  }

  private static func feeds(_ arguments: ParsedArguments) throws(UsageError) -> [InputPlace] {
    var feeds: [InputPlace] = []
    for value in arguments.all["feed"] ?? [] {
      if value == [UInt8(ascii: "-")] {
        throw UsageError(
          "A feed is not read from standard input. A file of that name is './-' (--feed).")
      }
      guard let place = try place(value, " (--feed)") else {
        throw UsageError("The value of '--feed' is empty.")
      }
      feeds.append(place)
    }
    return feeds
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
        if input.isDirectory {
          throw UsageError(
            "'\(shown)' follows a directory, '\(input.place)': only a picture takes a count. "
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
        guard let place = try place(word) else { throw UsageError("A picture's name is empty.") }
        inputs.append(PictureItem(place))
        previousIsCount = nil
      }
    }
    return inputs
  }

  private static func place(
    _ word: [UInt8], _ option: String = ""
  ) throws(UsageError) -> InputPlace? {
    guard let path = RawPath(bytes: word) else { return nil }
    do throws(RemoteFault) { return try InputPlace(path) } catch {
      throw UsageError("'\(RemoteAddress.shown(word))' \(error)\(option).")
    }
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

  /// Reads the list, the feeds and the directories, fetches what is remote, sorts, and cuts off what is beyond
  /// the limit: before anything is fetched where the order does not need the files.
  ///
  /// The names of the command line come first, then those of the list, then the pictures of feeds.
  ///
  /// - Parameters:
  ///   - files: fetches, also for others; nil for one of the command's own.
  ///   - progress: is told how many addresses have been fetched and how many headers have been read.
  ///   - needsPictures: a directory whose pictures are all skipped is a fault, as an empty one is.
  ///   - most: where more pictures are left nothing is fetched: the command does not take so many.
  ///   - isPlan: sizes that a feed states stand for its pictures, which are not fetched.
  func gathered(
    decoding: DecodeOptions, jobs: Int?, files: RemoteFiles? = nil, progress: Progress? = nil,
    needsPictures: Bool = true, most: Int = .max, isPlan: Bool = false
  ) throws(PictureList.Fault) -> PictureList {
    var gathered = PictureList()
    var problems: [String] = []
    var headers: [PictureSource: PictureHeader] = [:]
    var items = try inputs + listed()
    // Of each picture the item that it came from; empty where nothing was said of any.
    var origins: [Int] = []
    let keepsItems = !feeds.isEmpty || items.contains { !$0.isPlain }
    for (position, item) in items.enumerated() {
      let start = gathered.pictures.count
      defer {
        if keepsItems {
          origins += repeatElement(position, count: gathered.pictures.count - start)
        }
      }
      guard let path = item.path, item.isDirectory else {
        // Whether it is a picture is found out with all the others.
        gathered.pictures += repeatElement(item.place.picture, count: item.count)
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
        gathered.pictures += contents.pictures.map(PictureSource.file)
        for (path, header) in zip(contents.pictures, contents.headers) {
          headers[.file(path)] = header
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
    var remote = RemoteInputs(files ?? choices.files, progress)
    let firstOfFeeds = items.count
    let fed = try remote.pictures(of: feeds, size: feedSize)
    gathered.skippedItems = fed.skipped
    origins += fed.pictures.indices.map { firstOfFeeds + $0 }
    items += fed.pictures.map { PictureItem($0.item) }
    gathered.pictures += fed.pictures.map { PictureItem($0.item).place.picture }
    func feedPicture(_ origin: Int) -> RemoteInputs.Picture? {
      origin < firstOfFeeds ? nil : fed.pictures[origin - firstOfFeeds]
    }

    let needsFiles = order?.needsFiles == true
    if !needsFiles { arrange(&gathered, &origins, jobs: jobs) }
    let isCutLater = needsFiles && limit != nil
    if gathered.pictures.count > most, !isCutLater { return gathered }
    remote.fetch(&gathered.pictures, usesStatedSizes: isPlan && !needsFiles) { index in
      origins.isEmpty ? nil : feedPicture(origins[index])
    }
    // With --on-error they are treated as all other pictures are.
    if skipsFeedItems, !feeds.isEmpty {
      try dropUnusable(&gathered, &origins, &headers, decoding, jobs, feedPicture)
    }
    if needsFiles { arrange(&gathered, &origins, jobs: jobs) }
    if keepsItems { gathered.items = origins.map { items[$0] } }
    if !headers.isEmpty { gathered.found = gathered.pictures.map { headers[$0] } }
    return gathered
  }

  /// Sorts pictures, and cuts off what is beyond the limit; what goes with each stays with it.
  private func arrange(
    _ list: inout PictureList, _ origins: inout [Int], jobs: Int?
  ) {
    if let order, order != .asGiven {
      let positions = order.positions(of: list.pictures, jobs: jobs)
      list.pictures = positions.map { list.pictures[$0] }
      if !origins.isEmpty { origins = positions.map { origins[$0] } }
    }
    if isReversed {
      list.pictures.reverse()
      origins.reverse()
    }
    if let limit {
      list.leftOut = max(0, list.pictures.count - limit)
      list.pictures = Array(list.pictures.prefix(limit))
      origins = Array(origins.prefix(limit))
    }
  }

  /// Reads the headers of what came out of feeds, and leaves out what cannot be used, as of a directory.
  private func dropUnusable(
    _ list: inout PictureList, _ origins: inout [Int],
    _ headers: inout [PictureSource: PictureHeader], _ decoding: DecodeOptions, _ jobs: Int?,
    _ feedPicture: (Int) -> RemoteInputs.Picture?
  ) throws(PictureList.Fault) {
    let ofFeeds = origins.indices.filter { feedPicture(origins[$0]) != nil }
    let sources = Array(Set(ofFeeds.map { list.pictures[$0] }))
    let probed = concurrentMap(count: sources.count, jobs: FileLimit.jobs(jobs)) { index in
      Result { () throws(PictureFault) in try sources[index].probe(decoding) }
    }
    var faults: [PictureSource: PictureFault] = [:]
    for (source, result) in zip(sources, probed) {
      switch result {
      case .success(let header): headers[source] = header
      case .failure(let fault): faults[source] = fault
      }
    }
    if faults.isEmpty { return }
    var kept: (pictures: [PictureSource], origins: [Int]) = ([], [])
    var dropped: [SkippedInput] = []
    for (picture, origin) in zip(list.pictures, origins) {
      guard let fault = faults[picture], let feed = feedPicture(origin) else {
        kept.pictures.append(picture)
        kept.origins.append(origin)
        continue
      }
      let skipped = SkippedFeedItem(
        index: feed.item.index, title: feed.item.title,
        fault: .unusable(code: fault.code, "\(picture.name(at: 0)): \(fault)"))
      dropped.append(SkippedInput(feed: feed.feed, item: skipped))
    }
    list.skippedItems += dropped
    list.skippedItems.sort { one, other in
      let (first, second) = (feeds.firstIndex(of: one.feed)!, feeds.firstIndex(of: other.feed)!)
      return (first, one.item.index) < (second, other.item.index)
    }
    (list.pictures, origins) = kept
    if list.pictures.isEmpty {
      throw PictureList.Fault(
        lines: list.skippedItems.map(\.line) + ["no picture is left: no item can be used"])
    }
  }

  private func listed() throws(PictureList.Fault) -> [PictureItem] {
    guard let list else { return [] }
    let isStandardInput = list == "-"
    let name = isStandardInput ? "standard input" : list.description
    do throws(NameList.Fault) {
      let names =
        try isStandardInput
        ? NameList(descriptor: 0, ending: listEnding) : NameList(list, ending: listEnding)
      if names.names.isEmpty, inputs.isEmpty, feeds.isEmpty {
        throw NameList.Fault(words: "names no pictures")
      }
      var items: [PictureItem] = []
      items.reserveCapacity(names.names.count)
      for name in names.names {
        do throws(RemoteFault) { items.append(PictureItem(try InputPlace(name))) } catch {
          throw NameList.Fault(words: "'\(RemoteAddress.shown(name.bytes))' \(error)")
        }
      }
      return items
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
