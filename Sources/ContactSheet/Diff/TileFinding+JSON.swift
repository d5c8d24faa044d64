import ImageCodecs
import PixelDiff
import PlainJSON

extension TileFinding {
  /// Members for a report (see ``TileFindings/members``).
  var members: [(String, JSON)] {
    let file = (actual ?? expected)?.file
    var members: [(String, JSON)] = [("change", .text(word))] + (file.map(JSON.path) ?? [])
    switch change {
    case .changed(let percent):
      members += [("pixels", .number(percent.part)), ("percent", .decimal(percent.text))]
    case .moved(let move, let pixels):
      members += [("x", .number(move.x)), ("y", .number(move.y))]
      if let grid = move.grid {
        members += [("columns", .number(grid.columns)), ("rows", .number(grid.rows))]
      }
      members.append(("pixels_changed", TileFinding.value(pixels)))
    case .resized, .otherPage, .placeholder, .picture, .new, .gone: break
    }
    members.append(("expected", TileFinding.value(expected, expectedPage)))
    members.append(("actual", TileFinding.value(actual, actualPage)))
    return members
  }

  private var word: String {
    switch change {
    case .changed: "changed"
    case .moved: "moved"
    case .resized: "resized"
    case .otherPage: "other-page"
    case .placeholder: "placeholder"
    case .picture: "no-placeholder"
    case .new: "new"
    case .gone: "gone"
    }
  }

  private static func value(_ pixels: Pixels) -> JSON {
    switch pixels {
    case .same: .flag(false)
    case .changed: .flag(true)
    case .notCompared: .null
    }
  }

  private static func value(_ tile: PlacedTile?, _ page: Int?) -> JSON {
    guard let tile, let page else { return .null }
    let frame = tile.frame
    return .object([
      ("page", .number(page + 1)), ("index", .number(tile.index)), ("left", .number(frame.left)),
      ("top", .number(frame.top)), ("width", .number(frame.width)),
      ("height", .number(frame.height)),
    ])
  }
}
