import ContactSheet
import ImageCodecs
import TestSupport
import Testing

@Suite struct NameListTests {
  private static func names(
    _ bytes: [UInt8], _ ending: NameList.Ending = .line, parts: Int = Int.max
  ) throws -> [[UInt8]] {
    var list = NameList(ending: ending)
    var rest = bytes[...]
    while !rest.isEmpty {
      try list.append(rest.prefix(parts))
      rest = rest.dropFirst(parts)
    }
    try list.end()
    return list.names.map(\.bytes)
  }

  @Test(arguments: [
    ("", []), ("\n\n\r\n", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
    ("\na\n\nb\n\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\r", ["a"]),
    // Only the one before the end; a blank, a quote, a sign is a part of the name.
    ("a\r\r\nb\rc\n", ["a\r", "b\rc"]), (" a \n\t\n", [" a ", "\t"]),
    ("# no comment\n\"a\"\n'b'\nx6\n-o\n", ["# no comment", "\"a\"", "'b'", "x6", "-o"]),
  ])
  func `a line is a name`(text: String, names: [String]) throws {
    for parts in [1, 2, 3, 1000] {
      #expect(
        try Self.names(Array(text.utf8), parts: parts) == names.map { Array($0.utf8) })
    }
  }

  @Test(arguments: [
    ("", []), ("\0\0", []), ("a\0b\0", ["a", "b"]), ("a\0b", ["a", "b"]),
    ("a\nb\r\0\r\n\0", ["a\nb\r", "\r\n"]),
  ])
  func `with a 0 at the end everything else is the name`(text: String, names: [String]) throws {
    for parts in [1, 2, 1000] {
      #expect(
        try Self.names(Array(text.utf8), .zero, parts: parts) == names.map { Array($0.utf8) })
    }
  }

  @Test func `any bytes are a name`() throws {
    let name = (1...255).map { UInt8($0) }
    #expect(try Self.names(name + [0], .zero) == [name])
    let line = name.filter { $0 != 0x0A }
    #expect(try Self.names(line + [0x0A]) == [line])
  }

  @Test func `a name has at most 4,096 bytes`() throws {
    let longest = [UInt8](repeating: 0x61, count: 4096)
    #expect(try Self.names(longest + [0x0A]) == [longest])
    #expect(try Self.names(longest + [0x0D, 0x0A]) == [longest])
    #expect(try Self.names(longest) == [longest])
    #expect(try Self.names(longest + [0], .zero) == [longest])
    let fault = NameList.Fault(words: "line 3 is longer than 4,096 bytes")
    for tail: [UInt8] in [[0x0A], [], [0x61, 0x61]] {
      #expect(throws: fault) { try Self.names([0x62, 0x0A, 0x0A] + longest + [0x61] + tail) }
    }
    #expect(throws: NameList.Fault(words: "name 1 is longer than 4,096 bytes")) {
      try Self.names(longest + [0x0D, 0], .zero)
    }
  }

  @Test func `a 0 in a line points at the option`() {
    #expect(
      throws: NameList.Fault(
        words: "line 2 holds a byte 0; a list whose names end in one needs --null")
    ) { try Self.names(Array("a\nb\0c\0".utf8)) }
  }

  @Test func `a list without end is not read without end`() {
    #expect(throws: NameList.Fault(words: "has more than 1,000,000 names")) {
      var list = NameList(ending: .line)
      let part = Array("a\nb\n".utf8)
      for _ in 0..<500_001 { try list.append(part) }
    }
    #expect(throws: NameList.Fault(words: "line 1 is longer than 4,096 bytes")) {
      _ = try NameList("/dev/zero", ending: .line)
    }
  }
}
