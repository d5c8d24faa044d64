import PixelGeometry
import Raster
import Testing

@Suite struct CanvasTests {
  private let frame = PixelRect(left: 0, top: 0, width: 20, height: 20)

  /// A flat tile of one colour.
  private func tile(_ color: Color) -> PremultipliedBitmap {
    var tile = PremultipliedBitmap(size: frame.size)
    tile.fill(rows: 0..<20, with: color)
    return tile
  }

  private func drawn(
    _ color: Color, on background: Color, ring: Canvas.Ring, border: Int = 3
  ) -> [Color] {
    var canvas = Canvas(width: 20, rows: 0..<20, background: background)
    canvas.composite(
      tile(color), in: frame, outer: CoverageMask(side: 20, inset: 0, cornerDiameter: 20),
      inner: CoverageMask(side: 20, inset: border, cornerDiameter: 20 - 2 * border), ring: ring)
    return straight(canvas.bitmap)
  }

  @Test func `each pixel is the formula in exact arithmetic, rounded once`() {
    let outer = CoverageMask(side: 20, inset: 0, cornerDiameter: 20)
    let inner = CoverageMask(side: 20, inset: 3, cornerDiameter: 14)
    let clear = Color(rgb: 0xFFFFFF, alpha: 0)
    let half = Color(red: 10, green: 200, blue: 90, alpha: 128)
    let opaque = Color(red: 250, green: 3, blue: 120)
    let rings: [(Canvas.Ring, Color, Bool)] = [
      (.replace(clear), clear, true), (.replace(half), half, true),
      (.replace(opaque), opaque, true), (.paint(clear), clear, false),
      (.paint(half), half, false), (.paint(opaque), opaque, false),
    ]
    for background in [clear, half, opaque] {
      for picture in [clear, half, opaque] {
        for (ring, ringColor, replaces) in rings {
          let output = drawn(picture, on: background, ring: ring)
          for index in 0..<400 {
            let ao = Double(outer[index % 20, index / 20]) / 255
            let ai = Double(inner[index % 20, index / 20]) / 255
            let exact = (0..<4).map { channel in
              let under = background.premultiplied(channel)
              let ringUnder = replaces ? 0 : under * (1 - ringColor.premultiplied(3))
              let ringValue = ringColor.premultiplied(channel) + ringUnder
              let over = picture.premultiplied(channel) + under * (1 - picture.premultiplied(3))
              return under * (1 - ao) + ringValue * (ao - ai) + over * ai
            }
            let color = output[index]
            #expect(abs(Double(color.alpha) - 255 * exact[3]) <= 0.51)
            if color.alpha > 0 {
              let channels = [color.red, color.green, color.blue]
              for (value, channel) in zip(channels, exact) {
                #expect(abs(Double(value) - 255 * channel / exact[3]) <= 1)
              }
            }
          }
        }
      }
    }
  }

  @Test func `no fringe: outside the ring only background and border mix`() {
    // A red picture behind a white ring on blue: wherever the inner disc does not reach, no red.
    let output = drawn(
      Color(rgb: 0xFF0000), on: Color(rgb: 0x0000FF), ring: .replace(Color(rgb: 0xFFFFFF)))
    let inner = CoverageMask(side: 20, inset: 3, cornerDiameter: 14)
    for index in 0..<400 where inner[index % 20, index / 20] == 0 {
      // White and blue share the full blue; red and green come from white alone.
      #expect(output[index].blue == 255)
      #expect(output[index].red == output[index].green)
    }
  }

  @Test func `a clear ring erases what lies under it`() {
    var canvas = Canvas(width: 20, rows: 0..<20, background: Color(rgb: 0x00FF00))
    let whole = CoverageMask(side: 20, inset: 0, cornerDiameter: 0)
    let inner = CoverageMask(side: 20, inset: 3, cornerDiameter: 0)
    canvas.composite(
      tile(Color(rgb: 0xFF0000)), in: frame, outer: whole, inner: inner, ring: .replace(.clear))
    let output = straight(canvas.bitmap)
    #expect(output[0] == .clear)
    #expect(output[2 * 20 + 10] == .clear)
    #expect(output[3 * 20 + 3] == Color(rgb: 0xFF0000))
  }

  @Test func `a tile composited in bands is the tile composited at once`() {
    let mask = CoverageMask(side: 20, inset: 0, cornerDiameter: 20)
    let inner = CoverageMask(side: 20, inset: 2, cornerDiameter: 16)
    let picture = tile(Color(red: 9, green: 99, blue: 199, alpha: 77))
    let moved = PixelRect(left: 4, top: 7, width: 20, height: 20)
    func canvas(_ rows: Range<Int>) -> Canvas {
      var canvas = Canvas(width: 30, rows: rows, background: Color(rgb: 0x336699, alpha: 50))
      canvas.composite(
        picture, in: moved, outer: mask, inner: inner, ring: .paint(Color(rgb: 0xFFFFFF)))
      return canvas
    }
    let whole = canvas(0..<32).straightBytes(hasAlpha: true)
    let bands = [0..<8, 8..<9, 9..<27, 27..<32].flatMap {
      canvas($0).straightBytes(hasAlpha: true)
    }
    #expect(bands == whole)
  }
}

extension Color {
  /// A channel times alpha, 0…1; channel 3 is alpha itself.
  fileprivate func premultiplied(_ channel: Int) -> Double {
    let alpha = Double(alpha) / 255
    return channel == 3 ? alpha : Double([red, green, blue][channel]) / 255 * alpha
  }
}
