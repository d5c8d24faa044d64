import PixelDiff
import PixelGeometry

/// The definition of pixelmatch 7.2.0, pixel by pixel on whole pictures. Coordinates are those of the pictures;
/// only what lies in `size` from `origin` is there.
struct PlainLook {
  var size: PixelSize
  var origin: (x: Int, y: Int)
  /// What one step of 8 bits is.
  var scale: Int
  var pictures: [Samples]

  func square(_ a: [Int], _ b: [Int], _ x: Int, _ y: Int) -> Double {
    let d = seen(a, b, x, y)
    let luma = d[0] * 0.29889531 + d[1] * 0.58662247 + d[2] * 0.11448223
    let i = d[0] * 0.59597799 - d[1] * 0.27417610 - d[2] * 0.32180189
    let q = d[0] * 0.21147017 - d[1] * 0.52261711 + d[2] * 0.31114694
    return 0.5053 * luma * luma + 0.299 * i * i + 0.1957 * q * q
  }

  func isSmoothed(_ x: Int, _ y: Int, _ picture: Int) -> Bool {
    var equal = isBorder(x, y) ? 1 : 0
    var found: [(brightness: Double, x: Int, y: Int)] = []
    for (column, row) in around(x, y) {
      let d = seen(pixel(x, y, picture), pixel(column, row, picture), x, y)
      let luma = d[0] * 0.29889531 + d[1] * 0.58662247 + d[2] * 0.11448223
      if luma == 0 { equal += 1 } else { found.append((luma, column, row)) }
    }
    guard equal <= 2 else { return false }
    let values = found.map(\.brightness)
    guard let least = values.min(), let most = values.max(), least < 0, most > 0 else {
      return false
    }
    // The first of those that are equal.
    let first = { (value: Double) in found.first { $0.brightness == value }! }
    return [first(least), first(most)].contains { place in
      [0, 1].allSatisfy { isFlat(place.x, place.y, $0) }
    }
  }

  private func isFlat(_ x: Int, _ y: Int, _ picture: Int) -> Bool {
    let same = around(x, y).count { pixel($0, $1, picture) == pixel(x, y, picture) }
    return same + (isBorder(x, y) ? 1 : 0) > 2
  }

  /// The difference of two pixels as seen on the background of a place, each channel −255…255.
  private func seen(_ a: [Int], _ b: [Int], _ x: Int, _ y: Int) -> [Double] {
    let (a, b) = (a.map { Double($0) / Double(scale) }, b.map { Double($0) / Double(scale) })
    if a[3] == 255, b[3] == 255 { return (0..<3).map { a[$0] - b[$0] } }
    let k = 4 * ((y - origin.y) * size.width + x - origin.x)
    let numbers = [
      k, Int((Double(k) / 1.618033988749895).rounded(.down)),
      Int((Double(k) / 2.618033988749895).rounded(.down)),
    ]
    return (0..<3).map { channel in
      let under = 48.0 + 159.0 * Double(numbers[channel] % 2)
      return (a[channel] * a[3] - b[channel] * b[3] - under * (a[3] - b[3])) / 255
    }
  }

  private func pixel(_ x: Int, _ y: Int, _ picture: Int) -> [Int] {
    pictures[picture].pixel(x, y) ?? [0, 0, 0, 0]
  }

  private func isInside(_ x: Int, _ y: Int) -> Bool {
    (0..<size.width).contains(x - origin.x) && (0..<size.height).contains(y - origin.y)
  }

  private func isBorder(_ x: Int, _ y: Int) -> Bool {
    !isInside(x - 1, y) || !isInside(x + 1, y) || !isInside(x, y - 1) || !isInside(x, y + 1)
  }

  /// In columns from the left, each from the top.
  private func around(_ x: Int, _ y: Int) -> [(Int, Int)] {
    (x - 1...x + 1).flatMap { column in (y - 1...y + 1).map { (column, $0) } }
      .filter { $0 != (x, y) && isInside($0.0, $0.1) }
  }
}
