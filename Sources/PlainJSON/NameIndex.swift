/// Tells whether an object has a member of a name already, in the time of the name.
struct NameIndex {
  /// A name as its bytes: Swift takes texts for equal that are none in JSON.
  private struct Key: Hashable {
    let name: String

    static func == (first: Key, second: Key) -> Bool {
      first.name.utf8.elementsEqual(second.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
      for byte in name.utf8 { hasher.combine(byte) }
    }
  }

  /// Few names are looked through, which is faster and takes no memory.
  private static let few = 8

  private var places: [Key: JSONPlace] = [:]

  /// - Parameter members: those before it.
  /// - Returns: where the name stands that is the same, nil where there is none.
  mutating func add(_ name: String, at place: JSONPlace, to members: [JSONMember]) -> JSONPlace? {
    if members.count < NameIndex.few {
      return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.namePlace
    }
    if members.count == NameIndex.few {
      for member in members { places[Key(name: member.name)] = member.namePlace }
    }
    let key = Key(name: name)
    if let first = places[key] { return first }
    places[key] = place
    return nil
  }
}
