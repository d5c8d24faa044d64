/// Why a text is no JSON, and where.
package struct JSONFault: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Something else has to stand there.
    ///
    /// - Parameters:
    ///   - expected: in words, as `a comma or ]`.
    ///   - found: in words, as `'x'` or `the end of the text`.
    case unexpected(expected: String, found: String)
    /// An object has two members of one name.
    ///
    /// - Parameter first: where the name of the first one stands.
    case duplicate(name: String, first: JSONPlace)
    /// A byte that UTF-8 does not have, at least not there.
    case notUTF8(UInt8)
    /// A control character stands in a string as it is.
    case control(UInt8)
    /// `\uD800`…`\uDFFF` without the other half that makes it a character.
    case loneSurrogate(UInt16)
    /// So many arrays and objects lie inside each other that there is no room for one more.
    case tooDeep(limit: Int)
  }

  package var place: JSONPlace
  package var reason: Reason

  package init(_ reason: Reason, at place: JSONPlace) {
    self.place = place
    self.reason = reason
  }

  package var line: Int { place.line }
  package var column: Int { place.column }

  /// What is wrong, without the place.
  package var words: String {
    switch reason {
    case .unexpected(let expected, let found): "\(expected) was expected, not \(found)"
    case .duplicate(let name, let first):
      "the object already has a member \(JSON.text(name).text), at \(first)"
    case .notUTF8(let byte): "the byte \(hexadecimal(byte, digits: 2)) is not UTF-8 here"
    case .control(let byte):
      "the control character U+\(hexadecimal(byte, digits: 4)) has to be escaped in a string"
    case .loneSurrogate(let unit):
      "\\u\(hexadecimal(unit, digits: 4)) is half of a character, and the other half is missing"
    case .tooDeep(let limit): "more than \(limit) arrays and objects lie inside each other"
    }
  }
}

extension JSONFault: CustomStringConvertible {
  package var description: String { "\(place): \(words)" }
}
