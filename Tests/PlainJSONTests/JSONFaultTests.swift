import PlainJSON
import TestSupport
import Testing

/// What is no JSON, and where it is said.
@Suite struct JSONFaultTests {
  private func fault(_ bytes: [UInt8]) -> String? {
    #expect(throws: JSONFault.self) { _ = try JSONDocument(bytes) }?.description
  }

  @Test(arguments: [
    ("", "line 1, column 1: a value was expected, not the end of the text"),
    ("\u{FEFF}", "line 1, column 1: a value was expected, not the end of the text"),
    ("\n \n", "line 3, column 1: a value was expected, not the end of the text"),
    ("x", "line 1, column 1: a value was expected, not 'x'"),
    ("[1 x]", "line 1, column 4: a comma or ] was expected, not 'x'"),
    ("[1,\n\n   2 \"b\"]", "line 3, column 6: a comma or ] was expected, not '\"'"),
    ("[", "line 1, column 2: a value or ] was expected, not the end of the text"),
    ("[,1]", "line 1, column 2: a value or ] was expected, not ','"),
    ("[1,]", "line 1, column 4: a value was expected, not ']'"),
    ("[1", "line 1, column 3: a comma or ] was expected, not the end of the text"),
    ("[1}", "line 1, column 3: a comma or ] was expected, not '}'"),
    ("{", "line 1, column 2: a name in double quotes or } was expected, not the end of the text"),
    ("{1:2}", "line 1, column 2: a name in double quotes or } was expected, not '1'"),
    ("{'a':2}", "line 1, column 2: a name in double quotes or } was expected, not '''"),
    ("{\"a\" 2}", "line 1, column 6: a colon was expected, not '2'"),
    ("{\"a\":}", "line 1, column 6: a value was expected, not '}'"),
    ("{\"a\":1]", "line 1, column 7: a comma or } was expected, not ']'"),
    ("{\"a\":1,}", "line 1, column 8: a name in double quotes was expected, not '}'"),
    ("{\"a\":[1,2}", "line 1, column 10: a comma or ] was expected, not '}'"),
    ("1 2", "line 1, column 3: the end of the text was expected, not '2'"),
    ("[] // done", "line 1, column 4: the end of the text was expected, not '/'"),
    ("]", "line 1, column 1: a value was expected, not ']'"),
    ("tru", "line 1, column 4: true was expected, not the end of the text"),
    ("[nul]", "line 1, column 5: null was expected, not ']'"),
    ("fALSE", "line 1, column 2: false was expected, not 'A'"),
    ("NaN", "line 1, column 1: a value was expected, not 'N'"),
    ("+1", "line 1, column 1: a value was expected, not '+'"),
    (".5", "line 1, column 1: a value was expected, not '.'"),
    ("-", "line 1, column 2: a digit was expected, not the end of the text"),
    ("-a", "line 1, column 2: a digit was expected, not 'a'"),
    ("[01]", "line 1, column 3: a number without a 0 before it was expected, not '1'"),
    ("[1.]", "line 1, column 4: a digit was expected, not ']'"),
    ("1.e5", "line 1, column 3: a digit was expected, not 'e'"),
    ("1e", "line 1, column 3: a digit was expected, not the end of the text"),
    ("1e+-1", "line 1, column 4: a digit was expected, not '-'"),
    ("0x10", "line 1, column 2: the end of the text was expected, not 'x'"),
    (
      "\"a",
      "line 1, column 3: a double quote at the end of the string was expected, not the end of the text"
    ),
    (
      "\"\\n",
      "line 1, column 4: a double quote at the end of the string was expected, not the end of the text"
    ),
    ("\"ä\n\"", "line 1, column 3: the control character U+000A has to be escaped in a string"),
    ("\"\0\"", "line 1, column 2: the control character U+0000 has to be escaped in a string"),
    ("\"\\x41\"", "line 1, column 3: one of \" \\ / b f n r t u was expected, not 'x'"),
    ("\"\\", "line 1, column 3: one of \" \\ / b f n r t u was expected, not the end of the text"),
    (
      "\"\\\n\"",
      "line 1, column 3: one of \" \\ / b f n r t u was expected, not the end of the line"
    ),
    ("\"\\u12g4\"", "line 1, column 6: a hexadecimal digit was expected, not 'g'"),
    ("\"\\u12", "line 1, column 6: a hexadecimal digit was expected, not the end of the text"),
    ("\"\\u１234\"", "line 1, column 4: a hexadecimal digit was expected, not '１'"),
    (
      "\"ab\\uD800\"",
      "line 1, column 4: \\uD800 is half of a character, and the other half is missing"
    ),
    (
      "\"\\ud83d\\n\"",
      "line 1, column 2: \\uD83D is half of a character, and the other half is missing"
    ),
    (
      "\"\\ud83d\\u0041\"",
      "line 1, column 2: \\uD83D is half of a character, and the other half is missing"
    ),
    (
      "\"\\uDE00\\uD83D\"",
      "line 1, column 2: \\uDE00 is half of a character, and the other half is missing"
    ),
    (
      "{\"a\": 1,\n \"b\": 2, \"\\u0061\": 3}",
      "line 2, column 10: the object already has a member \"a\", at line 1, column 2"
    ),
    ("[\u{A0}1]", "line 1, column 2: a value or ] was expected, not U+00A0"),
    ("[\u{FEFF}1]", "line 1, column 2: a value or ] was expected, not U+FEFF"),
    ("[é]", "line 1, column 2: a value or ] was expected, not 'é'"),
    ("[\u{202E}]", "line 1, column 2: a value or ] was expected, not U+202E"),
    ("[\u{7}]", "line 1, column 2: a value or ] was expected, not U+0007"),
  ])
  func `every fault has its place and its words`(_ text: String, _ words: String) {
    #expect(fault(Array(text.utf8)) == words)
  }

  @Test func `a name twice is found among many`() throws {
    for count in [1, 7, 8, 9, 10, 500] {
      for twice in [0, count / 2, count - 1] {
        let names = (0..<count).map { "\"n\($0)\": 0,\n" }.joined()
        let words = fault(Array("{\(names)\"n\(twice)\": 1}".utf8))
        #expect(
          words
            == "line \(count + 1), column 1: the object already has a member \"n\(twice)\", "
            + "at line \(twice + 1), column \(twice == 0 ? 2 : 1)")
      }
    }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82],
      [0xED, 0xA0, 0x80], [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x28, 0x80],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are no text`(_ bytes: [UInt8]) {
    let digits = String(bytes[0], radix: 16, uppercase: true)
    let words = "the byte \(digits) is not UTF-8 here"
    #expect(fault(Array("[\"ä".utf8) + bytes + Array("\"]".utf8)) == "line 1, column 4: \(words)")
    #expect(fault(Array("[\"\\t".utf8) + bytes + Array("\"]".utf8)) == "line 1, column 5: \(words)")
    #expect(fault(Array("[\"ä".utf8) + bytes) == "line 1, column 4: \(words)")
    #expect(fault([0x5B] + bytes) == "line 1, column 2: \(words)")
    #expect(fault(Array("{\"".utf8) + bytes + Array("\": 1}".utf8)) == "line 1, column 3: \(words)")
  }

  @Test func `UTF-8 is what Swift takes for it`() throws {
    // All pairs of bytes, and random ones, against the decoder of the standard library.
    var random = SeededGenerator(seed: SeededGenerator.seed("UTF-8 is what Swift takes for it"))
    var samples: [[UInt8]] = (0x80...0xFF).flatMap { first in (0x20...0xFF).map { [first, $0] } }
    for _ in 0..<20_000 {
      samples.append((0..<4).map { _ in UInt8.random(in: 0x7F...0xFF, using: &random) })
      samples.append(
        [0xE0, 0xED, 0xF0, 0xF4].randomElement(using: &random).map {
          [$0, .random(in: 0x80...0xBF, using: &random), 0x80, 0x80]
        }!)
    }
    for sample in samples
    where !sample.contains(UInt8(ascii: "\"")) && !sample.contains(UInt8(ascii: "\\")) {
      let isText = String(validating: sample, as: UTF8.self) != nil
      let read = try? JSONDocument([0x22] + sample + [0x22])
      #expect((read != nil) == isText, "\(sample)")
      if let read { #expect(read.root.text.map { Array($0.utf8) } == sample) }
    }
  }
}
