import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// A picture read row by row is what a tile of it shows.
@Suite struct UprightRowsTests {
  /// All rows, as 16-bit samples; 8 bits count 257-fold.
  private func rows(
    _ bytes: [UInt8], colorManagement: Bool = true, autoOrient: Bool = true
  ) throws -> (size: PixelSize, isDeep: Bool, samples: [UInt16]) {
    var rows = try UprightRows.open(
      .bytes(bytes), limits: .none, colorManagement: colorManagement, autoOrient: autoOrient)
    let isDeep = rows.isDeep
    var samples: [UInt16] = []
    for _ in 0..<rows.size.height {
      try rows.withNextRow { row throws(PictureFault) in
        for index in 0..<(isDeep ? row.count / 2 : row.count) {
          samples.append(
            isDeep
              ? UInt16(row[2 * index]) << 8 | UInt16(row[2 * index + 1]) : UInt16(row[index]) * 257)
        }
      }
    }
    try rows.finish()
    return (rows.size, isDeep, samples)
  }

  @Test func `every kind of picture has the pixels of its tile`() throws {
    for fixture in FixtureSet.jpegs + FixtureSet.pngs {
      for colorManagement in [false, true] {
        let read = try rows(
          fixture.bytes, colorManagement: colorManagement, autoOrient: false)
        let tile = try PictureSource.bytes(fixture.bytes).ownSizeTile(
          colorManagement: colorManagement)
        #expect(read.size == tile.bitmap.size, "\(fixture.name)")
        var worst = 0
        for (index, sample) in read.samples.enumerated() {
          // The colour of clear pixels is kept here and gone there.
          if read.samples[index | 3] == 0 { continue }
          let alpha = max(1, Int(read.samples[index | 3]) / 257)
          let value = (Int(sample) + 128) / 257
          let difference = abs(value - Int(tile.bitmap.pixels[index]))
          // Nearly clear pixels lose steps of their colour where they are premultiplied.
          if difference > (alpha < 8 ? 8 / alpha + 1 : 1) { worst = max(worst, difference) }
        }
        #expect(worst == 0, "\(fixture.name)")
      }
    }
  }

  @Test func `sixteen bits are kept, and hidden colour too`() throws {
    let deep = PNGFixture.bytes(
      width: 2, height: 1, .rgba, bitDepth: 16, samples: [1, 2, 3, 65_535, 300, 40_000, 5, 0])
    let read = try rows(deep)
    #expect(read.isDeep)
    #expect(read.samples == [1, 2, 3, 65_535, 300, 40_000, 5, 0])
    let shallow = PNGFixture.bytes(width: 1, height: 1, .rgba, samples: [9, 8, 7, 0])
    #expect(try rows(shallow).samples == [9 * 257, 8 * 257, 7 * 257, 0])
  }

  @Test(arguments: Orientation.allCases)
  func `a picture in any orientation is read upright`(orientation: Orientation) throws {
    let stored = PixelSize(width: 3, height: 2)
    let levels = [10, 20, 30, 40, 50, 60]
    let png = PNGFixture.inserting(
      PNGFixture.chunk("eXIf", ExifFixture.orientation(orientation.rawValue)),
      into: PNGFixture.bytes(width: 3, height: 2, .gray, samples: levels))
    let read = try rows(png)
    let upright = orientation.upright(stored)
    #expect(read.size == upright)
    for y in 0..<upright.height {
      for x in 0..<upright.width {
        let position = orientation.storedPosition(x: x, y: y, in: stored)
        let level = levels[position.y * 3 + position.x]
        #expect(read.samples[4 * (y * upright.width + x)] == UInt16(level * 257))
      }
    }
  }
}
