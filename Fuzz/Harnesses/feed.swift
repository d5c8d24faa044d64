// libFuzzer: -max_len=8192
import ContactSheet

/// What must hold: a fault has words; each item is either there or skipped, in the feed's order; its address
/// is in the form in which it is asked for, its link is one to the web; a call around a feed changes nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Input(start, count).bytes
  let base = try? RemoteAddress("https://feeds.example/a/b?c".utf8)
  for address in [nil, base] {
    do throws(FeedFault) {
      let feed = try Feed(bytes, address: address)
      let indices = feed.items.map(\.index) + feed.skipped.map(\.index)
      require(indices.sorted().elementsEqual(indices.indices), "an item is lost, or there twice")
      require(feed.items.map(\.index) == feed.items.map(\.index).sorted(), "not in order")
      for item in feed.items { check(item) }
      for item in feed.skipped {
        require(!item.fault.description.isEmpty && !item.name.isEmpty, "skipped without words")
      }
      let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
      if bytes.first(where: { !space.contains($0) }) == UInt8(ascii: "{") {
        let call = Array("jsonFlickrFeed(".utf8) + bytes + Array(");".utf8)
        require((try? Feed(call, address: address)) == feed, "in a call it is another feed")
      }
    } catch { require(!error.description.isEmpty, "a fault without words") }
  }
  return 0
}

private func check(_ item: FeedItem) {
  let again = try? RemoteAddress(item.address.text.utf8)
  require(again == item.address, "\(item.address): not in its own form")
  if let link = item.link {
    require(
      (link.hasPrefix("http://") || link.hasPrefix("https://")) && !link.contains("\""),
      "\(link): no link to the web")
  }
  for text in [item.title, item.alt, item.date].compactMap(\.self) {
    require(!text.isEmpty && !text.contains(where: \.isNewline), "a text on several lines")
  }
  for size in FlickrSize.allCases {
    guard let larger = item.inSize(size) else { continue }
    if let stated = larger.statedSize {
      require(stated.width > 0 && stated.height > 0, "a size without pixels")
      require(max(stated.width, stated.height) <= 1_000_000, "a size that nothing has")
    }
  }
}
