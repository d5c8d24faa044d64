import ContactSheetTesting
import Testing

@Suite struct GoldenNameTests {
  private func name(
    _ given: String? = nil, _ function: String = "f()", _ arguments: [String]? = []
  ) throws -> String {
    let test = RunningTest(id: function, function: function, arguments: arguments)
    return try GoldenName(given, of: test).text
  }

  private func words(_ body: () throws -> String) -> String? {
    #expect(throws: TestFault.self) { try body() }?.words
  }

  @Test func `the name is the test's, with its arguments`() throws {
    #expect(try name(nil, "renders()") == "renders")
    #expect(try name(nil, "renders(size:)", ["100"]) == "renders-100")
    #expect(try name(nil, "renders(size:word:)", ["1", "a/b"]) == "renders-1-a-b")
    #expect(try name(nil, "`a strip (of two) is round`()") == "a-strip--of-two--is-round")
  }

  @Test func `a name that is given is the name, as far as a file can have it`() throws {
    #expect(try name("team", "renders(size:)", ["100"]) == "team")
    #expect(try name("team@2x") == "team-2x")
    #expect(try name("../../etc/passwd") == "-.-..-etc-passwd")
    #expect(try name(".hidden") == "-hidden")
    #expect(try name("grün 猫") == "gr-n--")
    #expect(try name("v1.2_a-B") == "v1.2_a-B")
  }

  @Test func `what cannot be a name is said`() {
    #expect(words { try name("") } == "the name of a picture is empty (named:)")
    #expect(
      words { try name(nil, "renders(size:)", nil) }
        == "a picture of renders(size:) needs a name (named:), as the test's arguments are not known"
    )
    #expect(
      words { try GoldenName(nil, of: nil).text }
        == "a picture needs a name (named:) where no test of Swift Testing is running")
    #expect(
      words { try name(String(repeating: "a", count: 201)) }
        == "the name '\(String(repeating: "a", count: 40))…' has 201 characters, and at most 200 are "
        + "allowed; give a shorter one (named:)")
  }

  @Test func `a test knows its name`() {
    let test = RunningTest.current
    #expect(test?.function == "`a test knows its name`()")
    #expect(test?.arguments == [])
    #expect(test?.words == "`a test knows its name`()")
  }

  @Test(arguments: [8, 9], ["a b", "c"])
  func `a test knows its arguments`(size: Int, word: String) {
    #expect(RunningTest.current?.arguments == ["\(size)", word])
  }

  @Test(arguments: [(1, "x")])
  func `a pair is two arguments`(number: Int, letter: String) throws {
    let test = try #require(RunningTest.current)
    #expect(test.arguments == ["1", "x"])
    #expect(try GoldenName(nil, of: test).text == "a-pair-is-two-arguments-1-x")
  }

  @Test(arguments: [PixelSize(width: 2, height: 3)])
  func `other arguments are what Swift Testing calls them`(size: PixelSize) {
    #expect(RunningTest.current?.arguments == ["2 × 3"])
  }

  @Test func `nothing is known in a detached task`() async {
    let test = await Task.detached { RunningTest.current }.value
    #expect(test == nil)
  }
}
