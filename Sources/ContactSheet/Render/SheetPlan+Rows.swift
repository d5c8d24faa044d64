import PixelGeometry
import Raster

extension SheetPlan {
  /// Nothing on a page is blended: tiles lie apart, whole, on an opaque background, and can be kept and
  /// drawn as 8-bit colours without another rounding.
  func isFlat(_ page: PagePlan) -> Bool {
    isOpaque && look.isPlain && page.framesAreApart && !page.hasOverlays
  }

  /// Draws a band of a page: the rows of `range`, and the one above them.
  ///
  /// - Parameter parts: those that reach into the rows, in any order.
  func rows(
    _ range: Range<Int>, of page: PagePlan, parts: [(TilePart, TilePixels)],
    placements: PlacementIndex, words: PageWords?
  ) -> RenderedRows {
    let drawn = max(0, range.lowerBound - 1)..<range.upperBound
    // What is drawn first lies below.
    var items: [(placement: Int, part: Int)] = []
    for index in parts.indices {
      let touching = placements.positions(
        in: parts[index].0.placements, touching: drawn,
        reach: { look.rows(of: page.placements[$0].frame) })
      for position in touching { items.append((placements[position], index)) }
    }
    // Parts of one tile share no row.
    items.sort { $0.placement < $1.placement }
    let bytes =
      isFlat(page)
      ? flat(drawn, page, parts, items, words) : layered(drawn, page, parts, items, words)
    let pixelBytes = isOpaque ? 3 : 4
    return RenderedRows(
      bytes: bytes, rowBytes: pixelBytes * page.size.width, pixelBytes: pixelBytes,
      isFirst: range.lowerBound == 0, isLast: range.upperBound == page.size.height)
  }

  private func flat(
    _ drawn: Range<Int>, _ page: PagePlan, _ parts: [(TilePart, TilePixels)],
    _ items: [(placement: Int, part: Int)], _ words: PageWords?
  ) -> [UInt8] {
    let rowBytes = 3 * page.size.width
    var bytes = [UInt8](repeating: background.red, count: rowBytes * drawn.count)
    if background.green != background.red || background.blue != background.red {
      for index in stride(from: 0, to: bytes.count, by: 3) {
        bytes[index + 1] = background.green
        bytes[index + 2] = background.blue
      }
    }
    for item in items {
      let (part, pixels) = parts[item.part]
      guard case .flat(let tile) = pixels else {
        preconditionFailure("a layered tile on a flat page")
      }
      let frame = page.placements[item.placement].frame
      let top = frame.top + part.rows.lowerBound
      for row in (top..<(top + part.rows.count)).clamped(to: drawn) {
        let target = (row - drawn.lowerBound) * rowBytes + 3 * frame.left
        let source = (row - top) * 3 * frame.width
        bytes.replaceSubrange(
          target..<(target + 3 * frame.width), with: tile[source..<(source + 3 * frame.width)])
      }
    }
    words?.draw(on: &bytes, rows: drawn, width: page.size.width)
    return bytes
  }

  private func layered(
    _ drawn: Range<Int>, _ page: PagePlan, _ parts: [(TilePart, TilePixels)],
    _ items: [(placement: Int, part: Int)], _ words: PageWords?
  ) -> [UInt8] {
    var canvas = Canvas(width: page.size.width, rows: drawn, background: background)
    for item in items {
      let (part, pixels) = parts[item.part]
      guard case .layered(let tile, let outer, let inner, let shadow) = pixels else {
        preconditionFailure("a flat tile on a layered page")
      }
      let frame = page.placements[item.placement].frame
      if let shadow, let color = look.shadow?.color {
        let cast = look.shadowFrame(frame)
        canvas.composite(shadow, left: cast.left, top: cast.top, color: color)
      }
      canvas.composite(
        tile, tileTop: part.rows.lowerBound, in: frame, outer: outer, inner: inner, ring: look.ring)
    }
    words?.draw(on: &canvas) { placement in
      guard let item = items.first(where: { $0.placement == placement }),
        case .layered(_, _, let inner, _) = parts[item.part].1
      else { preconditionFailure("words on a tile that is not there") }
      return (page.placements[placement].frame, inner)
    }
    return canvas.straightBytes(hasAlpha: !isOpaque)
  }
}

extension PremultipliedBitmap {
  /// The bitmap over an opaque colour, as RGB of 8 bits.
  func flattened(over background: Color) -> [UInt8] {
    if isOpaque { return opaqueBytes }
    var canvas = Canvas(width: size.width, rows: 0..<size.height, background: background)
    canvas.place(self)
    return canvas.straightBytes(hasAlpha: false)
  }
}
