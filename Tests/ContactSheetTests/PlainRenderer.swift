import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster

/// A page drawn as plainly as can be, by what the comments say and not by how the renderer does it: one
/// canvas for all of it, tiles made whole and composited one after the other, each pixel by the formula.
struct PlainRenderer {
  let plan: SheetPlan
  let page: PagePlan
  /// Premultiplied RGBA in units of 1/65,025, row by row.
  private var canvas: [Int]
  private var shadows: [PixelSize: PlainShadow] = [:]

  private static let one = 65_025

  private init(_ plan: SheetPlan, page: Int) {
    self.plan = plan
    self.page = plan.pages[page]
    let background = PlainRenderer.premultiplied(plan.background)
    canvas = (0..<self.page.size.pixelCount).flatMap { _ in background }
  }

  static func bitmap(_ plan: SheetPlan, page: Int = 0) -> Bitmap {
    var renderer = PlainRenderer(plan, page: page)
    let tiles = plan.recipes.map { $0.plainTile(plan) }
    for placement in renderer.page.placements {
      renderer.castShadow(placement.frame)
      renderer.draw(tiles[placement.recipe], placement.frame)
    }
    for block in renderer.page.texts { try! renderer.write(block) }
    return renderer.straight()
  }

  // MARK: pixels

  /// shadow + under · (1 − the shadow's alpha), the shadow being its colour times its strength.
  private mutating func castShadow(_ frame: PixelRect) {
    guard let shadow = plan.look.shadow else { return }
    let mask = shadows[frame.size] ?? PlainShadow(of: outerMask(frame.size), blur: shadow.blur)
    shadows[frame.size] = mask
    let color = PlainRenderer.premultiplied(shadow.color)
    let whole = PlainRenderer.one * PlainShadow.one
    for y in 0..<page.size.height {
      for x in 0..<page.size.width {
        let strength = mask[x - frame.left - shadow.right, y - frame.top - shadow.down]
        guard strength > 0 else { continue }
        for channel in 0..<4 {
          let at = 4 * (y * page.size.width + x) + channel
          canvas[at] = rounded(
            color[channel] * strength * PlainRenderer.one
              + canvas[at] * (whole - color[3] * strength), over: whole)
        }
      }
    }
  }

  /// under · (1 − Ao) + ring · (Ao − Ai) + (tile over under) · Ai
  private mutating func draw(_ tile: PremultipliedBitmap, _ frame: PixelRect) {
    let one = PlainRenderer.one
    let (outer, inner) = (outerMask(frame.size), innerMask(frame.size))
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let (ao, ai) = (Int(outer[x, y]), Int(inner[x, y]))
        let from = 4 * (y * frame.width + x)
        let to = 4 * ((frame.top + y) * page.size.width + frame.left + x)
        for channel in 0..<4 {
          let under = canvas[to + channel]
          let ring =
            switch plan.look.ring {
            case .replace(let color): PlainRenderer.premultiplied(color)[channel] * one
            case .paint(let color):
              PlainRenderer.premultiplied(color)[channel] * one
                + under * (one - PlainRenderer.premultiplied(color)[3])
            }
          let over =
            Int(tile.pixels[from + channel]) * one + under * (one - Int(tile.pixels[from + 3]))
          canvas[to + channel] = rounded(
            under * one * (255 - ao) + ring * (ao - ai) + over * ai, over: 255 * one)
        }
      }
    }
  }

  /// Words over what is there; on a picture with their bar, where its inner shape is.
  private mutating func write(_ block: TextBlock) throws {
    let styles = plan.textStyles!
    let text = try TextRenderer()
    // Words and bar by themselves, on nothing.
    let size = block.frame.size
    let bar = block.isOverlay ? PlainRenderer.premultiplied(TextStyles.bar) : [0, 0, 0, 0]
    var layer = (0..<size.pixelCount).flatMap { _ in bar }
    let style = styles.style(of: block.role)
    var top = block.isOverlay ? styles.overlayInset : 0
    let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard block.isOverlay ? index < block.lineInsets.count : top + style.lineHeight <= size.height
      else { break }
      let inset = block.isOverlay ? block.lineInsets[index] : 0
      let room = size.width - 2 * inset
      let ink = text.bitmap(TextLine(String(line), style: style, width: room))
      for y in 0..<(ink?.size.height ?? 0) {
        for x in 0..<room {
          let from = 4 * (y * room + x)
          let to = 4 * ((top + y) * size.width + inset + x)
          let clear = PlainRenderer.one - Int(ink!.pixels[from + 3])
          for channel in 0..<4 {
            layer[to + channel] =
              Int(ink!.pixels[from + channel])
              + rounded(layer[to + channel] * clear, over: PlainRenderer.one)
          }
        }
      }
      top += style.lineHeight
    }
    let frame = block.isOverlay ? page.placements[block.placement!].frame : nil
    let inner = frame.map { innerMask($0.size) }
    for y in block.frame.rows {
      for x in block.frame.columns {
        let at = 4 * (y * page.size.width + x)
        let from = 4 * ((y - block.frame.top) * size.width + x - block.frame.left)
        let clear = PlainRenderer.one - layer[from + 3]
        let coverage = inner.map { Int($0[x - frame!.left, y - frame!.top]) } ?? 255
        for channel in 0..<4 {
          let under = canvas[at + channel]
          if inner == nil {
            // Without ink a pixel stays as it is, and with it both parts are rounded.
            canvas[at + channel] =
              layer[from + channel] + rounded(under * clear, over: PlainRenderer.one)
          } else {
            let over = layer[from + channel] * PlainRenderer.one + under * clear
            canvas[at + channel] = rounded(
              under * PlainRenderer.one * (255 - coverage) + over * coverage,
              over: 255 * PlainRenderer.one)
          }
        }
      }
    }
  }

  private func outerMask(_ size: PixelSize) -> CoverageMask {
    CoverageMask(
      size: size, inset: 0, corner: RoundCorner(diameter: plan.look.cornerDiameter(of: size)))
  }

  private func innerMask(_ size: PixelSize) -> CoverageMask {
    let border = plan.look.border(of: size)
    let diameter = max(0, plan.look.cornerDiameter(of: size) - 2 * border)
    return CoverageMask(size: size, inset: border, corner: RoundCorner(diameter: diameter))
  }

  private static func premultiplied(_ color: Color) -> [Int] {
    let alpha = Int(color.alpha)
    return [
      Int(color.red) * alpha, Int(color.green) * alpha, Int(color.blue) * alpha, 255 * alpha,
    ]
  }

  private func straight() -> Bitmap {
    var pixels: [UInt8] = []
    for at in stride(from: 0, to: canvas.count, by: 4) {
      let alpha = rounded(canvas[at + 3], over: 255)
      for channel in 0..<3 {
        pixels.append(
          alpha == 0 ? 0 : UInt8(rounded(canvas[at + channel] * 255, over: canvas[at + 3])))
      }
      pixels.append(UInt8(alpha))
    }
    return Bitmap(size: page.size, pixels: pixels)
  }
}

/// Rounded to the nearest, halves up.
private func rounded(_ value: Int, over divisor: Int) -> Int {
  (2 * value + divisor) / (2 * divisor)
}

/// A shape's coverage, blurred across and then down by three boxes each, every one of them summed up anew
/// for each pixel and rounded.
private struct PlainShadow {
  static let one = 255 * 256

  private let pad: Int
  private let width: Int
  private let height: Int
  private var strength: [Int]

  init(of shape: CoverageMask, blur: Int) {
    // W3C, "Filter Effects Module Level 1", feGaussianBlur: the box for a standard deviation.
    let size = Int((Double(blur) / 2 * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    pad = 2 * size
    width = shape.size.width + 2 * pad
    height = shape.size.height + 2 * pad
    strength = Array(repeating: 0, count: width * height)
    for y in 0..<shape.size.height {
      for x in 0..<shape.size.width {
        strength[(y + pad) * width + x + pad] = 256 * Int(shape[x, y])
      }
    }
    guard size > 1 else { return }
    let half = size / 2
    let boxes =
      size.isMultiple(of: 2)
      ? [-half...half - 1, -half + 1...half, -half...half]
      : [-half...half, -half...half, -half...half]
    for (stepX, stepY) in [(1, 0), (0, 1)] {
      for box in boxes { average(box, stepX, stepY) }
    }
  }

  private mutating func average(_ box: ClosedRange<Int>, _ stepX: Int, _ stepY: Int) {
    let before = self
    for y in 0..<height {
      for x in 0..<width {
        let sum = box.reduce(0) {
          $0 + before[x - pad + $1 * stepX, y - pad + $1 * stepY]
        }
        strength[y * width + x] = rounded(sum, over: box.count)
      }
    }
  }

  /// At a column and a row of the shape; nothing far outside.
  subscript(x: Int, y: Int) -> Int {
    let (column, row) = (x + pad, y + pad)
    guard (0..<width).contains(column), (0..<height).contains(row) else { return 0 }
    return strength[row * width + column]
  }
}

extension TileRecipe {
  /// The tile, or the placeholder of a picture that cannot be used.
  fileprivate func plainTile(_ plan: SheetPlan) -> PremultipliedBitmap {
    do throws(PictureFault) {
      let maker = try TileMaker(self, filter: plan.filter, decoding: plan.decoding)
      let tile = try maker.rows(0..<tileSize.height)
      let isTruncated = maker.remarks.contains { $0.severity == .truncated }
      if plan.decoding.failOn != .none, isTruncated { return .placeholder(tileSize) }
      return tile
    } catch {
      return .placeholder(tileSize)
    }
  }
}
