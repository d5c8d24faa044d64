package import ImageCodecs
package import PlainJSON

/// Why a placements file cannot be used. Its words go after the file's name and a colon.
package enum PlacementsFault: Error, Hashable, Sendable {
  /// It cannot be read.
  case file(PictureFault)
  case tooLarge(bytes: Int, limit: Int)
  case json(JSONFault)
  /// A member is missing from the object at a place.
  case missing(String, JSONPlace)
  /// Something is not what it has to be.
  ///
  /// - Parameters:
  ///   - name: of the member, or what else says what it is.
  ///   - expected: in words, as `a whole number`.
  ///   - found: in words.
  case wrong(name: String, expected: String, found: String, JSONPlace)
  /// It is of a version that is not known.
  case version(Int, JSONPlace)
}

extension PlacementsFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let fault): fault.description
    case .tooLarge(let bytes, let limit):
      "has \(grouped(UInt64(bytes))) bytes; placements have at most \(grouped(UInt64(limit)))"
    case .json(let fault): fault.description
    case .missing(let name, let place): "\(place): '\(name)' is missing"
    case .wrong(let name, let expected, let found, let place):
      "\(place): \(name) has to be \(expected), not \(found)"
    case .version(let version, let place):
      "\(place): placements of version \(version) are not known, only those of version 1"
    }
  }
}
