extension JSON {
  /// A value that was read, to be written: numbers stay as they were written.
  package init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .flag(let value): self = .flag(value)
    case .number(let number): self = .decimal(number.text)
    case .text(let text): self = .text(text)
    case .array(let elements): self = .array(elements.map(JSON.init))
    case .object(let members): self = .object(members.map { ($0.name, JSON($0.value)) })
    }
  }
}
