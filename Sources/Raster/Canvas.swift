package import PixelGeometry

/// A band of rows of a sheet while it is drawn.
package struct Canvas: Sendable {
  /// The rows of the sheet that the band holds.
  package let rows: Range<Int>
  package private(set) var bitmap: PremultipliedBitmap

  /// A band filled with the background.
  package init(width: Int, rows: Range<Int>, background: Color) {
    self.rows = rows
    bitmap = PremultipliedBitmap(size: PixelSize(width: width, height: rows.count))
    if background != .clear { bitmap.fill(rows: 0..<rows.count, with: background) }
  }

  /// What the ring between a tile's outer and inner edge does to what lies under it.
  package enum Ring: Hashable, Sendable {
    /// Puts a colour in place of what is there: a clear one erases.
    case replace(Color)
    /// Puts a colour over what is there: never erases.
    case paint(Color)
  }

  /// Composites the rows of a tile that fall into the band.
  ///
  /// With Ao and Ai the coverages of the outer and inner shape, each pixel becomes
  ///
  ///     under · (1 − Ao) + ring · (Ao − Ai) + (tile over under) · Ai
  ///
  /// where "over" is source-over (T. Porter, T. Duff, "Compositing Digital Images", 1984). One rounding.
  ///
  /// - Parameters:
  ///   - tile: fills `frame`, or the rows of it from `tileTop`.
  ///   - outer, inner: masks of the frame's size; nowhere is the inner coverage above the outer.
  package mutating func composite(
    _ tile: PremultipliedBitmap, tileTop: Int = 0, in frame: PixelRect, outer: CoverageMask,
    inner: CoverageMask, ring: Ring
  ) {
    precondition(tile.size.width == frame.width && tileTop + tile.size.height <= frame.height)
    precondition(frame.left >= 0 && frame.right <= bitmap.size.width)
    let top = frame.top + tileTop
    for row in (top..<(top + tile.size.height)).clamped(to: rows) {
      let tileRow = row - frame.top
      let target = 4 * ((row - rows.lowerBound) * bitmap.size.width + frame.left)
      let source = 4 * (row - top) * tile.size.width
      let whole = inner.wholeColumns(row: tileRow)
      for x in 0..<whole.lowerBound {
        blend(tile, source + 4 * x, target + 4 * x, outer[x, tileRow], inner[x, tileRow], ring)
      }
      place(tile, source, target, whole)
      for x in max(whole.upperBound, whole.lowerBound)..<frame.width {
        blend(tile, source + 4 * x, target + 4 * x, outer[x, tileRow], inner[x, tileRow], ring)
      }
    }
  }

  /// Composites the rows of a shadow that fall into the band: `color`, as strong as the mask says.
  ///
  /// - Parameter origin: of the mask's top left pixel on the sheet; it may lie outside.
  package mutating func composite(
    _ shadow: ShadowMask, left: Int, top: Int, color: Color
  ) {
    let one = UInt64(PremultipliedBitmap.one)
    let pixel = PremultipliedColor(color)
    let channels = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map(UInt64.init)
    let columns = (left..<(left + shadow.size.width)).clamped(to: 0..<bitmap.size.width)
    for row in (top..<(top + shadow.size.height)).clamped(to: rows) {
      let line = (row - top) * shadow.size.width - left
      var target = 4 * ((row - rows.lowerBound) * bitmap.size.width + columns.lowerBound)
      for x in columns {
        let strength = UInt64(shadow.strength[line + x])
        if strength > 0 {
          // At most 65,025² · 65,280 < 2⁴⁸.
          let cover = one * ShadowMask.one - channels[3] * strength
          for channel in 0..<4 {
            let under = UInt64(bitmap.pixels[target + channel])
            let sum = channels[channel] * strength * one + under * cover
            bitmap.pixels[target + channel] = UInt16(
              (sum + one * ShadowMask.one / 2) / (one * ShadowMask.one))
          }
        }
        target += 4
      }
    }
  }

  /// Composites a bitmap that fills the whole canvas.
  package mutating func place(_ tile: PremultipliedBitmap) {
    precondition(tile.size == bitmap.size)
    place(tile, 0, 0, 0..<tile.size.pixelCount)
  }

  /// Composites the rows of a bitmap that fall into the band; its top left pixel stands at `left` and `top`.
  package mutating func place(_ tile: PremultipliedBitmap, left: Int, top: Int) {
    let columns = (left..<(left + tile.size.width)).clamped(to: 0..<bitmap.size.width)
    for row in (top..<(top + tile.size.height)).clamped(to: rows) {
      place(
        tile, 4 * ((row - top) * tile.size.width - left),
        4 * (row - rows.lowerBound) * bitmap.size.width, columns)
    }
  }

  /// The tile over what is under it, where it is covered whole.
  private mutating func place(
    _ tile: PremultipliedBitmap, _ source: Int, _ target: Int, _ columns: Range<Int>
  ) {
    let one = UInt16(PremultipliedBitmap.one)
    for x in columns {
      let (from, to) = (source + 4 * x, target + 4 * x)
      let alpha = tile.pixels[from + 3]
      if alpha == one {
        for channel in 0..<4 {
          bitmap.pixels[to + channel] = tile.pixels[from + channel]
        }
      } else if alpha > 0 {
        for channel in 0..<4 {
          bitmap.pixels[to + channel] = over(
            tile.pixels[from + channel], alpha, bitmap.pixels[to + channel])
        }
      }
    }
  }

  private mutating func blend(
    _ tile: PremultipliedBitmap, _ source: Int, _ target: Int, _ outer: UInt8, _ inner: UInt8,
    _ ring: Ring
  ) {
    guard outer > 0 else { return }
    let ringColor: PremultipliedColor
    let ringAlpha: UInt16  // what the ring hides of what is under it
    switch ring {
    case .replace(let color):
      ringColor = PremultipliedColor(color)
      ringAlpha = UInt16(PremultipliedBitmap.one)
    case .paint(let color):
      ringColor = PremultipliedColor(color)
      ringAlpha = ringColor.alpha
    }
    let one = UInt64(PremultipliedBitmap.one)
    let (outside, edge, inside) = (
      255 - UInt64(outer), UInt64(outer) - UInt64(inner), UInt64(inner)
    )
    let tileAlpha = UInt64(tile.pixels[source + 3])
    let ringChannels = (ringColor.red, ringColor.green, ringColor.blue, ringColor.alpha)
    func mix(_ channel: Int, _ ringValue: UInt16) {
      let under = UInt64(bitmap.pixels[target + channel])
      // Each term is at most 65,025² · 255 < 2⁴⁰.
      let outsideSum = under * one * outside
      let ringSum = (UInt64(ringValue) * one + under * (one - UInt64(ringAlpha))) * edge
      let insideSum =
        (UInt64(tile.pixels[source + channel]) * one + under * (one - tileAlpha)) * inside
      let sum = outsideSum + ringSum + insideSum
      bitmap.pixels[target + channel] = UInt16((sum + 255 * one / 2) / (255 * one))
    }
    mix(0, ringChannels.0)
    mix(1, ringChannels.1)
    mix(2, ringChannels.2)
    mix(3, ringChannels.3)
  }

  /// Source-over for one channel, rounded to the nearest.
  private func over(_ value: UInt16, _ alpha: UInt16, _ under: UInt16) -> UInt16 {
    let one = UInt64(PremultipliedBitmap.one)
    return UInt16(UInt64(value) + (UInt64(under) * (one - UInt64(alpha)) + one / 2) / one)
  }

  /// The band as straight 8-bit RGBA, or RGB without the alpha.
  package func straightBytes(hasAlpha: Bool) -> [UInt8] {
    let pixelBytes = hasAlpha ? 4 : 3
    var bytes = [UInt8](repeating: 0, count: pixelBytes * bitmap.size.pixelCount)
    var target = 0
    for index in stride(from: 0, to: bitmap.pixels.count, by: 4) {
      let alpha = bitmap.pixels[index + 3]
      bytes[target] = unpremultiply(bitmap.pixels[index], alpha)
      bytes[target + 1] = unpremultiply(bitmap.pixels[index + 1], alpha)
      bytes[target + 2] = unpremultiply(bitmap.pixels[index + 2], alpha)
      if hasAlpha { bytes[target + 3] = straightAlpha(alpha) }
      target += pixelBytes
    }
    return bytes
  }
}
