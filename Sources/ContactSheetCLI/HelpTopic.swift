import ContactSheet

/// What `contactsheet help` explains beside the commands.
enum HelpTopic: String, CaseIterable {
  case layouts, captions

  /// One line for the list of topics.
  var summary: String {
    switch self {
    case .layouts: "what each layout looks like"
    case .captions: "the tokens of captions, titles, headers and footers"
    }
  }

  var text: String {
    switch self {
    case .layouts: LayoutDrawings.text
    case .captions: HelpTopic.captionText
    }
  }

  private static var captionText: String {
    """
    contactsheet help captions

    Words of a sheet may have tokens in braces. {{ and }} are braces; \\n begins
    another line, as a line break does. A line that has no room loses its middle, so
    that numbers at its end survive. What a picture does not tell becomes nothing.

    OF A PICTURE (--caption)
    \(table(CaptionToken.ofPictures))

    OF A PAGE (--title, --header, --footer)
    \(table(CaptionToken.ofPages))

    EXAMPLES
      contactsheet grid photos --caption '{name}\\n{date}'
      contactsheet grid photos --page-size A4 --title 'Low tide' \\
        --footer '{date:taken-range}, page {page} of {pages}'
    """
  }

  private static func table(_ tokens: [CaptionToken]) -> String {
    let names = tokens.map { "{\($0.rawValue)}" }
    let width = names.map(\.count).max() ?? 0
    return zip(tokens, names).flatMap { token, name in
      let head = "  " + name + String(repeating: " ", count: width + 2 - name.count)
      let words = "\(token.meaning): \(token.example)"
      return HelpScreen.wrap(words, width: 80 - head.count).enumerated().map { index, line in
        (index == 0 ? head : String(repeating: " ", count: head.count)) + line
      }
    }.joined(separator: "\n")
  }
}
