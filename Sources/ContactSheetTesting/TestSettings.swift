#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the environment says about goldens.
package struct TestSettings: Sendable {
  /// The value of `CONTACTSHEET_RECORD`; nil where it is not set, or empty.
  private let recording: String?
  /// `CI` is set, and not to nothing, `0` or `false`.
  package let isCI: Bool
  /// `CONTACTSHEET_ARTIFACTS`: where failing tests leave their pictures; nil for the usual place.
  package let artifacts: String?

  /// - Parameter variable: the value of a variable of the environment, nil where it is not set.
  package init(_ variable: (_ name: String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    recording = value("CONTACTSHEET_RECORD")
    artifacts = value("CONTACTSHEET_ARTIFACTS")
    isCI = value("CI").map { !["0", "false"].contains($0.lowercased()) } ?? false
  }

  /// Those of this process, as they were when they were first asked for.
  package static let current = TestSettings { name in
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// What is to be recorded.
  ///
  /// - Parameter mode: what the test says; nil where it leaves it to the environment.
  /// - Throws: where the environment says something that is no mode.
  package func mode(_ mode: RecordMode? = nil) throws(TestFault) -> RecordMode {
    if let mode { return mode }
    guard let recording else { return .missing }
    guard let mode = RecordMode(rawValue: recording) else {
      let values = RecordMode.allCases.map(\.rawValue)
      throw TestFault(
        "CONTACTSHEET_RECORD is '\(recording)'; it can be \(values.dropLast().joined(separator: ", ")) "
          + "or \(values[values.count - 1])")
    }
    return mode
  }

  /// Whether a golden that is not there is recorded.
  package func recordsMissing(_ mode: RecordMode) -> Bool {
    switch mode {
    case .missing: !isCI
    case .all, .failed: true
    case .never: false
    }
  }

  /// What to do about a golden that is not there, and was not recorded.
  package func advice(_ mode: RecordMode) -> String {
    mode == .missing
      ? "in CI none is recorded; record it elsewhere, look at it and commit it"
      : "CONTACTSHEET_RECORD=missing records it, to be looked at"
  }
}
