import CLibLCMS

/// Converts pixels from the colours of a profile to sRGB.
///
/// Intent: perceptual where the profile has a table for it, as printing profiles do; else relative
/// colorimetric with black point compensation, which for the matrix profiles of cameras, phones and
/// displays is the exact conversion.
@safe package final class ColorTransform: @unchecked Sendable {
  // Unchecked: lcms promises that a transform without a cache may be used by many threads at once.
  private let handle: cmsHTRANSFORM
  package let channels: Channels

  /// What the profile describes.
  package enum Channels: Hashable, Sendable {
    case gray
    case rgb
    case cmyk

    package var count: Int {
      switch self {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      }
    }
  }

  /// What becomes of a profile.
  package enum Outcome: Sendable {
    /// It is sRGB, or so near that no 8-bit value changes by more than one.
    case identity
    case transform(ColorTransform)
    /// It cannot be read, or describes another kind of picture.
    case broken
  }

  private init(handle: cmsHTRANSFORM, channels: Channels) {
    unsafe self.handle = handle
    self.channels = channels
  }

  deinit { unsafe cmsDeleteTransform(handle) }

  /// Converts samples of 16 bits (65,535 is full light; full ink for CMYK) to RGB.
  ///
  /// - Parameters:
  ///   - samples: `channels.count` for each pixel.
  ///   - output: 3 for each pixel.
  package func convert(_ samples: [UInt16], to output: inout [UInt16]) {
    let count = samples.count / channels.count
    precondition(output.count >= 3 * count)
    unsafe cmsDoTransform(handle, samples, &output, UInt32(count))
  }

  /// What a profile calls itself; nil where it cannot be read or has no name.
  package static func name(ofProfile bytes: [UInt8]) -> String? {
    guard let profile = unsafe cmsOpenProfileFromMem(bytes, UInt32(bytes.count)) else { return nil }
    defer { unsafe cmsCloseProfile(profile) }
    var text = [CChar](repeating: 0, count: 256)
    let count = unsafe cmsGetProfileInfoASCII(
      profile, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
    let name = printable(text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    return count > 0 && !name.isEmpty ? name : nil
  }

  // MARK: making

  /// The transform of a profile. Made once for the same bytes.
  package static func of(profile: [UInt8]) -> Outcome {
    if let known = cache.withLock({ $0[profile] }) { return known }
    let outcome = make(profile)
    cache.withLock { cache in
      // A folder has a handful of profiles; one that has more is no reason to keep them all.
      if cache.count >= 32 { cache.removeAll() }
      cache[profile] = outcome
    }
    return outcome
  }

  private static let cache = Locked<[[UInt8]: Outcome]>([:])

  /// The transform of RGB primaries and a curve: what cICP and gAMA with cHRM say.
  ///
  /// - Parameters:
  ///   - primaries: x and y of white, red, green and blue.
  ///   - gamma: the exponent that turns stored values into light; nil for the curve of sRGB.
  static func of(primaries: Primaries, gamma: Double?) -> Outcome {
    var white = cmsCIExyY(x: primaries.white.x, y: primaries.white.y, Y: 1)
    var corners = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: primaries.red.x, y: primaries.red.y, Y: 1),
      Green: cmsCIExyY(x: primaries.green.x, y: primaries.green.y, Y: 1),
      Blue: cmsCIExyY(x: primaries.blue.x, y: primaries.blue.y, Y: 1))
    let curve: OpaquePointer?
    if let gamma {
      unsafe curve = cmsBuildGamma(nil, gamma)
    } else {
      // IEC 61966-2-1: type 4 of lcms, y = (a·x + b)^g from d on, c·x below.
      unsafe curve = cmsBuildParametricToneCurve(
        nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    }
    defer { unsafe cmsFreeToneCurve(curve) }
    var curves = unsafe [curve, curve, curve]
    guard let profile = unsafe cmsCreateRGBProfile(&white, &corners, &curves) else {
      return .broken
    }
    defer { unsafe cmsCloseProfile(profile) }
    return unsafe make(profile, channels: .rgb)
  }

  struct Primaries: Hashable, Sendable {
    var white: (x: Double, y: Double)
    var red: (x: Double, y: Double)
    var green: (x: Double, y: Double)
    var blue: (x: Double, y: Double)

    private var all: [Double] {
      [white.x, white.y, red.x, red.y, green.x, green.y, blue.x, blue.y]
    }

    static func == (a: Primaries, b: Primaries) -> Bool { a.all == b.all }
    func hash(into hasher: inout Hasher) { hasher.combine(all) }

    /// ITU-R BT.709, which sRGB has.
    static let sRGB = Primaries(
      white: (0.3127, 0.3290), red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))
    /// SMPTE EG 432-1 with the white of sRGB.
    static let displayP3 = Primaries(
      white: (0.3127, 0.3290), red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
  }

  private static func make(_ bytes: [UInt8]) -> Outcome {
    guard bytes.count >= 128,
      let profile = unsafe cmsOpenProfileFromMem(bytes, UInt32(bytes.count))
    else { return .broken }
    defer { unsafe cmsCloseProfile(profile) }
    switch unsafe cmsGetColorSpace(profile) {
    case cmsSigGrayData: return unsafe make(profile, channels: .gray)
    case cmsSigRgbData: return unsafe make(profile, channels: .rgb)
    case cmsSigCmykData: return unsafe make(profile, channels: .cmyk)
    default: return .broken
    }
  }

  private static func make(_ profile: cmsHPROFILE, channels: Channels) -> Outcome {
    guard let sRGB = unsafe cmsCreate_sRGBProfile() else { return .broken }
    defer { unsafe cmsCloseProfile(sRGB) }
    let hasTable =
      unsafe cmsIsCLUT(
        profile, UInt32(INTENT_PERCEPTUAL), UInt32(LCMS_USED_AS_INPUT)) != 0
    let intent = hasTable ? INTENT_PERCEPTUAL : INTENT_RELATIVE_COLORIMETRIC
    // 16 bits, as lcms's macros build its formats.
    let input =
      switch channels {
      case .gray: format(PT_GRAY, channels: 1)
      case .rgb: format(PT_RGB, channels: 3)
      case .cmyk: format(PT_CMYK, channels: 4)
      }
    // Optimised, a transform of 16 bits is a table of 33 (for CMYK 17) nodes on a side, which is up to 20
    // levels off in dark colours and costs more to make than most sheets save by it.
    let flags = cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_BLACKPOINTCOMPENSATION
    guard
      let handle = unsafe cmsCreateTransform(
        profile, input, sRGB, format(PT_RGB, channels: 3), UInt32(intent), UInt32(flags))
    else { return .broken }
    let transform = unsafe ColorTransform(handle: handle, channels: channels)
    return transform.isIdentity ? .identity : .transform(transform)
  }

  private static func format(_ colorSpace: Int32, channels: Int32) -> UInt32 {
    // COLORSPACE_SH, CHANNELS_SH and BYTES_SH of lcms2.h.
    UInt32(colorSpace) << 16 | UInt32(channels) << 3 | 2
  }

  /// No colour of a grid of 9 × 9 × 9 (all 256 greys) moves by more than one 8-bit level.
  private var isIdentity: Bool {
    var samples: [UInt16] = []
    var expected: [UInt16] = []
    switch channels {
    case .cmyk:
      return false
    case .gray:
      for level in UInt16(0)...255 {
        samples.append(level * 257)
        expected += [level * 257, level * 257, level * 257]
      }
    case .rgb:
      for index in 0..<729 {
        let color = [index / 81, index / 9 % 9, index % 9].map { UInt16($0 * 65_535 / 8) }
        samples += color
        expected += color
      }
    }
    var output = [UInt16](repeating: 0, count: expected.count)
    convert(samples, to: &output)
    return zip(output, expected).allSatisfy { abs(Int($0) - Int($1)) <= 257 }
  }
}
