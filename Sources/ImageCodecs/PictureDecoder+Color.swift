import CImageCodecs

extension PictureDecoder {
  /// How the picture's colours become sRGB, and what there is to say about it.
  ///
  /// A JPEG has its ICC profile. For a PNG the standard's own order holds: cICP, iCCP, sRGB, gAMA with
  /// cHRM; the first that is there decides. A profile that is broken or for another kind of picture is
  /// read as sRGB, with a remark.
  package borrowing func colorConversion() throws(PictureFault) -> (ColorConversion, DecodeRemark?)
  {
    switch header.format {
    case .jpeg: return jpegColor()
    case .png: return try pngColor()
    }
  }

  private borrowing func jpegColor() -> (ColorConversion, DecodeRemark?) {
    let inverted = header.cmyk == .inverted
    let plain: ColorConversion = header.cmyk == nil ? .none : .inks(inverted: inverted)
    let (profile, isBroken) = jpegProfile
    guard let profile else {
      return (plain, isBroken ? PictureDecoder.broken("its segments do not fit together") : nil)
    }
    if let remark = tooLarge(profile.count) { return (plain, remark) }
    let outcome = ColorTransform.of(profile: profile)
    switch (outcome, header.cmyk) {
    case (.identity, nil): return (.none, nil)
    case (.transform(let transform), nil)
    where transform.channels == .rgb || transform.channels == .gray && isGray:
      // A grey JPEG comes out as RGB, so that either kind of profile fits it.
      return (.profile(transform), nil)
    case (.transform(let transform), _?) where transform.channels == .cmyk:
      return (.inkProfile(transform, inverted: inverted), nil)
    case (.broken, _):
      return (plain, PictureDecoder.broken("it cannot be read"))
    default:
      return (plain, PictureDecoder.broken("it is for another kind of picture"))
    }
  }

  private borrowing func pngColor() throws(PictureFault) -> (ColorConversion, DecodeRemark?) {
    let chunks = try self.chunks(
      ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"], beforePixels: true, limit: 64)
    if let cICP = chunks["cICP"], cICP.count == 4 {
      switch (cICP[0], cICP[1]) {
      case (1, 13): return (.none, nil)
      case (12, 13): return (ColorTransform.displayP3.conversion ?? .none, nil)
      case (_, 16), (_, 18):
        let name = cICP[1] == 16 ? "PQ" : "HLG"
        return (.none, PictureDecoder.remark("\(name) colours (cICP) are not supported"))
      default:
        let codes = "\(cICP[0]), \(cICP[1])"
        return (.none, PictureDecoder.remark("colours of cICP \(codes) are not supported"))
      }
    }
    if chunks["iCCP"] != nil {
      guard let profile = pngProfile else {
        return (.none, tooLarge(pngProfileBytes) ?? PictureDecoder.broken("it cannot be read"))
      }
      switch ColorTransform.of(profile: profile) {
      case .identity: return (.none, nil)
      case .transform(let transform) where transform.channels != .cmyk:
        return (.profile(transform), nil)
      case .broken: return (.none, PictureDecoder.broken("it cannot be read"))
      default: return (.none, PictureDecoder.broken("it is for another kind of picture"))
      }
    }
    if chunks["sRGB"] != nil { return (.none, nil) }
    if let gamma = chunks["gAMA"].flatMap(PictureDecoder.number), gamma > 0 {
      let primaries = chunks["cHRM"].flatMap(ColorTransform.Primaries.init(cHRM:)) ?? .sRGB
      // 1 / 2.2, as nearly all encoders write for sRGB, stands for the curve of sRGB itself.
      let isSRGB = abs(gamma - 45_455) <= 454
      let outcome = ColorTransform.of(
        primaries: primaries, gamma: isSRGB ? nil : 100_000 / Double(gamma))
      return (outcome.conversion ?? .none, nil)
    }
    return (.none, nil)
  }

  fileprivate static func number(_ bytes: [UInt8]) -> Int? {
    bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
  }

  private borrowing func tooLarge(_ byteCount: Int) -> DecodeRemark? {
    guard limits.profileBytes > 0, byteCount > limits.profileBytes else { return nil }
    return PictureDecoder.broken(
      "its \(grouped(UInt64(byteCount))) bytes are more than the limit of "
        + "\(grouped(UInt64(limits.profileBytes))) (raise it with --max-profile-size)")
  }

  private static func broken(_ why: String) -> DecodeRemark {
    remark("the colour profile is ignored: \(why)")
  }

  private static func remark(_ words: String) -> DecodeRemark {
    DecodeRemark(severity: .note, words: "\(words); colours are read as sRGB")
  }
}

extension ColorTransform {
  fileprivate static let displayP3 = ColorTransform.of(primaries: .displayP3, gamma: nil)
}

extension ColorTransform.Outcome {
  fileprivate var conversion: ColorConversion? {
    switch self {
    case .identity, .broken: nil
    case .transform(let transform): .profile(transform)
    }
  }
}

extension ColorTransform.Primaries {
  /// A cHRM chunk: eight numbers of 1/100,000; nil where they make no colour space.
  fileprivate init?(cHRM bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    let values = stride(from: 0, to: 32, by: 4).map { start in
      Double(PictureDecoder.number(Array(bytes[start..<start + 4])) ?? 0) / 100_000
    }
    guard values.allSatisfy({ (0...1).contains($0) }), values[1] > 0 else { return nil }
    self.init(
      white: (values[0], values[1]), red: (values[2], values[3]), green: (values[4], values[5]),
      blue: (values[6], values[7]))
  }
}
