import ContactSheet
import ImageCodecs

/// What a page says of a tile, and where it leads.
struct TileWords {
  /// Safe in an attribute; nil where there is nothing to lead to.
  let link: String?
  /// For those who do not see the picture.
  let text: HTMLText
  /// What is shown where the pointer rests.
  let title: HTMLText
  /// An address that was given and is not used.
  let refusedLink: String?

  /// - Parameters:
  ///   - isUsable: the picture is on the sheet, and not something in its place.
  ///   - references: of the page.
  init(
    _ source: PictureSource, at index: Int, _ item: PictureItem?, isUsable: Bool,
    _ references: inout PageReferences
  ) {
    func word(_ name: String) -> String? {
      item?.words.last { $0.name == name && !$0.text.isEmpty }?.text
    }
    let given = word("href")
    let reference = given.flatMap { LinkReference($0) }
    refusedLink = reference == nil ? given : nil
    if let reference {
      link = reference.text
    } else {
      switch source {
      case .file(let path) where isUsable: link = references.reference(to: path).text
      case .remote(let picture) where isUsable: link = LinkReference(picture.address.text)?.text
      case .file, .remote, .bytes, .bitmap: link = nil
      }
    }
    let said = TileWords.text(source, at: index, item)
    text = HTMLText(bytes: said + (isUsable ? [] : Array(" (cannot be shown)".utf8)))
    // What has no name, as the circle that tells of more, has its words.
    let hasName = source.fileName?.isEmpty == false
    title =
      word("title").map { HTMLText($0) }
      ?? HTMLText(bytes: hasName ? TileWords.name(source, at: index) : said)
  }

  /// What says what a picture shows: its `alt`, else its title, else its name. Not for being shown as it is.
  static func text(_ source: PictureSource, at index: Int, _ item: PictureItem?) -> [UInt8] {
    for name in ["alt", "title"] {
      if let word = item?.words.last(where: { $0.name == name && !$0.text.isEmpty }) {
        return Array(word.text.utf8)
      }
    }
    return self.name(source, at: index)
  }

  /// The name of a file, or the one at the end of an address, without its extension.
  private static func name(_ source: PictureSource, at index: Int) -> [UInt8] {
    guard let name = source.fileName, !name.isEmpty else {
      return Array(source.name(at: index).utf8)
    }
    return stem(name)
  }
}
