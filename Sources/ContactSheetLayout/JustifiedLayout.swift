public import PixelGeometry

/// Rows that fill the width exactly, each with the height that its pictures' ratios give it.
///
///     ┌────────┐┌────┐┌──────┐
///     │ 0      ││ 1  ││ 2    │
///     │        ││    ││      │
///     └────────┘└────┘└──────┘
///     ┌──────┐┌──────────────┐
///     │ 3    ││ 4            │    a little lower
///     └──────┘└──────────────┘
///     ┌───────┐┌────┐
///     │ 5     ││ 6  │             the last row, as high as wanted and left
///     │       ││    │
///     └───────┘└────┘
///
/// The breaks are those with the least sum of squared deviations from `rowHeight`, within the
/// tolerance wherever that is possible; `RowBreaks` says how they are found. The idea of a best
/// rather than a greedy break is that of Knuth and Plass; that of an incomplete last row comes from
/// Flickr's justified-layout.
///
/// A row that would be higher than the tolerance allows is not stretched to the width: it has the
/// wanted height, and stands as the last row does. A picture too wide for the width makes a lower
/// row. No row is wider than the sheet.
///
/// Heights of rows are rounded half up. Widths come from the edges, which are rounded half up where
/// they fall with the exact height: so they and the spacing fill the width. A frame is at least one
/// pixel wide and high, be its picture ever so narrow.
public struct JustifiedLayout: SheetLayout {
  /// What becomes of the last row where it does not fill the width at a height within the
  /// tolerance.
  public enum LastRow: String, Hashable, Sendable, CaseIterable {
    /// It has the wanted height and stands left, in the middle, or right.
    case left, center, right

    /// It is stretched to fill the width, but to no more than `highestLastRow` percent of the
    /// wanted height; past that it is as `left`. Breaks that keep to it are preferred.
    case justify

    /// Breaks are chosen so that it is as full as the others: its deviation counts like theirs.
    /// Where that cannot be, it is as `left`.
    case balance
  }

  /// Percent of the row height to which `LastRow.justify` stretches the last row; where the
  /// tolerance goes further, that is the bound.
  public static let highestLastRow = 150

  /// A row is never lower than this percentage of the row height, whatever the tolerance, unless
  /// that cannot be avoided.
  static let lowestRow = 50

  /// The width of the sheet in pixels, margins included, 1…100,000.
  public var width: Int

  /// The wanted height of a row, 1…10,000.
  public var rowHeight: Int

  /// Pixels between pictures, and between rows, 0…10,000.
  public var spacing: Int

  /// Space around all of it, each side 0…100,000.
  public var margins: Margins

  /// Room for a caption below each picture, 0…10,000 pixels.
  public var captionHeight: Int

  public var lastRow: LastRow

  /// How much lower or higher than wanted a row may be, in percent, 0…100; lower by at most 50.
  public var rowTolerance: Int

  /// Whether a picture smaller than its place is blown up. Else it keeps its own size, in the
  /// middle of the place it would have had.
  public var enlarges: Bool

  public init(
    width: Int = 1200, rowHeight: Int = 320, spacing: Int = 8, margins: Margins = Margins(all: 6),
    lastRow: LastRow = .left, rowTolerance: Int = 25, enlarges: Bool = true,
    captionHeight: Int = 0
  ) {
    self.width = width
    self.rowHeight = rowHeight
    self.spacing = spacing
    self.margins = margins
    self.lastRow = lastRow
    self.rowTolerance = rowTolerance
    self.enlarges = enlarges
    self.captionHeight = captionHeight
  }

  public var fault: String? {
    ContactSheetLayout.fault("width", width, in: LayoutLimits.width)
      ?? ContactSheetLayout.fault("row height", rowHeight, in: LayoutLimits.rowHeight)
      ?? ContactSheetLayout.fault("row tolerance", rowTolerance, in: LayoutLimits.rowTolerance)
      ?? sharedFault
      ?? Columns.fault(count: 1, sheetWidth: width, margins: margins, spacing: spacing)
  }

  /// All pictures are broken into rows first, and then whole rows dealt to pages: only the very
  /// last row is a last row. No row is higher than a page, or has more pictures than one.
  public func pages(of sizes: [PixelSize], paging: Paging) -> [PageArrangement] {
    checkPreconditions(sizes, paging)
    let breaks = breaks(paging: paging)
    let ratios = sizes.map(breaks.ratio(of:))
    var rows: [Int: Row] = [:]
    var start = 0
    for end in breaks.ends(ratios: ratios) {
      rows[start] = row(
        start..<end, of: sizes, ratios: ratios, isLast: end == sizes.count, breaks)
      start = end
    }
    return pagesOfRows(
      count: sizes.count, sheetWidth: width, spacing: spacing, margins: margins, paging: paging
    ) { first, _ in rows[first]! }
  }

  private func breaks(paging: Paging) -> RowBreaks {
    // A page lower than a row takes rows as high as it has room for.
    let room =
      paging.pictureHeight(margins: margins, captionHeight: captionHeight) ?? Int.max / 100
    let rowHeight = min(rowHeight, room)
    let highest = min(rowHeight * (100 + rowTolerance), 100 * room)
    let stretched = min(max(highest, rowHeight * Self.highestLastRow), 100 * room)
    return RowBreaks(
      width: width - margins.left - margins.right, spacing: spacing, rowHeight: rowHeight,
      lowest: rowHeight * max(100 - rowTolerance, Self.lowestRow), highest: highest,
      highestLast: lastRow == .justify ? stretched : highest, lastCounts: lastRow == .balance,
      stretchesLast: lastRow == .justify, atMost: paging.picturesPerPage ?? .max)
  }

  private func row(
    _ pictures: Range<Int>, of sizes: [PixelSize], ratios: [Int], isLast: Bool, _ breaks: RowBreaks
  ) -> Row {
    let ratioSum = ratios[pictures].reduce(0, +)
    let available = breaks.width - (pictures.count - 1) * spacing
    let natural = breaks.naturalHeight(ratioSum: ratioSum, count: pictures.count) ?? 0
    let fills = natural <= (isLast ? breaks.highestLast : breaks.highest)
    let height =
      fills
      ? max(1, roundedQuotient(available * RowBreaks.unit, ratioSum)) : breaks.rowHeight

    // Where the right edge of each picture falls, were there no spacing.
    var sum = 0
    var edges = ratios[pictures].map { ratio in
      sum += ratio
      return fills
        ? roundedQuotient(available * sum, ratioSum) : roundedQuotient(height * sum, RowBreaks.unit)
    }
    // At least a pixel for each, from its neighbours.
    for index in edges.indices {
      edges[index] = max(edges[index], index == 0 ? 1 : edges[index - 1] + 1)
    }
    if fills {
      for index in edges.indices {
        edges[index] = min(edges[index], available - (edges.count - 1 - index))
      }
    }

    let unused = available - (edges.last ?? 0)
    let indent =
      switch lastRow {
      case .left, .justify, .balance: 0
      case .center: unused / 2
      case .right: unused
      }
    let places = edges.indices.map { index in
      let start = margins.left + indent + index * spacing
      return start + (index == 0 ? 0 : edges[index - 1])..<start + edges[index]
    }
    let frames = places.indices.map { index in
      let place = PixelSize(width: places[index].count, height: height)
      let frame = enlarges ? place : place.limited(to: sizes[pictures.lowerBound + index])
      return PixelRect(
        left: places[index].lowerBound + (place.width - frame.width) / 2,
        top: (height - frame.height) / 2, width: frame.width, height: frame.height)
    }
    return Row(
      pictures: pictures, height: height, captionHeight: captionHeight, frames: frames,
      places: places)
  }
}

extension PixelSize {
  /// No wider and no higher than `other`.
  fileprivate func limited(to other: PixelSize) -> PixelSize {
    PixelSize(width: min(width, other.width), height: min(height, other.height))
  }
}
