import ContactSheetTesting
import Testing

@Suite struct GoldenUsesTests {
  private let uses = GoldenUses()

  private func words(_ golden: RawPath, _ user: GoldenUses.User) -> String? {
    do throws(TestFault) { try uses.claim(golden, by: user) } catch { return error.words }
    return nil
  }

  private func user(_ function: String, _ arguments: [String] = [], line: Int) -> GoldenUses.User {
    GoldenUses.User(
      test: RunningTest(id: function, function: function, arguments: arguments),
      place: TestPlace(file: "/a/BadgeTests.swift", line: line))
  }

  @Test func `two tests with one golden are named`() {
    #expect(words("/a/team.png", user("one()", line: 3)) == nil)
    #expect(words("/a/other.png", user("two()", line: 7)) == nil)
    #expect(
      words("/a/team.png", user("two()", line: 8))
        == "two expectations have one golden, team.png: one(), BadgeTests.swift:3 and two(), "
        + "BadgeTests.swift:8; give one of them another name (named:)")
  }

  @Test func `so are two lines of one test, and two of its cases`() {
    #expect(words("/a/team.png", user("one(size:)", ["1"], line: 3)) == nil)
    #expect(words("/a/team.png", user("one(size:)", ["1"], line: 4))?.hasPrefix("two ") == true)
    #expect(
      words("/a/team.png", user("one(size:)", ["2"], line: 3))?
        .contains("one(size:) with 1, BadgeTests.swift:3 and one(size:) with 2") == true)
  }

  @Test func `a test that is repeated is one`() {
    for _ in 0..<3 { #expect(words("/a/team.png", user("one()", line: 3)) == nil) }
  }

  @Test func `capitals do not tell two goldens apart, as they do not on every disk`() {
    #expect(words("/a/Team.png", user("one()", line: 3)) == nil)
    #expect(words("/a/team.png", user("two()", line: 4)) != nil)
  }
}
