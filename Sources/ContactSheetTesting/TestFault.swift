/// Why there is nothing to compare: a sentence without its full stop.
package struct TestFault: Error, Hashable, Sendable {
  package let words: String

  package init(_ words: String) { self.words = words }
}
