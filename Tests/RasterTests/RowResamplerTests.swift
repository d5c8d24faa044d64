import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct RowResamplerTests {
  @Test(arguments: ResampleFilter.allCases)
  func `a flat picture stays flat`(filter: ResampleFilter) {
    for (hasAlpha, color) in [
      (false, Color(red: 200, green: 40, blue: 3)),
      (true, Color(red: 200, green: 40, blue: 3, alpha: 100)),
    ] {
      let source = bitmap(width: 37, height: 23) { _, _ in color }
      for size in [(1, 1), (5, 7), (37, 23), (80, 61)] {
        let output = resampled(
          source, hasAlpha: hasAlpha, to: PixelSize(width: size.0, height: size.1), filter)
        #expect(output.allSatisfy { $0 == color }, "\(filter) to \(size)")
      }
    }
  }

  @Test(arguments: ResampleFilter.allCases.filter { $0 != .mitchell })
  func `the same size is the same picture`(filter: ResampleFilter) {
    let seed = SeededGenerator.seed("identity")
    var random = SeededGenerator(seed: seed)
    let source = bitmap(width: 19, height: 11) { _, _ in
      Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
    }
    for hasAlpha in [false, true] {
      #expect(
        resampled(source, hasAlpha: hasAlpha, to: source.size, filter)
          == (0..<11).flatMap { y in (0..<19).map { source[$0, y] } })
    }
  }

  @Test func `an edge reduced by the box is the mean of the covered pixels`() {
    expectGrid(
      """
      00 00 00 FF FF FF FF FF
      00 00 00 FF FF FF FF FF
      00 00 00 FF FF FF FF FF
      00 00 00 FF FF FF FF FF
      00 00 00 00 00 00 00 00
      00 00 00 00 00 00 00 00
      00 00 00 00 00 00 00 00
      00 00 00 00 00 00 00 00
      """, .box, 4,
      """
      00 80 FF FF
      00 80 FF FF
      00 00 00 00
      00 00 00 00
      """)
  }

  @Test func `a dot enlarged by the triangle is a pyramid`() {
    expectGrid(
      """
      00 00 00 00
      00 FF 00 00
      00 00 00 00
      00 00 00 00
      """, .bilinear, 8,
      """
      00 00 00 00 00 00 00 00
      00 10 30 30 10 00 00 00
      00 30 8F 8F 30 00 00 00
      00 30 8F 8F 30 00 00 00
      00 10 30 30 10 00 00 00
      00 00 00 00 00 00 00 00
      00 00 00 00 00 00 00 00
      00 00 00 00 00 00 00 00
      """)
  }

  @Test func `Lanczos rings on both sides of an edge and stays within the range of a byte`() {
    // A grey step, so that the overshoot shows: 40 below and C0 above.
    expectGrid(
      """
      40 40 40 40 C0 C0 C0 C0
      40 40 40 40 C0 C0 C0 C0
      40 40 40 40 C0 C0 C0 C0
      40 40 40 40 C0 C0 C0 C0
      40 40 40 40 C0 C0 C0 C0
      40 40 40 40 C0 C0 C0 C0
      40 40 40 40 C0 C0 C0 C0
      40 40 40 40 C0 C0 C0 C0
      """, .lanczos3, 4,
      """
      3E 46 BA C2
      3E 46 BA C2
      3E 46 BA C2
      3E 46 BA C2
      """)
  }

  @Test func `a crop box is the same as cropping first, and sees the neighbours of its edge`() {
    // Two routes, one answer: the box in the weights, against a picture cut out with room for the filter
    // around it and the box moved.
    let seed = SeededGenerator.seed("crop box")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let source = bitmap(width: 90, height: 70) { _, _ in
        Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
      }
      let output = PixelSize(
        width: Int.random(in: 1...30, using: &random),
        height: Int.random(in: 1...30, using: &random))
      let box = CropBox(
        left: Fixed.from(40) + Int64.random(in: 0..<Fixed.one, using: &random),
        top: Fixed.from(30) + Int64.random(in: 0..<Fixed.one, using: &random),
        width: Fixed.from(8) + Int64.random(in: 0..<Fixed.one, using: &random),
        height: Fixed.from(9) + Int64.random(in: 0..<Fixed.one, using: &random))
      let (left, top) = (8, 2)  // 3 radii of 9 / 1 pixel away at the most
      let cut = bitmap(width: 74, height: 68) { source[$0 + left, $1 + top] }
      let moved = CropBox(
        left: box.left - Fixed.from(left), top: box.top - Fixed.from(top), width: box.width,
        height: box.height)
      for filter in ResampleFilter.allCases {
        #expect(
          resampled(source, hasAlpha: false, box, to: output, filter)
            == resampled(cut, hasAlpha: false, moved, to: output, filter))
      }
    }
  }

  @Test func `a crop of whole pixels equals the cropped picture away from its edges`() {
    var random = SeededGenerator(seed: 5)
    let source = bitmap(width: 40, height: 40) { _, _ in
      Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
    }
    let cropped = bitmap(width: 24, height: 24) { source[$0 + 8, $1 + 8] }
    let box = CropBox(
      left: Fixed.from(8), top: Fixed.from(8), width: Fixed.from(24), height: Fixed.from(24))
    let size = PixelSize(width: 12, height: 12)
    let inPlace = resampled(source, hasAlpha: false, box, to: size, .lanczos3)
    let alone = resampled(cropped, hasAlpha: false, to: size, .lanczos3)
    // The radius is 6 source pixels, 3 output pixels.
    for y in 3..<9 {
      for x in 3..<9 { #expect(inPlace[12 * y + x] == alone[12 * y + x]) }
    }
    #expect(inPlace != alone)
  }

  @Test func `a picture with alpha 255 everywhere is the opaque picture`() {
    var random = SeededGenerator(seed: 7)
    let source = bitmap(width: 33, height: 21) { _, _ in
      Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
    }
    for filter in ResampleFilter.allCases {
      let size = PixelSize(width: 10, height: 12)
      let opaque = resampled(source, hasAlpha: false, to: size, filter)
      let alpha = resampled(source, hasAlpha: true, to: size, filter)
      #expect(zip(opaque, alpha).allSatisfy { $0.isClose(to: $1, within: 1) })
    }
  }

  @Test(arguments: [15, 200], ResampleFilter.allCases)
  func `no halo: soft alpha over one colour keeps that colour`(side: Int, filter: ResampleFilter) {
    // The hidden colour of clear pixels must not matter: once black, once white.
    let outputs = [Color(rgb: 0, alpha: 0), Color(rgb: 0xFFFFFF, alpha: 0)].map { hidden in
      let source = bitmap(width: 64, height: 64) { x, y in
        let (dx, dy) = (2 * x - 63, 2 * y - 63)
        let distance = (dx * dx + dy * dy) / 16
        let alpha = max(0, min(255, 300 - distance * 2))
        return alpha == 0
          ? hidden : Color(red: 200, green: 40, blue: 40, alpha: UInt8(alpha))
      }
      return resampled(
        source, hasAlpha: true, to: PixelSize(width: side, height: side), filter)
    }
    #expect(outputs[0] == outputs[1])
    let wrong = outputs[0].filter {
      $0.alpha > 0
        && !$0.isClose(to: Color(red: 200, green: 40, blue: 40, alpha: $0.alpha), within: 1)
    }
    #expect(wrong.isEmpty)
    #expect(outputs[0].contains { (1...20).contains($0.alpha) })
  }

  @Test func `every shape of source and output comes to its end`() {
    for (width, height) in [(1, 1), (1, 150), (550, 5), (1920, 3), (1, 2000)] {
      let source = bitmap(width: width, height: height) { x, y in
        Color(red: UInt8(x % 256), green: UInt8(y % 256), blue: 0)
      }
      for (w, h) in [(1, 1), (50, 50), (3, 200)] {
        for filter in ResampleFilter.allCases {
          let output = resampled(
            source, hasAlpha: false, to: PixelSize(width: w, height: h), filter)
          #expect(output.count == w * h)
        }
      }
    }
  }

  /// Grey levels as a grid of hexadecimal numbers, resampled to a square.
  private func expectGrid(
    _ source: String, _ filter: ResampleFilter, _ side: Int, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let rows = source.split(separator: "\n").map { row in
      row.split(separator: " ").map { UInt8($0, radix: 16)! }
    }
    let grey = bitmap(width: rows[0].count, height: rows.count) { x, y in
      Color(red: rows[y][x], green: rows[y][x], blue: rows[y][x])
    }
    let output = resampled(
      grey, hasAlpha: false, to: PixelSize(width: side, height: side), filter)
    let text = (0..<side).map { y in
      (0..<side).map { x in
        let value = String(output[y * side + x].red, radix: 16, uppercase: true)
        return value.count == 1 ? "0" + value : value
      }.joined(separator: " ")
    }.joined(separator: "\n")
    #expect(text == expected, sourceLocation: sourceLocation)
  }
}

// MARK: what these tests share

func bitmap(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> Color) -> Bitmap {
  var bitmap = Bitmap(
    size: PixelSize(width: width, height: height),
    pixels: [UInt8](repeating: 0, count: 4 * width * height))
  for y in 0..<height {
    for x in 0..<width { bitmap[x, y] = color(x, y) }
  }
  return bitmap
}

/// Resampled and straight again, row by row.
func resampled(
  _ source: Bitmap, hasAlpha: Bool, _ box: CropBox? = nil, to size: PixelSize,
  _ filter: ResampleFilter
) -> [Color] {
  var resampler = RowResampler(
    sourceSize: source.size, hasAlpha: hasAlpha, cropBox: box ?? CropBox(whole: source.size),
    outputSize: size, filter: filter)
  for row in resampler.rows {
    let start = 4 * (row * source.size.width + resampler.columns.lowerBound)
    let end = start + 4 * resampler.columns.count
    resampler.feed(source.pixels.span.extracting(start..<end))
  }
  return straight(resampler.finish())
}

func straight(_ bitmap: PremultipliedBitmap) -> [Color] {
  stride(from: 0, to: bitmap.pixels.count, by: 4).map { index in
    PremultipliedColor(
      red: bitmap.pixels[index], green: bitmap.pixels[index + 1], blue: bitmap.pixels[index + 2],
      alpha: bitmap.pixels[index + 3]
    ).straight
  }
}

extension Color {
  func isClose(to other: Color, within tolerance: Int) -> Bool {
    zip(
      [red, green, blue, alpha], [other.red, other.green, other.blue, other.alpha]
    ).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }
}
