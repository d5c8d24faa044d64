import CTestCodecs
import Foundation

/// A JPEG made from pixels.
package struct JPEGFixture {
  package var width: Int
  package var height: Int
  /// `components` bytes a pixel.
  package var pixels: [UInt8]
  package var components = 3
  package var quality = 95
  package var progressive = false
  /// The scans of a progressive JPEG, up to 32; empty for those that libjpeg makes by itself.
  package var scans: [Scan] = []
  /// Huffman tables made for the picture, as progressive ones always have.
  package var optimized = false
  package var arithmetic = false
  package var sampling: (horizontal: Int, vertical: Int) = (2, 2)
  package var restartInterval = 0
  package var storedAsRGB = false
  package var storedAsYCCK = false
  /// Adobe's marker is there where libjpeg writes it: with CMYK, YCCK and RGB.
  package var hasAdobeMarker = true
  /// A TIFF block for an EXIF segment.
  package var exif: [UInt8]?
  package var profile: [UInt8]?

  /// A scan of some components: the coefficients `band` in zigzag order, from bit `high` down to `low`, where
  /// 0 for `high` means the first scan of these coefficients.
  package struct Scan: Sendable {
    package var components: [Int]
    package var band: ClosedRange<Int>
    package var high: Int
    package var low: Int

    package init(_ components: [Int], _ band: ClosedRange<Int>, high: Int = 0, low: Int = 0) {
      self.components = components
      self.band = band
      self.high = high
      self.low = low
    }

    fileprivate var plain: ctc_jpeg_scan {
      let all = components.map(Int32.init) + [0, 0, 0]
      return ctc_jpeg_scan(
        count: Int32(components.count), components: (all[0], all[1], all[2], all[3]),
        first: Int32(band.lowerBound), last: Int32(band.upperBound), high: Int32(high),
        low: Int32(low))
    }
  }

  package init(width: Int, height: Int, pixels: [UInt8], components: Int = 3) {
    self.width = width
    self.height = height
    self.pixels = pixels
    self.components = components
  }

  /// A fixture whose colour at each pixel `color` gives, red first.
  package init(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)
  ) {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        pixels += [red, green, blue]
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }

  package var bytes: [UInt8] {
    let app1 = exif.map { Array("Exif\0\0".utf8) + $0 }
    var size = 0
    let encoded = unsafe app1.withPointer { app1 in
      unsafe profile.withPointer { profile in
        let scans = self.scans.map(\.plain)
        return unsafe scans.withUnsafeBufferPointer { scans in
          var settings = unsafe ctc_jpeg_settings(
            width: Int32(width), height: Int32(height), components: Int32(components),
            quality: Int32(quality), progressive: progressive,
            scans: scans.isEmpty ? nil : scans.baseAddress, scan_count: Int32(scans.count),
            arithmetic: arithmetic, optimized: optimized,
            horizontal_sampling: Int32(sampling.horizontal),
            vertical_sampling: Int32(sampling.vertical), restart_interval: Int32(restartInterval),
            stored_as_rgb: storedAsRGB, stored_as_ycck: storedAsYCCK,
            without_adobe_marker: !hasAdobeMarker, app1: app1.start, app1_count: app1.count,
            profile: profile.start, profile_count: profile.count)
          return unsafe ctc_jpeg_encode(pixels, &settings, &size)
        }
      }
    }
    guard let encoded = unsafe encoded else { preconditionFailure("the fixture cannot be encoded") }
    defer { unsafe free(encoded) }
    return unsafe Array(UnsafeBufferPointer(start: encoded, count: size))
  }
}

/// EXIF blocks that state an orientation.
package enum ExifFixture {
  package enum ByteOrder: CaseIterable, Sendable { case little, big }

  /// How the value is stored.
  package enum Kind: UInt16, Sendable {
    case byte = 1
    case short = 3
    case long = 4
  }

  /// A TIFF block with one tag.
  package static func orientation(
    _ value: Int, _ order: ByteOrder = .little, as kind: Kind = .short
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return order == .little ? little : little.reversed()
    }
    let size = [Kind.byte: 1, .short: 2, .long: 4][kind]!
    let field = number(value, size) + [UInt8](repeating: 0, count: 4 - size)
    return Array((order == .little ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
      + number(1, 2) + number(0x0112, 2) + number(Int(kind.rawValue), 2) + number(1, 4) + field
      + number(0, 4)
  }
}
