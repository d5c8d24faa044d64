package import PlainJSON

/// What is wrong with a manifest, and where.
package struct ManifestFault: Error, Hashable {
  package let place: JSONPlace
  package let words: String

  init(_ words: String, at place: JSONPlace) {
    self.words = words
    self.place = place
  }

  package var description: String { "\(place): \(words)" }
}
