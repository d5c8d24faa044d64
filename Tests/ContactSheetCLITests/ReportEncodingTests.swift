import ContactSheet
import ContactSheetCLI
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// What a report makes of bytes before they stand in a page.
@Suite struct ReportEncodingTests {
  // MARK: base64

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `base64 is that of RFC 4648, section 10`(plain: String, expected: String) {
    var encoder = Base64Encoder()
    let encoded = encoder.encode(Array(plain.utf8)) + encoder.finish()
    #expect(String(decoding: encoded, as: UTF8.self) == expected)
  }

  @Test func `pieces of any length make the base64 of the whole`() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 167 + $0 / 256) }
    for count in 0...bytes.count {
      let whole = Array(bytes.prefix(count))
      let expected = Array(Data(whole).base64EncodedString().utf8)
      for piece in [1, 2, 3, 4, 5, 7, 64, 300] {
        var encoder = Base64Encoder()
        var encoded: [UInt8] = []
        for start in stride(from: 0, to: count, by: piece) {
          encoded += encoder.encode(Array(whole[start..<min(start + piece, count)]))
        }
        encoded += encoder.finish()
        #expect(encoded == expected, "\(count) bytes in pieces of \(piece)")
      }
    }
  }

  // MARK: digests

  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu", 1,
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    ("a", 100_000, "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee"),
  ])
  func `digests are those of FIPS 180-4's examples`(text: String, times: Int, expected: String) {
    let message = Array(String(repeating: text, count: times).utf8)
    #expect(SHA256.digest(message).map { String(format: "%02x", $0) }.joined() == expected)
  }

  @Test func `messages of every length around a block have digests of their own`() {
    let digests = (0...130).map { SHA256.digest([UInt8](repeating: 0, count: $0)) }
    #expect(Set(digests).count == 131 && digests.allSatisfy { $0.count == 32 })
  }

  // MARK: names

  @Test(arguments: [
    ("plain name.png", "plain name.png"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("\" onerror='x' & co", "&quot; onerror=&#39;x&#39; &amp; co"),
    ("a\nb\tc\u{0}d\u{1B}[31m", "a\\nb\\tc\\x00d\\x1B[31m"),
    ("\u{202E}gnp.exe", "\\u{202E}gnp.exe"),
    ("&amp;", "&amp;amp;"),
    ("größe 图 👩‍🚀", "größe 图 👩‍🚀"),
  ])
  func `text is text, whatever it holds`(plain: String, expected: String) {
    #expect(HTMLText(plain).markup == expected)
  }

  @Test func `bytes that are not UTF-8 are shown, and nothing else of a page is lost`() {
    #expect(HTMLText(bytes: [0x61, 0xFF, 0xC3, 0x3C, 0x62]).markup == "a\\xFF\\xC3&lt;b")
    for byte in UInt8.min...UInt8.max {
      let markup = HTMLText(bytes: [byte]).markup
      #expect(!markup.contains { "<>\"'\n\r\0".contains($0) } && !markup.isEmpty)
    }
  }

  @Test(arguments: [
    ("a/b.png", "a/b.png"),
    ("../x y/#1?.png", "../x%20y/%231%3F.png"),
    ("javascript:alert(1)", "javascript%3Aalert%281%29"),
    ("//host/a.png", "/host/a.png"),
    ("////host", "/host"),
    ("/tmp/ü.png", "/tmp/%C3%BC.png"),
    ("a\"><b>&'%41", "a%22%3E%3Cb%3E%26%27%2541"),
    ("Az09-._~", "Az09-._~"),
  ])
  func `paths become references that are safe in an attribute`(path: String, expected: String) {
    #expect(RelativeReference(RawPath(path)).text == expected)
  }

  @Test func `every byte of a path comes back out of its reference`() throws {
    let bytes = [UInt8](1...255)
    let text = RelativeReference(try #require(RawPath(bytes: [0x61] + bytes))).text
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "%") else {
        decoded.append(first)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      decoded.append(try #require(UInt8(digits, radix: 16)))
      rest = rest.dropFirst(2)
    }
    #expect(decoded == [0x61] + bytes)
  }
}
