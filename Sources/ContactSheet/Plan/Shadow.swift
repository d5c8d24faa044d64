public import Raster

/// A soft shadow that each tile casts on what lies under it. It takes no room in the layout, and what
/// falls outside the sheet is cut off.
public struct Shadow: Hashable, Sendable {
  /// How far it is moved to the right and down, in pixels, −1,000…1,000.
  public var right: Int
  public var down: Int
  /// Twice the standard deviation of its Gaussian, in pixels, 0…1,000; 0 is sharp.
  public var blur: Int
  public var color: Color

  public init(
    right: Int = 0, down: Int = 2, blur: Int = 6,
    color: Color = Color(red: 0, green: 0, blue: 0, alpha: 128)
  ) {
    self.right = right
    self.down = down
    self.blur = blur
    self.color = color
  }

  package static let offsetRange = -1000...1000
  package static let blurRange = 0...1000

  var fault: String? {
    for (name, value) in [("right", right), ("down", down)]
    where !Shadow.offsetRange.contains(value) {
      return "shadow \(name) \(value) is out of range (-1000…1000)"
    }
    return Shadow.blurRange.contains(blur)
      ? nil : "shadow blur \(blur) is out of range (0…1000)"
  }

  func scaled(_ scaled: (Int) -> Int) -> Shadow {
    Shadow(
      right: scaled(right), down: scaled(down), blur: min(scaled(blur), 1000), color: color)
  }
}
