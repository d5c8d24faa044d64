import PlainJSON
import Testing

/// What is JSON, and what it is worth.
@Suite struct JSONDocumentTests {
  private func root(_ text: String) throws -> JSONNode {
    try JSONDocument(Array(text.utf8)).root
  }

  /// Written again by our own writer.
  private func again(_ text: String) throws -> String { JSON(try root(text)).text }

  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("\tfalse\r\n", "false"), ("0", "0"), ("-0", "-0"),
    ("-12.50e+3", "-12.50e+3"), ("\"\"", "\"\""), ("[]", "[]"), ("[ ]", "[]"), ("{}", "{}"),
    ("{ }", "{}"), ("[[],{}]", "[[], {}]"), ("[1,2 , 3]", "[1, 2, 3]"),
    ("{\"b\":1,\"a\":[null]}", "{\"b\": 1, \"a\": [null]}"),
    ("{\"a\" : {\"a\" : {\"a\" : 0}}}", "{\"a\": {\"a\": {\"a\": 0}}}"),
    ("\u{FEFF}[1]", "[1]"), ("\n\n[\n1\n]\n", "[1]"), ("{\"\":\"\"}", "{\"\": \"\"}"),
  ])
  func `every construct is read`(_ text: String, _ written: String) throws {
    #expect(try again(text) == written)
  }

  @Test(arguments: [
    (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\uD83D\ude00""#, "😀"), (#""é€😀""#, "é€😀"),
    (#""a\u0000b""#, "a\0b"), (#""\u0065\u0301x""#, "e\u{301}x"),
    (#""\uFFFF\uD7FF\uE000""#, "\u{FFFF}\u{D7FF}\u{E000}"),
    (#""\uDBFF\uDFFF/""#, "\u{10FFFF}/"), ("\"\u{7F}\u{2028}\u{FEFF}\"", "\u{7F}\u{2028}\u{FEFF}"),
  ])
  func `escapes are resolved`(_ text: String, _ value: String) throws {
    let read = try #require(try root(text).text)
    #expect(Array(read.utf8) == Array(value.utf8))
  }

  @Test(
    arguments: [
      ("0", 0, 0.0), ("-0", 0, -0.0), ("7", 7, 7), ("1e3", 1000, 1000), ("1.0", 1, 1),
      ("1.50e1", 15, 15),
      ("-120e-1", -12, -12), ("0.0e99999999999999999999", 0, 0), ("12E+02", 1200, 1200),
      ("9223372036854775807", Int.max, 9_223_372_036_854_775_808),
      ("-9223372036854775808", Int.min, -9_223_372_036_854_775_808),
      ("9223372036854775808", nil, 9_223_372_036_854_775_808),
      ("-9223372036854775809", nil, -9_223_372_036_854_775_808),
      ("922337203685477580700e-2", Int.max, 9_223_372_036_854_775_808),
      ("1e18", 1_000_000_000_000_000_000, 1e18),
      ("1e19", nil, 1e19), ("0.5", nil, 0.5), ("1.01e1", nil, 10.1), ("1e-1", nil, 0.1),
      ("1e400", nil, nil),
      ("-1e400", nil, nil), ("1e-400", nil, 0), ("1e99999999999999999999", nil, nil),
      ("1e-99999999999999999999", nil, 0),
      ("0.1e1", 1, 1), ("100000000000000000000000e-23", 1, 1),
      ("0.000000000000000000000001e24", 1, 1),
    ] as [(String, Int?, Double?)])
  func `numbers are exact`(_ text: String, _ int: Int?, _ double: Double?) throws {
    let number = try #require(try root(text).number)
    #expect(number.text == text)
    #expect(number.int == int)
    #expect(number.double == double)
  }

  @Test func `every value and every name has its place`() throws {
    let text = """
      {
        "ä😀": [1, "x",
      \ttrue],\r
        "b": {"c" : null}
      }
      """
    let root = try root(text)
    let members = try #require(root.members)
    #expect(root.place == JSONPlace(line: 1, column: 1))
    #expect(members.map(\.name) == ["ä😀", "b"])
    #expect(members[0].namePlace == JSONPlace(line: 2, column: 3))
    // Two scalars, though six bytes.
    #expect(members[0].value.place == JSONPlace(line: 2, column: 9))
    let elements = try #require(members[0].value.elements)
    #expect(
      elements.map(\.place) == [
        JSONPlace(line: 2, column: 10), JSONPlace(line: 2, column: 13),
        JSONPlace(line: 3, column: 2),
      ])
    #expect(members[1].namePlace == JSONPlace(line: 4, column: 3))
    #expect(root["b"]?["c"]?.place == JSONPlace(line: 4, column: 15))
    #expect(root["b"]?.members?[0].namePlace == JSONPlace(line: 4, column: 9))
    // A carriage return alone ends a line too, a byte order mark takes no column.
    #expect(
      try self.root("\u{FEFF}[\r1,\r\n2]").elements?.map(\.place) == [
        JSONPlace(line: 2, column: 1), JSONPlace(line: 3, column: 1),
      ])
    #expect(try self.root("\u{FEFF} 1").place == JSONPlace(line: 1, column: 2))
  }

  @Test func `values tell what they are`() throws {
    let elements = try #require(try root("[null, true, 1, \"a\", [], {}, false]").elements)
    #expect(
      elements.map(\.noun) == [
        "null", "true", "a number", "a string", "an array", "an object", "false",
      ])
    #expect(elements.map(\.isNull) == [true, false, false, false, false, false, false])
    #expect(elements.map(\.flag) == [nil, true, nil, nil, nil, nil, false])
    #expect(elements.map { $0.number?.int } == [nil, nil, 1, nil, nil, nil, nil])
    #expect(elements.map(\.text) == [nil, nil, nil, "a", nil, nil, nil])
    #expect(
      elements.map { $0.elements != nil } == [false, false, false, false, true, false, false])
    #expect(elements.map { $0.members != nil } == [false, false, false, false, false, true, false])
    #expect(elements[4]["a"] == nil && elements[5]["a"] == nil)
  }

  @Test func `names are bytes, not what looks the same`() throws {
    let root = try root("{\"\u{E9}\": 1, \"e\u{301}\": 2}")
    #expect(root.members?.count == 2)
    #expect(root["\u{E9}"]?.number?.int == 1)
    #expect(root["e\u{301}"]?.number?.int == 2)
    // As well where there are so many that they are looked up.
    let many = (0..<40).map { "\"n\($0)\": \($0)" }.joined(separator: ", ")
    let wide = try self.root("{\(many), \"\u{E9}\": 1, \"e\u{301}\": 2}")
    #expect(wide.members?.count == 42)
    #expect(wide["n39"]?.number?.int == 39)
  }

  @Test func `an apostrophe may be escaped where that is asked for`() throws {
    let bytes = Array(#"{"it\'s": "\'\u0027'"}"#.utf8)
    let root = try JSONDocument(bytes, leniencies: [.escapedApostrophe]).root
    #expect(root["it's"]?.text == "'''")
    let fault = #expect(throws: JSONFault.self) { _ = try JSONDocument(bytes) }
    #expect(
      fault?.description == "line 1, column 6: one of \" \\ / b f n r t u was expected, not '''")
  }

  @Test func `arrays and objects lie 512 deep, and no deeper`() throws {
    for (begin, end) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
      let depth = begin.count == 1 || begin.first == "{" ? 512 : 256
      let inner = String(repeating: begin, count: depth)
      let text = inner + "1" + String(repeating: end, count: depth)
      #expect(try root(text).noun == (begin.first == "[" ? "an array" : "an object"))
      #expect(try again(text).utf8.filter { $0 == UInt8(ascii: "1") }.count == 1)
      let fault = #expect(throws: JSONFault.self) { _ = try root("[" + text + "]") }
      #expect(fault?.reason == .tooDeep(limit: 512))
    }
    // The stack does not matter, whatever comes.
    let fault = #expect(throws: JSONFault.self) {
      _ = try root(String(repeating: "[", count: 5_000_000))
    }
    #expect(fault?.place == JSONPlace(line: 1, column: 513))
    #expect(fault?.words == "more than 512 arrays and objects lie inside each other")
    // Beside each other they may be as many as they like.
    let flat = "[" + String(repeating: "[],", count: 2_000) + "[]]"
    #expect(try root(flat).elements?.count == 2_001)
  }

  @Test func `ten million bytes are read`() throws {
    var text = "["
    var count = 0
    while text.utf8.count < 10_000_000 {
      text +=
        "{\"file\": \"IMG_\(count).jpg\", \"left\": \(count), \"crop\": {\"width\": 12.500}, "
        + "\"ä\": [true, null]},\n"
      count += 1
    }
    text += "{}]"
    let elements = try #require(try root(text).elements)
    #expect(elements.count == count + 1)
    #expect(elements[count].place == JSONPlace(line: count + 1, column: 1))
    #expect(elements[count - 1]["left"]?.number?.int == count - 1)
    // One string, one number, one object of as many bytes.
    let long = String(repeating: "x\\n", count: 3_300_000)
    #expect(try root("\"\(long)\"").text?.utf8.count == 6_600_000)
    #expect(try root(String(repeating: "1", count: 10_000_000)).number?.int == nil)
    let members = (0..<400_000).map { "\"name-of-\($0)\": 0" }.joined(separator: ",")
    #expect(try root("{\(members)}").members?.count == 400_000)
  }
}
