/// How much may differ. Each limit that is given must hold; where none is given, nothing may differ.
public struct DiffLimits: Hashable, Sendable {
  /// How many pixels may differ in a square.
  public struct Window: Hashable, Sendable {
    /// So many are too many; at least 1.
    public var pixels: Int
    /// The side of the square: ``DiffOptions/windowSide`` has to be the same.
    public var side: Int

    public init(pixels: Int, side: Int) {
      self.pixels = pixels
      self.side = side
    }
  }

  /// So many mismatched and extra pixels are allowed.
  public var maxPixels: Int?
  /// They may be so much of all pixels that are not ignored.
  public var maxPercent: PercentLimit?
  public var window: Window?

  public init(
    maxPixels: Int? = nil, maxPercent: PercentLimit? = nil, window: Window? = nil
  ) {
    self.maxPixels = maxPixels
    self.maxPercent = maxPercent
    self.window = window
  }
}
