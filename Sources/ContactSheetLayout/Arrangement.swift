@_exported public import PixelGeometry

/// What a layout decides: the size of the sheet, and one frame per picture in the order given.
///
/// Where captions have room, each picture has a rectangle for its caption as well: below its frame and
/// as wide as its place, of the height that was asked for.
public struct Arrangement: Hashable, Sendable {
  public var size: PixelSize
  public var frames: [PixelRect]

  /// One per picture, or none at all.
  public var captions: [PixelRect]

  public init(size: PixelSize, frames: [PixelRect], captions: [PixelRect] = []) {
    self.size = size
    self.frames = frames
    self.captions = captions
  }
}
