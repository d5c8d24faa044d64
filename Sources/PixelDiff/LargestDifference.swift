/// The largest difference of one channel, and where it is.
public struct LargestDifference: Hashable, Sendable {
  /// 1…255, or 1…65,535 where either picture has 16 bits.
  public var value: Int
  /// The first such pixel in reading order, in pixels of the pictures.
  public var x: Int
  public var y: Int

  public init(value: Int, x: Int, y: Int) {
    self.value = value
    self.x = x
    self.y = y
  }
}
