import PixelGeometry
import Raster
import Testing

@Suite struct CoverageMaskTests {
  @Test func `every pixel of a disc is within 1/255 of its exact area`() {
    // The oracle: 128 lines in each pixel, each of the exact length that the circle leaves it. Its error
    // is far below 1/255.
    for diameter in Array(1...67) + [100, 151, 200, 301] {
      let mask = CoverageMask(side: diameter, inset: 0, cornerDiameter: diameter)
      let radius = Double(diameter) / 2
      for y in 0..<diameter {
        for x in 0..<diameter {
          let area = exactArea(x: Double(x) - radius, y: Double(y) - radius, radius: radius)
          #expect(abs(Double(mask[x, y]) / 255 - area) <= 1.0 / 255, "\(diameter): \(x), \(y)")
        }
      }
    }
  }

  @Test func `the pixels of a disc sum to πr²`() {
    for diameter in 1...200 {
      let mask = CoverageMask(side: diameter, inset: 0, cornerDiameter: diameter)
      var sum = 0
      for y in 0..<diameter {
        for x in 0..<diameter { sum += Int(mask[x, y]) }
      }
      let area = Double.pi * Double(diameter * diameter) / 4
      // Half a level for each pixel of the edge, in one direction, would be the worst.
      #expect(abs(Double(sum) / 255 - area) < 0.004 * Double(diameter) + 0.004)
    }
  }

  @Test func `a mask is the same in all eight ways`() {
    for (side, inset, corner) in [
      (50, 0, 50), (51, 0, 51), (50, 3, 44), (51, 3, 45), (50, 0, 24), (51, 4, 10), (7, 3, 1),
      (1, 0, 1), (2, 0, 2), (2, 1, 0), (3, 1, 1), (40, 0, 0),
    ] {
      let mask = CoverageMask(side: side, inset: inset, cornerDiameter: corner)
      for y in 0..<side {
        for x in 0..<side {
          let (right, bottom) = (side - 1 - x, side - 1 - y)
          let others = [
            mask[right, y], mask[x, bottom], mask[right, bottom], mask[y, x], mask[bottom, x],
            mask[y, right], mask[bottom, right],
          ]
          #expect(others.allSatisfy { $0 == mask[x, y] }, "side \(side): \(x), \(y)")
        }
      }
    }
  }

  // MARK: rectangles

  private func rectangle(
    _ width: Int, _ height: Int, inset: Int = 0, _ diameter: Int
  ) -> CoverageMask {
    CoverageMask(
      size: PixelSize(width: width, height: height), inset: inset,
      corner: RoundCorner(diameter: diameter))
  }

  @Test func `a rectangle with round corners covers its area less (4 − π) r²`() {
    for (width, height) in [(40, 40), (41, 23), (23, 41), (100, 7), (6, 90), (1, 5), (64, 63)] {
      for inset in 0...2 where 2 * inset < min(width, height) {
        let (inner, other) = (width - 2 * inset, height - 2 * inset)
        for diameter in stride(from: 0, through: min(inner, other), by: 2) {
          let mask = rectangle(width, height, inset: inset, diameter)
          var sum = 0
          for y in 0..<height {
            for x in 0..<width { sum += Int(mask[x, y]) }
          }
          let area = Double(inner * other) - (4 - Double.pi) * Double(diameter * diameter) / 4
          // As for a disc of that diameter.
          let tolerance = 0.004 * Double(diameter) + 0.004
          #expect(abs(Double(sum) / 255 - area) < tolerance, "\(width) × \(height), \(diameter)")
        }
      }
    }
  }

  @Test func `a rectangle is the same mirrored, and lying on its side`() {
    for (width, height, inset, diameter) in [
      (41, 23, 0, 22), (41, 23, 3, 16), (40, 22, 0, 22), (9, 30, 1, 6), (5, 1, 0, 0), (2, 90, 0, 2),
    ] {
      let mask = rectangle(width, height, inset: inset, diameter)
      let side = rectangle(height, width, inset: inset, diameter)
      for y in 0..<height {
        for x in 0..<width {
          let (right, bottom) = (width - 1 - x, height - 1 - y)
          let others = [mask[right, y], mask[x, bottom], mask[right, bottom], side[y, x]]
          #expect(others.allSatisfy { $0 == mask[x, y] }, "\(width) × \(height): \(x), \(y)")
        }
      }
    }
  }

  @Test func `a rectangle is a square drawn out: its corners are the square's`() {
    for (side, longer, diameter) in [(24, 60, 24), (24, 25, 10), (25, 90, 24), (7, 8, 6)] {
      let square = rectangle(side, side, diameter)
      let wide = rectangle(longer, side, diameter)
      for y in 0..<side {
        for x in 0..<longer {
          // From either end as on the square, and whole between; a disc of odd diameter has no middle.
          let fromEnd = min(x, longer - 1 - x)
          let expected = fromEnd < side / 2 ? square[fromEnd, y] : 255
          #expect(wide[x, y] == expected, "\(longer) × \(side), \(diameter): \(x), \(y)")
        }
      }
    }
  }

  @Test func `an inner shape is nowhere above its outer one`() {
    for side in 1...60 {
      for inset in 0...(side / 2) {
        for corner in [0, min(10, side / 2 * 2), side / 2 / 2 * 2, side] {
          let outer = CoverageMask(side: side, inset: 0, cornerDiameter: corner)
          let inner = CoverageMask(
            side: side, inset: inset, cornerDiameter: max(0, corner - 2 * inset))
          for y in 0..<side {
            for x in 0..<side {
              #expect(inner[x, y] <= outer[x, y], "side \(side), inset \(inset), corner \(corner)")
            }
          }
        }
      }
    }
  }

  @Test func `the whole columns of a row are those covered whole`() {
    for (side, inset, corner) in [
      (50, 0, 50), (51, 3, 45), (50, 0, 24), (51, 4, 10), (7, 3, 1), (1, 0, 1), (2, 1, 0),
      (40, 0, 0), (40, 40, 0),
    ] {
      let mask = CoverageMask(side: side, inset: inset, cornerDiameter: corner)
      for y in 0..<side {
        let whole = mask.wholeColumns(row: y)
        for x in 0..<side {
          if whole.contains(x) {
            #expect(mask[x, y] == 255)
          } else {
            #expect(mask[x, y] < 255, "side \(side), inset \(inset): \(x), \(y)")
          }
        }
      }
    }
  }

  @Test func `small discs are what a pencil draws`() {
    #expect(rows(CoverageMask(side: 1, inset: 0, cornerDiameter: 1)) == ["C8"])  // π/4
    #expect(rows(CoverageMask(side: 2, inset: 0, cornerDiameter: 2)) == ["C8 C8", "C8 C8"])
    // By the integral of √(4 − x²): π/3 − √3 + 1 = 0.3151 and √3/2 + π/3 − 1 = 0.9132.
    #expect(
      rows(CoverageMask(side: 4, inset: 0, cornerDiameter: 4)) == [
        "50 E9 E9 50", "E9 FF FF E9", "E9 FF FF E9", "50 E9 E9 50",
      ])
    #expect(
      rows(CoverageMask(side: 4, inset: 1, cornerDiameter: 0)) == [
        "00 00 00 00", "00 FF FF 00", "00 FF FF 00", "00 00 00 00",
      ])
  }

  private func rows(_ mask: CoverageMask) -> [String] {
    (0..<mask.size.width).map { y in
      (0..<mask.size.width).map { x in
        let text = String(mask[x, y], radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
      }.joined(separator: " ")
    }
  }

  /// The area of a pixel within a disc around (0, 0); (x, y) is the pixel's top left corner.
  private func exactArea(x: Double, y: Double, radius: Double) -> Double {
    let lines = 128
    var area = 0.0
    for line in 0..<lines {
      let height = y + (Double(line) + 0.5) / Double(lines)
      let rest = radius * radius - height * height
      guard rest > 0 else { continue }
      let half = rest.squareRoot()
      area += max(0, min(x + 1, half) - max(x, -half)) / Double(lines)
    }
    return area
  }
}
