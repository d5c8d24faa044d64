package import PixelGeometry

/// How strong the shadow of a shape is at each pixel: the shape's coverage, blurred.
///
/// Three box blurs in a row stand for a Gaussian of standard deviation blur / 2, as in W3C's "Filter
/// Effects Module Level 1", feGaussianBlur. From a blur of 4 it is within 6 % of full strength of it, the most
/// under shapes that are smaller than the blur. All in whole numbers, rounded half up after each box, first
/// across and then down.
package struct ShadowMask: Equatable, Sendable {
  /// Full strength.
  package static let one: UInt64 = 255 * 256

  /// The shape's size and `reach` on each side.
  package let size: PixelSize
  /// 0…``one``, rows of `size.width`.
  package let strength: [UInt16]

  /// Pixels that a shadow reaches beyond its shape.
  package static func reach(blur: Int) -> Int { radii(blur).reduce(0) { $0 + $1.before } }

  /// - Parameters:
  ///   - shape: casts the shadow.
  ///   - blur: twice the standard deviation, in pixels, 0…1,000; 0 leaves the edge sharp.
  package init(of shape: CoverageMask, blur: Int) {
    let boxes = ShadowMask.radii(blur)
    let reach = ShadowMask.reach(blur: blur)
    let size = PixelSize(
      width: shape.size.width + 2 * reach, height: shape.size.height + 2 * reach)
    var rows = [UInt16](repeating: 0, count: size.pixelCount)
    for y in 0..<shape.size.height {
      let start = (y + reach) * size.width + reach
      let whole = shape.wholeColumns(row: y)
      for x in 0..<shape.size.width {
        rows[start + x] = 256 * UInt16(whole.contains(x) ? 255 : shape[x, y])
      }
    }
    for box in boxes where box.before + box.after > 0 {
      rows = ShadowMask.blurred(rows, lines: size.height, length: size.width, box)
    }
    // The same down the columns: turned, blurred, turned back.
    if !boxes.isEmpty {
      rows = ShadowMask.transposed(rows, width: size.width, height: size.height)
      for box in boxes where box.before + box.after > 0 {
        rows = ShadowMask.blurred(rows, lines: size.width, length: size.height, box)
      }
      rows = ShadowMask.transposed(rows, width: size.height, height: size.width)
    }
    self.size = size
    strength = rows
  }

  /// Three boxes of width d = ⌊blur/2 · 3√(2π)/4 + 1/2⌋; for an even d the first two lean to either side
  /// and the third is one wider, so that the whole is symmetric.
  private static func radii(_ blur: Int) -> [(before: Int, after: Int)] {
    // 3√(2π)/8 = 0.939986, in millionths.
    let width = (blur * 939_986 + 500_000) / 1_000_000
    guard width > 1 else { return [] }
    let half = width / 2
    return width.isMultiple(of: 2)
      ? [(half, half - 1), (half - 1, half), (half, half)]
      : [(half, half), (half, half), (half, half)]
  }

  private static func blurred(
    _ values: [UInt16], lines: Int, length: Int, _ box: (before: Int, after: Int)
  ) -> [UInt16] {
    let width = UInt32(box.before + box.after + 1)
    var output = [UInt16](repeating: 0, count: values.count)
    for line in 0..<lines {
      let start = line * length
      // At most 1,000 values of 65,280 fit 32 bits.
      var sum: UInt32 = 0
      for x in 0..<min(box.after, length) { sum += UInt32(values[start + x]) }
      for x in 0..<length {
        if x + box.after < length { sum += UInt32(values[start + x + box.after]) }
        if x > box.before { sum -= UInt32(values[start + x - box.before - 1]) }
        output[start + x] = UInt16((sum + width / 2) / width)
      }
    }
    return output
  }

  private static func transposed(_ values: [UInt16], width: Int, height: Int) -> [UInt16] {
    var output = [UInt16](repeating: 0, count: values.count)
    for y in 0..<height {
      for x in 0..<width { output[x * height + y] = values[y * width + x] }
    }
    return output
  }
}
