import PlainJSON
import TestSupport
import Testing

/// What is written is read again, and nothing that is read ends the process.
@Suite struct RoundTripTests {
  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", "0", " ", "\"", "\\", "/", "\0", "\u{1F}", "\n", "\t", "\u{7F}", "é", "\u{301}", "€",
    "\u{2028}",
    "\u{D7FF}", "\u{E000}", "\u{FEFF}", "\u{FFFF}", "😀", "\u{10FFFF}",
  ]

  private func text(using random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      text.append(Self.scalars.randomElement(using: &random)!)
    }
    return String(text)
  }

  private func value(depth: Int, using random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .flag(.random(using: &random))
    case 2:
      return .number(
        [.min, .max, 0, -1, .random(in: -99...99, using: &random)].randomElement(using: &random)!)
    case 3:
      return .decimal(["0.5", "-0.0", "12.250", "1e9", "3E-07"].randomElement(using: &random)!)
    case 4: return .text(text(using: &random))
    case 5, 6:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          value(depth: depth - 1, using: &random)
        })
    default:
      // Numbered, so that no name comes twice.
      return .object(
        (0..<Int.random(in: 0...12, using: &random)).map {
          (text(using: &random) + "\($0)", value(depth: depth - 1, using: &random))
        })
    }
  }

  @Test func `what is written is read as it was`() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed("what is written is read as it was"))
    for _ in 0..<3_000 {
      let value = value(depth: 5, using: &random)
      let text = value.text
      let node = try JSONDocument(Array(text.utf8)).root
      expectSame(value, node)
      #expect(JSON(node).text.utf8.elementsEqual(text.utf8))
    }
  }

  private func expectSame(_ value: JSON, _ node: JSONNode) {
    switch (value, node.value) {
    case (.null, .null): break
    case (.flag(let first), .flag(let second)): #expect(first == second)
    case (.number(let first), .number(let second)): #expect(first == second.int)
    case (.decimal(let first), .number(let second)): #expect(Double(first) == second.double)
    case (.text(let first), .text(let second)): #expect(first.utf8.elementsEqual(second.utf8))
    case (.array(let first), .array(let second)):
      #expect(first.count == second.count)
      for (value, node) in zip(first, second) { expectSame(value, node) }
    case (.object(let first), .object(let second)):
      #expect(first.count == second.count)
      for (member, other) in zip(first, second) {
        #expect(member.0.utf8.elementsEqual(other.name.utf8))
        expectSame(member.1, other.value)
      }
    default: Issue.record("\(value) was read as \(node.noun)")
    }
  }

  private static let document = #"""
    {"version": 1, "pages": [{"file": "é\u00e9\ud83d\ude00.png", "width": -1.5e+10,
      "tiles": [true, false, null, {}, [], "\"\\\/\b"]}], "n": 0}
    """#

  @Test func `a document with any byte changed is read or refused, at a place that is there`()
    throws
  {
    let bytes = Array(Self.document.utf8)
    _ = try JSONDocument(bytes)
    var (read, refused) = (0, 0)
    func check(_ bytes: [UInt8]) {
      for leniencies in [[], [.escapedApostrophe]] as [JSONDocument.Leniencies] {
        do throws(JSONFault) {
          let root = try JSONDocument(bytes, leniencies: leniencies).root
          #expect(JSON(root).text.utf8.count > 0)
          read += 1
        } catch {
          let lines = bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          let isThere = error.line >= 1 && error.column >= 1 && error.column <= bytes.count + 1
          #expect(isThere && error.line <= lines.count + bytes.count { $0 == 13 }, "\(error)")
          #expect(!error.words.isEmpty)
          refused += 1
        }
      }
    }
    for index in bytes.indices {
      for value in UInt8.min...UInt8.max {
        var other = bytes
        other[index] = value
        check(other)
      }
      check(Array(bytes[..<index]))
      var shorter = bytes
      shorter.remove(at: index)
      check(shorter)
      check(Array(bytes[...index]) + bytes[index...])
    }
    #expect(read > 1_000 && refused > 1_000)
  }
}
