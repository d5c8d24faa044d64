public import PixelGeometry

/// Equal columns and rows, read like a page: left to right, then down.
///
///     fill                  fit                   natural
///
///     ┌────┐┌────┐┌────┐    ┌┄┄┄┄┐┌┄┌┐┄┐┌────┐    ┌────┐      ┌────┐
///     │ 0  ││ 1  ││ 2  │    ├────┤┊ ││ ┊│    │    │ 0  │┌────┐│ 2  │
///     │    ││    ││    │    ├────┤┊ ││ ┊│    │    │    │└────┘│    │
///     └────┘└────┘└────┘    └┄┄┄┄┘└┄└┘┄┘└────┘    │    │      └────┘
///     ┌────┐                ┌────┐                └────┘
///     │ 3  │                │    │                ┌────┐
///     │    │                │    │                │ 3  │
///     └────┘                └────┘                └────┘
///
/// The last row stays left. Widths are cut so that columns and spacing fill the sheet exactly and
/// differ by at most one pixel. Row heights are rounded half up, once: a square cell is as high as
/// the exact width of a column says.
public struct GridLayout: SheetLayout {
  /// The shape of a cell; only `size` makes the width of the sheet follow from that of a column.
  public enum Cell: Hashable, Sendable {
    case square

    /// A ratio of width to height, either number 1…10,000; no cell may be higher than 100,000.
    case aspect(width: Int, height: Int)

    /// Pixels, either side 1…100,000. The sheet's own `width` is not used: it is
    /// columns · width + (columns − 1) · spacing wide, plus margins; or as wide as is said here, on
    /// a page for example, and then the columns stand in the middle.
    case size(PixelSize, sheetWidth: Int? = nil)
  }

  /// What a picture makes of its cell.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The frame is the cell: what does not fit is cropped.
    case fill

    /// The frame is the largest of the picture's ratio in the cell, in the middle of it.
    case fit

    /// No cell: a picture is as wide as its column and as high as its ratio makes it, a row is as
    /// high as its highest picture, and the pictures stand in the middle of it. The height that
    /// `cell` gives is not used. A frame is at most `LayoutLimits.heightPerWidth` times as high as
    /// a column is wide: a higher picture stands narrower.
    case natural
  }

  /// The width of the sheet in pixels, margins included, 1…100,000.
  public var width: Int

  /// How many columns, 1…10,000, each at least one pixel wide. Those no picture stands in are kept
  /// free.
  public var columns: Int

  /// Pixels between columns, and between rows, 0…10,000.
  public var spacing: Int

  /// Space around all of it, each side 0…100,000.
  public var margins: Margins

  /// Room for a caption below each picture, 0…10,000 pixels: below
  /// the cell, or below the highest picture of a row without cells.
  public var captionHeight: Int

  public var cell: Cell
  public var fit: Fit

  /// Whether a picture smaller than its place is blown up. Else, with `fit` and `natural`, it keeps
  /// its own size; with `fill` its frame is no wider and no higher than the picture, so that what
  /// the cell leaves of it is drawn as it is. It stands in the middle.
  public var enlarges: Bool

  /// A grid; `enlarges` defaults to true with `fill` and `natural`, and to false with `fit`.
  public init(
    width: Int = 1200, columns: Int = 3, spacing: Int = 8, margins: Margins = Margins(all: 2),
    cell: Cell = .square, fit: Fit = .fill, enlarges: Bool? = nil,
    captionHeight: Int = 0
  ) {
    self.width = width
    self.columns = columns
    self.spacing = spacing
    self.margins = margins
    self.captionHeight = captionHeight
    self.cell = cell
    self.fit = fit
    self.enlarges = enlarges ?? (fit != .fit)
  }

  /// The width of the sheet: `width`, or what the size of a cell says.
  public var sheetWidth: Int {
    guard case .size(let size, let sheetWidth) = cell else { return width }
    return sheetWidth ?? leastWidth(of: size)
  }

  /// The width of cells of this size with the spacing between them and the margins.
  private func leastWidth(of cell: PixelSize) -> Int {
    columns * cell.width + (columns - 1) * spacing + margins.left + margins.right
  }

  public var fault: String? {
    ContactSheetLayout.fault("columns", columns, in: LayoutLimits.columns)
      ?? sharedFault ?? cellFault
  }

  private var cellFault: String? {
    if case .size(let size, let sheetWidth) = cell {
      return ContactSheetLayout.fault("the width of a cell", size.width, in: LayoutLimits.width)
        ?? ContactSheetLayout.fault("the height of a cell", size.height, in: LayoutLimits.width)
        ?? sheetWidth.flatMap {
          ContactSheetLayout.fault("width", $0, in: LayoutLimits.width)
            ?? widthFault(cell: size, sheetWidth: $0)
        }
    }
    if case .aspect(let width, let height) = cell {
      for number in [width, height] {
        if let fault = ContactSheetLayout.fault(
          "the numbers of a cell's ratio", number, in: LayoutLimits.aspect)
        {
          return fault
        }
      }
    }
    return ContactSheetLayout.fault("width", width, in: LayoutLimits.width)
      ?? Columns.fault(count: columns, sheetWidth: width, margins: margins, spacing: spacing)
      ?? ContactSheetLayout.fault("the height of a cell", cellHeight, in: LayoutLimits.width)
  }

  private func widthFault(cell: PixelSize, sheetWidth: Int) -> String? {
    let least = leastWidth(of: cell)
    return least <= sheetWidth
      ? nil
      : "\(columns) cells of width \(cell.width) need a sheet \(least) wide, and it is \(sheetWidth)"
  }

  public func pages(of sizes: [PixelSize], paging: Paging) -> [PageArrangement] {
    checkPreconditions(sizes, paging)
    let tracks = tracks
    let room = paging.pictureHeight(margins: margins, captionHeight: captionHeight)
    let cellHeight = fit == .natural ? 0 : cellHeight
    let tallest =
      fit == .natural
      ? tracks.tallest(pictureHeight: room) : min(cellHeight, room ?? .max)
    return pagesOfRows(
      count: sizes.count, sheetWidth: sheetWidth, spacing: spacing, margins: margins,
      paging: paging
    ) { first, atMost in
      let pictures = first..<first + min(columns, atMost)
      var frames = pictures.map { index in
        let column = index - first
        guard fit == .fill else {
          return tracks.frame(
            of: sizes[index], enlarges: enlarges, tallest: tallest, column: column, top: 0)
        }
        // A cell higher than the page is shrunk like a picture of its shape.
        let span = tracks.span(column)
        var width = max(1, roundedQuotient(span.count * tallest, cellHeight))
        var height = tallest
        if !enlarges {
          width = min(width, sizes[index].width)
          height = min(height, sizes[index].height)
        }
        return PixelRect(
          left: span.lowerBound + (span.count - width) / 2, top: 0, width: width, height: height)
      }
      let height = fit == .natural ? frames.map(\.height).max() ?? 0 : tallest
      for index in frames.indices { frames[index].top = (height - frames[index].height) / 2 }
      return Row(
        pictures: pictures, height: height, captionHeight: captionHeight, frames: frames,
        places: pictures.map { tracks.span($0 - first) })
    }
  }

  private var tracks: Columns {
    guard case .size(let size, let sheetWidth?) = cell else {
      return Columns(count: columns, sheetWidth: sheetWidth, margins: margins, spacing: spacing)
    }
    return Columns(
      count: columns, available: columns * size.width,
      left: margins.left + (sheetWidth - leastWidth(of: size)) / 2, spacing: spacing)
  }

  /// The height of every cell.
  private var cellHeight: Int {
    switch cell {
    case .square: max(1, roundedQuotient(tracks.available, columns))
    case .aspect(let width, let height):
      max(1, roundedQuotient(tracks.available * height, columns * width))
    case .size(let size, _): size.height
    }
  }
}
