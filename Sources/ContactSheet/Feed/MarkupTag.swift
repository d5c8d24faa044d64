/// A tag of HTML or XML, opening or closing.
struct MarkupTag: Hashable, Sendable {
  /// In lower case: `img`, `!doctype`, `?xml`.
  let name: String
  let isClosing: Bool
  /// Their names in lower case, their values with all entities resolved.
  private(set) var attributes: [Attribute] = []

  struct Attribute: Hashable, Sendable {
    let name: String
    let value: String
  }

  init(name: String, isClosing: Bool = false, attributes: [Attribute] = []) {
    self.name = name
    self.isClosing = isClosing
    self.attributes = attributes
  }

  /// The value of the first attribute of this name.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
