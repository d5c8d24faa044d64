package import PlainJSON

/// What became of the tiles of a page.
package struct TileFindings: Hashable, Sendable {
  /// The indices of the pages that were compared.
  package let expectedPage: Int
  package let actualPage: Int
  /// In the order of the expected sheet's pictures, then the new ones in that of the actual sheet's. A tile
  /// that became a placeholder and moved is in it twice.
  package var list: [TileFinding] = []
  /// Tiles that stand where they stood and have no pixel that differs.
  package var unchanged = 0
  /// Pixels that differ and lie in no tile of either page: spacing, margins.
  package var pixelsOutside = 0

  /// Members for a report: `unchanged`, `pixels_outside`, and `findings`, each with `change`, a word for
  /// programs, `file`, `expected` and `actual` with `page` (from 1), `index` and the frame, and what belongs
  /// to the change.
  package var members: [(String, JSON)] {
    [
      ("unchanged", .number(unchanged)), ("pixels_outside", .number(pixelsOutside)),
      ("findings", .array(list.map { .object($0.members) })),
    ]
  }
}
