import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct CropBoxTests {
  private let square = PixelSize(width: 50, height: 50)

  @Test func `aspect-fill keeps the whole shorter side and centres the other`() {
    let wide = CropBox(filling: square, from: PixelSize(width: 300, height: 200), anchor: .center)
    #expect(
      wide
        == CropBox(
          left: Fixed.from(50), top: 0, width: Fixed.from(200), height: Fixed.from(200)))
    let tall = CropBox(filling: square, from: PixelSize(width: 100, height: 301), anchor: .center)
    #expect(
      tall
        == CropBox(
          left: 0, top: Fixed.from(100) + Fixed.one / 2, width: Fixed.from(100),
          height: Fixed.from(100)))
  }

  @Test func `the anchor says which part survives`() {
    let size = PixelSize(width: 300, height: 200)
    func left(_ anchor: Anchor) -> Int64 {
      CropBox(filling: square, from: size, anchor: anchor).left
    }
    #expect(left(.left) == 0)
    #expect(left(.right) == Fixed.from(100))
    #expect(left(.top) == Fixed.from(50))
    #expect(left(Anchor(x: 0.25, y: 0)) == Fixed.from(25))
    // Outside the range, and not a number: moved to the nearest end.
    #expect(left(Anchor(x: -1, y: 0)) == 0)
    #expect(left(Anchor(x: 7, y: 0)) == Fixed.from(100))
    #expect(left(Anchor(x: .nan, y: 0)) == 0)
  }

  @Test func `a box is inside its picture and is exact at every scale`() {
    let seed = SeededGenerator.seed("crop boxes")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let size = PixelSize(
        width: Int.random(in: 1...70_000, using: &random),
        height: Int.random(in: 1...70_000, using: &random))
      let target = PixelSize(
        width: Int.random(in: 1...9000, using: &random),
        height: Int.random(in: 1...9000, using: &random))
      let anchor = Anchor(
        x: Double.random(in: 0...1, using: &random), y: Double.random(in: 0...1, using: &random))
      let box = CropBox(filling: target, from: size, anchor: anchor)
      #expect(box.left >= 0 && box.top >= 0 && box.width > 0 && box.height > 0)
      #expect(box.left + box.width <= Fixed.from(size.width))
      #expect(box.top + box.height <= Fixed.from(size.height))
      for scale in DecodeScale.allCases {
        let scaled = box.scaled(by: scale)
        #expect(8 * scaled.left == box.left * Int64(scale.eighths))
        #expect(8 * scaled.top == box.top * Int64(scale.eighths))
        #expect(8 * scaled.width == box.width * Int64(scale.eighths))
        #expect(8 * scaled.height == box.height * Int64(scale.eighths))
      }
    }
  }

  @Test func `division rounds to the nearest, halves up, on both sides of zero`() {
    let pairs: [(Int64, Int64, Int64)] = [
      (7, 2, 4), (5, 2, 3), (1, 2, 1), (-1, 2, 0), (-5, 2, -2), (-7, 3, -2), (-8, 3, -3), (9, 3, 3),
    ]
    for (a, b, expected) in pairs {
      #expect(Fixed.divide(a, by: b) == expected, "\(a) / \(b)")
      #expect(Fixed.scale(a, times: 1, over: b) == expected, "\(a) · 1 / \(b)")
    }
  }

  @Test func `integer square roots are exact`() {
    for root in (0...2000).map(Int64.init) + [46_340, 65_535, 2_147_483_647] {
      #expect(integerSquareRoot(root * root) == root)
      if root > 0 {
        #expect(integerSquareRoot(root * root - 1) == root - 1)
        #expect(integerSquareRoot(root * root + 1) == root)
      }
    }
  }
}
