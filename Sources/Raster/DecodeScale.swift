package import PixelGeometry

/// The scale that a JPEG is decoded at, in eighths: so many samples come of the eight of a block's side.
package struct DecodeScale: Hashable, Sendable, CaseIterable {
  package let eighths: Int

  package static let full = DecodeScale(eighths: 8)
  package static let half = DecodeScale(eighths: 4)
  package static let threeEighths = DecodeScale(eighths: 3)
  package static let quarter = DecodeScale(eighths: 2)
  package static let eighth = DecodeScale(eighths: 1)

  /// From the smallest to the largest. libjpeg has more between 1/2 and 1, all of them slower than 1.
  package static let allCases = [eighth, quarter, threeEighths, half, full]

  /// The size of a whole picture that is decoded at this scale: rounded up.
  package func size(of stored: PixelSize) -> PixelSize {
    PixelSize(width: length(of: stored.width), height: length(of: stored.height))
  }

  private func length(of stored: Int) -> Int { (stored * eighths + 7) / 8 }

  /// A length of a decoded picture in pixels of the stored one, both as ``Fixed`` has them.
  package func stored(_ decoded: Int64) -> Int64 { decoded * 8 / Int64(eighths) }
}

extension DecodeScale: CustomStringConvertible {
  package var description: String { self == .threeEighths ? "3/8" : "1/\(8 / eighths)" }
}
