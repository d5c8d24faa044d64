/// Which part of a picture survives a crop: the share of what is cut off that is cut off on the left and
/// at the top, each from 0 to 1.
public struct Anchor: Hashable, Sendable {
  /// A share between 0 and 1 in whole millionths.
  public struct Share: Hashable, Sendable {
    package let value: Int64
    package static let one: Int64 = 1_000_000

    /// - Parameter millionths: 0…1,000,000; values outside are moved to the nearest end.
    public init(millionths: Int) {
      value = min(max(0, Int64(millionths)), Share.one)
    }
  }

  public var x: Share
  public var y: Share

  public init(x: Share, y: Share) {
    self.x = x
    self.y = y
  }

  /// - Parameters: `x` and `y` from 0 (keep the left, the top) to 1 (keep the right, the bottom); values
  ///   outside are moved to the nearest end, and both are rounded to millionths.
  public init(x: Double, y: Double) {
    self.init(x: Share(rounding: x), y: Share(rounding: y))
  }

  public static let center = Anchor(x: 0.5, y: 0.5)
  public static let top = Anchor(x: 0.5, y: 0)
  public static let bottom = Anchor(x: 0.5, y: 1)
  public static let left = Anchor(x: 0, y: 0.5)
  public static let right = Anchor(x: 1, y: 0.5)
  public static let topLeft = Anchor(x: 0, y: 0)
  public static let topRight = Anchor(x: 1, y: 0)
  public static let bottomLeft = Anchor(x: 0, y: 1)
  public static let bottomRight = Anchor(x: 1, y: 1)
}

extension Anchor.Share {
  fileprivate init(rounding share: Double) {
    guard share > 0 else {  // also not-a-number
      self.init(millionths: 0)
      return
    }
    self.init(millionths: Int(min(share, 1) * 1_000_000 + 0.5))
  }
}
