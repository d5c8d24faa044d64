/// Where a page and its large tiles are cut while they are made; tests cut finer. No cut changes a
/// pixel.
package struct RenderCuts: Sendable {
  /// Rows of each band but the last; nil for what suits the encoder.
  package var bandHeight: Int?
  /// A tile that takes more than this is made, kept and dropped in parts.
  package var wholeTileBytes = 8_000_000
  /// Rows of each part but the last; nil for about an eighth of the above, and at least 16.
  package var partHeight: Int?

  /// Where more than this would wait for another place far below, tiles are made again for it.
  package var keptBytes = 32_000_000

  package init() {}

  func partHeight(width: Int) -> Int { partHeight ?? max(16, wholeTileBytes / 8 / (8 * width)) }
}
