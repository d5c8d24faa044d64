import ContactSheetLayout
import PixelGeometry
import TestSupport
import Testing

@Suite struct PagingTests {
  @Test func `a grid breaks between rows, and each page has the height that was given`() {
    let layout = GridLayout(width: 8, columns: 2, spacing: 2, margins: Margins(all: 1), fit: .fill)
    let pages = layout.pages(
      of: sizes((1, 1), (1, 1), (1, 1), (1, 1), (1, 1)),
      paging: Paging(height: 9))
    #expect(pages.map(\.pictures) == [0..<4, 4..<5])
    #expect(
      drawing(pages[0].arrangement) == """
        ........
        .00..11.
        .00..11.
        ........
        ........
        .22..33.
        .22..33.
        ........
        ........
        """)
    #expect(
      drawing(pages[1].arrangement) == """
        ........
        .00.....
        .00.....
        ........
        ........
        ........
        ........
        ........
        ........
        """)
  }

  @Test func `a page without a height is as high as it needs to be, and its rows begin anew`() {
    let layout = GridLayout(width: 6, columns: 3, spacing: 0, margins: .none)
    let pages = layout.pages(
      of: Array(repeating: PixelSize(width: 1, height: 1), count: 5),
      paging: Paging(picturesPerPage: 4))
    #expect(
      pages.map { drawing($0.arrangement) } == [
        """
        001122
        001122
        33....
        33....
        """,
        """
        00....
        00....
        """,
      ])
  }

  @Test func `fitted columns take what fits, and begin anew on each page`() {
    let layout = FittedLayout(width: 5, columns: 2, spacing: 1, margins: .none)
    let pages = layout.pages(
      of: sizes((2, 3), (2, 1), (2, 2), (2, 1), (2, 9)), paging: Paging(height: 5))
    // Picture 2 does not fit below 0, although it would below 1. Picture 4 is shrunk.
    #expect(
      pages.map { drawing($0.arrangement) } == [
        """
        00.11
        00...
        00...
        .....
        .....
        """,
        """
        00.11
        00...
        .....
        .....
        .....
        """,
        """
        0....
        0....
        0....
        0....
        0....
        """,
      ])
  }

  @Test func `a picture higher than the page is shrunk to it, both ways, in its column`() {
    let paging = Paging(height: 6)
    let margins = Margins(all: 1)
    let list = ListLayout(width: 10, margins: margins)
    let natural = GridLayout(width: 10, columns: 1, margins: margins, fit: .natural)
    let fitted = FittedLayout(width: 10, columns: 1, margins: margins)
    for layout in [list, natural, fitted] as [any SheetLayout] {
      let pages = layout.pages(of: sizes((8, 16), (8, 4)), paging: paging)
      #expect(
        pages.map(\.arrangement.frames) == [
          [PixelRect(left: 4, top: 1, width: 2, height: 4)],
          [PixelRect(left: 1, top: 1, width: 8, height: 4)],
        ])
    }
    // A cell is shrunk like a picture of its shape.
    let fill = GridLayout(width: 10, columns: 1, margins: margins)
    #expect(
      fill.pages(of: sizes((8, 16)), paging: paging)[0].arrangement.frames
        == [PixelRect(left: 3, top: 1, width: 4, height: 4)])
    // Justified rows become as high as the page has room for.
    let justified = JustifiedLayout(width: 26, spacing: 0, margins: margins)
    #expect(
      justified.pages(of: sizes((2, 1), (4, 1), (1, 1)), paging: paging)
        .flatMap(\.arrangement.frames) == [
          PixelRect(left: 1, top: 1, width: 8, height: 4),
          PixelRect(left: 9, top: 1, width: 16, height: 4),
          PixelRect(left: 1, top: 1, width: 4, height: 4),
        ])
  }

  @Test func `only the very last justified row is a last row`() {
    let layout = JustifiedLayout(width: 1200, lastRow: .right)
    let photos = Array(repeating: PixelSize(width: 4, height: 3), count: 7)
    let pages = layout.pages(of: photos, paging: Paging(rowsPerPage: 1))
    #expect(pages.map(\.pictures) == [0..<3, 3..<6, 6..<7])
    #expect(pages.map { $0.arrangement.frames[0].left } == [6, 6, 1194 - 427])
    #expect(pages.map(\.arrangement.size.height) == [293 + 12, 293 + 12, 320 + 12])
    // Rows have no more pictures than a page.
    let pairs = layout.pages(of: photos, paging: Paging(picturesPerPage: 2))
    #expect(pairs.map(\.pictures.count) == [2, 2, 2, 1])
  }

  @Test func `rows of a fitted page are columns times rows pictures`() {
    let layout = FittedLayout(width: 300, columns: 3)
    let pages = layout.pages(
      of: Array(repeating: PixelSize(width: 1, height: 1), count: 14),
      paging: Paging(rowsPerPage: 2))
    #expect(pages.map(\.pictures) == [0..<6, 6..<12, 12..<14])
  }

  @Test func `any pages: all pictures in order, nothing overflows, limits hold`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("pages"))
    for _ in 0..<6000 {
      let margins = random.margins(20)
      let spacing = random.number(0...20)
      let columns = random.number(1...6)
      let width = random.number(45 + 21 * columns...900)
      let enlarges = random.chance()
      let layout: any SheetLayout =
        switch random.number(0...3) {
        case 0: ListLayout(width: width, spacing: spacing, margins: margins, enlarges: enlarges)
        case 1:
          GridLayout(
            width: width, columns: columns, spacing: spacing, margins: margins,
            fit: GridLayout.Fit.allCases.randomElement(using: &random)!, enlarges: enlarges)
        case 2:
          FittedLayout(
            width: width, columns: columns, spacing: spacing, margins: margins,
            distribution: FittedLayout.Distribution.allCases.randomElement(using: &random)!,
            enlarges: enlarges)
        default:
          JustifiedLayout(
            width: width, rowHeight: random.number(1...300), spacing: spacing, margins: margins,
            lastRow: JustifiedLayout.LastRow.allCases.randomElement(using: &random)!,
            rowTolerance: random.number(0...100), enlarges: enlarges)
        }
      let paging = Paging(
        height: random.chance() ? random.number(41...1500) : nil,
        picturesPerPage: random.chance() ? random.number(1...20) : nil,
        rowsPerPage: random.chance() ? random.number(1...9) : nil)
      let pictures = random.pictures(random.number(1...60))
      #expect(layout.fault(paging: paging) == nil)
      let pages = layout.pages(of: pictures, paging: paging)

      var next = 0
      for page in pages {
        #expect(page.pictures.lowerBound == next && !page.pictures.isEmpty)
        next = page.pictures.upperBound
        expectSound(page.arrangement, count: page.pictures.count, margins: margins)
        #expect(page.arrangement.size.width == width)
        #expect(page.arrangement.frames[0].top >= margins.top)
        #expect(page.pictures.count <= paging.picturesPerPage ?? .max)
        if let height = paging.height { #expect(page.arrangement.size.height == height) }
        if let rows = paging.rowsPerPage {
          let perRow = layout is ListLayout ? 1 : columns
          if layout is JustifiedLayout {
            if enlarges {
              #expect(ContactSheetLayoutTests.rows(page.arrangement.frames).count <= rows)
            }
          } else {
            #expect(page.pictures.count <= rows * perRow)
          }
        }
      }
      #expect(next == pictures.count)

      // On its own a page looks the same, and the next picture or row would not have fitted.
      if layout is JustifiedLayout { continue }
      for page in pages {
        var alone = paging
        (alone.picturesPerPage, alone.rowsPerPage) = (nil, nil)
        let slice = Array(pictures[page.pictures])
        #expect(layout.pages(of: slice, paging: alone).map(\.arrangement) == [page.arrangement])
        let rowCount =
          layout is ListLayout
          ? page.pictures.count : (page.pictures.count + columns - 1) / columns
        let isFull =
          page.pictures.upperBound == pictures.count
          || page.pictures.count == paging.picturesPerPage ?? .max
          || rowCount == paging.rowsPerPage ?? .max
        if isFull { continue }
        var next = 1
        if layout is GridLayout {
          #expect(page.pictures.count % columns == 0)
          next = min(columns, (paging.picturesPerPage ?? .max) - page.pictures.count)
        }
        let end = min(pictures.count, page.pictures.upperBound + next)
        let more = Array(pictures[page.pictures.lowerBound..<end])
        #expect(layout.pages(of: more, paging: alone).count == 2)
      }
    }
  }

  @Test func `no pictures make a sheet of margins, and no page`() {
    let margins = Margins(top: 1, right: 2, bottom: 3, left: 4)
    let layouts: [any SheetLayout] = [
      ListLayout(width: 99, margins: margins), GridLayout(width: 99, margins: margins),
      FittedLayout(width: 99, margins: margins), JustifiedLayout(width: 99, margins: margins),
    ]
    for layout in layouts {
      #expect(
        layout.arrangement(of: [])
          == Arrangement(size: PixelSize(width: 99, height: 4), frames: []))
      #expect(layout.pages(of: [], paging: Paging(height: 50)).isEmpty)
    }
  }
}
