package import PixelDiff
import PixelGeometry

/// Finds out which tiles of a page changed, moved, came or went, while its picture is compared with another.
///
///     var tiles = TileComparison(expected: old, page: 0, actual: new, page: 0)
///     // for each row of both pictures, if `tiles.needsRows`:
///     tiles.add(row: y, row, isDeep: false, of: .expected)
///     // for each band that comes of comparing them:
///     tiles.add(band)
///     print(tiles.findings().summary)
///
/// Tiles belong together by the names of their pictures (see `TilePairing`). Of one that stands in the same
/// frame in both, the pixels that differ are counted: every pixel counts for each tile whose frame holds it,
/// also where tiles overlap. Of one that moved and kept its size, a digest of its visible pixels is taken in
/// both pictures.
///
/// Memory goes with the number of tiles of the sheets.
package struct TileComparison: Sendable {
  private let expectedPage: Int
  private let actualPage: Int
  private var pairs: [Pair] = []
  private var counts: FrameCounts
  private var digests: (expected: FrameDigests, actual: FrameDigests)
  /// Whether any tile moved so that its pixels have to be read: only then ``add(row:_:isDeep:of:)`` does
  /// anything.
  package let needsRows: Bool

  /// A tile of either page, and the one that it belongs to.
  private struct Pair {
    var expected: (tile: PlacedTile, page: Int)?
    var actual: (tile: PlacedTile, page: Int)?
    var link = Link.none
  }

  private enum Link {
    /// Of frames that are the same: an index of the counts.
    case still(Int)
    /// Of others on the two pages: an index of the digests, where they are of one size.
    case moved(TileMove, digest: Int?)
    /// Of a tile that is on one of the two pages only.
    case none
  }

  /// One page of each sheet, as if they had no others.
  package init(expected: SheetPlacements.Page, actual: SheetPlacements.Page) {
    self.init(
      expected: SheetPlacements(pages: [expected]), page: 0,
      actual: SheetPlacements(pages: [actual]), page: 0)
  }

  /// - Parameters:
  ///   - expected: the whole sheet, so that a tile which came from another page is known.
  ///   - expectedPage: the index of the page whose picture is the expected one.
  ///   - actual: the whole sheet.
  ///   - actualPage: the index of the page whose picture is the actual one.
  package init(
    expected: SheetPlacements, page expectedPage: Int, actual: SheetPlacements,
    page actualPage: Int
  ) {
    self.expectedPage = expectedPage
    self.actualPage = actualPage
    let (old, new) = (expected.placedTiles, actual.placedTiles)
    let pairing = TilePairing(
      expected: old.map(\.tile.file), actual: new.map(\.tile.file))
    let grids = (
      TileGrid(expected.pages[expectedPage].tiles.map(\.frame)),
      TileGrid(actual.pages[actualPage].tiles.map(\.frame))
    )
    var frames: [PixelRect] = []
    var moved: (expected: [PixelRect], actual: [PixelRect]) = ([], [])
    for (index, first) in old.enumerated() {
      var pair = Pair(expected: first, actual: pairing.actual[index].map { new[$0] })
      let isHere = first.page == expectedPage
      let second = pair.actual.flatMap { $0.page == actualPage ? $0.tile.frame : nil }
      let frame = first.tile.frame
      guard isHere || second != nil else { continue }
      if isHere { frames.append(frame) }
      if isHere, second == frame {
        pair.link = .still(frames.count - 1)
      } else if let second {
        frames.append(second)
        if isHere {
          let isComparable =
            second.size == frame.size
            && pair.expected?.tile.isPlaceholder == pair.actual?.tile.isPlaceholder
          if isComparable {
            moved.expected.append(frame)
            moved.actual.append(second)
          }
          pair.link = .moved(
            TileMove(from: frame, in: grids.0, to: second, in: grids.1),
            digest: isComparable ? moved.expected.count - 1 : nil)
        }
      }
      pairs.append(pair)
    }
    for index in pairing.new where new[index].page == actualPage {
      frames.append(new[index].tile.frame)
      pairs.append(Pair(expected: nil, actual: new[index]))
    }
    counts = FrameCounts(frames)
    digests = (FrameDigests(moved.expected), FrameDigests(moved.actual))
    needsRows = !moved.expected.isEmpty
  }

  /// Takes what came of comparing the next band of the pictures, from the top.
  package mutating func add(_ band: ComparedBand) { counts.add(band) }

  /// Takes a row of one of the pictures, each of them from the top. Of a tile of which rows are left out it
  /// is only said that it moved.
  ///
  /// - Parameters:
  ///   - samples: the whole row, straight RGBA.
  ///   - isDeep: samples have 16 bits, the high byte first; else 8.
  package mutating func add(
    row y: Int, _ samples: Span<UInt8>, isDeep: Bool, of side: PictureComparison.Side
  ) {
    guard needsRows else { return }
    switch side {
    case .expected: digests.expected.add(row: y, samples, isDeep: isDeep)
    case .actual: digests.actual.add(row: y, samples, isDeep: isDeep)
    }
  }

  /// What became of the tiles, once all bands and rows were added.
  package func findings() -> TileFindings {
    var findings = TileFindings(expectedPage: expectedPage, actualPage: actualPage)
    findings.pixelsOutside = counts.outside
    for pair in pairs {
      let changes = changes(of: pair)
      if changes.isEmpty { findings.unchanged += 1 }
      for change in changes {
        findings.list.append(
          TileFinding(
            change: change, expected: pair.expected?.tile, actual: pair.actual?.tile,
            expectedPage: pair.expected?.page, actualPage: pair.actual?.page))
      }
    }
    return findings
  }

  private func changes(of pair: Pair) -> [TileFinding.Change] {
    guard let (old, oldPage) = pair.expected else { return [.new] }
    guard let (new, newPage) = pair.actual else { return [.gone] }
    var changes: [TileFinding.Change] = []
    if old.isPlaceholder != new.isPlaceholder {
      changes.append(new.isPlaceholder ? .placeholder : .picture)
    }
    switch pair.link {
    case .none:
      precondition(oldPage != expectedPage || newPage != actualPage)
      changes.append(.otherPage)
    case .still(let index):
      let pixels = counts.counts[index]
      // A placeholder has other pixels, of course.
      if pixels > 0, changes.isEmpty {
        changes.append(.changed(DiffPercent(part: pixels, of: new.frame.size.pixelCount)))
      }
    case .moved(let move, let digest):
      let isSized =
        abs(old.frame.width - new.frame.width) <= 1 && abs(old.frame.height - new.frame.height) <= 1
      let isElsewhere = move.x != 0 || move.y != 0
      changes.append(isSized && isElsewhere ? .moved(move, pixels(digest)) : .resized)
    }
    return changes
  }

  private func pixels(_ index: Int?) -> TileFinding.Pixels {
    guard let index, let old = digests.expected[index], let new = digests.actual[index] else {
      return .notCompared
    }
    return old == new ? .same : .changed
  }
}

extension SheetPlacements {
  /// The tiles of all pages with the indices of their pages.
  fileprivate var placedTiles: [(tile: PlacedTile, page: Int)] {
    pages.enumerated().flatMap { page, plan in plan.tiles.map { ($0, page) } }
  }
}
