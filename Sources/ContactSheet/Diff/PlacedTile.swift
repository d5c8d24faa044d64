package import ImageCodecs
package import PixelGeometry

/// A tile as a placements file tells of it.
package struct PlacedTile: Hashable, Sendable {
  /// The picture's file, or the address that it was fetched from; nil for one that came from neither.
  package var file: RawPath?
  /// The position among the pictures of the sheet, from 0.
  package var index: Int
  /// In pixels of the page.
  package var frame: PixelRect
  /// A placeholder stands there, as the picture could not be used.
  package var isPlaceholder: Bool
  /// What is kept of the picture; nil for a placeholder.
  package var crop: Crop?

  /// A rectangle in pixels of the stored picture, in thousandths of one.
  package struct Crop: Hashable, Sendable {
    package var left: Double
    package var top: Double
    package var width: Double
    package var height: Double

    package init(left: Double, top: Double, width: Double, height: Double) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
    }
  }

  package init(
    file: RawPath?, index: Int, frame: PixelRect, isPlaceholder: Bool = false, crop: Crop? = nil
  ) {
    self.file = file
    self.index = index
    self.frame = frame
    self.isPlaceholder = isPlaceholder
    self.crop = crop
  }

  /// What messages call it.
  package var name: String { file.map { printable($0.bytes) } ?? "picture \(index + 1)" }
}
