import CLibEXIF

/// What a picture's EXIF says of how it was taken; nil for what it does not say.
package struct ShotFacts: Hashable, Sendable {
  package var date: ExifDate?
  /// Make and model, the make only once.
  package var camera: String?
  package var lens: String?
  package var exposureTime: ExifRatio?
  /// The aperture as the ratio of focal length and opening.
  package var fNumber: ExifRatio?
  package var iso: Int?

  package init(
    date: ExifDate? = nil, camera: String? = nil, lens: String? = nil,
    exposureTime: ExifRatio? = nil, fNumber: ExifRatio? = nil, iso: Int? = nil
  ) {
    self.date = date
    self.camera = camera
    self.lens = lens
    self.exposureTime = exposureTime
    self.fNumber = fNumber
    self.iso = iso
  }
}

extension EncodedPicture {
  /// What its EXIF says of how it was taken: nothing where there is none, or no picture that can be opened.
  ///
  /// Opens the file and reads its header; no pixel is decoded.
  package func shot() -> ShotFacts {
    guard let decoder = try? PictureDecoder.open(self), let exif = try? decoder.exif() else {
      return ShotFacts()
    }
    return ShotFacts(exif: exif)
  }
}

extension ShotFacts {
  /// - Parameter exif: a TIFF structure in either byte order, without "Exif\0\0" before it.
  package init(exif: [UInt8]) {
    self.init()
    guard let block = ExifBlock(exif) else { return }
    date = block.text(EXIF_TAG_DATE_TIME_ORIGINAL, in: .exif).flatMap(ExifDate.init)
    camera = ShotFacts.camera(
      make: block.text(EXIF_TAG_MAKE, in: .main).flatMap(ShotFacts.words),
      model: block.text(EXIF_TAG_MODEL, in: .main).flatMap(ShotFacts.words))
    lens = block.text(EXIF_TAG_LENS_MODEL, in: .exif).flatMap(ShotFacts.words)
    // What no shutter and no lens can do was made up by a program.
    exposureTime = block.ratio(EXIF_TAG_EXPOSURE_TIME, in: .exif).flatMap {
      $0.numerator <= 100_000 * $0.denominator ? $0 : nil
    }
    fNumber = block.ratio(EXIF_TAG_FNUMBER, in: .exif).flatMap {
      $0.denominator <= 10 * $0.numerator && $0.numerator <= 1000 * $0.denominator ? $0 : nil
    }
    // 65535 stands for more than the tag can say, and 0 for nothing.
    iso = block.number(EXIF_TAG_ISO_SPEED_RATINGS, in: .exif).flatMap {
      (1..<65_535).contains($0) ? $0 : nil
    }
  }

  /// Text as cameras write it, padded, sometimes not even text: on one line, of at most 100 characters.
  private static func words(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(1000), as: UTF8.self)
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
      default: scalar
      }
    }
    let words = String(String.UnicodeScalarView(scalars.prefix(100)))
      .split { $0.isWhitespace }.joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  /// `NIKON CORPORATION` and `NIKON D90` are a NIKON D90, `EASTMAN KODAK COMPANY` and `KODAK Z740` a
  /// KODAK Z740, `OLYMPUS IMAGING CORP.` and `E-M1` an OLYMPUS E-M1.
  private static func camera(make: String?, model: String?) -> String? {
    guard let make else { return model }
    var names = make.split(separator: " ")
    let company = [
      "ag", "camera", "co", "co.,ltd", "company", "corp", "corporation", "electric", "electronics",
      "gmbh", "imaging", "inc", "limited", "ltd", "optical",
    ]
    func plain(_ name: Substring) -> String {
      var name = name.lowercased()
      while name.last == "." || name.last == "," { name.removeLast() }
      return name
    }
    while names.count > 1, company.contains(plain(names.last!)) { names.removeLast() }
    let maker = names.joined(separator: " ")
    guard let model else { return maker }
    let first = model.lowercased().split(separator: " ")[0]
    let repeats = names.contains { $0.lowercased() == first }
    return repeats ? model : "\(maker) \(model)"
  }
}
