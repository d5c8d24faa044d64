public import PixelGeometry

/// One column, each picture as wide as the sheet and as high as its ratio makes it.
///
///     ┌──────────┐
///     │ 0        │    3:2
///     │          │
///     └──────────┘
///     ┌──────────┐
///     │ 1        │    a panorama
///     └──────────┘
///     ┌──────────┐
///     │ 2        │    a portrait
///
/// Heights are rounded half up. A frame is at most `LayoutLimits.heightPerWidth` times as high as
/// the column is wide, and on a page no higher than the room between the margins: a higher picture
/// keeps its ratio and stands narrower, in the middle.
public struct ListLayout: SheetLayout {
  /// The width of the sheet in pixels, margins included, 1…100,000.
  public var width: Int

  /// Pixels between pictures, 0…10,000.
  public var spacing: Int

  /// Space around all of it, each side 0…100,000.
  public var margins: Margins

  /// Room for a caption below each picture, 0…10,000 pixels.
  public var captionHeight: Int

  /// Whether a picture narrower than the column is blown up to it; else it keeps its own size, in
  /// the middle of the column, and takes no more height than it has.
  public var enlarges: Bool

  public init(
    width: Int = 1200, spacing: Int = 8, margins: Margins = .none, enlarges: Bool = true,
    captionHeight: Int = 0
  ) {
    self.width = width
    self.spacing = spacing
    self.margins = margins
    self.enlarges = enlarges
    self.captionHeight = captionHeight
  }

  public var fault: String? {
    ContactSheetLayout.fault("width", width, in: LayoutLimits.width)
      ?? sharedFault
      ?? Columns.fault(count: 1, sheetWidth: width, margins: margins, spacing: spacing)
  }

  public func pages(of sizes: [PixelSize], paging: Paging) -> [PageArrangement] {
    checkPreconditions(sizes, paging)
    let column = Columns(count: 1, sheetWidth: width, margins: margins, spacing: spacing)
    let tallest = column.tallest(
      pictureHeight: paging.pictureHeight(margins: margins, captionHeight: captionHeight))
    return pagesOfRows(
      count: sizes.count, sheetWidth: width, spacing: spacing, margins: margins, paging: paging
    ) { index, _ in
      let frame = column.frame(
        of: sizes[index], enlarges: enlarges, tallest: tallest, column: 0, top: 0)
      return Row(
        pictures: index..<index + 1, height: frame.height, captionHeight: captionHeight,
        frames: [frame], places: [column.span(0)])
    }
  }
}
