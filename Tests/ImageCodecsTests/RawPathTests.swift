import ImageCodecs
import Testing

@Suite struct RawPathTests {
  @Test(arguments: [
    ("a.jpg", "a.jpg"), ("a\nb\tc\r", "a\\nb\\tc\\r"), ("\u{1B}[31m", "\\x1B[31m"),
    ("\u{7F}", "\\x7F"), ("\u{9B}", "\\u{9B}"), ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"),
    ("\u{2028}", "\\u{2028}"), ("Ünïcödé 写真 😀", "Ünïcödé 写真 😀"), ("100%\\", "100%\\"),
  ])
  func `a path is shown without anything a terminal obeys`(path: String, shown: String) {
    #expect(RawPath(path).description == shown)
  }

  @Test func `bytes that are not UTF-8 are shown one by one`() {
    let path = RawPath(bytes: [0x61, 0xFF, 0xC3, 0x62, 0xE5, 0x86, 0x99, 0xE5])
    #expect(path?.description == "a\\xFF\\xC3b写\\xE5")
    #expect(path?.bytes.count == 8)
  }

  @Test func `no path is empty or holds a zero`() {
    #expect(RawPath(bytes: []) == nil)
    #expect(RawPath(bytes: [0x61, 0, 0x62]) == nil)
  }

  @Test(arguments: [
    ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b/c", "/a/b", "c"), ("a/", "a", ""),
  ])
  func `a path has a directory and a last component`(path: String, directory: String, last: String)
  {
    #expect(RawPath(path).directory == RawPath(directory))
    #expect(RawPath(path).lastComponent == Array(last.utf8))
  }

  @Test func `a component is appended with one slash`() {
    #expect(RawPath("/").appending(Array("a".utf8)) == "/a")
    #expect(RawPath("b").appending(Array("a".utf8)) == "b/a")
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (268_402_689, "268,402,689")])
  func `numbers are grouped by three digits`(number: UInt64, text: String) {
    #expect(grouped(number) == text)
  }
}
