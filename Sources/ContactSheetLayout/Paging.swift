import PixelGeometry

/// What ends a page. All limits that are given hold together; with none there is one page.
///
/// A picture higher than the room between the margins is shrunk to it, so that every page has at
/// least one.
public struct Paging: Hashable, Sendable {
  /// The height of every page in pixels, margins included, 1…10,000,000; nil makes each page as
  /// high as it needs to be.
  public var height: Int?

  /// At most this many pictures on a page, at least 1.
  public var picturesPerPage: Int?

  /// At most this many rows on a page, at least 1. In the fitted layout, which has no rows, that is
  /// rows × columns pictures.
  public var rowsPerPage: Int?

  public init(height: Int? = nil, picturesPerPage: Int? = nil, rowsPerPage: Int? = nil) {
    self.height = height
    self.picturesPerPage = picturesPerPage
    self.rowsPerPage = rowsPerPage
  }

  /// What is wrong with the limits themselves, in words; nil when nothing is.
  public var fault: String? {
    height.flatMap {
      ContactSheetLayout.fault("the height of a page", $0, in: LayoutLimits.pageHeight)
    }
      ?? picturesPerPage.flatMap {
        $0 < 1 ? "pictures per page must be at least 1, not \($0)" : nil
      }
      ?? rowsPerPage.flatMap { $0 < 1 ? "rows per page must be at least 1, not \($0)" : nil }
  }

  /// What is wrong with pages that have these margins.
  func fault(margins: Margins, captionHeight: Int) -> String? {
    if let fault { return fault }
    guard let height, height - margins.top - margins.bottom - captionHeight < 1 else { return nil }
    return "a page \(height) high has no room between margins \(margins.top) + \(margins.bottom)"
      + (captionHeight > 0 ? " for a picture above a caption of \(captionHeight)" : "")
  }

  /// The height between the margins; nil where a page is as high as it needs to be.
  func contentHeight(margins: Margins) -> Int? {
    height.map { $0 - margins.top - margins.bottom }
  }

  /// The height that a picture has at most; nil where that is not limited.
  func pictureHeight(margins: Margins, captionHeight: Int) -> Int? {
    contentHeight(margins: margins).map { $0 - captionHeight }
  }
}
