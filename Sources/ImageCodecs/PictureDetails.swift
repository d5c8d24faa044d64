import PixelGeometry
import Raster

/// What a picture's header says, for people and programs to read, and what is wrong with the picture.
package struct PictureDetails: Hashable, Sendable {
  package var header: PictureHeader
  /// Bits of a stored sample.
  package var bits: Int
  /// "grey", "colour", "CMYK", "palette", with "alpha" where there is some.
  package var color: String
  /// A JPEG in scans of growing detail, or a PNG in passes.
  package var isProgressive: Bool
  /// What the profile, or the chunk that stands for one, calls itself; nil where there is none.
  package var profile: String?
  package var remarks: [DecodeRemark]
}

extension EncodedPicture {
  /// Reads the header and, to verify the picture, every pixel and what follows them.
  package func details(
    verify: Bool, limits: PictureLimits
  ) throws(PictureFault) -> PictureDetails {
    var decoder = try PictureDecoder.open(self, limits: limits)
    let (_, colorRemark) = try decoder.colorConversion()
    var details = PictureDetails(
      header: try decoder.probe(), bits: decoder.bits, color: decoder.colorKind,
      isProgressive: decoder.isProgressive || decoder.isInterlaced,
      profile: try decoder.profileName(), remarks: [colorRemark].compactMap { $0 })
    guard verify else { return details }
    try decoder.start()
    for _ in 0..<decoder.size.height { try decoder.readRow() }
    try decoder.finish()
    if let remark = decoder.remark() { details.remarks.append(remark) }
    return details
  }
}

extension PictureDecoder {
  fileprivate borrowing func profileName() throws(PictureFault) -> String? {
    switch header.format {
    case .jpeg:
      let (profile, isBroken) = jpegProfile
      guard let profile else { return isBroken ? "broken profile" : nil }
      return ColorTransform.name(ofProfile: profile) ?? "profile without a name"
    case .png:
      let chunks = try self.chunks(
        ["cICP", "iCCP", "sRGB", "gAMA"], beforePixels: true, limit: 64)
      if let cICP = chunks["cICP"], cICP.count == 4 {
        switch (cICP[0], cICP[1]) {
        case (1, 13): return "sRGB"
        case (12, 13): return "Display P3"
        default: return "cICP \(cICP[0]), \(cICP[1])"
        }
      }
      if chunks["iCCP"] != nil {
        guard let profile = pngProfile else { return "broken profile" }
        return ColorTransform.name(ofProfile: profile) ?? "profile without a name"
      }
      if chunks["sRGB"] != nil { return "sRGB" }
      guard let gamma = chunks["gAMA"], gamma.count == 4 else { return nil }
      let value = gamma.reduce(0) { $0 << 8 | Int($1) }
      let digits = String(value % 100_000)
      return "gamma \(value / 100_000)." + String(repeating: "0", count: 5 - digits.count) + digits
    }
  }
}
