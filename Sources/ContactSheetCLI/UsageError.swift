/// A wrong command line, in one sentence.
package struct UsageError: Error, Equatable {
  package var message: String

  init(_ message: String) { self.message = message }
}
