import ContactSheetTesting
import TestSupport
import Testing

/// The function itself, in the tests that it runs in.
@Suite struct ExpectImageTests {
  @Test func plain() {
    expectImage(.bitmap(drawn(8, 6, red: [(1, 2)])))
  }

  @Test(arguments: [4, 5], ["a b", "c"])
  func sized(side: Int, word: String) {
    expectImage(.bitmap(drawn(side, word.utf8.count)))
  }

  @Test func `a bitmap, bytes and a path are pictures`() throws {
    let bitmap = drawn(5, 5, red: [(0, 0)])
    let directory = try TemporaryDirectory()
    let path = try directory.write(PNGFixture.bytes(bitmap), "a.png")
    let expected = ExpectedImage.picture(.bitmap(bitmap))
    expectImage(.bytes(PNGFixture.bytes(bitmap)), matches: expected)
    expectImage(.file(RawPath(path)), matches: expected)
  }

  // Nothing can be written there, so that tests that are as they should be leave no pictures.
  private static let nowhere: StaticString = "/dev/null/ExpectImageTests.swift"

  @Test func `a difference is an issue at the line of the expectation`() throws {
    let expected = ExpectedImage.picture(.bitmap(drawn(5, 5, red: [(2, 2)])))
    let line: UInt = #line + 2
    withKnownIssue {
      expectImage(
        .bitmap(drawn(5, 5)), matches: expected, filePath: Self.nowhere, line: line)
    } matching: { issue in
      issue.comments.first?.rawValue.contains("1 of 25 pixels differs (4.00 %)") == true
        && issue.sourceLocation?.line == Int(line)
        && issue.sourceLocation?.fileName == "ExpectImageTests.swift"
    }
  }

  @Test func `a golden that is not there is an issue`() {
    withKnownIssue {
      expectImage(
        .bitmap(drawn(5, 5)), named: "nobody-has-it", record: .never, filePath: Self.nowhere)
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix(
        "nobody-has-it: there is no golden __Goldens__/ExpectImageTests/nobody-has-it.png; "
          + "CONTACTSHEET_RECORD=missing records it") == true
    }
  }

  @Test func `two expectations with one golden are an issue`() {
    expectImage(.bitmap(drawn(7, 7)), named: "shared")
    withKnownIssue {
      expectImage(.bitmap(drawn(7, 7)), named: "shared")
    } matching: { issue in
      issue.comments.first?.rawValue.contains("two expectations have one golden") == true
    }
  }
}
