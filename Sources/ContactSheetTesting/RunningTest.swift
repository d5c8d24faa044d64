import Testing

/// The test that is running, and what it is called with.
package struct RunningTest: Hashable, Sendable {
  /// Its suite, function and place: no two tests have the same.
  package let id: String
  /// The function, as in `renders(size:)`; one whose name is a sentence stands between backticks.
  package let function: String
  /// Each argument as text; empty for a test that takes none, nil where they cannot be known.
  package let arguments: [String]?

  package init(id: String, function: String, arguments: [String]?) {
    self.id = id
    self.function = function
    self.arguments = arguments
  }

  /// nil in a task that is detached from its test, and in XCTest.
  package static var current: RunningTest? {
    guard let test = Test.current else { return nil }
    return RunningTest(
      id: String(describing: test.id), function: test.name,
      arguments: Test.Case.current.map(arguments(of:)) ?? [])
  }

  /// Swift Testing keeps the arguments of a case to itself, but a mirror shows them. Where a later version
  /// arranges them otherwise, there are none to be seen, and the test has to name its pictures.
  private static func arguments(of testCase: Test.Case) -> [String]? {
    guard testCase.isParameterized else { return [] }
    let list = Mirror(reflecting: testCase).descendant("_kind", "parameterized", "arguments")
    guard let list else { return nil }
    var texts: [String] = []
    for (_, argument) in Mirror(reflecting: list).children {
      guard let value = Mirror(reflecting: argument).descendant("value") else { return nil }
      // A text as it is: its description has quotation marks.
      let text = (value as? any StringProtocol).map { String($0) }
      texts.append(text ?? String(describingForTest: value))
    }
    return texts.isEmpty ? nil : texts
  }

  /// What messages call it.
  package var words: String {
    guard let arguments, !arguments.isEmpty else { return function }
    return "\(function) with \(arguments.joined(separator: ", "))"
  }
}
