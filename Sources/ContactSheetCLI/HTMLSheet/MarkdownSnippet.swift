import ContactSheet
import ImageCodecs
import PixelGeometry

/// The lines that show a sheet in a README: an `<img>` for each page, as Markdown has no sizes.
///
/// GitHub keeps of an `<img>` its `src`, `width`, `height` and `alt`, and takes `srcset`, `<map>` and styles
/// away. So of several densities one is shown, the double one where it is there, else the densest, in the
/// size of the single one: sharp on dense screens, and not too large for others. With a page of HTML the
/// picture is a link to it.
struct MarkdownSnippet {
  let text: String

  /// - Parameters:
  ///   - pages: of the sheet; paths become relative to the working directory.
  ///   - alts: a text for each of them.
  ///   - page: of HTML.
  init(_ pages: [ShownPage], alts: [String], page: RawPath?) {
    var references = PageReferences(from: ".")
    let target = page.map { references.reference(to: $0).text }
    text = zip(pages, alts).map { page, alt in
      let file = page.files.first { $0.density == 2 } ?? page.files.max { $0.density < $1.density }!
      let source = references.reference(to: file.path).text
      let image =
        "<img src=\"\(source)\" width=\"\(page.size.width)\" height=\"\(page.size.height)\" "
        + "alt=\"\(HTMLText(alt).markup)\">"
      return target.map { "<a href=\"\($0)\">\(image)</a>" } ?? image
    }.joined(separator: "\n")
  }
}
