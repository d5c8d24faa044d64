/// A tag of HTML or XML, opening or closing.
struct MarkupTag: Hashable, Sendable {
  /// In lower case: `img`, `!doctype`, `?xml`.
  let name: String
  let isClosing: Bool
  /// Their names in lower case, their values with all entities resolved.
  let attributes: [Attribute]

  struct Attribute: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The value of the first attribute of this name.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
