/// The name of a golden without `.png`: safe as the name of a file on every system.
package struct GoldenName: Hashable, Sendable {
  package let text: String

  /// Names of files end at 255 bytes, and there is more to them.
  private static let longest = 200

  /// The name that was given, or that of the test and its arguments. What is not a letter, a digit, a
  /// point, an underscore or a hyphen of ASCII becomes a hyphen, and so does a point at the beginning.
  package init(_ given: String?, of test: RunningTest?) throws(TestFault) {
    let name: String
    if let given {
      name = given
    } else {
      guard let test else {
        throw TestFault("a picture needs a name (named:) where no test of Swift Testing is running")
      }
      guard let arguments = test.arguments else {
        throw TestFault(
          "a picture of \(test.function) needs a name (named:), as the test's arguments are not known"
        )
      }
      name = ([String(GoldenName.stem(of: test.function))] + arguments).joined(separator: "-")
    }
    if name.isEmpty { throw TestFault("the name of a picture is empty (named:)") }
    var safe = String(name.map { GoldenName.isSafe($0) ? $0 : "-" })
    if safe.hasPrefix(".") { safe = "-" + safe.dropFirst() }
    if safe.utf8.count > GoldenName.longest {
      throw TestFault(
        "the name '\(safe.prefix(40))…' has \(safe.utf8.count) characters, and at most "
          + "\(GoldenName.longest) are allowed; give a shorter one (named:)")
    }
    text = safe
  }

  /// `renders` of `renders(size:)`; all of a name between backticks.
  private static func stem(of function: String) -> Substring {
    if function.hasPrefix("`") { return function.dropFirst().prefix { $0 != "`" } }
    return function.prefix { $0 != "(" }
  }

  private static func isSafe(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || "._-".contains(character))
  }
}
