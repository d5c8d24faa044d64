import ImageCodecs
import PixelDiff

/// Tiles that moved, those together that moved equally far.
///
/// Where a picture was taken out of a grid, all after it move by one place, some of them to the end of the
/// row above: they are one group.
struct MoveGroups {
  /// What is said of each group, from the largest; ties in the order of their first tiles.
  private(set) var groups: [(words: String, findings: [TileFinding])] = []
  /// More groups than that say nothing: the smaller ones become one.
  private static let limit = 4

  fileprivate enum Distance: Hashable {
    case places(Int)
    case move(TileMove)
  }

  /// Equally far is equally many places in a grid, or else equally many columns and rows, or pixels.
  ///
  /// - Parameter changed: only those whose pixels are known to have changed, or only the others.
  init(_ findings: [TileFinding], changed: Bool) {
    var found: [(moves: Set<TileMove.Grid?>, words: String, findings: [TileFinding])] = []
    var indices: [Distance: Int] = [:]
    for finding in findings {
      guard case .moved(let move, let pixels) = finding.change, (pixels == .changed) == changed
      else { continue }
      let distance = Distance(move)
      if let index = indices[distance] {
        found[index].moves.insert(move.grid)
        found[index].findings.append(finding)
        if found[index].moves.count > 1, case .places(let places) = distance {
          found[index].words = TileMove.words(places: places)
        }
      } else {
        indices[distance] = found.count
        found.append(([move.grid], move.words, [finding]))
      }
    }
    var order = found.indices.sorted {
      (found[$1].findings.count, $0) < (found[$0].findings.count, $1)
    }
    if order.count > MoveGroups.limit {
      let rest = order[(MoveGroups.limit - 1)...].sorted().flatMap { found[$0].findings }
      order = Array(order.prefix(MoveGroups.limit - 1))
      groups = order.map { (found[$0].words, found[$0].findings) }
      groups.append(("by other distances", rest))
    } else {
      groups = order.map { (found[$0].words, found[$0].findings) }
    }
    groups = groups.map { ($0.words + MoveGroups.words(ofPixels: $0.findings), $0.findings) }
  }

  /// What there is to say of pixels that changed, or that nobody looked at.
  private static func words(ofPixels findings: [TileFinding]) -> String {
    var unknown = 0
    for finding in findings {
      guard case .moved(_, let pixels) = finding.change else { continue }
      if pixels == .changed { return " and changed" }
      if pixels == .notCompared { unknown += 1 }
    }
    switch unknown {
    case 0: return ""
    case findings.count: return " (pixels not compared)"
    default: return " (pixels of \(grouped(UInt64(unknown))) not compared)"
    }
  }
}

extension MoveGroups.Distance {
  fileprivate init(_ move: TileMove) {
    guard let grid = move.grid else {
      self = .move(move)
      return
    }
    if let places = grid.places {
      self = .places(places)
    } else {
      var move = move
      // Columns may be a pixel wider than others.
      (move.x, move.y) = (0, 0)
      self = .move(move)
    }
  }
}
