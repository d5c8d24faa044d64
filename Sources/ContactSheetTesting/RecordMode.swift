/// What becomes of goldens that are not there, or are not equal.
///
/// Whatever is recorded, the test fails: nobody has looked at the golden yet, and no run that records is
/// green.
public enum RecordMode: String, Hashable, Sendable, CaseIterable {
  /// A golden that is not there is recorded; in CI nothing is. This is the default.
  case missing
  /// Every golden is recorded.
  case all
  /// A golden that is not there is recorded, and one that cannot be read or differs by more than the limits.
  case failed
  /// Nothing is recorded.
  case never
}
