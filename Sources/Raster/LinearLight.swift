/// The curve of sRGB in whole numbers (IEC 61966-2-1), between stored values and light.
///
/// A table, because the power function of the system's library differs from one system to the next.
enum LinearLight {
  /// The light of each stored 8-bit value, in units of 1/65,025.
  static let light: [UInt16] = [
    0, 20, 39, 59, 79, 99, 118, 138, 158, 178, 197, 218, 239, 262, 286, 311, 337, 364, 393, 423,
    455, 488, 522, 557, 594, 632, 672, 713, 755, 799, 844, 891, 939, 989, 1_040, 1_093, 1_147,
    1_203, 1_260, 1_319, 1_380, 1_442, 1_506, 1_571, 1_638, 1_706, 1_777, 1_848, 1_922, 1_997,
    2_074, 2_153, 2_233, 2_315, 2_399, 2_484, 2_571, 2_661, 2_751, 2_844, 2_938, 3_034, 3_132,
    3_232, 3_334, 3_437, 3_543, 3_650, 3_759, 3_870, 3_983, 4_097, 4_214, 4_332, 4_453, 4_575,
    4_699, 4_826, 4_954, 5_084, 5_216, 5_350, 5_487, 5_625, 5_765, 5_907, 6_051, 6_197, 6_346,
    6_496, 6_648, 6_803, 6_959, 7_118, 7_278, 7_441, 7_606, 7_773, 7_942, 8_113, 8_287, 8_462,
    8_640, 8_820, 9_002, 9_186, 9_372, 9_560, 9_751, 9_944, 10_139, 10_336, 10_536, 10_738,
    10_942, 11_148, 11_356, 11_567, 11_780, 11_995, 12_213, 12_433, 12_655, 12_879, 13_106,
    13_335, 13_567, 13_800, 14_036, 14_275, 14_515, 14_758, 15_004, 15_252, 15_502, 15_754,
    16_009, 16_267, 16_526, 16_788, 17_053, 17_320, 17_589, 17_861, 18_135, 18_412, 18_691,
    18_972, 19_256, 19_543, 19_832, 20_123, 20_417, 20_714, 21_012, 21_314, 21_618, 21_924,
    22_233, 22_544, 22_858, 23_175, 23_494, 23_816, 24_140, 24_466, 24_796, 25_128, 25_462,
    25_799, 26_139, 26_481, 26_826, 27_173, 27_523, 27_876, 28_231, 28_589, 28_949, 29_312,
    29_678, 30_047, 30_418, 30_791, 31_168, 31_547, 31_929, 32_313, 32_700, 33_090, 33_483,
    33_878, 34_276, 34_676, 35_080, 35_486, 35_895, 36_306, 36_720, 37_137, 37_557, 37_980,
    38_405, 38_833, 39_264, 39_697, 40_134, 40_573, 41_015, 41_460, 41_907, 42_358, 42_811,
    43_267, 43_726, 44_187, 44_652, 45_119, 45_589, 46_062, 46_538, 47_017, 47_498, 47_983,
    48_470, 48_960, 49_453, 49_949, 50_448, 50_950, 51_454, 51_962, 52_472, 52_985, 53_502,
    54_021, 54_543, 55_068, 55_596, 56_127, 56_661, 57_197, 57_737, 58_280, 58_826, 59_374,
    59_926, 60_480, 61_038, 61_599, 62_162, 62_729, 63_298, 63_871, 64_446, 65_025,
  ]

  /// The light of each stored 16-bit value, in units of 1/65,025: on the straight line between those of
  /// the nearest 8-bit values, as `stored` has it.
  static let deepLight: [UInt16] = (0...65_535).map { value in
    let (level, rest) = (value / 257, value % 257)
    let low = Int(light[level])
    return UInt16(low + ((Int(light[min(level + 1, 255)]) - low) * rest + 128) / 257)
  }

  /// The stored value of a light, both in units of 1/65,025: exact where `light` has it, on the straight
  /// line between its neighbours elsewhere, which is within 1/10 of an 8-bit level.
  static let stored: [UInt16] = {
    var table = [UInt16](repeating: 0, count: PremultipliedBitmap.one + 1)
    for level in 0..<255 {
      let (low, high) = (Int(light[level]), Int(light[level + 1]))
      for value in low...high {
        table[value] = UInt16(255 * level + (255 * (value - low) + (high - low) / 2) / (high - low))
      }
    }
    return table
  }()
}

extension PremultipliedRow {
  /// Takes straight RGBA, 4 bytes a pixel, as light premultiplied by alpha.
  package mutating func premultiplyLight(_ row: Span<UInt8>) {
    precondition(row.count == samples.count)
    for index in stride(from: 0, to: row.count, by: 4) {
      let alpha = UInt32(row[index + 3])
      for channel in 0..<3 {
        let light = UInt32(LinearLight.light[Int(row[index + channel])])
        samples[index + channel] = UInt16((light * alpha + 127) / 255)
      }
      samples[index + 3] = UInt16(alpha * 255)
    }
  }

  /// Takes straight RGBA, 8 bytes a pixel (see ``premultiplyDeep(_:)``), as light premultiplied by alpha.
  package mutating func premultiplyDeepLight(_ row: Span<UInt8>) {
    precondition(row.count == 2 * samples.count)
    for index in stride(from: 0, to: samples.count, by: 4) {
      let alpha = deepSample(row, index + 3)
      for channel in 0..<3 {
        let light = LinearLight.deepLight[Int(deepSample(row, index + channel))]
        // light · alpha ≤ 65,025 · 65,535 < 2³² − 2¹⁵
        let product: UInt32 = UInt32(light) * UInt32(alpha) + 32_767
        samples[index + channel] = UInt16(product / 65_535)
      }
      samples[index + 3] = Raster.premultiplyDeep(65_535, alpha)
    }
  }
}

extension PremultipliedBitmap {
  /// Light back to stored values, in place.
  mutating func storeLight() {
    let one = UInt32(PremultipliedBitmap.one)
    for index in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = UInt32(pixels[index + 3])
      guard alpha > 0 else { continue }
      for channel in 0..<3 {
        let light: UInt32 = (UInt32(pixels[index + channel]) * one + alpha / 2) / alpha
        let stored = UInt32(LinearLight.stored[Int(min(light, one))])
        pixels[index + channel] = UInt16((stored * alpha + one / 2) / one)
      }
    }
  }
}
