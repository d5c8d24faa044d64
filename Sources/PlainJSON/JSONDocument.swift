/// A JSON text that was read, strictly by RFC 8259, with the place of every value and of every name.
///
///     let document = try JSONDocument(bytes)
///     let width = document.root["pages"]?.elements?.first?["width"]?.number?.int
///
/// It is our own as manifests need what a decoder of Foundation does not give: the line and the column of a
/// name that nobody knows and of a value of the wrong type, names in their order, and a word where one comes
/// twice. And a library that reads one file should not bring Foundation with it.
///
/// Beyond the RFC: a byte order mark at the start is passed over; two members of one name are a fault; more
/// than 512 arrays and objects inside each other are a fault; a string that is no Unicode (a lone surrogate)
/// is a fault. Time and memory are linear in the length of the text, and the depth of the text takes no
/// stack.
package struct JSONDocument: Sendable {
  /// What is read though it is no JSON.
  package struct Leniencies: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// `\'` in a string is an apostrophe.
    package static let escapedApostrophe = Leniencies(rawValue: 1)
  }

  /// So many arrays and objects may lie inside each other.
  package static let depthLimit = 512

  package let root: JSONNode

  /// - Parameter bytes: the whole text, in UTF-8.
  package init(_ bytes: [UInt8], leniencies: Leniencies = []) throws(JSONFault) {
    var parser = JSONParser(bytes, leniencies)
    root = try parser.document()
  }
}
