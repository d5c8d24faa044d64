import ContactSheet
import PixelGeometry
import TestSupport
import Testing

struct FeedTests {
  private static func feed(_ text: String, _ address: String? = nil) throws -> Feed {
    try Feed(Array(text.utf8), address: address.map { try RemoteAddress($0.utf8) })
  }

  /// Why a text is no feed; nil where it is one.
  private static func fault(_ bytes: [UInt8]) -> String? {
    do throws(FeedFault) {
      _ = try Feed(bytes)
      return nil
    } catch { return error.description }
  }

  // MARK: Flickr

  private static let rain = FlickrFeedFixture.Item(
    "https://live.staticflickr.com/65535/53712345678_0a1b2c3d4e_m.jpg", "It's \"raining\" & cold",
    (240, 160))

  @Test func `Flickr's feed is read as its server writes it`() throws {
    let second = FlickrFeedFixture.Item("http://live.staticflickr.com/1/2_3_m.jpg", "Zwei")
    let feed = try Feed(FlickrFeedFixture([Self.rain, second]).bytes)
    #expect(feed.kind == .flickr)
    #expect(feed.skipped == [])
    #expect(
      feed.items == [
        FeedItem(
          index: 0,
          address: try RemoteAddress(
            "https://live.staticflickr.com/65535/53712345678_0a1b2c3d4e_m.jpg".utf8),
          title: "It's \"raining\" & cold",
          link: "https://www.flickr.com/photos/someone/53712345678/",
          alt: "It's \"raining\" & cold", statedSize: PixelSize(width: 240, height: 160),
          date: "2024-04-30T18:21:07-08:00"),
        FeedItem(
          index: 1, address: try RemoteAddress("http://live.staticflickr.com/1/2_3_m.jpg".utf8),
          title: "Zwei", link: "https://www.flickr.com/photos/someone/53712345678/", alt: "Zwei",
          date: "2024-04-30T18:21:07-08:00"),
      ])
  }

  @Test(arguments: ["", "\u{FEFF}", " \n", "\u{FEFF}\n\t"])
  func `a byte-order mark and the call around a feed are passed over`(_ start: String) throws {
    let wrapped = FlickrFeedFixture([Self.rain]).text
    let bare = String(wrapped.dropFirst("jsonFlickrFeed(".count).dropLast())
    let expected = try Self.feed(wrapped)
    for text in [wrapped, bare, "cb_1.$x ( \(bare) ) ; \n", "\(wrapped);", "\(wrapped)\n"] {
      #expect(try Self.feed(start + text) == expected)
    }
  }

  @Test func `a fault in a wrapped feed has the place where it stands`() {
    #expect(
      Self.fault(Array("jsonFlickrFeed({\n \"items\": [1, }\n)".utf8))
        == "is no feed: line 2, column 15: a value was expected, not '}'")
    let cut = FlickrFeedFixture([Self.rain]).bytes.dropLast(40)
    #expect(Self.fault(Array(cut))?.hasPrefix("is no feed: line ") == true)
  }

  /// An item of Flickr with this description.
  private static func described(_ description: String) throws -> FeedItem {
    let item = """
      {"media": {"m": "https://a.example/1_2_m.jpg"}, "title": "T",
       "description": \(quoted(description))}
      """
    return try feed("{\"items\": [\(item)]}").items[0]
  }

  private static func quoted(_ text: String) -> String {
    "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n") + "\""
  }

  @Test(arguments: [
    ("<img src=\"https://a.example/1_2_m.jpg\" width=\"240\" height=\"180\" alt=\"A\">", 240, 180),
    ("<IMG HEIGHT='180' width=240 SRC=https://a.example/1_2_m.jpg>", 240, 180),
    ("<img src=\"https://a.example/1_2_m.jpg\" width = \" 240px \" height=\"180.0\"/>", 240, 180),
    // Once too often escaped.
    ("&lt;img src=&quot;x&quot; width=&quot;240&quot; height=&quot;180&quot; /&gt;", 240, 180),
    ("<img width=\"&#50;40\" height=\"1&#x38;0\" src=\"x\">", 240, 180),
    // Another picture stands before it.
    (
      "<img src=\"x.gif\" width=\"1\" height=\"1\"><img src=\"https://a.example/1_2_m.jpg\" "
        + "width=\"240\" height=\"180\">", 240, 180
    ),
    // The size is not in the tag of the picture.
    ("<div width=\"240\" height=\"180\">", 240, 180),
    ("<!-- <img width=\"9\" height=\"9\"> --><img width=\"240\" height=\"180\">", 240, 180),
    ("<a title=\"5 > 4\"><img title='a > b' width=\"240\" height=\"180\">", 240, 180),
    ("<img width=\"240\">", 0, 0),
    ("<img width=\"240\" height=\"50%\">", 0, 0),
    ("<img width=\"240\" height=\"auto\">", 0, 0),
    ("<img width=\"240\" height=\"0\">", 0, 0),
    ("<img width=\"240\" height=\"-180\">", 0, 0),
    ("<img width=\"240\" height=\"99999999999999999999\">", 0, 0),
    ("<img width=\"240\" height=\"1000001\">", 0, 0),
    ("width 240, height 180", 0, 0),
    ("", 0, 0),
    ("<img width=\"240\" height=\"180", 240, 180),
    ("<", 0, 0), ("<img", 0, 0), ("<!--", 0, 0), ("<img =", 0, 0), ("<img width=", 0, 0),
  ])
  func `the size stands in the description`(_ html: String, _ width: Int, _ height: Int) throws {
    let expected = width == 0 ? nil : PixelSize(width: width, height: height)
    #expect(try Self.described(html).statedSize == expected)
  }

  @Test(arguments: [
    ("alt=\"Fish &amp; chips\"", "Fish & chips"), ("alt=\"&quot;&#39;&#x27;&apos;\"", "\"'''"),
    ("alt=\"gr&uuml;n&nbsp;&hellip;\"", "grün …"), ("alt=\"&amp;lt;\"", "&lt;"),
    ("alt=\"&nonsense; &amp\"", "&nonsense; &amp"),
    ("alt=\"&#xD800;&#0;&#1114112;\"", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("alt=\"&#+65;&#-1;&#;\"", "&#+65;&#-1;&#;"), ("alt=\" two \n  lines \"", "two lines"),
    ("alt=\"\"", "T"), ("alt", "T"), ("", "T"),
  ])
  func `the words for those who do not see it have their entities resolved`(
    _ attribute: String, _ expected: String
  ) throws {
    let html = "<img src=\"https://a.example/1_2_m.jpg\" \(attribute)>"
    // The blank that no line breaks at is white space as well.
    #expect(try Self.described(html).alt == expected)
  }

  @Test func `numbers stand for texts`() throws {
    let feed = try Self.feed(
      #"{"items": [{"title": 1984, "media": {"m": "https://a.example/a.jpg"}, "date_taken": 2024}]}"#
    )
    #expect(feed.items[0].title == "1984")
    #expect(feed.items[0].date == "2024")
  }

  @Test func `items that name no picture are skipped, with reasons`() throws {
    let feed = try Self.feed(
      """
      {"items": [
        {"title": "no media"}, {"title": "no m", "media": {"z": "https://a.example/a.jpg"}},
        {"title": "null", "media": null}, {"title": 5, "media": {"m": 5}},
        {"title": "data", "media": {"m": "data:image/png;base64,AAAA"}},
        {"title": "file", "media": {"m": "file:///etc/passwd"}}, {"media": {"m": "a.jpg"}},
        {"title": "", "media": {"m": "//a.example/a.jpg"}}, {"media": {"m": "https:///a.jpg"}},
        {"media": {"m": "http://a:b@c.example/"}}, {"media": {"m": ""}}, "a string", null,
        {"title": "good", "media": {"m": " https://a.example/a b.jpg#x "}},
        {"title": "as text", "media": "https://a.example/c.jpg"}
      ]}
      """)
    #expect(feed.items.map(\.index) == [13, 14])
    #expect(
      feed.items.map(\.address.text) == ["https://a.example/a%20b.jpg", "https://a.example/c.jpg"])
    let relative =
      "is relative, and the feed is a file without a 'feed_url', which would say to what"
    #expect(
      feed.skipped.map { "\($0.name): \($0.fault)" } == [
        "item 1 'no media': names no picture ('media.m' is missing)",
        "item 2 'no m': names no picture ('media.m' is missing)",
        "item 3 'null': names no picture ('media.m' is missing)",
        "item 4 '5': names no picture ('media.m' is missing)",
        "item 5 'data': its picture 'data:image/png;base64,AAAA' is no http or https address",
        "item 6 'file': its picture 'file:///etc/passwd' is no http or https address",
        "item 7: its picture 'a.jpg' \(relative)",
        "item 8: its picture '//a.example/a.jpg' \(relative)",
        "item 9: its picture 'https:///a.jpg' has no host",
        "item 10: its picture 'http://a:b@c.example/' is no address to fetch: a user name or a password "
          + "in an address is not sent",
        "item 11: its picture '' is empty",
        "item 12: is a string, not an object",
        "item 13: is null, not an object",
      ])
    #expect(
      Set(feed.skipped.map(\.fault.code)) == ["no-picture", "bad-address", "not-an-item"])
  }

  @Test func `what a feed says is safe in messages, and not endless`() throws {
    let title = "\\u001b[31m\\u202e" + String(repeating: "x", count: 500)
    let feed = try Self.feed(#"{"items": [{"title": "\#(title)"}]}"#)
    let words = feed.skipped[0].name
    #expect(words.hasPrefix("item 1 '\\x1B[31m\\u{202E}xxx"))
    #expect(words.count < 300)
  }

  @Test func `a link is one to the web, or none`() throws {
    for (link, expected) in [
      ("https://a.example/p/1", "https://a.example/p/1"), ("javascript:alert(1)", nil),
      ("java\\nscript:alert(1)", nil), ("data:text/html,x", nil), ("/p/1", nil),
      ("http://a.example/\\\"><b>", "http://a.example/%22%3E%3Cb%3E"),
    ] {
      let feed = try Self.feed(
        #"{"items": [{"link": "\#(link)", "media": {"m": "https://a.example/a.jpg"}}]}"#)
      #expect(feed.items[0].link == expected)
    }
  }

  // MARK: sizes

  @Test(arguments: [
    ("https://a.example/1/2_abc_m.jpg", "https://a.example/1/2_abc_z.jpg"),
    ("https://a.example/1/2_m._m.png?x=_m.", "https://a.example/1/2_m._z.png?x=_m."),
    ("https://a.example/1/2_abc.jpg", nil), ("https://a.example/_m.d/2.jpg", nil),
    ("https://a.example/?f=2_m.jpg", nil),
  ])
  func `another size is another letter in the name`(_ m: String, _ z: String?) throws {
    #expect(FlickrSize.z.address(of: try RemoteAddress(m.utf8))?.text == z)
  }

  @Test func `the stated size belongs to m and is scaled`() throws {
    func sizes(_ width: Int, _ height: Int) -> [String] {
      FlickrSize.allCases.map { "\($0.size(of: PixelSize(width: width, height: height)))" }
    }
    #expect(sizes(240, 160) == ["240 × 160", "640 × 427", "1024 × 683"])
    #expect(sizes(135, 240) == ["135 × 240", "360 × 640", "576 × 1024"])
    #expect(sizes(240, 1) == ["240 × 1", "640 × 3", "1024 × 4"])
    // There is no larger file of a picture that is smaller.
    #expect(sizes(200, 100) == ["200 × 100", "200 × 100", "200 × 100"])
    let item = try Feed(FlickrFeedFixture([Self.rain]).bytes).items[0]
    let large = try #require(item.inSize(.b))
    #expect(large.address.name == Array("53712345678_0a1b2c3d4e_b.jpg".utf8))
    #expect(large.statedSize == PixelSize(width: 1024, height: 683))
    #expect(large.title == item.title)
  }

  // MARK: JSON Feed

  private static let jsonFeed = """
    {
      "version": "https://jsonfeed.org/version/1.1", "title": "Pictures",
      "feed_url": "https://self.example/x/feed.json",
      "items": [
        {"id": "1", "url": "p/1", "title": "  Image ", "image": "img/1.jpg",
         "banner_image": "img/banner.jpg", "date_published": "2024-05-01T12:00:00Z"},
        {"id": "2", "external_url": "https://other.example/", "banner_image": "/2.png"},
        {"id": 3, "url": "?p=3", "attachments": [
          {"url": "3.mp3", "mime_type": "audio/mpeg"}, {"url": "3.webp", "mime_type": "image/webp"},
          {"url": "../3.png?a=b", "mime_type": "IMAGE/PNG"}], "date_modified": "2024-05-02"},
        {"id": "4", "url": "javascript:x", "content_html":
         "<p>Hi<img width=\\"9\\" height=\\"9\\"><img src=\\"//cdn.example/4.jpg\\" width=\\"640\\" height=\\"480\\" alt=\\"Four &amp; more\\"></p>"},
        {"id": "5", "image": "data:,", "attachments": [{"url": "5.gif", "mime_type": "image/gif"}]},
        {"id": "6", "title": "words", "content_text": "no picture"},
        {"id": "7", "image": "ftp://a.example/7.jpg"}
      ]
    }
    """

  @Test(arguments: [
    (nil, "https://self.example/x/"),
    ("http://there.example:81/y/z?q", "http://there.example:81/y/"),
  ])
  func `a JSON Feed names pictures in several ways, and relative ones begin at it`(
    _ address: String?, _ base: String
  ) throws {
    let feed = try Self.feed(Self.jsonFeed, address)
    #expect(feed.kind == .jsonFeed)
    let scheme = base.hasPrefix("https") ? "https" : "http"
    let root = base.split(separator: "/").prefix(2).joined(separator: "//")
    let third = base.hasPrefix("https") ? "\(base)feed.json?p=3" : "\(base)z?p=3"
    #expect(
      feed.items == [
        FeedItem(
          index: 0, address: try RemoteAddress("\(base)img/1.jpg".utf8), title: "Image",
          link: "\(base)p/1", alt: "Image", date: "2024-05-01T12:00:00Z"),
        FeedItem(
          index: 1, address: try RemoteAddress("\(root)/2.png".utf8),
          link: "https://other.example/"),
        FeedItem(
          index: 2, address: try RemoteAddress("\(root)/3.png?a=b".utf8), link: third,
          date: "2024-05-02"),
        FeedItem(
          index: 3, address: try RemoteAddress("\(scheme)://cdn.example/4.jpg".utf8),
          alt: "Four & more", statedSize: PixelSize(width: 640, height: 480)),
        FeedItem(index: 4, address: try RemoteAddress("\(base)5.gif".utf8)),
      ])
    #expect(
      feed.skipped.map { "\($0.name): \($0.fault)" } == [
        "item 6 'words': names no picture (no image, no banner_image, no attachment, no img in "
          + "content_html)",
        "item 7: its picture 'ftp://a.example/7.jpg' is no http or https address",
      ])
  }

  // MARK: no feeds

  @Test(arguments: [
    ("", "is empty (0 bytes), and no feed"), (" \n\u{FEFF}", nil),
    ("\u{FEFF} \n", "is empty (0 bytes), and no feed"),
    (#"{"items": []}"#, "is a feed without items"),
    ("jsonFlickrFeed({\"items\": []})", "is a feed without items"),
    (#"{"a": 1}"#, "is JSON, but no feed: an object without 'items'"),
    (#"{"items": {}}"#, "is JSON, but no feed: its 'items' are an object"),
    ("[1, 2]", "is JSON, but no feed: an array"), ("\"x\"", "is JSON, but no feed: a string"),
    (
      #"{"stat":"fail","code":100,"message":"Invalid API Key (Key has invalid format)"}"#,
      "is no feed, but says: 'Invalid API Key (Key has invalid format)'"
    ),
    (#"{"error": {"message": "gone"}}"#, "is no feed, but says: 'gone'"),
    (#"{"error": "gone"}"#, "is no feed, but says: 'gone'"),
    (
      "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"fail\">\n\t<err code=\"1\" "
        + "msg=\"User not found &amp; so on\" />\n</rsp>",
      "is no feed, but says: 'User not found & so on'"
    ),
    (
      "\u{FEFF}<!DOCTYPE html><html><head><title>\n 404 &mdash; not here </title>",
      "is a web page, not a feed: '404 — not here'"
    ),
    ("<html><body>x", "is a web page, not a feed"),
    (
      "<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code><Message>The key is not there</Message>",
      "is no feed, but says: 'The key is not there'"
    ),
    ("<x><title><![CDATA[Down & out]]></title>", "is no feed, but says: 'Down & out'"),
    ("<x>", "is an XML document, and no feed that is known"),
    (
      "<?xml version=\"1.0\"?>\n<!-- made by x --><rss version=\"2.0\"><channel><title>T</title>",
      "is an RSS feed; contactsheet reads JSON Feed, and of Flickr what its address gives with "
        + "format=json"
    ),
    (
      "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title>",
      "is an Atom feed; contactsheet reads JSON Feed, and of Flickr what its address gives with "
        + "format=json"
    ),
    ("GIF89a", "is a GIF picture, not a feed"), ("%PDF-1.7", "is a PDF document, not a feed"),
    ("Go away", "is no feed: line 1, column 1: a value was expected, not 'G'"),
  ])
  func `what is no feed says what it is`(_ text: String, _ words: String?) {
    let fault = Self.fault(Array(text.utf8))
    #expect(fault != nil)
    if let words { #expect(fault == words) }
  }

  @Test func `bytes that are no text are no feed`() {
    #expect(Self.fault([0xFF, 0xD8, 0xFF, 0xE0]) == "is a picture, not a feed")
    #expect(Self.fault(plainPNG(3)) == "is a picture, not a feed")
    // What a server sends compressed that nobody asked it to compress.
    #expect(Self.fault([0x1F, 0x8B, 8, 0, 0, 0]) == "is a gzip archive, not a feed")
    #expect(Self.fault([0xFE, 0xFF, 0, 0x7B])?.hasPrefix("is no feed: ") == true)
    #expect(Self.fault(Array("{\"items\": [\"\u{1}\"]}".utf8))?.hasPrefix("is no feed: ") == true)
  }

  // MARK: addresses

  /// RFC 3986, section 5.4, as far as http is concerned.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
    ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("HTTPS://g/h", "https://g/h"),
  ])
  func `references are resolved as the standard has it`(
    _ reference: String, _ expected: String
  ) throws {
    let base = try #require(AddressReference.absolute("http://a/b/c/d;p?q"))
    #expect(try AddressReference.resolved(reference, against: base).text == expected)
  }
}
