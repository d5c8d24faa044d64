/// The space around a sheet, in pixels on each side.
public struct Margins: Hashable, Sendable {
  public var top: Int
  public var right: Int
  public var bottom: Int
  public var left: Int

  public init(top: Int, right: Int, bottom: Int, left: Int) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// The same space on all four sides.
  public init(all space: Int) {
    self.init(top: space, right: space, bottom: space, left: space)
  }

  public static let none = Margins(all: 0)
}
