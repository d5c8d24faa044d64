import ContactSheet
import ImageCodecs
import PlainJSON

/// What a sheet takes from the web, as it is now, so that it can be said later whether any of it changed.
struct RemoteSnapshot: Equatable {
  /// A picture, in the sheet's order.
  struct Picture: Equatable {
    let address: String
    /// Of its bytes; where it could not be had, one word for why.
    let mark: String
    /// What a feed says of it, as JSON.
    let words: String
  }

  private(set) var pictures: [Picture] = []
  /// What is wrong with pictures that the sheet cannot be made without.
  private(set) var faults: [String] = []

  init() {}

  /// What has been gathered. Of a plan, whose pictures were not fetched, nothing can be said.
  init(_ list: PictureList, onError: DecodeOptions.OnError) {
    for (index, source) in list.pictures.enumerated() {
      guard case .remote(let remote) = source else { continue }
      let mark: String
      switch remote.state {
      case .fetched(let file): mark = file.digest
      case .failed(let fault):
        mark = fault.code
        if onError == .fail { faults.append("\(remote.address): \(fault)") }
      case .stated, .unfetched: mark = ""
      }
      let words = list.items.isEmpty ? [] : list.items[index].members
      pictures.append(
        Picture(address: remote.address.text, mark: mark, words: JSON.object(words).text))
    }
  }

  /// What is different from an earlier one, in words for the first such picture; nil where nothing is.
  func change(since old: RemoteSnapshot) -> String? {
    if pictures == old.pictures { return nil }
    let (before, now) = (Set(old.pictures.map(\.address)), Set(pictures.map(\.address)))
    if let new = pictures.first(where: { !before.contains($0.address) }) {
      return "\(new.address) is new"
    }
    if let gone = old.pictures.first(where: { !now.contains($0.address) }) {
      return "\(printable(gone.address.utf8)) is gone"
    }
    for (picture, earlier) in zip(pictures, old.pictures)
    where picture.address == earlier.address && picture != earlier {
      return "\(picture.address) changed"
    }
    return "the pictures are in another order"
  }

  // MARK: JSON

  var value: JSON {
    .array(
      pictures.map {
        .object([
          ("address", .text($0.address)), ("mark", .text($0.mark)), ("words", .text($0.words)),
        ])
      })
  }

  /// nil for what ``value`` did not write; nothing at all is a snapshot without pictures.
  init?(_ node: JSONNode?) {
    guard let node else { return }
    guard let elements = node.elements else { return nil }
    for element in elements {
      guard let address = element["address"]?.text, let mark = element["mark"]?.text,
        let words = element["words"]?.text
      else { return nil }
      pictures.append(Picture(address: address, mark: mark, words: words))
    }
  }
}
