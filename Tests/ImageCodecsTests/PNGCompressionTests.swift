import Foundation
import ImageCodecs
import PixelGeometry
import TestSupport
import Testing

/// Whatever the work that goes into its bytes, a PNG has the pixels that went in, whoever reads it.
@Suite struct PNGCompressionTests {
  /// Rows as they may come.
  private enum Contents: CaseIterable {
    case noise, flat, gradient, photograph, drawing, runs, twoValues

    func rows(_ size: PixelSize, channels: Int, using random: inout SeededGenerator) -> [UInt8] {
      var rows: [UInt8] = []
      rows.reserveCapacity(size.pixelCount * channels)
      var (runLeft, runLength, value) = (0, 0, UInt8(0))
      for y in 0..<size.height {
        for x in 0..<size.width {
          for channel in 0..<channels {
            switch self {
            case .noise: rows.append(UInt8.random(in: 0...255, using: &random))
            case .flat: rows.append(200)
            case .gradient: rows.append(UInt8(truncatingIfNeeded: x + 2 * y + 50 * channel))
            case .photograph:
              let noise = Int.random(in: 0..<8, using: &random)
              rows.append(UInt8(truncatingIfNeeded: 3 * x / 2 + y + noise))
            case .drawing:
              rows.append((x / 7 + y / 5).isMultiple(of: 2) ? UInt8(30 * channel) : 250)
            case .runs:
              // Of every length from 1 on.
              if runLeft == 0 {
                runLength = runLength % 600 + 1
                (runLeft, value) = (runLength, UInt8.random(in: 0...255, using: &random))
              }
              runLeft -= 1
              rows.append(value)
            case .twoValues: rows.append(Bool.random(using: &random) ? 7 : 249)
            }
          }
        }
      }
      return rows
    }
  }

  /// - Parameter cuts: rows at which bands begin, from 0, and how each band is made.
  private func png(
    _ rows: [UInt8], _ size: PixelSize, channels: Int, _ cuts: [(row: Int, PNGCompression)]
  ) throws -> [UInt8] {
    var encoder = PNGEncoder(size: size, hasAlpha: channels == 4, pixelsPerMetre: 2835)
    var png = encoder.head
    let rowBytes = channels * size.width
    for ((start, compression), end) in zip(cuts, cuts.dropFirst().map(\.row) + [size.height]) {
      png += encoder.append(
        try PNGBand(
          rows: Array(rows[(max(0, start - 1) * rowBytes)..<(end * rowBytes)]),
          rowBytes: rowBytes, pixelBytes: channels, isFirst: start == 0, isLast: end == size.height,
          compression: compression))
    }
    return png
  }

  /// Reads it with libpng, and with a decoder that shares nothing with it.
  private func expect(
    _ png: [UInt8], _ rows: [UInt8], _ size: PixelSize, channels: Int, _ context: String
  ) throws {
    let plain = try PlainPNG(png)
    #expect(plain.size == size && plain.pixelBytes == channels, "\(context)")
    #expect(plain.rows == rows, "\(context)")
    var straight = rows
    if channels == 3 {
      straight = []
      for start in stride(from: 0, to: rows.count, by: 3) {
        straight += rows[start..<start + 3]
        straight.append(255)
      }
    }
    #expect(try #require(ReferencePNG(png)).bytes == straight, "\(context)")
  }

  @Test(arguments: PNGCompression.allCases, [3, 4])
  func `every width comes back, whatever the pixels`(
    _ compression: PNGCompression, channels: Int
  ) throws {
    var random = SeededGenerator(seed: 5)
    for width in 1...130 {
      let size = PixelSize(width: width, height: 5)
      for contents in Contents.allCases {
        let rows = contents.rows(size, channels: channels, using: &random)
        let bytes = try png(rows, size, channels: channels, [(0, compression), (3, compression)])
        try expect(bytes, rows, size, channels: channels, "\(contents), \(width) wide")
      }
    }
  }

  @Test func `bands of every kind follow one another`() throws {
    let seed = SeededGenerator.seed("bands of every kind")
    var random = SeededGenerator(seed: seed)
    for channels in [3, 4] {
      for _ in 0..<12 {
        let size = PixelSize(
          width: Int.random(in: 1...700, using: &random),
          height: Int.random(in: 1...300, using: &random))
        // Parts of several kinds, one below the other.
        var rows: [UInt8] = []
        var height = 0
        while height < size.height {
          let more = min(size.height - height, Int.random(in: 1...120, using: &random))
          rows += Contents.allCases.randomElement(using: &random)!.rows(
            PixelSize(width: size.width, height: more), channels: channels, using: &random)
          height += more
        }
        var cuts: [(row: Int, PNGCompression)] = []
        var row = 0
        while row < size.height {
          cuts.append((row, PNGCompression.allCases.randomElement(using: &random)!))
          row += Int.random(in: 1...size.height, using: &random)
        }
        let bytes = try png(rows, size, channels: channels, cuts)
        try expect(bytes, rows, size, channels: channels, "seed \(seed), \(size), \(cuts)")
      }
    }
  }

  @Test func `each compression filters rows in its own way`() throws {
    let size = PixelSize(width: 200, height: 60)
    var random = SeededGenerator(seed: 8)
    let rows = Contents.photograph.rows(size, channels: 3, using: &random)
    func filters(_ compression: PNGCompression) throws -> Set<UInt8> {
      Set(try PlainPNG(png(rows, size, channels: 3, [(0, compression)])).filters)
    }
    #expect(try filters(.fast) == [4])
    let noise = Contents.noise.rows(size, channels: 3, using: &random)
    let plain = try PlainPNG(png(noise, size, channels: 3, [(0, .smallest)]))
    #expect(Set(plain.filters) == [0], "noise is smallest as it is")
  }

  @Test func `more work gives fewer bytes`() throws {
    let size = PixelSize(width: 500, height: 400)
    var random = SeededGenerator(seed: 9)
    for contents in [Contents.photograph, .drawing, .gradient, .twoValues] {
      let rows = contents.rows(size, channels: 3, using: &random)
      let counts = try PNGCompression.allCases.map {
        try png(rows, size, channels: 3, [(0, $0)]).count
      }
      #expect(counts[2] <= counts[1], "\(contents)")
      #expect(counts[2] <= counts[0], "\(contents)")
    }
  }

  /// A photograph with flat margins, labels in it: what is not a photograph, two thirds of the pixels, costs
  /// a ninth of what is.
  @Test func `flat margins and what repeats are found beside a photograph`() throws {
    var random = SeededGenerator(seed: 10)
    let inner = PixelSize(width: 300, height: 160)
    let photograph = Contents.photograph.rows(inner, channels: 3, using: &random)
    let alone = try png(photograph, inner, channels: 3, [(0, .balanced)]).count
    let size = PixelSize(width: 900, height: 190)
    var rows: [UInt8] = []
    for y in 0..<size.height {
      let isInner = y < inner.height
      for x in 0..<size.width {
        if isInner, 300..<600 ~= x {
          let start = 3 * (y * inner.width + x - 300)
          rows += photograph[start..<start + 3]
        } else {
          // Words, as it were: strokes that come again in each letter.
          let isInk = y > 170 && y < 182 && (x % 24 * 5 ^ (y * 3)) % 7 == 0
          rows += isInk ? [20, 20, 20] : [255, 255, 255]
        }
      }
    }
    for compression in PNGCompression.allCases {
      let count = try png(rows, size, channels: 3, [(0, compression)]).count
      #expect(count < alone * 112 / 100, "\(compression): \(count) of \(alone)")
    }
    // Letters alone.
    let letters = Array(rows[(3 * 900 * 160)...])
    let size2 = PixelSize(width: 900, height: 30)
    #expect(try png(letters, size2, channels: 3, [(0, .balanced)]).count < 1_500)
  }

  @Test func `what pngcheck has to say is nothing`() throws {
    guard try hasPNGCheck() else { return }
    var random = SeededGenerator(seed: 11)
    let folder = try TemporaryDirectory()
    var names: [String] = []
    for contents in Contents.allCases {
      for channels in [3, 4] {
        for compression in PNGCompression.allCases {
          let size = PixelSize(width: 190, height: 120)
          let rows = contents.rows(size, channels: channels, using: &random)
          let cuts = [(row: 0, compression), (row: 50, .balanced), (row: 51, compression)]
          let name = "\(contents)-\(channels)-\(compression).png"
          try Data(png(rows, size, channels: channels, cuts)).write(
            to: folder.url.appendingPathComponent(name))
          names.append(name)
        }
      }
    }
    let checked = try Tool.shell("pngcheck -q *.png", in: folder.url)
    #expect(checked.code == 0)
    #expect(checked.outputText == "" && checked.errorText == "")
    #expect(names.count == 42)
  }

  private func hasPNGCheck() throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
    if try Tool.shell("command -v pngcheck", in: folder).code == 0 { return true }
    #expect(environment("CONTACTSHEET_REQUIRE_TOOLS") != "1", "pngcheck is missing")
    print("SKIPPED: what pngcheck says; make ci-tools installs it")
    return false
  }
}
