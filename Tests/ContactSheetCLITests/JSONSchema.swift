import PlainJSON

/// As much of JSON Schema (draft 2020-12) as our schemas use. A keyword that it does not know is a fault of the
/// schema, so that nothing is taken for checked that is not.
struct JSONSchema {
  private let root: JSONNode

  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  init(_ text: String) throws {
    root = try JSONDocument(Array(text.utf8)).root
    try check(root)
  }

  /// Where a value is not as the schema has it, and by which keyword; empty where it is.
  func faults(_ node: JSONNode) throws -> [String] { try faults(node, root, "") }

  // MARK: the schema itself

  private static let annotations: Set = ["$schema", "description", "title"]
  private static let values: Set = ["const", "enum"]
  private static let counts: Set = ["maximum", "minItems", "minimum", "minLength"]
  private static let schemas: Set = ["if", "items", "not", "then"]
  private static let lists: Set = ["allOf", "anyOf", "oneOf"]
  private static let maps: Set = ["$defs", "properties"]

  private func check(_ schema: JSONNode) throws {
    guard let members = schema.members else {
      throw Unknown(description: "\(schema.place): no schema")
    }
    for member in members {
      let value = member.value
      var isRight = true
      switch member.name {
      case let name where Self.values.contains(name):
        isRight = name == "const" || value.elements != nil
      case let name where Self.annotations.contains(name): isRight = value.text != nil
      case let name where Self.counts.contains(name): isRight = value.number?.int != nil
      case let name where Self.schemas.contains(name): try check(value)
      case let name where Self.lists.contains(name):
        isRight = value.elements?.isEmpty == false
        for element in value.elements ?? [] { try check(element) }
      case let name where Self.maps.contains(name):
        isRight = value.members != nil
        for member in value.members ?? [] { try check(member.value) }
      case "type":
        let known = ["array", "boolean", "integer", "null", "number", "object", "string"]
        isRight = !types(value).isEmpty && types(value).allSatisfy(known.contains)
      case "required": isRight = value.elements?.allSatisfy { $0.text != nil } == true
      case "additionalProperties": isRight = value.flag == false
      case "pattern": isRight = try value.text.map { try Regex($0) } != nil
      case "$ref": _ = try target(of: value)
      default: isRight = false
      }
      if !isRight { throw Unknown(description: "\(member.namePlace): \(member.name)") }
    }
  }

  private func types(_ node: JSONNode) -> [String] {
    node.text.map { [$0] } ?? node.elements?.compactMap(\.text) ?? []
  }

  private func target(of reference: JSONNode) throws -> JSONNode {
    let prefix = "#/$defs/"
    guard let text = reference.text, text.hasPrefix(prefix),
      let target = root["$defs"]?[String(text.dropFirst(prefix.count))]
    else { throw Unknown(description: "\(reference.place): leads nowhere") }
    return target
  }

  // MARK: a value

  private func accepts(_ node: JSONNode, _ schema: JSONNode) throws -> Bool {
    try faults(node, schema, "").isEmpty
  }

  private func faults(_ node: JSONNode, _ schema: JSONNode, _ path: String) throws -> [String] {
    var faults: [String] = []
    for member in schema.members ?? [] {
      let value = member.value
      var isMet = true
      switch member.name {
      case "type": isMet = types(value).contains { isOf($0, node) }
      case "const": isMet = isEqual(value, node)
      case "enum": isMet = value.elements!.contains { isEqual($0, node) }
      case "minimum": isMet = node.number?.double.map { $0 >= value.number!.double! } ?? true
      case "maximum": isMet = node.number?.double.map { $0 <= value.number!.double! } ?? true
      case "minLength":
        isMet = node.text.map { $0.unicodeScalars.count >= value.number!.int! } ?? true
      case "minItems": isMet = node.elements.map { $0.count >= value.number!.int! } ?? true
      case "pattern":
        isMet = try node.text.map { try Regex(value.text!).firstMatch(in: $0) != nil } ?? true
      case "required":
        isMet = node.members == nil || value.elements!.allSatisfy { node[$0.text!] != nil }
      case "items":
        for (index, element) in (node.elements ?? []).enumerated() {
          faults += try self.faults(element, value, "\(path)/\(index)")
        }
      case "properties":
        for property in value.members! {
          guard let own = node[property.name] else { continue }
          faults += try self.faults(own, property.value, "\(path)/\(property.name)")
        }
      case "additionalProperties":
        let known = Set((schema["properties"]?.members ?? []).map(\.name))
        isMet = (node.members ?? []).allSatisfy { known.contains($0.name) }
      case "not": isMet = try !accepts(node, value)
      case "allOf":
        for element in value.elements! { faults += try self.faults(node, element, path) }
      case "anyOf": isMet = try value.elements!.contains { try accepts(node, $0) }
      case "oneOf": isMet = try value.elements!.filter { try accepts(node, $0) }.count == 1
      case "if":
        if let then = schema["then"], try accepts(node, value) {
          faults += try self.faults(node, then, path)
        }
      case "$ref": faults += try self.faults(node, target(of: value), path)
      default: break
      }
      if !isMet { faults.append("\(path): \(member.name)") }
    }
    return faults
  }

  private func isOf(_ type: String, _ node: JSONNode) -> Bool {
    switch node.value {
    case .null: type == "null"
    case .flag: type == "boolean"
    case .number(let number):
      type == "number" || type == "integer" && number.double.map { $0 == $0.rounded() } == true
    case .text: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  private func isEqual(_ first: JSONNode, _ second: JSONNode) -> Bool {
    switch (first.value, second.value) {
    case (.text(let one), .text(let other)): one == other
    case (.number(let one), .number(let other)): one.double == other.double
    case (.flag(let one), .flag(let other)): one == other
    case (.null, .null): true
    default: false
    }
  }
}
