/// A member of an object that was read.
package struct JSONMember: Sendable {
  package let name: String
  /// Where the quote before the name stands.
  package let namePlace: JSONPlace
  package let value: JSONNode
}
