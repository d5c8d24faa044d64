import PlainJSON

/// What is wrong with a manifest, and where.
struct ManifestFault: Error {
  let place: JSONPlace
  let words: String

  init(_ words: String, at place: JSONPlace) {
    self.words = words
    self.place = place
  }

  var description: String { "\(place): \(words)" }
}
