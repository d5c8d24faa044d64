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
    } else if isUsable, case .file(let path) = source {
      link = references.reference(to: path).text
    } else {
      link = nil
    }
    let name = TileWords.name(source, at: index)
    let said = (word("alt") ?? word("title")).map { Array($0.utf8) } ?? name
    text = HTMLText(bytes: said + (isUsable ? [] : Array(" (cannot be shown)".utf8)))
    title = word("title").map { HTMLText($0) } ?? HTMLText(bytes: name)
  }

  /// The name of a file without its directory and extension.
  private static func name(_ source: PictureSource, at index: Int) -> [UInt8] {
    guard case .file(let path) = source else { return Array(source.name(at: index).utf8) }
    let name = path.lastComponent
    let point = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
    return Array(name[..<(point ?? name.count)])
  }
}
