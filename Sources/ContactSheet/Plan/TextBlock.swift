package import PixelGeometry
package import Raster

/// Words on a page: one line or several, one below the other.
package struct TextBlock: Hashable, Sendable {
  package enum Role: String, Hashable, Sendable {
    case caption, title, header, footer
  }

  package var role: Role
  /// Lines with a line feed between them.
  package var text: String
  /// Lines stand from its top, each as wide as it; of a caption on a picture it is the bar, as wide as the
  /// picture's frame, and lines begin ``TextStyles/overlayInset`` below its top.
  package var frame: PixelRect
  /// Of a caption: its picture's placement among those of the page.
  package var placement: Int?
  /// It is a bar on the picture, clipped to its inner shape, and not below it.
  package var isOverlay = false
  /// Of a bar: how far each line that has room is from the sides of the frame.
  package var lineInsets: [Int] = []

  /// The text of some lines. A line feed within one, as the name of a file may have it, begins no other.
  static func text(_ lines: [String]) -> String {
    lines.map { line in
      let scalars = line.unicodeScalars.map { $0 == "\n" ? "\u{FFFD}" : $0 }
      return String(String.UnicodeScalarView(scalars))
    }.joined(separator: "\n")
  }

  package var lines: [Substring] {
    // By scalars: CR and LF are one character.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
  }

  func multiplied(by density: Int) -> TextBlock {
    var block = self
    block.frame = frame.multiplied(by: density)
    block.lineInsets = lineInsets.map { $0 * density }
    return block
  }
}

/// How the words of a sheet are drawn, in pixels of the sheet.
package struct TextStyles: Hashable, Sendable {
  package var caption: TextStyle
  package var title: TextStyle
  /// Of a header and a footer.
  package var page: TextStyle

  /// What captions on pictures stand on: black, two thirds opaque.
  package static let bar = Color(rgb: 0, alpha: 170)

  /// Between the edges of the bar and its words, at least: a third of the caption's size.
  package var overlayInset: Int

  init(caption: TextStyle, title: TextStyle, page: TextStyle) {
    self.caption = caption
    self.title = title
    self.page = page
    overlayInset = caption.size / 3
  }

  /// For a sheet of a higher density. A line may then be a pixel lower than its room.
  func multiplied(by density: Int) -> TextStyles {
    var styles = self
    for style in [\TextStyles.caption, \.title, \.page] {
      styles[keyPath: style].size = min(
        styles[keyPath: style].size * density, TextStyle.sizes.upperBound)
    }
    styles.overlayInset *= density
    return styles
  }

  package func style(of role: TextBlock.Role) -> TextStyle {
    switch role {
    case .caption: caption
    case .title: title
    case .header, .footer: page
    }
  }

  /// The lines of a block and where each stands: left edge and top on the page.
  package func lines(of block: TextBlock) -> [(line: TextLine, left: Int, top: Int)] {
    let style = style(of: block.role)
    let insets =
      block.isOverlay
      ? block.lineInsets : Array(repeating: 0, count: block.frame.height / style.lineHeight)
    let top = block.frame.top + (block.isOverlay ? overlayInset : 0)
    return zip(block.lines, insets).enumerated().map { index, line in
      let (text, inset) = line
      return (
        TextLine(String(text), style: style, width: block.frame.width - 2 * inset),
        block.frame.left + inset, top + index * style.lineHeight
      )
    }
  }
}
