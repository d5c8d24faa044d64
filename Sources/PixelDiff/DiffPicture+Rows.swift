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
          plan: plan, expected: expected, actual: actual, picture: self)
        for y in band.rows {
          let marks = band.mask.span.extracting(band.marks(row: y))
          switch style {
          case .overlay: rows.draw(marks, y, left: 0) { pixels.overlay($0, $1, y) }
          case .mask: rows.draw(marks, y, left: 0) { pixels.mask($0, $1, y) }
          case .heat: rows.draw(marks, y, left: 0) { pixels.heat($0, $1, y) }
          case .sideBySide:
            let step = canvas.width + spacing
            rows.draw(marks, y, left: 0) { _, x in
              plan.expectedPart.holds(x, y) ? expected[x, y].color : .clear
            }
            rows.draw(marks, y, left: step) { _, x in
              plan.actualPart.holds(x, y) ? actual[x, y].color : .clear
            }
            rows.draw(marks, y, left: 2 * step) { pixels.overlay($0, $1, y) }
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
  let picture: DiffPicture

  @inline(__always)
  func overlay(_ mark: PixelMark, _ x: Int, _ y: Int) -> Color {
    switch mark {
    case .same: faded(x, y)
    case .mismatch: mismatchColor(x, y)
    case .antiAliased: picture.antiAliasedColor
    case .ignored: picture.ignoredColor ?? faded(x, y)
    case .extra: picture.extraColor
    case .absent: .clear
    }
  }

  @inline(__always)
  func mask(_ mark: PixelMark, _ x: Int, _ y: Int) -> Color {
    switch mark {
    case .mismatch: mismatchColor(x, y)
    case .extra: picture.extraColor
    case .ignored: picture.ignoredColor ?? .clear
    case .same, .antiAliased, .absent: .clear
    }
  }

  @inline(__always)
  func heat(_ mark: PixelMark, _ x: Int, _ y: Int) -> Color {
    switch mark {
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

  /// Draws a row, one pixel for each mark.
  ///
  /// - Parameter color: of a pixel with a mark, in a column.
  @inline(__always)
  mutating func draw(
    _ marks: Span<UInt8>, _ y: Int, left: Int, _ color: (PixelMark, Int) -> Color
  ) {
    let start = 4 * ((y - rows.lowerBound) * width + left)
    precondition(start >= 0 && left + marks.count <= width && rows.contains(y))
    unsafe bytes.withUnsafeMutableBytes { bytes in
      for x in marks.indices {
        let word = color(PixelMark(rawValue: marks[x])!, x).word
        unsafe bytes.storeBytes(of: word, toByteOffset: start &+ 4 &* x, as: UInt32.self)
      }
    }
  }

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

extension Color {
  /// Its four bytes in their order in memory.
  fileprivate var word: UInt32 {
    let low = UInt32(red) | UInt32(green) << 8
    return (low | UInt32(blue) << 16 | UInt32(alpha) << 24).littleEndian
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
