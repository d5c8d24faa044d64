package import PixelGeometry

/// The area of a picture that is kept, in fractions of a pixel (see ``Fixed``).
package struct CropBox: Hashable, Sendable {
  package var left: Int64
  package var top: Int64
  package var width: Int64
  package var height: Int64

  package init(left: Int64, top: Int64, width: Int64, height: Int64) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
  }

  /// The whole of a picture.
  package init(whole size: PixelSize) {
    self.init(
      left: 0, top: 0, width: Fixed.from(size.width), height: Fixed.from(size.height))
  }

  /// The largest area of `size` with the ratio of `target`, placed by `anchor`: aspect-fill.
  ///
  /// Edges are whole multiples of 8/1,048,576 pixel, so that ``scaled(by:)`` is exact.
  package init(filling target: PixelSize, from size: PixelSize, anchor: Anchor) {
    self.init(whole: size)
    // size.width / size.height against target.width / target.height, without division
    if size.width * target.height > target.width * size.height {
      width = CropBox.length(size.height, times: target.width, over: target.height)
      left = CropBox.offset(Fixed.from(size.width) - width, anchor: anchor.x)
    } else if size.width * target.height < target.width * size.height {
      height = CropBox.length(size.width, times: target.height, over: target.width)
      top = CropBox.offset(Fixed.from(size.height) - height, anchor: anchor.y)
    }
  }

  private static let grain: Int64 = 8

  private static func length(_ side: Int, times a: Int, over b: Int) -> Int64 {
    let grains = Fixed.scale(Fixed.from(side) / grain, times: Int64(a), over: Int64(b))
    return max(grain, grains * grain)
  }

  private static func offset(_ free: Int64, anchor: Anchor.Share) -> Int64 {
    Fixed.scale(free / grain, times: anchor.value, over: Anchor.Share.one) * grain
  }

  /// The same area of the picture decoded at a scale: its sample k covers the stored pixels k / scale up to
  /// (k + 1) / scale.
  package func scaled(by scale: DecodeScale) -> CropBox {
    let n = Int64(scale.eighths)
    return CropBox(
      left: left * n / 8, top: top * n / 8, width: width * n / 8, height: height * n / 8)
  }
}
