import ImageCodecs
import PixelGeometry

/// How far a tile moved; to the right and down are positive.
package struct TileMove: Hashable, Sendable {
  /// In pixels of the pages.
  package var x: Int
  package var y: Int
  /// In columns and rows; nil where the tiles of either page stand in no grid, or where the tile stands in
  /// the same column and row as before.
  package var grid: Grid?

  package struct Grid: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
    /// In places as one reads, later ones are positive; nil where the pages have not the same number of
    /// columns.
    package var places: Int?
  }

  init(from old: PixelRect, in oldGrid: TileGrid?, to new: PixelRect, in newGrid: TileGrid?) {
    (x, y) = (new.left - old.left, new.top - old.top)
    guard let oldGrid, let newGrid else { return }
    let (first, second) = (oldGrid.place(old), newGrid.place(new))
    let (columns, rows) = (second.column - first.column, second.row - first.row)
    if columns == 0, rows == 0 { return }
    let count = oldGrid.lefts.count
    grid = Grid(
      columns: columns, rows: rows,
      places: newGrid.lefts.count == count ? rows * count + columns : nil)
  }

  /// As in `by one column to the left`.
  package var words: String {
    guard let grid else {
      return "by "
        + TileMove.words([
          TileMove.words(x, "pixel", "left", "right"), TileMove.words(y, "pixel", "up", "down"),
        ])
    }
    return "by "
      + TileMove.words([
        TileMove.words(grid.columns, "column", "left", "right"),
        TileMove.words(grid.rows, "row", "up", "down"),
      ])
  }

  /// The same for tiles of several rows that have nothing in common but the places they moved.
  static func words(places: Int) -> String {
    "by \(count(places, "place")) towards the \(places < 0 ? "start" : "end")"
  }

  private static func words(_ distance: Int, _ unit: String, _ back: String, _ on: String) -> String
  {
    if distance == 0 { return "" }
    let side = distance < 0 ? back : on
    return count(distance, unit) + (side == "up" || side == "down" ? " \(side)" : " to the \(side)")
  }

  private static func words(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: " and ")
  }

  private static func count(_ distance: Int, _ unit: String) -> String {
    let count = distance.magnitude
    return count == 1 ? "one \(unit)" : "\(grouped(UInt64(count))) \(unit)s"
  }
}
