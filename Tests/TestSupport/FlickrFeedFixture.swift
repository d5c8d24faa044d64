/// Flickr's public feed as its server writes it with `format=json`: a call around it, `\/` for every slash, `\'`
/// in titles, HTML in descriptions.
package struct FlickrFeedFixture {
  package struct Item {
    /// Of the `m`.
    package var address: String
    package var title: String
    /// As the description states it; nil where it states none.
    package var size: (width: Int, height: Int)?
    package var link = "https://www.flickr.com/photos/someone/53712345678/"
    package var taken = "2024-04-30T18:21:07-08:00"

    package init(_ address: String, _ title: String, _ size: (width: Int, height: Int)? = nil) {
      self.address = address
      self.title = title
      self.size = size
    }

    var text: String {
      let escaped = title.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        .replacing("'", with: "&#039;")
      let sides = size.map { "width=\"\($0.width)\" height=\"\($0.height)\" " } ?? ""
      let description =
        " <p><a href=\"https://www.flickr.com/people/someone/\">someone</a> posted a photo:</p>\n\n"
        + "<p><a href=\"\(link)\" title=\"\(escaped)\"><img src=\"\(address)\" \(sides)"
        + "alt=\"\(escaped)\" /></a></p>\n\n<p>Taken with love &amp; patience</p>"
      return """
        {
        \t\t\t"title": \(FlickrFeedFixture.quoted(title)),
        \t\t\t"link": \(FlickrFeedFixture.quoted(link)),
        \t\t\t"media": {"m":\(FlickrFeedFixture.quoted(address))},
        \t\t\t"date_taken": "\(taken)",
        \t\t\t"description": \(FlickrFeedFixture.quoted(description)),
        \t\t\t"published": "2024-05-01T12:00:00Z",
        \t\t\t"author": "nobody@flickr.com (\\"someone\\")",
        \t\t\t"author_id": "12345678@N00",
        \t\t\t"tags": "rain street night"
        \t   }
        """
    }
  }

  package var items: [Item]

  package init(_ items: [Item]) { self.items = items }

  package var text: String {
    """
    jsonFlickrFeed({
    \t\t"title": "Uploads from everyone",
    \t\t"link": "https:\\/\\/www.flickr.com\\/photos\\/",
    \t\t"description": "",
    \t\t"modified": "2024-05-01T12:00:00Z",
    \t\t"generator": "https:\\/\\/www.flickr.com",
    \t\t"items": [
    \t   \(items.map(\.text).joined(separator: ",\n\t   "))
            ]
    })
    """
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  /// As PHP's `json_encode` writes it, but for the apostrophe, which is escaped as JavaScript's may be.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"": quoted += "\\\""
      case "'": quoted += "\\'"
      case "/": quoted += "\\/"
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\""
  }
}
