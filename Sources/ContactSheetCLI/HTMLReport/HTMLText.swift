import ImageCodecs

/// Text that stands in a page as what it is, between tags and in quoted attributes alike.
///
/// First everything is shown that would not be seen or would turn what stands beside it, as `printable` does;
/// then the five characters that mean something to HTML are written as references.
package struct HTMLText: Hashable, Sendable {
  /// Markup, in UTF-8.
  package let markup: String

  /// - Parameter bytes: anything, UTF-8 or not.
  package init(bytes: [UInt8]) {
    var markup = ""
    for character in printable(bytes).unicodeScalars {
      switch character {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      case "'": markup += "&#39;"
      default: markup.unicodeScalars.append(character)
      }
    }
    self.markup = markup
  }

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }
}
