package import ContactSheetLayout
package import PixelGeometry

/// `contactsheet help layouts`: each layout drawn in characters, by the layout itself. Pictures of these sizes
/// go in, and what is drawn are the frames that come out.
package enum LayoutDrawings {
  /// Pixels that a character stands for: characters are about twice as high as they are wide.
  private static let (across, down) = (4, 8)

  /// Wide ones, upright ones and a square, as an album has them.
  package static let sizes = [
    (90, 60), (60, 90), (80, 80), (160, 90), (60, 80), (120, 60), (64, 80),
  ].map { PixelSize(width: $0.0, height: $0.1) }

  /// A drawing and what it was made from.
  package struct Drawing: Sendable {
    /// What makes it of the pictures.
    package let command: String
    package let words: String
    package let arrangement: Arrangement
    /// What overlaps is drawn from the last to the first.
    package let isRound: Bool
  }

  package static let all: [Drawing] = [
    Drawing(
      command: "strip a.jpg b.jpg c.jpg d.jpg e.jpg", words: Command.strip.summary,
      arrangement: StripLayout(diameter: 40, spacing: -12).arrangement(count: 5), isRound: true),
    drawing(
      .list, "list photos --width 64", ListLayout(width: 64, spacing: 8), count: 3),
    drawing(
      .grid, "grid photos --columns 4",
      GridLayout(
        width: 256, columns: 4, spacing: 8, margins: .none,
        cell: .aspect(width: 7, height: 5))),
    drawing(
      .fitted, "fitted photos --columns 3",
      FittedLayout(width: 192, columns: 3, spacing: 8, margins: .none)),
    drawing(
      .justified, "justified photos --row-height 56",
      JustifiedLayout(width: 256, rowHeight: 56, spacing: 8, margins: .none)),
  ]

  private static func drawing(
    _ command: Command, _ line: String, _ layout: some SheetLayout, count: Int = sizes.count
  ) -> Drawing {
    Drawing(
      command: line, words: command.summary,
      arrangement: layout.arrangement(of: Array(sizes.prefix(count))), isRound: false)
  }

  /// The whole screen.
  static let text = all.map { drawing in
    let name = drawing.command.prefix { $0 != " " }
    let lines = drawn(drawing).map { $0.isEmpty ? "" : "  " + $0 }
    return
      "\(name): \(drawing.words)\n\n\(lines.joined(separator: "\n"))\n\n  contactsheet \(drawing.command)"
  }.joined(separator: "\n\n\n")

  /// The frames as boxes, the first one on top.
  package static func drawn(_ drawing: Drawing) -> [String] {
    let frames = drawing.arrangement.frames.map(box)
    let (width, height) = (frames.map(\.right).max() ?? 0, frames.map(\.bottom).max() ?? 0)
    var rows = [[Character]](repeating: [Character](repeating: " ", count: width), count: height)
    for (index, box) in frames.enumerated().reversed() {
      for y in box.rows {
        for x in box.columns {
          let isEnd = (x == box.left || x == box.right - 1, y == box.top || y == box.bottom - 1)
          rows[y][x] =
            switch isEnd {
            case (true, true): drawing.isRound ? (y == box.top ? "." : "'") : "+"
            case (false, true): "-"
            case (true, false): "|"
            case (false, false): " "
            }
        }
      }
      // In the part that no neighbour on the left covers.
      let middle = drawing.isRound ? box.right - 4 : (box.left + box.right - 1) / 2
      rows[(box.top + box.bottom - 1) / 2][middle] = Character("\(index + 1)")
    }
    return rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
  }

  /// A frame in characters, every edge at the nearest one.
  package static func box(_ frame: PixelRect) -> PixelRect {
    func column(_ x: Int) -> Int { (x + across / 2) / across }
    func row(_ y: Int) -> Int { (y + down / 2) / down }
    let (left, top) = (column(frame.left), row(frame.top))
    return PixelRect(
      left: left, top: top, width: column(frame.right) - left, height: row(frame.bottom) - top)
  }
}
