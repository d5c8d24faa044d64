public import PixelGeometry

/// Why nothing can be compared.
public enum DiffFault: Error, Hashable, Sendable {
  /// Neither picture has a pixel in the crop, or not both where only the overlap is looked at.
  case emptyCrop(PixelRect, expected: PixelSize, actual: PixelSize)
  /// So many pixels there are, and all of them are ignored.
  case allIgnored(Int)
}

extension DiffFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyCrop(let crop, let expected, let actual):
      let place = "\(crop.left),\(crop.top),\(crop.width),\(crop.height)"
      return "nothing to compare in the crop \(place) of pictures of \(expected) and \(actual)"
    case .allIgnored(let count):
      return "nothing to compare: all pixels are ignored (\(count))"
    }
  }
}
