public import PixelGeometry

/// A row of equal squares, spaced or overlapping, that may wrap.
///
/// Picture i stands i · (diameter + spacing) along the axis. With a negative spacing neighbours overlap;
/// which of them lies on top is not the layout's business.
///
///     spacing −2, diameter 6               columns 2, row spacing 1
///
///     ┌────┬───┬───┐                       ┌────┬───┐
///     │ 0  │ 1 │ 2 │                       │ 0  │ 1 │
///     │    │   │   │                       └────┴───┘
///     └────┴───┴───┘                       ┌────┐
///                                          │ 2  │    the last row stays left
///                                          └────┘
public struct StripLayout: Hashable, Sendable {
  /// The direction in which pictures follow each other.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    case horizontal, vertical
  }

  /// The side of each picture's square, in pixels; at least 1.
  public var diameter: Int

  /// Pixels between neighbours, −(diameter − 1) or more; negative values overlap them.
  public var spacing: Int

  public var axis: Axis

  /// Pictures in a row (in a column, on the vertical axis) before the next one starts; nil never wraps.
  public var columns: Int?

  /// Pixels between wrapped rows, at least 0: rows never overlap.
  public var rowSpacing: Int

  /// Space around the whole strip.
  public var margins: Margins

  public init(
    diameter: Int = 50, spacing: Int = -15, axis: Axis = .horizontal, columns: Int? = nil,
    rowSpacing: Int = 8, margins: Margins = .none
  ) {
    self.diameter = diameter
    self.spacing = spacing
    self.axis = axis
    self.columns = columns
    self.rowSpacing = rowSpacing
    self.margins = margins
  }

  /// Frames for `count` pictures. Without wrapping and margins the sheet is
  /// count · diameter + (count − 1) · spacing long and one diameter wide.
  ///
  /// - Precondition: `count`, `diameter` and `columns` are at least 1, and the other lengths in the
  ///   ranges their comments give.
  public func arrangement(count: Int) -> Arrangement {
    precondition(count >= 1 && diameter >= 1 && spacing > -diameter && rowSpacing >= 0)
    precondition(columns.map { $0 >= 1 } ?? true)
    let perRow = min(columns ?? count, count)
    let rowCount = (count + perRow - 1) / perRow
    let step = diameter + spacing
    let rowStep = diameter + rowSpacing

    let frames = (0..<count).map { index in
      let along = (index % perRow) * step
      let across = (index / perRow) * rowStep
      let (x, y) = axis == .horizontal ? (along, across) : (across, along)
      return PixelRect(
        left: margins.left + x, top: margins.top + y, width: diameter, height: diameter)
    }

    let length = diameter + (perRow - 1) * step
    let breadth = diameter + (rowCount - 1) * rowStep
    let content =
      axis == .horizontal
      ? PixelSize(width: length, height: breadth) : PixelSize(width: breadth, height: length)
    return Arrangement(
      size: PixelSize(
        width: margins.left + content.width + margins.right,
        height: margins.top + content.height + margins.bottom),
      frames: frames)
  }
}
