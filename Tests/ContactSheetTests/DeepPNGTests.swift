import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// PNGs of 16 bits whose colours are converted: all their bits count until then.
@Suite struct DeepPNGTests {
  /// Every value in the shadows, where linear ones are coarse in 8 bits, and some of all others.
  private static let values = Array(0..<4096) + Array(stride(from: 4096, to: 65_536, by: 13))

  private static let gamma = PNGFixture.chunk("gAMA", PNGFixture.bigEndian(100_000))

  /// A row of grey values in some kind of PNG.
  private static func png(
    _ type: PNGFixture.ColorType, _ values: [Int], alpha: Int = 65_535, interlaced: Bool = false,
    transparent: [UInt16]? = nil, chunk: [UInt8]? = gamma
  ) -> [UInt8] {
    let samples = values.flatMap { value in
      let isGray = type == .gray || type == .grayAlpha
      let color = [Int](repeating: value, count: isGray ? 1 : 3)
      return color + (type == .grayAlpha || type == .rgba ? [alpha] : [])
    }
    let png = PNGFixture.bytes(
      width: values.count, height: 1, type, bitDepth: 16, samples: samples, interlaced: interlaced,
      transparent: transparent)
    return chunk.map { PNGFixture.inserting($0, into: png) } ?? png
  }

  /// The 8-bit value of sRGB for light 0…1 (IEC 61966-2-1).
  private static func sRGB(_ light: Double) -> Double {
    255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }

  private static func tile(
    _ png: [UInt8], _ size: PixelSize, _ options: DecodeOptions = DecodeOptions()
  ) throws -> Bitmap {
    try PictureSource.bytes(png).tile(size, options).bitmap
  }

  /// How far the tile is from the formula, at most.
  private static func worst(
    _ png: [UInt8], _ values: [Int], _ exponent: Double, linear: Bool = false
  ) throws -> Double {
    let bitmap = try tile(
      png, PixelSize(width: values.count, height: 1), DecodeOptions(linear: linear))
    return values.indices.map { x in
      let color = bitmap[x, 0]
      let wanted = sRGB(pow(Double(values[x]) / 65_535, exponent))
      return [color.red, color.green, color.blue].map { abs(Double($0) - wanted) }.max()!
    }.max()!
  }

  @Test(arguments: [PNGFixture.ColorType.gray, .grayAlpha, .rgb, .rgba], [false, true])
  func `linear values of 16 bits keep their shadows`(
    type: PNGFixture.ColorType, interlaced: Bool
  ) throws {
    let png = Self.png(type, Self.values, interlaced: interlaced)
    let worst = try Self.worst(png, Self.values, 1)
    print("\(type): \(worst) levels from the formula")
    #expect(worst < 0.6)
    #expect(try Self.worst(png, Self.values, 1, linear: true) < 1)
  }

  @Test(arguments: [100_000, 80_000, 61_000, 55_556, 35_000, 20_000])
  func `any gAMA of 16 bits comes within a level of the formula`(gamma: UInt32) throws {
    let chunk = PNGFixture.chunk("gAMA", PNGFixture.bigEndian(gamma))
    let png = Self.png(.gray, Self.values, chunk: chunk)
    let worst = try Self.worst(png, Self.values, 100_000 / Double(gamma))
    print("gAMA \(gamma): \(worst) levels from the formula")
    #expect(worst < 0.7)
  }

  @Test func `a profile of light keeps the shadows, too`() throws {
    let png = Self.png(.gray, Self.values, chunk: PNGFixture.iCCP(ProfileFixture.gray()))
    let worst = try Self.worst(png, Self.values, 1)
    print("grey profile: \(worst) levels from the formula")
    #expect(worst < 0.7)
  }

  @Test func `shadows are mixed before they are converted, not rounded between`() throws {
    for (values, mean) in [
      ([0, 100], 50.0), ([200, 1], 100.5), ([90, 110], 100), ([0, 520], 260),
    ] {
      let color = try Self.tile(Self.png(.gray, values), PixelSize(width: 1, height: 1))[0, 0]
      #expect(abs(Double(color.green) - Self.sRGB(mean / 65_535)) < 0.6, "\(values): \(color)")
    }
  }

  @Test(arguments: [40_000, 20_000, 5_000])
  func `shadows under alpha keep their colour`(alpha: Int) throws {
    let png = Self.png(.rgba, Self.values, alpha: alpha)
    #expect(try Self.worst(png, Self.values, 1) < 1)
    let bitmap = try Self.tile(png, PixelSize(width: Self.values.count, height: 1))
    #expect(bitmap[9, 0].alpha == UInt8((alpha + 128) / 257))
  }

  @Test func `a transparent colour is compared with all 16 bits`() throws {
    let png = Self.png(.gray, [1000, 1001], transparent: [1000])
    let bitmap = try Self.tile(png, PixelSize(width: 2, height: 1))
    #expect(bitmap[0, 0].alpha == 0 && bitmap[1, 0].isOpaque)
  }

  @Test func `what no curve bends is value / 257 rounded`() throws {
    let size = PixelSize(width: Self.values.count, height: 1)
    let rounded = Self.values.map { ($0 + 128) / 257 }
    let sRGB = PNGFixture.chunk("sRGB", [0])
    for (chunk, managed) in [(nil, true), (sRGB, true), (Self.gamma, false)] {
      let png = Self.png(.rgb, Self.values, chunk: chunk)
      let bitmap = try Self.tile(png, size, DecodeOptions(colorManagement: managed))
      #expect(Self.values.indices.map { Int(bitmap[$0, 0].green) } == rounded)
    }
    let linear = try Self.tile(
      Self.png(.rgb, Self.values, chunk: nil), size, DecodeOptions(linear: true))
    for (x, value) in Self.values.enumerated() {
      #expect(abs(Double(linear[x, 0].green) - Double(value) / 257) < 0.6)
    }
  }

  @Test(arguments: [false, true])
  func `a deep picture that is cut off is filled with the same grey`(interlaced: Bool) throws {
    // Noise, so that half of the bytes are half of the rows.
    var random = SeededGenerator(seed: 3)
    let samples = (0..<64 * 64).map { _ in Int.random(in: 0...65_535, using: &random) }
    let whole = PNGFixture.bytes(
      width: 64, height: 64, .gray, bitDepth: 16, samples: samples, interlaced: interlaced)
    let cut = Array(whole.prefix(whole.count / 2))
    let size = PixelSize(width: 64, height: 64)
    let deep = try PictureSource.bytes(cut).tile(size, DecodeOptions(linear: true))
    let plain = try PictureSource.bytes(cut).tile(size, DecodeOptions())
    #expect(deep.remarks == plain.remarks && deep.remarks.count == 1)
    #expect(deep.bitmap.largestDifference(from: plain.bitmap) ?? 256 <= 1)
    if !interlaced { #expect(deep.bitmap[40, 63] == damageFill) }
  }
}
