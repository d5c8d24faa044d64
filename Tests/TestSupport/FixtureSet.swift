/// A small picture of every kind that is read, and its name.
package enum FixtureSet {
  package struct Entry: Sendable, CustomStringConvertible {
    package var name: String
    package var bytes: [UInt8]

    package var description: String { name }
  }

  package static let all = jpegs + pngs

  /// Smooth on the left and noise on the right, so that all kinds of blocks are there.
  private static func sample(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
    let noise = UInt64((y * 64 + x) * 4 + channel) &* 0x9E37_79B9_7F4A_7C15
    return x < 16 ? UInt8(40 + 6 * x + 3 * y + 20 * channel) : UInt8(noise >> 56)
  }

  // MARK: JPEG

  private static func jpeg(
    _ name: String, components: Int = 3, width: Int = 35, height: Int = 21,
    _ change: (inout JPEGFixture) -> Void
  ) -> Entry {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<components { pixels.append(sample(x, y, channel)) }
      }
    }
    var fixture = JPEGFixture(
      width: width, height: height, pixels: pixels, components: components)
    fixture.quality = 60
    change(&fixture)
    return Entry(name: "jpeg-\(name)", bytes: fixture.bytes)
  }

  package static let jpegs: [Entry] = [
    jpeg("420") { _ in },
    jpeg("444") { $0.sampling = (1, 1) },
    jpeg("422") { $0.sampling = (2, 1) },
    jpeg("440") { $0.sampling = (1, 2) },
    jpeg("411") { $0.sampling = (4, 1) },
    jpeg("progressive") { $0.progressive = true },
    jpeg("progressive-444") { ($0.progressive, $0.sampling) = (true, (1, 1)) },
    jpeg("arithmetic") { $0.arithmetic = true },
    jpeg("arithmetic-progressive") { ($0.arithmetic, $0.progressive) = (true, true) },
    jpeg("restarts") { $0.restartInterval = 1 },
    jpeg("progressive-restarts") { ($0.progressive, $0.restartInterval) = (true, 2) },
    jpeg("arithmetic-restarts") { ($0.arithmetic, $0.restartInterval) = (true, 1) },
    jpeg("rgb") { $0.storedAsRGB = true },
    jpeg("grey", components: 1) { _ in },
    jpeg("grey-progressive", components: 1) { $0.progressive = true },
    jpeg("cmyk", components: 4) { _ in },
    jpeg("cmyk-progressive", components: 4) { $0.progressive = true },
    jpeg("exif") { $0.exif = ExifFixture.orientation(6) },
    jpeg("exif-progressive") {
      ($0.progressive, $0.exif) = (true, ExifFixture.orientation(3, .big))
    },
    jpeg("pixel", width: 1, height: 1) { _ in },
    jpeg("column", width: 1, height: 20) { $0.progressive = true },
  ]

  // MARK: PNG

  private static func png(
    _ name: String, _ type: PNGFixture.ColorType, _ depth: Int, interlaced: Bool = false,
    width: Int = 19, height: Int = 11, paletteAlpha: [UInt8]? = nil, transparent: [UInt16]? = nil
  ) -> Entry {
    var samples: [Int] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<type.channels {
          let eight = Int(sample(x, y, channel))
          samples.append(depth == 16 ? 257 * eight : eight >> (8 - depth))
        }
      }
    }
    let palette = type == .palette ? (0..<3 << depth).map { UInt8($0 * 7 & 255) } : nil
    return Entry(
      name: "png-\(name)",
      bytes: PNGFixture.bytes(
        width: width, height: height, type, bitDepth: depth, samples: samples,
        interlaced: interlaced, palette: palette, paletteAlpha: paletteAlpha,
        transparent: transparent))
  }

  package static let pngs: [Entry] = {
    var entries: [Entry] = []
    for type in PNGFixture.ColorType.allCases {
      for depth in type.bitDepths {
        for interlaced in [false, true] {
          let name = "\(type)-\(depth)\(interlaced ? "-interlaced" : "")"
          entries.append(png(name, type, depth, interlaced: interlaced))
        }
      }
    }
    entries += [
      png("gray-transparent", .gray, 4, transparent: [3]),
      png("rgb-transparent", .rgb, 8, interlaced: true, transparent: [40, 60, 80]),
      png("palette-alpha", .palette, 8, paletteAlpha: [0, 128, 255, 77]),
      png("pixel", .rgba, 8, width: 1, height: 1),
      png("pixel-interlaced", .grayAlpha, 16, interlaced: true, width: 1, height: 1),
    ]
    let plain = png("rgb", .rgb, 8).bytes
    for afterPixels in [false, true] {
      let exif = PNGFixture.chunk("eXIf", ExifFixture.orientation(6, .big))
      entries.append(
        Entry(
          name: "png-exif-\(afterPixels ? "after" : "before")",
          bytes: PNGFixture.inserting(exif, into: plain, afterPixels: afterPixels)))
    }
    let text = PNGFixture.chunk("tEXt", Array("Comment\0seed".utf8))
    entries.append(
      Entry(name: "png-text", bytes: PNGFixture.inserting(text, into: plain)))
    return entries
  }()
}
