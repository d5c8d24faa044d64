import ImageCodecs
import PixelGeometry
import PlainJSON
import Raster

/// Draws the words of a page, band by band.
///
/// A line is made when a band needs it, and again for the next band where it lies across the cut: lines are
/// much lower than bands, so that this is rare, and nothing has to be kept.
struct PageWords: Sendable {
  private let blocks: [TextBlock]
  private let styles: TextStyles
  private let renderer: TextRenderer
  /// The height of the highest block.
  private let tallest: Int

  /// - Returns: nil where the page has no words.
  init?(_ plan: SheetPlan, _ page: PagePlan, _ renderer: TextRenderer) {
    guard let styles = plan.textStyles, !page.texts.isEmpty else { return nil }
    blocks = page.texts
    self.styles = styles
    self.renderer = renderer
    tallest = blocks.map(\.frame.height).max() ?? 0
  }

  /// The blocks that reach into some rows; they stand in the order of their tops.
  private func blocks(touching rows: Range<Int>) -> some Sequence<TextBlock> {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].frame.top + tallest > rows.lowerBound {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return blocks[low...].prefix { $0.frame.top < rows.upperBound }.lazy.filter {
      $0.frame.bottom > rows.lowerBound
    }
  }

  /// Draws them over rows of opaque RGB, with the same rounding as on a canvas.
  func draw(on bytes: inout [UInt8], rows: Range<Int>, width: Int) {
    let one = UInt64(PremultipliedBitmap.one)
    for block in blocks(touching: rows) {
      for (line, left, top) in styles.lines(of: block) {
        let lines = (top..<top + line.style.lineHeight).clamped(to: rows)
        guard !lines.isEmpty, let bitmap = renderer.bitmap(line) else { continue }
        for row in lines {
          var source = 4 * (row - top) * bitmap.size.width
          var target = 3 * ((row - rows.lowerBound) * width + left)
          for _ in 0..<bitmap.size.width {
            let alpha = UInt64(bitmap.pixels[source + 3])
            if alpha > 0 {
              for channel in 0..<3 {
                // An 8-bit value in units of 1/65,025 is 255 times as much.
                let under = UInt64(bytes[target + channel]) * 255
                let sum =
                  UInt64(bitmap.pixels[source + channel]) + (under * (one - alpha) + one / 2) / one
                bytes[target + channel] = UInt8((sum + 127) / 255)
              }
            }
            source += 4
            target += 3
          }
        }
      }
    }
  }

  /// - Parameter tile: the frame of a placement that reaches into the canvas, and its inner mask.
  func draw(on canvas: inout Canvas, tile: (_ placement: Int) -> (PixelRect, CoverageMask)) {
    for block in blocks(touching: canvas.rows) {
      let lines = styles.lines(of: block)
      guard block.isOverlay, let placement = block.placement else {
        for (line, left, top) in lines
        where (top..<top + line.style.lineHeight).overlaps(canvas.rows) {
          if let bitmap = renderer.bitmap(line) { canvas.place(bitmap, left: left, top: top) }
        }
        continue
      }
      // The bar with its words, clipped to what the ring leaves of the picture.
      let (frame, inner) = tile(placement)
      var bar = Canvas(
        width: frame.width, rows: 0..<block.frame.height, background: TextStyles.bar)
      for (line, left, top) in lines {
        if let bitmap = renderer.bitmap(line) {
          bar.place(bitmap, left: left - frame.left, top: top - block.frame.top)
        }
      }
      canvas.composite(
        bar.bitmap, tileTop: block.frame.top - frame.top, in: frame, outer: inner, inner: inner,
        ring: .paint(.clear))
    }
  }
}

extension SheetPlan {
  /// What draws the words; nil where there are none, and then nothing is opened.
  func textRenderer() throws(SheetError) -> TextRenderer? {
    guard textStyles != nil, pages.contains(where: { !$0.texts.isEmpty }) else { return nil }
    do throws(TextFault) { return try TextRenderer() } catch { throw .text(error.description) }
  }

  /// What there is to say once all words have been drawn.
  func remarks(of renderer: TextRenderer) -> [String] {
    var remarks: [String] = []
    if let family = textStyles?.caption.family, let remark = renderer.remark(onFamily: family) {
      remarks.append(remark)
    }
    let missing = renderer.missing
    if !missing.isEmpty {
      let shown = missing.prefix(10).map { "U+" + hexadecimal($0.value, digits: 4) }
      let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
      remarks.append("no font has \(shown.joined(separator: ", "))\(more)")
    }
    return remarks
  }
}
