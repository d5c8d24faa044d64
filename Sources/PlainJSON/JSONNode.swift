/// A value that was read, and where its first character stands.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case null
    case flag(Bool)
    case number(JSONNumber)
    /// With all escapes resolved. Its `utf8` are the bytes; two such texts with different bytes may be equal
    /// as Swift compares them, `é` in one character or in two.
    case text(String)
    case array([JSONNode])
    /// In their order. No two have the same name, byte by byte.
    case object([JSONMember])
  }

  package let place: JSONPlace
  package let value: Value

  /// What it is, for messages: `null`, `true`, `a number`, `a string`, `an array`, `an object`.
  package var noun: String {
    switch value {
    case .null: "null"
    case .flag(let value): value ? "true" : "false"
    case .number: "a number"
    case .text: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  package var isNull: Bool {
    if case .null = value { true } else { false }
  }

  /// nil for what is neither true nor false.
  package var flag: Bool? {
    if case .flag(let value) = value { value } else { nil }
  }

  /// nil for what is no number.
  package var number: JSONNumber? {
    if case .number(let number) = value { number } else { nil }
  }

  /// nil for what is no string.
  package var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// nil for what is no array.
  package var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  /// nil for what is no object.
  package var members: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The value of a member; nil where there is none, and for what is no object. Every member is looked at.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}
