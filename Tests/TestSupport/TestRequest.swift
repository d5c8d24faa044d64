/// What a ``TestServer`` was asked for.
package struct TestRequest: Sendable {
  /// The path and the query; of a proxy the whole address.
  package let target: String
  /// By name in lower case.
  package let headers: [String: String]
  /// How many requests of this target came before it.
  package let number: Int
}
