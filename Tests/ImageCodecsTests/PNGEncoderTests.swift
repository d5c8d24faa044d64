import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// What is written is what comes back, whoever reads it and wherever it was cut.
@Suite struct PNGEncoderTests {
  /// Rows as they may come: noise, flat areas, gradients, repetitions.
  private enum Contents: CaseIterable {
    case noise, flat, gradient, photograph, stripes

    func rows(_ size: PixelSize, channels: Int) -> [UInt8] {
      var random = SeededGenerator(seed: 3)
      var rows: [UInt8] = []
      rows.reserveCapacity(size.pixelCount * channels)
      for y in 0..<size.height {
        for x in 0..<size.width {
          for channel in 0..<channels {
            let noise = UInt8.random(in: 0...255, using: &random)
            let value: UInt8 =
              switch self {
              case .noise: noise
              case .flat: 200
              case .gradient: UInt8(truncatingIfNeeded: x + 2 * y + 50 * channel)
              case .photograph: UInt8(truncatingIfNeeded: 3 * x / 2 + y + Int(noise % 8))
              case .stripes: (x / 7 + y / 5).isMultiple(of: 2) ? UInt8(30 * channel) : 250
              }
            rows.append(value)
          }
        }
      }
      return rows
    }
  }

  /// - Parameter cuts: rows at which bands begin, from 0.
  private func png(
    _ rows: [UInt8], _ size: PixelSize, channels: Int, cuts: [Int],
    compression: PNGCompression = .balanced, pixelsPerMetre: Int = 5670
  ) throws -> [UInt8] {
    var encoder = PNGEncoder(size: size, hasAlpha: channels == 4, pixelsPerMetre: pixelsPerMetre)
    var png = encoder.head
    let rowBytes = channels * size.width
    for (start, end) in zip(cuts, cuts.dropFirst() + [size.height]) {
      let above = max(0, start - 1)
      let band = try PNGBand(
        rows: Array(rows[(above * rowBytes)..<(end * rowBytes)]), rowBytes: rowBytes,
        pixelBytes: channels, isFirst: start == 0, isLast: end == size.height,
        compression: compression)
      png += encoder.append(band)
    }
    return png
  }

  private func straight(_ rows: [UInt8], channels: Int) -> [UInt8] {
    guard channels == 3 else { return rows }
    var pixels: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: 3) {
      pixels += rows[start..<start + 3]
      pixels.append(255)
    }
    return pixels
  }

  @Test(arguments: [3, 4])
  func `what is encoded comes back`(channels: Int) throws {
    for contents in Contents.allCases {
      // Widths around the sixteen bytes that filters take at once.
      for width in [1, 2, 4, 5, 6, 11, 16, 31, 300] {
        let size = PixelSize(width: width, height: 17)
        let rows = contents.rows(size, channels: channels)
        for cuts in [[0], [0, 1], [0, 16], [0, 5, 6, 11]] {
          let bytes = try png(rows, size, channels: channels, cuts: cuts)
          let context = "\(contents), \(width) wide, cut at \(cuts)"
          #expect(
            try decodedBitmap(bytes).pixels == straight(rows, channels: channels), "\(context)")
        }
      }
    }
  }

  @Test func `the chunks say what a sheet has to say, and no more`() throws {
    let size = PixelSize(width: 31, height: 17)
    for channels in [3, 4] {
      let rows = Contents.gradient.rows(size, channels: channels)
      let chunks = PNGFixture.chunks(try png(rows, size, channels: channels, cuts: [0, 9]))
      #expect(chunks.map(\.type) == ["IHDR", "sRGB", "pHYs", "tEXt", "IDAT", "IDAT", "IEND"])
      #expect(chunks[0].contents == [0, 0, 0, 31, 0, 0, 0, 17, 8, channels == 4 ? 6 : 2, 0, 0, 0])
      #expect(chunks[1].contents == [0])
      #expect(chunks[2].contents == [0, 0, 0x16, 0x26, 0, 0, 0x16, 0x26, 1])
      #expect(chunks[3].contents == Array("Software\0contactsheet".utf8))
      #expect(chunks[4].contents.prefix(2) == [0x78, 0x01])
    }
  }

  /// The filter of each row by the plain words of the specification.
  private func filters(_ rows: [UInt8], rowBytes: Int, channels: Int) -> [(UInt8, [UInt8])] {
    stride(from: 0, to: rows.count, by: rowBytes).map { start in
      func byte(_ x: Int, _ y: Int) -> Int {
        x < 0 || start + y * rowBytes < 0 ? 0 : Int(rows[start + y * rowBytes + x])
      }
      let candidates = (0..<5).map { filter in
        (0..<rowBytes).map { x -> UInt8 in
          let (a, b, c) = (byte(x - channels, 0), byte(x, -1), byte(x - channels, -1))
          let p = a + b - c
          let nearest = [a, b, c].min { abs(p - $0) < abs(p - $1) }!
          return UInt8(truncatingIfNeeded: byte(x, 0) - [0, a, b, (a + b) / 2, nearest][filter])
        }
      }
      let costs = candidates.map { $0.reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) } }
      let best = costs.firstIndex(of: costs.min()!)!
      return (UInt8(best), candidates[best])
    }
  }

  @Test func `each row takes the filter with the least differences`() throws {
    let size = PixelSize(width: 37, height: 40)
    for contents in Contents.allCases {
      for channels in [3, 4] {
        let rows = contents.rows(size, channels: channels)
        let bytes = try png(rows, size, channels: channels, cuts: [0, 7, 22])
        let stream = PNGFixture.chunks(bytes).filter { $0.type == "IDAT" }.flatMap(\.contents)
        let rowBytes = channels * size.width
        let filtered = try inflated(stream, count: (1 + rowBytes) * size.height)
        let expected = filters(rows, rowBytes: rowBytes, channels: channels)
        #expect(filtered == expected.flatMap { [$0.0] + $0.1 }, "\(contents), \(channels)")
      }
    }
  }

  @Test func `photographs are not searched for repetitions, drawings are`() throws {
    let size = PixelSize(width: 400, height: 300)
    func count(_ contents: Contents) throws -> Int {
      try png(contents.rows(size, channels: 3), size, channels: 3, cuts: [0]).count
    }
    // The difference of two samples with three bits of noise each has 3.76 bits.
    #expect(try (135_000...172_000).contains(count(.photograph)))
    #expect(try count(.stripes) < 3_000)
    #expect(try count(.flat) < 1_200)
    #expect(try count(.noise) < 361_000)
  }

  @Test func `bands are cut by the width and the compression alone`() {
    for compression in [PNGCompression.fast, .balanced] {
      #expect(PNGEncoder.bandHeight(width: 1, compression) == 174_762)
      #expect(PNGEncoder.bandHeight(width: 1200, compression) == 145)
      #expect(PNGEncoder.bandHeight(width: 10_000, compression) == 17)
      #expect(PNGEncoder.bandHeight(width: 1_000_000, compression) == 1)
    }
    #expect(PNGEncoder.bandHeight(width: 1200, .smallest) == 582)
    #expect(PNGEncoder.bandHeight(width: 1_000_000, .smallest) == 1)
  }
}
