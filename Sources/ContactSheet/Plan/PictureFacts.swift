package import ImageCodecs

/// What captions say of a picture beyond its name and its header.
package struct PictureFacts: Hashable, Sendable {
  package var byteCount: Int?
  package var shot: ShotFacts?

  /// What is asked for: reading it takes time.
  package struct Needs: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let byteCount = Needs(rawValue: 1)
    package static let shot = Needs(rawValue: 2)
  }

  /// What cannot be read is not known; whether that is a fault others say.
  init(_ source: PictureSource, _ needs: Needs) {
    if needs.contains(.byteCount) {
      byteCount =
        if case .bytes(let bytes) = source { bytes.count } else {
          source.localFile.flatMap { FileStatus($0) }?.size
        }
    }
    if needs.contains(.shot) { shot = source.encoded?.shot() }
  }
}
