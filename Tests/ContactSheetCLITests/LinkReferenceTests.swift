import ContactSheetCLI
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// Where links of a page lead: addresses that were given, and files.
@Suite struct LinkReferenceTests {
  @Test(arguments: [
    ("https://example.org/a?b=c&d=e#f", "https://example.org/a?b=c&amp;d=e#f"),
    ("HTTP://example.org/", "HTTP://example.org/"),
    ("mailto:ada@example.org", "mailto:ada@example.org"),
    ("photos/1 2.jpg", "photos/1%202.jpg"), ("../a%20b%zz%", "../a%20b%25zz%25"), ("?q=1", "?q=1"),
    ("#top", "#top"), ("/root", "/root"),
    ("  https://example.org  \\n", "https://example.org%20%20%5Cn"),
    ("\t https://example.org\r\n", "https://example.org"), ("a/b:c", "a/b:c"), ("1:2", "1:2"),
    ("https://例え.jp/é", "https://%E4%BE%8B%E3%81%88.jp/%C3%A9"),
    ("x\" onclick='alert(1)'><b>", "x%22%20onclick=%27alert(1)%27%3E%3Cb%3E"),
    ("a\\b", "a%5Cb"), ("a\u{202E}b\u{0}", "a%E2%80%AEb"),
  ])
  func `an address that is taken becomes one that a page can hold`(given: String, expected: String)
  {
    #expect(LinkReference(given)?.text == expected)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)",
    "\u{1}javascript:alert(1)",
    "java\nscript:alert(1)", "java\tscript\r\n:alert(1)", "vbscript:x", "data:text/html,<b>x",
    "file:///etc",
    "blob:x", "ftp://example.org", "tel:1", "//example.org/x", "\\\\example.org\\x",
    "/\\example.org", "",
    "   ", "\n", "x-app.y+z:1", "view-source:https://example.org",
  ])
  func `an address that runs something or leads elsewhere is refused`(given: String) {
    #expect(LinkReference(given) == nil)
  }

  @Test(arguments: [
    ("photos/a.jpg", "out", "../photos/a.jpg"), ("photos/a.jpg", ".", "photos/a.jpg"),
    ("./photos//x/../a.jpg", "photos", "a.jpg"), ("photos/a.jpg", "photos/x/y", "../../a.jpg"),
    ("a:b%?#.jpg", ".", "a%3Ab%25%3F%23.jpg"), ("x", "out/x", "../../x"),
    // A link stays one, as the tree may be served from elsewhere.
    ("link/a.jpg", "out", "../link/a.jpg"),
  ])
  func `a file is named by its path from the page`(
    path: String, directory: String, expected: String
  ) throws {
    let folder = try TemporaryDirectory()
    for name in ["photos/x/y", "out/x", "other/deep"] { try folder.makeDirectory(name) }
    try folder.makeLink("link", to: "photos")
    let root = RawPath(folder.url.path)
    var references = PageReferences(from: root.appending(Array(directory.utf8)))
    let reference = references.reference(to: root.appending(Array(path.utf8)))
    #expect(reference.text == expected)
  }

  @Test func `a way back through a link is the one that the system goes`() throws {
    let folder = try TemporaryDirectory()
    for name in ["photos", "other/deep"] { try folder.makeDirectory(name) }
    try folder.makeLink("link", to: "other/deep")
    try folder.write([1], "other/a.jpg")
    let root = RawPath(folder.url.path)
    var references = PageReferences(from: root)
    #expect(
      references.reference(to: root.appending(Array("link/../a.jpg".utf8))).text == "other/a.jpg")
  }
}
