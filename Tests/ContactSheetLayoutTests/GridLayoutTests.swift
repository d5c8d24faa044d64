import ContactSheetLayout
import PixelGeometry
import TestSupport
import Testing

@Suite struct GridLayoutTests {
  private let shapes = sizes((40, 40), (40, 20), (20, 40), (2, 1))

  @Test func `fill: each frame is its cell, and the last row stays left`() {
    let layout = GridLayout(
      width: 16, spacing: 1, margins: Margins(top: 1, right: 0, bottom: 0, left: 2))
    #expect(
      drawing(layout.arrangement(of: shapes)) == """
        ................
        ..0000.1111.2222
        ..0000.1111.2222
        ..0000.1111.2222
        ..0000.1111.2222
        ................
        ..3333..........
        ..3333..........
        ..3333..........
        ..3333..........
        """)
  }

  @Test func `fit: the picture's ratio in the middle of the cell, not enlarged`() {
    let layout = GridLayout(width: 14, spacing: 1, margins: .none, fit: .fit)
    #expect(!layout.enlarges)
    #expect(
      drawing(layout.arrangement(of: shapes)) == """
        0000.......22.
        0000.1111..22.
        0000.1111..22.
        0000.......22.
        ..............
        ..............
        .33...........
        ..............
        ..............
        """)
  }

  @Test func `fit may enlarge, and a pixel over goes right and down`() {
    let layout = GridLayout(
      columns: 2, spacing: 0, margins: .none, cell: .size(PixelSize(width: 5, height: 4)),
      fit: .fit, enlarges: true)
    #expect(
      drawing(layout.arrangement(of: sizes((2, 1), (1, 1)))) == """
        000001111.
        000001111.
        000001111.
        .....1111.
        """)
  }

  @Test func `natural: a row is as high as its highest picture`() {
    let layout = GridLayout(width: 14, spacing: 1, margins: .none, fit: .natural)
    #expect(
      drawing(layout.arrangement(of: shapes)) == """
        ..........2222
        ..........2222
        0000......2222
        0000.1111.2222
        0000.1111.2222
        0000......2222
        ..........2222
        ..........2222
        ..............
        3333..........
        3333..........
        """)
  }

  @Test func `natural without enlarging keeps a small picture as it is`() {
    let layout = GridLayout(
      width: 9, columns: 2, spacing: 1, margins: .none, fit: .natural, enlarges: false)
    #expect(
      drawing(layout.arrangement(of: sizes((4, 3), (2, 1), (1, 1)))) == """
        0000.....
        0000..11.
        0000.....
        .........
        .2.......
        """)
  }

  @Test func `fill without enlarging draws of a small picture what the cell leaves of it`() {
    let layout = GridLayout(
      columns: 3, spacing: 1, margins: .none, cell: .size(PixelSize(width: 4, height: 4)),
      enlarges: false)
    // 50 × 2 is cropped to 4 × 2 of its own pixels.
    #expect(
      drawing(layout.arrangement(of: sizes((50, 2), (3, 9), (2, 1)))) == """
        .....111......
        0000.111...22.
        0000.111......
        .....111......
        """)
  }

  @Test func `a cell has the ratio that is asked for, rounded half up`() {
    let layout = GridLayout(
      width: 15, columns: 2, spacing: 1, margins: .none, cell: .aspect(width: 2, height: 1))
    #expect(layout.arrangement(of: shapes).frames.map(\.height) == [4, 4, 4, 4])  // of 3.5
    let flat = GridLayout(width: 390, cell: .aspect(width: 10_000, height: 1))
    #expect(flat.arrangement(of: shapes).frames.map(\.height) == [1, 1, 1, 1])
  }

  @Test func `a cell of a size says how wide the sheet is`() {
    let layout = GridLayout(
      width: 1, columns: 4, spacing: 3, margins: Margins(top: 0, right: 1, bottom: 2, left: 5),
      cell: .size(PixelSize(width: 20, height: 10)))
    let arrangement = layout.arrangement(of: sizes((1, 1)))
    #expect(arrangement.size == PixelSize(width: 4 * 20 + 3 * 3 + 6, height: 12))
    #expect(arrangement.frames == [PixelRect(left: 5, top: 0, width: 20, height: 10)])
  }

  @Test func `equal pictures are equally high in columns of unequal width`() {
    let picture = PixelSize(width: 3, height: 7)
    for fit in GridLayout.Fit.allCases {
      let frames = GridLayout(width: 390, columns: 7, fit: fit, enlarges: true)
        .arrangement(of: Array(repeating: picture, count: 7)).frames
      #expect(Set(frames.map(\.height)).count == 1)
      #expect(Set(frames.map(\.top)).count == 1)
    }
  }

  @Test func `any grid: columns and rows where they belong, frames in their cells`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("grid layouts"))
    for _ in 0..<5000 {
      let columns = random.number(1...12)
      let cell: GridLayout.Cell =
        switch random.number(0...3) {
        case 0: .aspect(width: random.number(1...20), height: random.number(1...20))
        case 1: .size(PixelSize(width: random.number(1...300), height: random.number(1...300)))
        default: .square
        }
      let layout = GridLayout(
        width: random.number(60 + 21 * columns...2000), columns: columns,
        spacing: random.number(0...20), margins: random.margins(30), cell: cell,
        fit: GridLayout.Fit.allCases.randomElement(using: &random)!, enlarges: random.chance())
      #expect(layout.fault == nil)
      let pictures = random.pictures(random.number(1...40))
      let arrangement = layout.arrangement(of: pictures)
      expectSound(arrangement, count: pictures.count, margins: layout.margins)
      #expect(arrangement.size.width == layout.sheetWidth)

      // The cells themselves, as a grid that fills them has them.
      var filled = layout
      (filled.fit, filled.enlarges) = (.fill, true)
      let cells = filled.arrangement(of: pictures).frames
      let content = layout.sheetWidth - layout.margins.left - layout.margins.right
      let exact = content - (columns - 1) * layout.spacing
      for (index, cell) in cells.enumerated() {
        #expect(cell.width == exact / columns || cell.width == (exact + columns - 1) / columns)
        #expect(cell.height == cells[0].height)
        if index % columns == 0 {
          #expect(cell.left == layout.margins.left)
        } else {
          #expect(cell.left - cells[index - 1].right == layout.spacing)
          #expect(cell.top == cells[index - 1].top)
        }
        if index % columns == columns - 1 {
          #expect(cell.right == layout.sheetWidth - layout.margins.right)
        }
        if index >= columns {
          #expect(cell.top - cells[index - columns].bottom == layout.spacing)
        }
      }

      var rowTop = layout.margins.top
      for first in stride(from: 0, to: pictures.count, by: columns) {
        let row = first..<min(first + columns, pictures.count)
        let height =
          layout.fit == .natural
          ? row.map { arrangement.frames[$0].height }.max()! : cells[0].height
        for index in row {
          let (frame, cell) = (arrangement.frames[index], cells[index])
          #expect(frame.left - cell.left == (cell.width - frame.width) / 2)
          #expect(frame.top - rowTop == (height - frame.height) / 2)
          if layout.fit != .fill { #expect(keepsRatio(frame, of: pictures[index])) }
          if !layout.enlarges {
            #expect(!enlarges(frame, pictures[index]))
          } else if layout.fit == .fit {
            #expect(frame.width == cell.width || frame.height == cell.height)
          } else if layout.fit == .natural {
            #expect(
              frame.width == cell.width
                || frame.height == LayoutLimits.heightPerWidth * (exact / columns))
          }
        }
        rowTop += height + layout.spacing
      }
      #expect(
        arrangement.size.height == rowTop - layout.spacing + layout.margins.bottom)
    }
  }
}
