import PlainJSON

extension FeedItem {
  /// An item of a JSON Feed 1.1. Its picture is the first of these that is an address: `image`,
  /// `banner_image`, an attachment that is a picture (a JPEG or PNG before others), the first `img` of
  /// `content_html`.
  init(jsonFeed node: JSONNode, at index: Int, _ base: AddressReference.Parts?)
    throws(FeedItemFault)
  {
    let tags = FeedItem.tags(node["content_html"]?.text ?? "")
    let attachments = (node["attachments"]?.elements ?? []).filter {
      $0["mime_type"]?.text?.lowercased().hasPrefix("image/") == true
    }
    let readable = attachments.first {
      ["image/jpeg", "image/jpg", "image/png"].contains($0["mime_type"]!.text!.lowercased())
    }
    let candidates: [String?] = [
      node["image"]?.text, node["banner_image"]?.text,
      (readable ?? attachments.first)?["url"]?.text,
      tags.first { $0.name == "img" && $0["src"] != nil }?["src"],
    ]
    var (found, fault): ((text: String, address: RemoteAddress)?, FeedItemFault?) = (nil, nil)
    for case let text? in candidates where found == nil {
      do throws(FeedItemFault) { found = try FeedItem.address(text, base) } catch {
        fault = fault ?? error
      }
    }
    guard let found else {
      throw fault
        ?? .noPicture("no image, no banner_image, no attachment, no img in content_html")
    }
    address = found.address
    self.index = index
    title = node["title"]?.line
    link = FeedItem.link(node["url"]?.text, base) ?? FeedItem.link(node["external_url"]?.text, base)
    date = node["date_published"]?.line ?? node["date_modified"]?.line
    let picture = tags.picture(at: found.text, base: base)
    statedSize = picture?.statedSize
    alt = picture?["alt"].flatMap(onOneLine) ?? title
  }
}
