import PixelDiff
import PixelGeometry
import Raster
import TestSupport

/// A picture of 8 or 16 bits a channel, as plain numbers.
struct Samples: Sendable {
  var size: PixelSize
  var isDeep = false
  /// Four for each pixel.
  var values: [Int]

  init(width: Int, height: Int, isDeep: Bool = false, _ pixel: (Int, Int) -> [Int]) {
    size = PixelSize(width: width, height: height)
    self.isDeep = isDeep
    values = []
    for y in 0..<height { for x in 0..<width { values += pixel(x, y) } }
  }

  init(_ bitmap: Bitmap) {
    size = bitmap.size
    values = bitmap.pixels.map(Int.init)
  }

  /// One colour all over.
  static func flat(_ width: Int, _ height: Int, _ pixel: [Int]) -> Samples {
    Samples(width: width, height: height) { _, _ in pixel }
  }

  subscript(x: Int, y: Int) -> [Int] {
    get { Array(values[4 * (y * size.width + x)..<4 * (y * size.width + x) + 4]) }
    set {
      values.replaceSubrange(
        4 * (y * size.width + x)..<4 * (y * size.width + x) + 4, with: newValue)
    }
  }

  /// The same picture with 16 bits.
  var deepened: Samples {
    var copy = self
    copy.isDeep = true
    copy.values = isDeep ? values : values.map { 257 * $0 }
    return copy
  }

  var input: DiffInput { DiffInput(size: size, isDeep: isDeep) }

  /// A row as the differ takes it; empty below the picture.
  func row(_ y: Int) -> [UInt8] {
    guard y < size.height else { return [] }
    let row = values[4 * y * size.width..<4 * (y + 1) * size.width]
    return isDeep ? row.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } : row.map { UInt8($0) }
  }

  /// - Precondition: 8 bits.
  var bitmap: Bitmap { Bitmap(size: size, pixels: values.map { UInt8($0) }) }
}

extension PixelDiffer {
  /// Compares two pictures fed row by row.
  static func result(
    _ expected: Samples, _ actual: Samples, _ options: DiffOptions,
    _ body: (ComparedBand) -> Void = { _ in }
  ) throws -> DiffResult {
    var differ = try PixelDiffer(
      expected: expected.input, actual: actual.input, options: options)
    for y in 0..<differ.rowCount {
      let rows = (expected.row(y), actual.row(y))
      if let band = differ.append(expected: rows.0.span, actual: rows.1.span) { body(band) }
    }
    return differ.result()
  }
}

extension Samples {
  /// A random picture; `other` is one like it, in which some pixels are changed a little or much.
  static func randomPair(
    width: Int, height: Int, using random: inout SeededGenerator
  ) -> (Samples, Samples) {
    let colors = Int.random(in: 1...5, using: &random)
    let translucent = Bool.random(using: &random)
    let palette = (0..<colors).map { _ in
      (0..<4).map { channel in
        if channel == 3, !translucent { return 255 }
        return [0, 255, Int.random(in: 0...255, using: &random)].randomElement(using: &random)!
      }
    }
    let picture = Samples(width: width, height: height) { _, _ in
      palette.randomElement(using: &random)!
    }
    var other = picture
    let share = [0, 1, 5, 50, 100].randomElement(using: &random)!
    for y in 0..<height {
      for x in 0..<width where Int.random(in: 0..<100, using: &random) < share {
        var pixel = picture[x, y]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: pixel = palette.randomElement(using: &random)!
        case 1:
          let channel = Int.random(in: 0..<4, using: &random)
          let change = Int.random(in: -40...40, using: &random)
          pixel[channel] = min(255, max(0, pixel[channel] + change))
        default: pixel = (0..<4).map { _ in Int.random(in: 0...255, using: &random) }
        }
        other[x, y] = pixel
      }
    }
    return (picture, other)
  }
}
