/// A wrong command line, in one sentence.
struct UsageError: Error, Equatable {
  var message: String

  init(_ message: String) { self.message = message }
}
