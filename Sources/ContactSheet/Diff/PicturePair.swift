package import ImageCodecs

/// A picture that is expected and the one that is there, or one of them that has no counterpart.
package struct PicturePair: Hashable, Sendable {
  /// What both are called, relative to the directories that are compared.
  package let name: RawPath
  package let expected: RawPath?
  package let actual: RawPath?
  /// The two names are the same letters, but one has accents composed and the other decomposed.
  package let differsInAccents: Bool

  /// - Precondition: one of the paths is there.
  package init(
    name: RawPath, expected: RawPath?, actual: RawPath?, differsInAccents: Bool = false
  ) {
    precondition(expected != nil || actual != nil)
    self.name = name
    self.expected = expected
    self.actual = actual
    self.differsInAccents = differsInAccents
  }
}
