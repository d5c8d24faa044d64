import PixelGeometry
import Raster
import Testing

@Suite struct ShadowMaskTests {
  private static let shapes: [CoverageMask] = [
    (40, 30, 0), (40, 30, 20), (31, 31, 31), (1, 1, 0), (90, 3, 2), (60, 60, 60),
  ].map { width, height, diameter in
    CoverageMask(
      size: PixelSize(width: width, height: height), inset: 0,
      corner: RoundCorner(diameter: diameter))
  }

  private static let blurs = Array(0...12) + [17, 25, 40]

  /// The strength at a column and a row of the shape.
  private func strength(_ mask: ShadowMask, _ reach: Int, _ x: Int, _ y: Int) -> Int {
    Int(mask.strength[(y + reach) * mask.size.width + x + reach])
  }

  @Test func `without blur the shadow is the shape`() {
    for shape in Self.shapes {
      let mask = ShadowMask(of: shape, blur: 0)
      #expect(ShadowMask.reach(blur: 0) == 0 && mask.size == shape.size)
      for y in 0..<shape.size.height {
        for x in 0..<shape.size.width {
          #expect(strength(mask, 0, x, y) == 256 * Int(shape[x, y]))
        }
      }
    }
  }

  @Test func `blur moves strength and loses none`() {
    for shape in Self.shapes {
      var whole = 0
      for y in 0..<shape.size.height {
        for x in 0..<shape.size.width { whole += 256 * Int(shape[x, y]) }
      }
      for blur in Self.blurs {
        let mask = ShadowMask(of: shape, blur: blur)
        let sum = mask.strength.reduce(0) { $0 + Int($1) }
        // Six roundings of half a step at most for each pixel.
        #expect(abs(sum - whole) <= 3 * mask.strength.count, "\(shape.size), blur \(blur)")
      }
    }
  }

  @Test func `a shadow is as symmetric as its shape`() {
    for shape in Self.shapes {
      for blur in Self.blurs {
        let mask = ShadowMask(of: shape, blur: blur)
        let (width, height) = (mask.size.width, mask.size.height)
        for y in 0..<height {
          for x in 0..<width {
            let value = Int(mask.strength[y * width + x])
            let across = Int(mask.strength[y * width + width - 1 - x])
            let down = Int(mask.strength[(height - 1 - y) * width + x])
            // Boxes of even width lean first to one side and then to the other, and each is rounded: three
            // steps of 65,280 are far below one of 255.
            #expect(abs(value - across) <= 3 && abs(value - down) <= 3, "blur \(blur): \(x), \(y)")
          }
        }
      }
    }
  }

  @Test
  func
    `a shadow is a Gaussian whose standard deviation is half the blur, within 6 % of full strength`()
  {
    // From a blur of 4: below, boxes of whole pixels are too few widths to choose from.
    for shape in Self.shapes {
      for blur in Self.blurs where blur >= 4 {
        let mask = ShadowMask(of: shape, blur: blur)
        let reach = ShadowMask.reach(blur: blur)
        let exact = gaussian(shape, deviation: Double(blur) / 2, reach: reach)
        var worst = 0.0
        for index in exact.indices {
          worst = max(worst, abs(Double(mask.strength[index]) / 65_280 - exact[index]))
        }
        #expect(worst <= 0.06, "\(shape.size), blur \(blur): \(worst)")
      }
    }
  }

  /// The shape's coverage, 0…1, under a Gaussian, in floating point and pixel by pixel.
  private func gaussian(_ shape: CoverageMask, deviation: Double, reach: Int) -> [Double] {
    // The share of a pixel at a distance: the middle of it is near enough from two pixels on.
    let weights = (0...(2 * reach + 200)).map { distance -> Double in
      exponential(-Double(distance * distance) / (2 * deviation * deviation))
    }
    let total = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    let (width, height) = (shape.size.width + 2 * reach, shape.size.height + 2 * reach)
    var across = [Double](repeating: 0, count: width * shape.size.height)
    for y in 0..<shape.size.height {
      for x in 0..<width {
        across[y * width + x] = (0..<shape.size.width).reduce(0.0) {
          $0 + weights[abs(x - reach - $1)] / total * Double(shape[$1, y]) / 255
        }
      }
    }
    var down = [Double](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        down[y * width + x] = (0..<shape.size.height).reduce(0.0) {
          $0 + weights[abs(y - reach - $1)] / total * across[$1 * width + x]
        }
      }
    }
    return down
  }
}
