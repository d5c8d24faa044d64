import PixelGeometry
import PlainJSON

extension FeedItem {
  /// An item of Flickr's public feed: `title`, `link`, `media.m`, `date_taken`, `published`, and
  /// `description`, HTML in which the picture stands with its size.
  init(flickr node: JSONNode, at index: Int) throws(FeedItemFault) {
    guard let media = node["media"], let text = media.text ?? media["m"]?.text else {
      throw .noPicture("'media.m' is missing")
    }
    let source: String
    (source, address) = try FeedItem.address(text, nil)
    self.index = index
    title = node["title"]?.line.flatMap { onOneLine(MarkupEntities.resolved($0)) }
    link = FeedItem.link(node["link"]?.text, nil)
    date = node["date_taken"]?.line ?? node["published"]?.line
    let tags = FeedItem.tags(node["description"]?.text ?? "")
    let picture = tags.picture(at: source, base: nil)
    // A description that does not repeat the address has the size of the picture nevertheless.
    statedSize = picture?.statedSize ?? tags.first { $0.statedSize != nil }?.statedSize
    alt = picture?["alt"].flatMap(onOneLine) ?? title
  }

  /// The tags of a description, which may have been escaped once too often.
  static func tags(_ html: String) -> [MarkupTag] {
    let tags = MarkupScanner.tags(html)
    return tags.isEmpty ? MarkupScanner.tags(MarkupEntities.resolved(html)) : tags
  }
}

extension [MarkupTag] {
  /// The tag that shows the picture of this address.
  func picture(at address: String, base: AddressReference.Parts?) -> MarkupTag? {
    first { tag in
      guard tag.name == "img", let source = tag["src"] else { return false }
      return (try? AddressReference.resolved(source, against: base))?.text == address
    }
  }
}

extension MarkupTag {
  /// Its `width` and `height`; nil where one of them is missing, relative, or impossible.
  var statedSize: PixelSize? {
    guard let width = self["width"].flatMap(MarkupTag.side),
      let height = self["height"].flatMap(MarkupTag.side)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// `240`, `240px`, `240.0`: not `50%`.
  private static func side(_ text: String) -> Int? {
    guard let text = onOneLine(text) else { return nil }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text[digits.endIndex...].lowercased()
    let isFraction = rest.hasPrefix(".") && rest.dropFirst().allSatisfy { $0 == "0" }
    guard rest.isEmpty || rest == "px" || isFraction, let side = Int(digits),
      FeedItem.sides.contains(side)
    else { return nil }
    return side
  }
}
