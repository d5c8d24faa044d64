import PixelGeometry
import Raster

extension DiffPicture {
  func rows<Word: PixelWord>(of band: ComparedBand, _: Word.Type) -> [UInt8] {
    let plan = band.band.plan
    let size = size(plan)
    let canvas = plan.canvas.size
    var rows = PictureRows(width: size.width, rows: band.rows)
    band.band.expected.withPixels(Word.self) { expected in
      band.band.actual.withPixels(Word.self) { actual in
        let pixels = BandPixels(
          plan: plan, expected: expected, actual: actual, band: band, picture: self)
        for y in band.rows {
          switch style {
          case .overlay: rows.draw(row: y, left: 0, canvas.width) { pixels.overlay($0, y) }
          case .mask: rows.draw(row: y, left: 0, canvas.width) { pixels.mask($0, y) }
          case .heat: rows.draw(row: y, left: 0, canvas.width) { pixels.heat($0, y) }
          case .sideBySide:
            let step = canvas.width + spacing
            rows.draw(row: y, left: 0, canvas.width) {
              plan.expectedPart.holds($0, y) ? expected[$0, y].color : .clear
            }
            rows.draw(row: y, left: step, canvas.width) {
              plan.actualPart.holds($0, y) ? actual[$0, y].color : .clear
            }
            rows.draw(row: y, left: 2 * step, canvas.width) { pixels.overlay($0, y) }
          }
        }
      }
    }
    let panels = style == .sideBySide ? 3 : 1
    for panel in 0..<panels {
      let left = panel * (canvas.width + spacing)
      for box in boxes {
        rows.frame(
          PixelRect(
            left: box.left - plan.canvas.left, top: box.top - plan.canvas.top, width: box.width,
            height: box.height), thickness: boxThickness, boxColor, left: left, size: canvas)
      }
    }
    return rows.bytes
  }
}

/// What each pixel of a band is drawn as.
private struct BandPixels<Word: PixelWord> {
  let plan: DiffPlan
  let expected: PixelReader<Word>
  let actual: PixelReader<Word>
  let band: ComparedBand
  let picture: DiffPicture

  func overlay(_ x: Int, _ y: Int) -> Color {
    switch band.mark(x: x, y: y) {
    case .same: faded(x, y)
    case .mismatch: mismatchColor(x, y)
    case .antiAliased: picture.antiAliasedColor
    case .ignored: picture.ignoredColor ?? faded(x, y)
    case .extra: picture.extraColor
    case .absent: .clear
    }
  }

  func mask(_ x: Int, _ y: Int) -> Color {
    switch band.mark(x: x, y: y) {
    case .mismatch: mismatchColor(x, y)
    case .extra: picture.extraColor
    case .ignored: picture.ignoredColor ?? .clear
    case .same, .antiAliased, .absent: .clear
    }
  }

  func heat(_ x: Int, _ y: Int) -> Color {
    switch band.mark(x: x, y: y) {
    case .same, .mismatch, .antiAliased: HeatScale.colors[heatLevel(x, y)]
    case .extra: picture.extraColor
    case .ignored: picture.ignoredColor ?? .clear
    case .absent: .clear
    }
  }

  private func heatLevel(_ x: Int, _ y: Int) -> Int {
    let (first, second) = (expected[x, y], actual[x, y])
    if first == second { return 0 }
    switch plan.options.metric {
    case .exact(_, let alpha):
      if alpha == .ignored, first.alpha | second.alpha == 0 { return 0 }
      return (first.largestDifference(from: second) + Word.step - 1) / Word.step
    case .perceptual:
      let share = abs(signedSquare(x, y)) / YIQDifference.largest
      return min(255, Int((255 * share.squareRoot()).rounded(.up)))
    }
  }

  private func mismatchColor(_ x: Int, _ y: Int) -> Color {
    guard let darker = picture.darkerColor, signedSquare(x, y) < 0 else {
      return picture.mismatchColor
    }
    return darker
  }

  private func signedSquare(_ x: Int, _ y: Int) -> Double {
    YIQDifference.signedSquare(
      expected[x, y], actual[x, y], at: 4 * (y * plan.comparedPart.width + x))
  }

  /// Its brightness, on white, and that faded: in doubles, and the fraction cut off.
  private func faded(_ x: Int, _ y: Int) -> Color {
    let word: Word
    // What is compared may be padding.
    if plan.expectedPart.holds(x, y) || plan.comparedPart.holds(x, y) {
      word = expected[x, y]
    } else if plan.actualPart.holds(x, y) {
      word = actual[x, y]
    } else {
      word = 0
    }
    let brightness = YIQDifference.brightness(
      word.level(word.red), word.level(word.green), word.level(word.blue))
    let value = 255 + (brightness - 255) * picture.fade * word.level(word.alpha) / 255
    // A little above 255 for white, as the three factors add up to a little more than one.
    let gray = UInt8(min(255, max(0, value)))
    return Color(red: gray, green: gray, blue: gray)
  }
}

/// Some rows of a picture that is drawn.
private struct PictureRows {
  let width: Int
  let rows: Range<Int>
  var bytes: [UInt8]

  init(width: Int, rows: Range<Int>) {
    self.width = width
    self.rows = rows
    bytes = Array(repeating: 0, count: 4 * width * rows.count)
  }

  @inline(__always)
  mutating func draw(row y: Int, left: Int, _ count: Int, _ color: (Int) -> Color) {
    let start = 4 * ((y - rows.lowerBound) * width + left)
    for x in 0..<count { set(start + 4 * x, color(x)) }
  }

  @inline(__always)
  private mutating func set(_ index: Int, _ color: Color) {
    bytes[index] = color.red
    bytes[index + 1] = color.green
    bytes[index + 2] = color.blue
    bytes[index + 3] = color.alpha
  }

  /// Draws a frame around a rectangle on a panel that begins at column `left`.
  mutating func frame(
    _ box: PixelRect, thickness: Int, _ color: Color, left: Int, size: PixelSize
  ) {
    let outer = PixelRect(
      left: box.left - thickness, top: box.top - thickness, width: box.width + 2 * thickness,
      height: box.height + 2 * thickness
    ).clipped(to: PixelRect(left: 0, top: 0, width: size.width, height: size.height))
    for y in outer.rows.clamped(to: rows) {
      let start = 4 * ((y - rows.lowerBound) * width + left)
      for x in outer.columns {
        if box.rows.contains(y), box.columns.contains(x) { continue }
        set(start + 4 * x, color)
      }
    }
  }
}

extension PixelSize {
  fileprivate func holds(_ x: Int, _ y: Int) -> Bool { x < width && y < height }
}

extension PixelWord {
  /// As 8 bits a channel, rounded to the nearest.
  var color: Color {
    func eight(_ value: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: (value + Self.step / 2) / Self.step)
    }
    return Color(red: eight(red), green: eight(green), blue: eight(blue), alpha: eight(alpha))
  }
}
