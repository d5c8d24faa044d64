import PixelDiff
import PixelGeometry
import TestSupport
import Testing

/// Regions and windows against counting everything.
@Suite struct RegionTests {
  /// A result for a picture drawn in letters: `#` differs.
  private func result(_ rows: [String], _ change: (inout DiffOptions) -> Void) throws -> DiffResult
  {
    let pixels = rows.map { Array($0.utf8) }
    let mask = Mask(width: pixels[0].count, height: rows.count) { x, y in
      pixels[y][x] == UInt8(ascii: "#")
    }
    var options = DiffOptions()
    change(&options)
    return try mask.result(options)
  }

  private func frame(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(left: left, top: top, width: width, height: height)
  }

  private let drawing = [
    "..#......#",
    "#.........",
    "#..##.....",
    "....#.....",
    "..........",
    "##......#.",
    ".#......##",
  ]

  @Test func `what touches, at corners too, is one region`() throws {
    let found = try result(drawing) { $0.regionDistance = 1 }
    #expect(
      found.regions == [
        DiffRegion(frame: frame(2, 0, 1, 1), pixels: 1),
        DiffRegion(frame: frame(9, 0, 1, 1), pixels: 1),
        DiffRegion(frame: frame(0, 1, 1, 2), pixels: 2),
        DiffRegion(frame: frame(3, 2, 2, 2), pixels: 3),
        DiffRegion(frame: frame(0, 5, 2, 2), pixels: 3),
        DiffRegion(frame: frame(8, 5, 2, 2), pixels: 3),
      ])
    #expect(found.regionCount == 6)
    #expect(found.bounds == frame(0, 0, 10, 7))
  }

  @Test func `what is near is one region`() throws {
    let found = try result(drawing) { $0.regionDistance = 2 }
    #expect(
      found.regions == [
        DiffRegion(frame: frame(0, 0, 5, 4), pixels: 6),
        DiffRegion(frame: frame(9, 0, 1, 1), pixels: 1),
        DiffRegion(frame: frame(0, 5, 2, 2), pixels: 3),
        DiffRegion(frame: frame(8, 5, 2, 2), pixels: 3),
      ])
    #expect(try result(drawing) { $0.regionDistance = 3 }.regionCount == 3)
    #expect(try result(drawing) { $0.regionDistance = 100 }.regionCount == 1)
  }

  @Test func `the list may be short, the count is not`() throws {
    for limit in 0...7 {
      let found = try result(drawing) { ($0.regionDistance, $0.regionLimit) = (1, limit) }
      #expect(found.regionCount == 6 && found.regions.count == min(limit, 6))
      #expect(found.regions.last?.frame.top ?? 0 <= found.bounds!.bottom)
    }
  }

  @Test func `the worst window is the first of the worst`() throws {
    let found = try result(drawing) { $0.windowSide = 2 }
    #expect(found.worstWindow == WorstWindow(frame: frame(3, 2, 2, 2), pixels: 3))
    let all = try result(drawing) { $0.windowSide = 1_000 }
    #expect(all.worstWindow == WorstWindow(frame: frame(0, 0, 10, 7), pixels: 13))
    let none = try result(["....", "...."]) { $0.windowSide = 1 }
    #expect(none.worstWindow == WorstWindow(frame: frame(0, 0, 1, 1), pixels: 0))
    #expect(none.bounds == nil && none.regions.isEmpty && none.regionCount == 0)
    #expect(try result(drawing) { _ in }.worstWindow == nil)
  }

  @Test func `random masks against counting everything`() throws {
    let seed = SeededGenerator.seed("random masks against counting everything")
    var random = SeededGenerator(seed: seed)
    for round in 0..<400 {
      let mask = Mask.random(
        width: 1 + round % 40, height: Int.random(in: 1...40, using: &random), using: &random)
      let distance = Int.random(in: 1...6, using: &random)
      let side = Int.random(in: 1...45, using: &random)
      let options = DiffOptions(
        regionDistance: distance, regionLimit: 10_000, windowSide: side)
      let found = try mask.result(options)
      let regions = mask.regions(distance: distance)
      #expect(found.regions == regions)
      #expect(found.regionCount == regions.count)
      #expect(found.worstWindow == mask.worstWindow(side: side))
      #expect(found.counts.mismatched == mask.count)
      let limited = try mask.result(DiffOptions(regionDistance: distance, regionLimit: 3))
      #expect(limited.regions == Array(regions.prefix(3)))
      #expect(limited.regionCount == regions.count)
    }
  }

  @Test func `more regions than are kept at a time`() throws {
    let seed = SeededGenerator.seed("more regions than are kept at a time")
    var random = SeededGenerator(seed: seed)
    for distance in 1...3 {
      let mask = Mask(width: 13, height: 4_000) { _, _ in
        Int.random(in: 0..<12, using: &random) == 0
      }
      let regions = mask.regions(distance: distance)
      for limit in [5, 100_000] {
        let found = try mask.result(
          DiffOptions(regionDistance: distance, regionLimit: limit))
        #expect(found.regionCount == regions.count)
        #expect(found.regions == Array(regions.prefix(limit)))
      }
    }
  }
}

/// Which pixels differ.
private struct Mask {
  var width: Int
  var height: Int
  var differs: [Bool] = []

  init(width: Int, height: Int, _ pixel: (Int, Int) -> Bool) {
    (self.width, self.height) = (width, height)
    for y in 0..<height { for x in 0..<width { differs.append(pixel(x, y)) } }
  }

  static func random(
    width: Int, height: Int, using random: inout SeededGenerator
  ) -> Mask {
    let rarity = [2, 4, 10, 40, 400].randomElement(using: &random)!
    return Mask(width: width, height: height) { _, _ in
      Int.random(in: 0..<rarity, using: &random) == 0
    }
  }

  var count: Int { differs.count { $0 } }

  func result(_ options: DiffOptions) throws -> DiffResult {
    let white = Samples.flat(width, height, [255, 255, 255, 255])
    var other = white
    for index in differs.indices where differs[index] { other.values[4 * index] = 0 }
    return try BitmapDiff(expected: white.bitmap, actual: other.bitmap, options: options)
      .result()
  }

  /// Walks from pixel to pixel.
  func regions(distance: Int) -> [DiffRegion] {
    var left = differs
    var regions: [DiffRegion] = []
    for start in left.indices where left[start] {
      left[start] = false
      var queue = [start]
      var (columns, rows) = ([start % width], [start / width])
      while let index = queue.popLast() {
        let (x, y) = (index % width, index / width)
        for row in max(0, y - distance)...min(height - 1, y + distance) {
          for column in max(0, x - distance)...min(width - 1, x + distance)
          where left[row * width + column] {
            left[row * width + column] = false
            queue.append(row * width + column)
            columns.append(column)
            rows.append(row)
          }
        }
      }
      let frame = PixelRect(
        left: columns.min()!, top: rows.min()!, width: columns.max()! - columns.min()! + 1,
        height: rows.max()! - rows.min()! + 1)
      regions.append(DiffRegion(frame: frame, pixels: columns.count))
    }
    return regions.sorted()
  }

  func worstWindow(side: Int) -> WorstWindow {
    let (wide, high) = (min(side, width), min(side, height))
    var worst = WorstWindow(
      frame: PixelRect(left: 0, top: 0, width: wide, height: high), pixels: 0)
    for top in 0...height - high {
      for left in 0...width - wide {
        var pixels = 0
        for y in top..<top + high {
          for x in left..<left + wide where differs[y * width + x] { pixels += 1 }
        }
        if pixels > worst.pixels {
          (worst.pixels, worst.frame.left, worst.frame.top) = (pixels, left, top)
        }
      }
    }
    return worst
  }
}
