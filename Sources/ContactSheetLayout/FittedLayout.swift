public import PixelGeometry

/// Columns of equal width, top aligned, in which pictures of any height follow each other: masonry.
///
///     alternate     shortest      in order      balanced
///
///     ┌───┐┌───┐    ┌───┐┌───┐    ┌───┐┌───┐    ┌───┐┌───┐
///     │ 0 ││ 1 │    │ 0 ││ 1 │    │ 0 ││ 3 │    │ 0 ││ 2 │
///     │   │└───┘    │   │└───┘    │   │└───┘    │   │└───┘
///     │   │┌───┐    │   │┌───┐    │   │┌───┐    │   │┌───┐
///     └───┘│ 3 │    └───┘│ 2 │    └───┘│ 4 │    └───┘│ 3 │
///     ┌───┐└───┘    ┌───┐└───┘    ┌───┐└───┘    ┌───┐└───┘
///     │ 2 │         │ 3 │┌───┐    │ 1 │         │ 1 │┌───┐
///     └───┘         └───┘│ 4 │    └───┘         └───┘│ 4 │
///     ┌───┐              └───┘    ┌───┐              └───┘
///     │ 4 │                       │ 2 │
///     └───┘                       └───┘
///
/// The first two are a pass over the pictures; `shortest` is the rule of David DeSandro's Masonry,
/// with its ties broken. `balanced` is solved exactly; `BalancedBreaks` says how.
///
/// Columns and spacing fill the sheet exactly; widths differ by at most one pixel. Heights are
/// rounded half up, once, from the exact width of a column, so that a picture is equally high in
/// each. A frame is at most `LayoutLimits.heightPerWidth` times as high as a column is wide, and on
/// a page no higher than the room between the margins: a higher picture keeps its ratio and stands
/// narrower, in the middle. The sheet is as high as the tallest column; one without pictures keeps
/// its width.
public struct FittedLayout: SheetLayout {
  /// How pictures are dealt to columns.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// Picture i goes to column i mod n, as cards are dealt.
    case alternate

    /// Each picture goes to the column that is shortest so far, of equals the leftmost.
    case shortest

    /// Down the first column, then down the next; columns have equally many pictures, and the first
    /// ones have the one more where that does not divide.
    case inOrder = "in-order"

    /// In order as well, but with the least difference between the tallest and the shortest column;
    /// where several ways have that, the one whose tallest column is least. Fewer pictures than
    /// columns stand one in each.
    case balanced
  }

  /// The width of the sheet in pixels, margins included, 1…100,000.
  public var width: Int

  /// How many columns, 1…10,000, each at least one pixel wide.
  public var columns: Int

  /// Pixels between columns, and between the pictures of a column, 0…10,000.
  public var spacing: Int

  /// Space around all of it, each side 0…100,000.
  public var margins: Margins

  public var distribution: Distribution

  /// Room for a caption below each picture, 0…10,000 pixels.
  public var captionHeight: Int

  /// Whether a picture narrower than its column is blown up to it; else it keeps its own size, in
  /// the middle of the column, and takes no more height than it has.
  public var enlarges: Bool

  public init(
    width: Int = 1200, columns: Int = 2, spacing: Int = 8, margins: Margins = Margins(all: 6),
    distribution: Distribution = .alternate, enlarges: Bool = true,
    captionHeight: Int = 0
  ) {
    self.width = width
    self.columns = columns
    self.spacing = spacing
    self.margins = margins
    self.distribution = distribution
    self.enlarges = enlarges
    self.captionHeight = captionHeight
  }

  public var fault: String? {
    ContactSheetLayout.fault("width", width, in: LayoutLimits.width)
      ?? ContactSheetLayout.fault("columns", columns, in: LayoutLimits.columns)
      ?? sharedFault
      ?? Columns.fault(count: columns, sheetWidth: width, margins: margins, spacing: spacing)
  }

  /// A page holds the longest run of pictures whose columns fit it, and the next one begins with
  /// new columns. `balanced` then looks for the least difference among the ways that fit the page.
  public func pages(of sizes: [PixelSize], paging: Paging) -> [PageArrangement] {
    checkPreconditions(sizes, paging)
    let tracks = Columns(count: columns, sheetWidth: width, margins: margins, spacing: spacing)
    let contentHeight = paging.contentHeight(margins: margins)
    let tallest = tracks.tallest(
      pictureHeight: paging.pictureHeight(margins: margins, captionHeight: captionHeight))
    let heights = sizes.map {
      tracks.height(of: $0, enlarges: enlarges, tallest: tallest) + captionHeight
    }
    let (product, overflow) = (paging.rowsPerPage ?? .max).multipliedReportingOverflow(by: columns)
    let mostPictures = min(paging.picturesPerPage ?? .max, overflow ? .max : product)

    var pages: [PageArrangement] = []
    var start = 0
    while start < sizes.count {
      let count = min(sizes.count - start, mostPictures)
      let columnOf = dealt(heights[start..<start + count], within: contentHeight ?? .max)
      var bottoms = [Int](repeating: margins.top - spacing, count: columns)
      var captions: [PixelRect] = []
      let frames = columnOf.indices.map { offset in
        let column = columnOf[offset]
        let frame = tracks.frame(
          of: sizes[start + offset], enlarges: enlarges, tallest: tallest, column: column,
          top: bottoms[column] + spacing)
        bottoms[column] = frame.bottom + captionHeight
        if captionHeight > 0 {
          let span = tracks.span(column)
          captions.append(
            PixelRect(
              left: span.lowerBound, top: frame.bottom, width: span.count, height: captionHeight))
        }
        return frame
      }
      let bottom = bottoms.max() ?? margins.top
      pages.append(
        PageArrangement(
          pictures: start..<start + columnOf.count,
          arrangement: Arrangement(
            size: PixelSize(width: width, height: paging.height ?? bottom + margins.bottom),
            frames: frames, captions: captions)))
      start += columnOf.count
    }
    return pages
  }

  /// The column of each picture, for as many of them as fit into columns of this height.
  private func dealt(_ heights: ArraySlice<Int>, within room: Int) -> [Int] {
    switch distribution {
    case .alternate: dealtOneByOne(heights, within: room) { index, _ in index % columns }
    case .shortest:
      dealtOneByOne(heights, within: room) { _, taken in
        var shortest = 0
        for column in 1..<max(columns, 1) where taken[column] < taken[shortest] {
          shortest = column
        }
        return shortest
      }
    case .inOrder: columnOf(counts: countsInOrder(heights, within: room))
    case .balanced:
      columnOf(
        counts: BalancedBreaks.counts(
          heights: heights.prefix(countThatFits(heights, within: room)), columns: columns,
          spacing: spacing, tallest: room))
    }
  }

  private func columnOf(counts: [Int]) -> [Int] {
    counts.indices.flatMap { repeatElement($0, count: counts[$0]) }
  }

  /// How many pictures fit in order into columns of this height: as many as when each column takes
  /// all that fit.
  private func countThatFits(_ heights: ArraySlice<Int>, within room: Int) -> Int {
    var column = 0
    var taken = 0
    for (index, height) in heights.enumerated() {
      if taken > 0, height > room - taken - spacing {
        column += 1
        taken = 0
        guard column < columns else { return index }
      }
      taken += (taken > 0 ? spacing : 0) + height
    }
    return heights.count
  }

  /// The counts of columns that have equally many pictures, for the longest run of pictures with
  /// which they all fit. A longer run may fit where a shorter one does not, as the breaks move; so
  /// the search goes down from what would fit with any breaks.
  private func countsInOrder(_ heights: ArraySlice<Int>, within room: Int) -> [Int] {
    var count = countThatFits(heights, within: room)
    var tops = [0]
    for height in heights.prefix(count) { tops.append(tops[tops.count - 1] + height + spacing) }
    while true {
      let counts = (0..<columns).map { count / columns + ($0 < count % columns ? 1 : 0) }
      var start = 0
      let fits = counts.allSatisfy { count in
        let end = start + count
        defer { start = end }
        return count == 0 || tops[end] - tops[start] - spacing <= room
      }
      if fits { return counts }
      count -= 1
    }
  }

  /// Columns chosen one by one, from the heights that are taken so far; what fits is then a matter
  /// of stopping in time.
  private func dealtOneByOne(
    _ heights: ArraySlice<Int>, within room: Int, column: (_ index: Int, _ taken: [Int]) -> Int
  ) -> [Int] {
    var taken = [Int](repeating: 0, count: columns)
    var result: [Int] = []
    for height in heights {
      let column = column(result.count, taken)
      let top = taken[column] == 0 ? 0 : taken[column] + spacing
      guard height <= room - top else { break }
      taken[column] = top + height
      result.append(column)
    }
    return result
  }
}
