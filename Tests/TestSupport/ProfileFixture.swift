import CLibLCMS
import Foundation

/// ICC profiles made by code.
package enum ProfileFixture {
  /// What inks (C, M, Y, K; 1 is full ink) look like in sRGB (stored values, 0…1).
  package typealias Look = @Sendable (SIMD4<Double>) -> SIMD3<Double>

  /// The edge of the tables' grids: nodes at the multiples of 17 of 255.
  private static let gridPoints = 16

  /// The profile of a printing press, with tables from inks to Lab.
  ///
  /// - Parameters:
  ///   - version: of the standard; 2.x and 4.x store Lab, tables and black differently.
  ///   - perceptual: the table A2B0; nil for none.
  ///   - colorimetric: the table A2B1.
  package static func press(
    version: Double, name: String, perceptual: Look?, colorimetric: @escaping Look
  ) -> [UInt8] {
    guard let profile = unsafe cmsCreateProfilePlaceholder(nil) else {
      preconditionFailure("no memory")
    }
    defer { unsafe cmsCloseProfile(profile) }
    unsafe cmsSetProfileVersion(profile, version)
    unsafe cmsSetDeviceClass(profile, cmsSigOutputClass)
    unsafe cmsSetColorSpace(profile, cmsSigCmykData)
    unsafe cmsSetPCS(profile, cmsSigLabData)
    let words = unsafe cmsMLUalloc(nil, 1)
    defer { unsafe cmsMLUfree(words) }
    unsafe cmsMLUsetASCII(words, "en", "US", name)
    unsafe cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(words))
    if let perceptual {
      // ICC.1:2010 6.3.4.2: the black of version 4's perceptual table is not 0 but the reference medium's.
      let black = version < 4 ? 0 : 0.003_473_1
      unsafe write(perceptual, black: black, version, cmsSigAToB0Tag, to: profile)
    }
    unsafe write(colorimetric, black: 0, version, cmsSigAToB1Tag, to: profile)
    return unsafe saved(profile)
  }

  /// A display whose curve and primaries are far from those of sRGB.
  package static func display() -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var corners = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.73, y: 0.27, Y: 1), Green: cmsCIExyY(x: 0.11, y: 0.83, Y: 1),
      Blue: cmsCIExyY(x: 0.16, y: 0.02, Y: 1))
    let curve = unsafe cmsBuildGamma(nil, 1.2)
    defer { unsafe cmsFreeToneCurve(curve) }
    var curves = unsafe [curve, curve, curve]
    guard let profile = unsafe cmsCreateRGBProfile(&white, &corners, &curves) else {
      preconditionFailure("no memory")
    }
    defer { unsafe cmsCloseProfile(profile) }
    return unsafe saved(profile)
  }

  /// lcms's own.
  package static func sRGB() -> [UInt8] {
    guard let profile = unsafe cmsCreate_sRGBProfile() else { preconditionFailure("no memory") }
    defer { unsafe cmsCloseProfile(profile) }
    return unsafe saved(profile)
  }

  /// Grey whose stored values are light.
  package static func gray() -> [UInt8] {
    let curve = unsafe cmsBuildGamma(nil, 1)
    defer { unsafe cmsFreeToneCurve(curve) }
    guard let profile = unsafe cmsCreateGrayProfile(cmsD50_xyY(), curve) else {
      preconditionFailure("no memory")
    }
    defer { unsafe cmsCloseProfile(profile) }
    return unsafe saved(profile)
  }

  private static func saved(_ profile: cmsHPROFILE) -> [UInt8] {
    var count: UInt32 = 0
    guard unsafe cmsSaveProfileToMem(profile, nil, &count) != 0 else {
      preconditionFailure("the profile cannot be saved")
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard unsafe cmsSaveProfileToMem(profile, &bytes, &count) != 0 else {
      preconditionFailure("the profile cannot be saved")
    }
    return bytes
  }

  // MARK: tables

  /// What a table is sampled from.
  private final class Sampler {
    let look: Look
    let black: Double
    let version: Double

    init(_ look: @escaping Look, black: Double, version: Double) {
      self.look = look
      self.black = black
      self.version = version
    }

    func lab(_ inks: SIMD4<Double>) -> [UInt16] {
      let color = look(inks)
      let light = [color.x, color.y, color.z].map { stored in
        // IEC 61966-2-1, and the scale from black to white.
        let light =
          stored <= 0.04045 ? stored / 12.92 : pow((stored + 0.055) / 1.055, 2.4)
        return black + (1 - black) * light
      }
      // sRGB to XYZ with the white D50, by Bradford's adaptation (B. Lindbloom).
      func sum(_ red: Double, _ green: Double, _ blue: Double) -> Double {
        red * light[0] + green * light[1] + blue * light[2]
      }
      var xyz = cmsCIEXYZ(
        X: sum(0.436_074_7, 0.385_064_9, 0.143_080_4),
        Y: sum(0.222_504_5, 0.716_878_6, 0.060_616_9),
        Z: sum(0.013_932_2, 0.097_104_5, 0.714_173_3))
      var lab = cmsCIELab()
      unsafe cmsXYZ2Lab(cmsD50_XYZ(), &lab, &xyz)
      var encoded: [UInt16] = [0, 0, 0]
      if version < 4 {
        unsafe cmsFloat2LabEncodedV2(&encoded, &lab)
      } else {
        unsafe cmsFloat2LabEncoded(&encoded, &lab)
      }
      return encoded
    }
  }

  private static func write(
    _ look: @escaping Look, black: Double, _ version: Double, _ tag: cmsTagSignature,
    to profile: cmsHPROFILE
  ) {
    let pipeline = unsafe cmsPipelineAlloc(nil, 4, 3)
    defer { unsafe cmsPipelineFree(pipeline) }
    let table = unsafe cmsStageAllocCLut16bit(nil, UInt32(gridPoints), 4, 3, nil)
    let sampler = Sampler(look, black: black, version: version)
    let sampled = withExtendedLifetime(sampler) {
      unsafe cmsStageSampleCLut16bit(
        table,
        { input, output, cargo in
          guard let input = unsafe input, let output = unsafe output, let cargo = unsafe cargo
          else { return 0 }
          let sampler = unsafe Unmanaged<Sampler>.fromOpaque(cargo).takeUnretainedValue()
          let inks = unsafe SIMD4(
            Double(input[0]), Double(input[1]), Double(input[2]), Double(input[3]))
          for (index, value) in sampler.lab(inks / 65_535).enumerated() {
            unsafe output[index] = value
          }
          return 1
        }, Unmanaged.passUnretained(sampler).toOpaque(), 0)
    }
    // Version 4 has no table without curves around it.
    let before = unsafe cmsStageAllocToneCurves(nil, 4, nil)
    let after = unsafe cmsStageAllocToneCurves(nil, 3, nil)
    let isWhole = unsafe [before, table, after].allSatisfy {
      unsafe cmsPipelineInsertStage(pipeline, cmsAT_END, $0) != 0
    }
    let isWritten = unsafe cmsWriteTag(profile, tag, UnsafeRawPointer(pipeline)) != 0
    precondition(sampled != 0 && isWhole && isWritten, "the table cannot be made")
  }
}
