import ContactSheetTesting
import Testing

@Suite struct TestSettingsTests {
  @Test(arguments: [
    (nil, RecordMode.missing), ("", .missing), ("missing", .missing), ("all", .all),
    ("failed", .failed), ("never", .never),
  ])
  func `the environment says what is recorded`(_ value: String?, _ mode: RecordMode) throws {
    #expect(try settings(value.map { ["CONTACTSHEET_RECORD": $0] } ?? [:]).mode() == mode)
  }

  @Test(arguments: ["1", "yes", "ALL", " all"])
  func `what is no mode is said, with all that are`(_ value: String) {
    let settings = settings(["CONTACTSHEET_RECORD": value])
    let fault = #expect(throws: TestFault.self) { try settings.mode() }
    #expect(
      fault?.words
        == "CONTACTSHEET_RECORD is '\(value)'; it can be missing, all, failed or never")
  }

  @Test func `the test's word counts more than the environment's`() throws {
    #expect(try settings(["CONTACTSHEET_RECORD": "all"]).mode(.never) == .never)
    #expect(try settings(["CONTACTSHEET_RECORD": "nonsense"]).mode(.failed) == .failed)
  }

  @Test(arguments: [
    (nil, false), ("", false), ("0", false), ("false", false), ("FALSE", false), ("true", true),
    ("1", true), ("woodpecker", true),
  ])
  func `CI is where a variable says so`(_ value: String?, _ isCI: Bool) {
    let settings = settings(value.map { ["CI": $0] } ?? [:])
    #expect(settings.isCI == isCI)
    #expect(settings.recordsMissing(.missing) == !isCI)
    #expect(settings.recordsMissing(.all))
    #expect(settings.recordsMissing(.failed))
    #expect(!settings.recordsMissing(.never))
  }
}
