public import ImageCodecs
public import PixelGeometry

/// What was made.
public struct SheetSummary: Hashable, Sendable {
  /// One file of it.
  public struct Page: Hashable, Sendable {
    /// nil for standard output.
    public let path: RawPath?
    public let size: PixelSize
    /// Pictures on it, repeated ones counted each time.
    public let pictureCount: Int
  }

  /// In their order, at least one.
  public let pages: [Page]
  /// What there is to say about the pictures that were used, in their order.
  public let remarks: [PictureRemark]
  /// Pictures that could not be used: left out, or with a placeholder in their place.
  public let omissions: [PictureProblem]
  /// What there is to say about the words of the sheet: characters that no font has, a font that is not there.
  public let textRemarks: [String]

  /// The size of the first page.
  public var size: PixelSize { pages[0].size }
  /// Pictures on all pages, repeated ones counted each time.
  public var pictureCount: Int { pages.reduce(0) { $0 + $1.pictureCount } }
  /// Pictures of which pixels are missing or wrong.
  public var damaged: [PictureRemark] { remarks.filter(\.remark.isDamage) }
}
