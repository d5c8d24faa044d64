import PlainJSON
import TestSupport
import Testing

@Suite struct PrettyTests {
  private static let value = JSON.object([
    ("name", .text("a \"quoted\" name")), ("empty", .array([])), ("none", .object([])),
    ("list", .array([.number(1), .number(2), .null])),
    ("deep", .object([("list", .array([.object([("x", .decimal("1.50"))]), .flag(true)]))])),
  ])

  @Test func `what fits a line stands on one`() {
    #expect(
      Self.value.pretty(width: 30) == """
        {
          "name": "a \\"quoted\\" name",
          "empty": [],
          "none": {},
          "list": [1, 2, null],
          "deep": {
            "list": [
              {"x": 1.50},
              true
            ]
          }
        }
        """)
    #expect(Self.value.pretty(width: 1_000) == Self.value.text)
  }

  @Test func `it is the same value at every width`() throws {
    for width in 0..<150 {
      let pretty = Self.value.pretty(width: width)
      #expect(JSON(try JSONDocument(Array(pretty.utf8)).root).text == Self.value.text)
      // Only what cannot be parted is longer, and no shorter than its indent.
      #expect(width < 40 || pretty.split(separator: "\n").allSatisfy { $0.count <= width })
    }
  }

  // MARK: numbers

  @Test(arguments: [
    ("1e3", "1000"), ("1.5e3", "1500"), ("1.5e-2", "0.015"), ("-15E-1", "-1.5"), ("0.05e1", "0.5"),
    ("0e5", "0"), ("120e-1", "12.0"), ("1.50", "1.50"), ("-0", "-0"), ("7e0", "7"), ("0.5e1", "5"),
  ])
  func `a number is written without its exponent`(text: String, plain: String) throws {
    let number = try #require(JSONDocument(Array(text.utf8)).root.number)
    #expect(number.plain() == plain)
    #expect(Double(plain) == number.double)
  }

  @Test(arguments: ["1e401", "1e-401", "1e99999999999999999999", "1e400"])
  func `a number that would be too long is none`(text: String) throws {
    #expect(try #require(JSONDocument(Array(text.utf8)).root.number).plain() == nil)
  }

  @Test func `random numbers stay what they are`() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed("plain numbers"))
    for _ in 0..<2_000 {
      let digits = { (count: Int) in
        (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
      }
      let whole =
        Bool.random(using: &random) ? "0" : "1" + digits(.random(in: 0...4, using: &random))
      let text =
        whole + "." + digits(.random(in: 1...4, using: &random)) + "e"
        + "\(Int.random(in: -12...12, using: &random))"
      let number = try #require(JSONDocument(Array(text.utf8)).root.number)
      let plain = try #require(number.plain())
      #expect(!plain.contains("e"))
      #expect(Double(plain) == number.double, "\(text) \(plain)")
    }
  }
}
