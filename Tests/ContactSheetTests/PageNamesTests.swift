import ContactSheet
import ImageCodecs
import Testing

@Suite struct PageNamesTests {
  private func names(_ pattern: String, _ count: Int) -> [String] {
    PageNames(RawPath(pattern)).names(count: count).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("sheet.png", "sheet-001.png"), ("a/b.c/sheet", "a/b.c/sheet-001"),
    ("sheet.tar.png", "sheet.tar-001.png"), (".sheet", ".sheet-001"),
    (".sheet.png", ".sheet-001.png"),
    ("sheet.", "sheet-001."), ("../sheet.png", "../sheet-001.png"),
    ("x{page.png", "x{page-001.png"),
    ("{page}/sheet.png", "{page}/sheet-001.png"),
  ])
  func `several pages have a number before the extension, and one has none`(
    pattern: String, first: String
  ) {
    #expect(names(pattern, 1) == [pattern])
    #expect(names(pattern, 2).first == first)
    #expect(!PageNames(RawPath(pattern)).hasToken)
  }

  @Test(arguments: [
    ("{page}.png", "001.png"), ("sheet {page} of it.png", "sheet 001 of it.png"),
    ("{page}", "001"), ("{page}/{page}.png", "{page}/001.png"),
    ("{{page}}.png", "{001}.png"),
    // The last one counts.
    ("{page}-{page}.png", "{page}-001.png"),
  ])
  func `a token stands for the number, also of the only page`(pattern: String, first: String) {
    #expect(names(pattern, 1) == [first])
    #expect(names(pattern, 2).first == first)
    #expect(PageNames(RawPath(pattern)).hasToken)
  }

  @Test func `numbers have three digits, or as many as the last one`() {
    #expect(names("a.png", 3) == ["a-001.png", "a-002.png", "a-003.png"])
    #expect(names("a.png", 999).last == "a-999.png")
    let thousands = names("{page}.png", 1000)
    #expect(thousands.first == "0001.png" && thousands.last == "1000.png")
    #expect(thousands == thousands.sorted() && Set(thousands).count == 1000)
    #expect(names("a", 12_345)[98] == "a-00099")
  }

  @Test func `a name need not be UTF-8`() {
    let pattern = RawPath(bytes: [0xFF, 0x2E, 0xFE])!
    #expect(
      PageNames(pattern).name(page: 1, of: 2).bytes == [0xFF] + Array("-002".utf8) + [0x2E, 0xFE])
  }

  @Test(arguments: [
    ("sheet.png", 1, "sheet@2x.png"), ("sheet.png", 3, "sheet-002@2x.png"),
    ("a.b/sheet", 1, "a.b/sheet@2x"), ("a.b/sheet", 3, "a.b/sheet-002@2x"),
    ("page-{page}.png", 1, "page-002@2x.png"), (".sheet", 1, ".sheet@2x"),
    ("sheet@2x.png", 1, "sheet@2x@2x.png"),
  ])
  func `a dense file says how dense it is before its extension`(
    pattern: String, count: Int, name: String
  ) {
    let names = PageNames(RawPath(pattern), density: 2)
    #expect(names.name(page: 1, of: count) == RawPath(name))
    #expect(
      PageNames(RawPath(pattern), density: 1).names(count: 2)
        == PageNames(RawPath(pattern)).names(count: 2))
  }
}
