package import ImageCodecs

/// How pictures are read, and what happens where one cannot be.
public struct DecodeOptions: Hashable, Sendable {
  /// A picture whose header claims more pixels is refused; 0 means no limit.
  public var maxPixels: Int

  /// A picture whose header claims more pixels on a side is refused; 0 means no limit.
  public var maxSide: Int

  /// A JPEG of more scans is refused before they cost time; 0 means no limit. Above 16 megapixels, which
  /// pass more slowly, fewer are allowed in proportion, but 20 at any size.
  public var maxScans: Int

  /// A larger colour profile, in bytes, is ignored with a remark; 0 means no limit.
  public var maxProfileBytes: Int

  /// Convert embedded profiles and the colour chunks of PNG to sRGB; else stored values are taken as sRGB.
  public var colorManagement: Bool

  /// Turn pictures upright by their EXIF orientation; else they are used as stored.
  public var autoOrient: Bool

  /// Resample light instead of stored values, in 16 bits: fine bright detail keeps its brightness.
  /// CMYK is resampled as stored.
  public var linear: Bool

  /// From which damage on a picture counts as one that cannot be used.
  public var failOn: FailOn

  /// What happens with a picture that cannot be used.
  public var onError: OnError

  public enum FailOn: String, Hashable, Sendable, CaseIterable {
    /// What decodes is used, what is missing is filled with grey `#808080`.
    case none
    /// A picture that ends too early fails.
    case truncated
    /// So does one with any other pixel missing or wrong.
    case error
    /// So does one about which there is anything to remark.
    case warning
  }

  public enum OnError: String, Hashable, Sendable, CaseIterable {
    /// Nothing is made.
    case fail
    /// The sheet is made without it. A picture whose pixels turn out to be unusable after the frames are
    /// fixed leaves a placeholder.
    case skip
    /// A quiet tile with a cross keeps its place.
    case placeholder
  }

  /// Larger headers are taken for an attack or a mistake: 16,383².
  public static let defaultMaxPixels = 268_402_689

  /// A row of a picture is then at most 8 MB.
  public static let defaultMaxSide = 1_000_000

  /// Twice the largest profiles of printers; a few kilobytes of PNG could ask for gigabytes.
  public static let defaultMaxProfileBytes = 8_000_000

  /// Ten times what cameras and optimisers write.
  public static let defaultMaxScans = 100

  public init(
    maxPixels: Int = DecodeOptions.defaultMaxPixels,
    maxSide: Int = DecodeOptions.defaultMaxSide,
    maxScans: Int = DecodeOptions.defaultMaxScans,
    maxProfileBytes: Int = DecodeOptions.defaultMaxProfileBytes, colorManagement: Bool = true,
    autoOrient: Bool = true, linear: Bool = false, failOn: FailOn = .none,
    onError: OnError = .fail
  ) {
    self.maxPixels = maxPixels
    self.maxSide = maxSide
    self.maxScans = maxScans
    self.maxProfileBytes = maxProfileBytes
    self.colorManagement = colorManagement
    self.autoOrient = autoOrient
    self.linear = linear
    self.failOn = failOn
    self.onError = onError
  }

  func check() throws(SheetError) {
    try require(maxPixels, "the limit of input pixels", in: 0...Int.max)
    try require(maxSide, "the limit of an input's side", in: 0...Int.max)
    try require(maxScans, "the limit of scans", in: 0...Int.max)
    try require(maxProfileBytes, "the limit of profile bytes", in: 0...Int.max)
  }

  package var limits: PictureLimits {
    PictureLimits(pixels: maxPixels, side: maxSide, scans: maxScans, profileBytes: maxProfileBytes)
  }
}
