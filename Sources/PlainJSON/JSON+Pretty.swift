extension JSON {
  /// On many lines, each level two blanks further in; arrays and objects that fit a line stand on one.
  ///
  /// - Parameter width: characters of a line.
  package func pretty(width: Int = 100) -> String { pretty(width, indent: 0, before: 0) }

  /// - Parameter before: characters that stand before it on its line.
  private func pretty(_ width: Int, indent: Int, before: Int) -> String {
    let line = text
    // A comma may follow.
    if before + line.count < width { return line }
    let blank = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .array(let values) where !values.isEmpty:
      let lines = values.map { value in
        blank + value.pretty(width, indent: indent + 2, before: indent + 2)
      }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { name, value in
        let head = blank + JSON.text(name).text + ": "
        return head + value.pretty(width, indent: indent + 2, before: head.count)
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    default: return line
    }
  }
}
