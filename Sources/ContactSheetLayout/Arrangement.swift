@_exported public import PixelGeometry

/// What a layout decides: the size of the sheet, and one frame per picture in the order given.
public struct Arrangement: Hashable, Sendable {
  public var size: PixelSize
  public var frames: [PixelRect]

  public init(size: PixelSize, frames: [PixelRect]) {
    self.size = size
    self.frames = frames
  }
}
