import ContactSheet
import Raster

/// What `contactsheet help` explains beside the commands.
enum HelpTopic: String, CaseIterable {
  case layouts, captions, environment

  /// One line for the list of topics.
  var summary: String {
    switch self {
    case .layouts: "what each layout looks like"
    case .captions: "the tokens of captions, titles, headers and footers"
    case .environment: "the variables that are read"
    }
  }

  var text: String {
    switch self {
    case .layouts: LayoutDrawings.text
    case .captions: HelpTopic.captionText
    case .environment: HelpTopic.environmentText
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

  private static var environmentText: String {
    let paths = FastPath.allCases.map { path in
      let head = "  \(HelpScreen.pad(path.rawValue, 13))"
      return HelpScreen.wrap(path.meaning, width: 80 - head.count).enumerated().map { index, line in
        (index == 0 ? head : String(repeating: " ", count: head.count)) + line
      }.joined(separator: "\n")
    }.joined(separator: "\n")
    return """
      contactsheet help environment

      VARIABLES
        XDG_CACHE_HOME         the directory of caches, instead of the usual one
        CONTACTSHEET_CACHE_MB  how many MB of fetched pictures are kept there: 1000
        http_proxy, no_proxy   proxies, with all other variables that curl reads
        CURL_CA_BUNDLE         the certificates that are trusted; also SSL_CERT_FILE
        GITHUB_STEP_SUMMARY    the file to which 'diff --summary github' adds
        CONTACTSHEET_DISABLE   ways that are turned off, for reports of faults

      CONTACTSHEET_DISABLE turns off ways that are faster than others to the same
      pixels, by their names with commas between them. The bytes of a sheet are the
      same without. Where they are not, or where something fails only with one of
      them, please say which in your report:

      \(paths)

      EXAMPLE
        CONTACTSHEET_DISABLE=\(FastPath.allCases.map(\.rawValue).joined(separator: ",")) \\
          contactsheet grid photos -o plain.png
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
