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
