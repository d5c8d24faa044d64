package import ImageCodecs
package import PixelGeometry

/// What the tokens of a picture's caption become; what is not known becomes nothing.
package struct CaptionFacts: Hashable, Sendable {
  /// The bytes of the file's name, without its directories.
  package var name: [UInt8]?
  /// From 1.
  package var index: Int
  package var count: Int
  package var title: String?
  /// Upright.
  package var size: PixelSize?
  /// Of the file.
  package var byteCount: Int?
  package var shot: ShotFacts?

  package init(
    name: [UInt8]? = nil, index: Int, count: Int, title: String? = nil, size: PixelSize? = nil,
    byteCount: Int? = nil, shot: ShotFacts? = nil
  ) {
    self.name = name
    self.index = index
    self.count = count
    self.title = title
    self.size = size
    self.byteCount = byteCount
    self.shot = shot
  }
}
