/// One line of text and the room it has.
package struct TextLine: Hashable, Sendable {
  /// Control characters and line breaks are drawn as U+FFFD, a tab as a space.
  package var text: String
  package var style: TextStyle
  /// In pixels. A longer text loses its middle, so that numbers at its end survive.
  package var width: Int

  package init(_ text: String, style: TextStyle, width: Int) {
    self.text = text
    self.style = style
    self.width = width
  }
}
