import ContactSheet
import ImageCodecs

/// Fetches the feeds and the pictures of one command, each in one go, before any header is read.
struct RemoteInputs {
  private let files: RemoteFiles
  private let progress: Progress?
  /// Addresses of the rounds before.
  private var done = 0

  init(_ files: RemoteFiles, _ progress: Progress?) {
    self.files = files
    self.progress = progress
  }

  /// A picture of a feed: the item in the size that is wanted, and the one in the feed where that is another.
  struct Picture {
    let feed: InputPlace
    let item: FeedItem
    let fallback: FeedItem?
  }

  // MARK: feeds

  /// The pictures of feeds in their order, and the items that name none.
  ///
  /// - Throws: a line for each feed that cannot be had, or read, or used.
  mutating func pictures(
    of feeds: [InputPlace], size: FlickrSize
  ) throws(PictureList.Fault) -> (pictures: [Picture], skipped: [SkippedInput]) {
    var (pictures, skipped): ([Picture], [SkippedInput]) = ([], [])
    var problems: [String] = []
    let fetched = fetch(
      feeds.compactMap { place in
        guard case .address(let address) = place else { return nil }
        return RemoteRequest(address, kind: .feed)
      })
    var rest = fetched[...]
    for place in feeds {
      do throws(Unreadable) {
        let feed = try place.isAddress ? feed(at: place, rest.removeFirst()) : feed(in: place.path!)
        let bad = feed.skipped.map { SkippedInput(feed: place, item: $0) }
        if feed.items.isEmpty {
          problems += bad.map(\.line) + ["\(place): none of its items names a picture"]
        }
        skipped += bad
        pictures += feed.items.map { item in
          guard feed.kind == .flickr, size != .m, let larger = item.inSize(size) else {
            return Picture(feed: place, item: item, fallback: nil)
          }
          return Picture(feed: place, item: larger, fallback: item)
        }
      } catch { problems.append("\(place): \(error.words)") }
    }
    if !problems.isEmpty { throw PictureList.Fault(lines: problems) }
    return (pictures, skipped)
  }

  private struct Unreadable: Error { let words: String }

  private func feed(
    at place: InputPlace, _ result: Result<FetchedFile, RemoteFault>
  ) throws(Unreadable) -> Feed {
    let file: FetchedFile
    do throws(RemoteFault) { file = try result.get() } catch {
      throw Unreadable(words: error.description)
    }
    return try feed(in: file.path, from: file.finalAddress)
  }

  private func feed(
    in path: RawPath, from address: RemoteAddress? = nil
  ) throws(Unreadable) -> Feed {
    let bytes: [UInt8]
    let limit = files.options.feedByteLimit
    do throws(PictureFault) {
      let file = try InputFile.open(path)
      bytes = try file.bytes(at: 0, count: min(file.byteCount, limit + 1))
    } catch {
      // The words are of feeds, not of pictures.
      switch error {
      case .empty: throw Unreadable(words: FeedFault.empty.description)
      case .notAFile(let kind): throw Unreadable(words: FeedFault.otherKind(kind).description)
      default: throw Unreadable(words: error.description)
      }
    }
    if bytes.count > limit {
      throw Unreadable(words: RemoteFault.tooLarge(limit: limit).description)
    }
    do throws(FeedFault) { return try Feed(bytes, address: address) } catch {
      throw Unreadable(words: error.description)
    }
  }

  // MARK: pictures

  /// Fetches what is remote among pictures.
  ///
  /// - Parameters:
  ///   - feedPicture: what a picture of a feed is, by its position; nil for another picture.
  ///   - usesStatedSizes: a picture of a feed whose size is stated is not fetched.
  mutating func fetch(
    _ pictures: inout [PictureSource], usesStatedSizes: Bool,
    feedPicture: (Int) -> Picture?
  ) {
    var positions: [Int] = []
    var requests: [RemoteRequest] = []
    for (index, picture) in pictures.enumerated() {
      guard case .remote(let remote) = picture else { continue }
      let feed = feedPicture(index)
      if usesStatedSizes, let size = feed?.item.statedSize {
        pictures[index] = .remote(RemotePicture(remote.address, .stated(size)))
        continue
      }
      positions.append(index)
      requests.append(RemoteRequest(remote.address, isFromFeed: feed != nil && isWary))
    }
    // In rounds: the second is of those whose larger file cannot be had.
    var missing: [Int] = []
    for (position, result) in zip(positions, fetch(requests)) {
      if case .failure = result, feedPicture(position)?.fallback != nil {
        missing.append(position)
      } else {
        pictures[position] = pictures[position].with(result)
      }
    }
    let fallbacks = missing.map { feedPicture($0)!.fallback!.address }
    let results = fetch(fallbacks.map { RemoteRequest($0, isFromFeed: isWary) })
    for (position, (address, result)) in zip(missing, zip(fallbacks, results)) {
      pictures[position] = PictureSource.remote(RemotePicture(address)).with(result)
    }
  }

  /// What a feed names is not what the user names. Where that makes no difference, one address is one request.
  private var isWary: Bool { !files.options.allowsPrivateAddresses }

  private mutating func fetch(
    _ requests: [RemoteRequest]
  ) -> [Result<FetchedFile, RemoteFault>] {
    if requests.isEmpty { return [] }
    let before = done
    defer { done += Set(requests).count }
    return files.fetch(requests) { progress?.fetching($0, before: before) }
  }
}

extension PictureSource {
  /// A remote picture, and what came of fetching it.
  fileprivate func with(_ result: Result<FetchedFile, RemoteFault>) -> PictureSource {
    guard case .remote(let picture) = self else { return self }
    return switch result {
    case .success(let file): .remote(RemotePicture(picture.address, .fetched(file)))
    case .failure(let fault): .remote(RemotePicture(picture.address, .failed(fault)))
    }
  }
}
