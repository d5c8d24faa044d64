import ContactSheetLayout
import PixelGeometry
import Testing

@Suite struct DegeneratePictureTests {
  private static let layouts: [any SheetLayout] =
    [ListLayout(), ListLayout(enlarges: false)]
    + GridLayout.Fit.allCases.flatMap {
      [GridLayout(fit: $0, enlarges: true), GridLayout(fit: $0, enlarges: false)]
    }
    + FittedLayout.Distribution.allCases.flatMap {
      [FittedLayout(distribution: $0), FittedLayout(distribution: $0, enlarges: false)]
    }
    + JustifiedLayout.LastRow.allCases.flatMap {
      [JustifiedLayout(lastRow: $0), JustifiedLayout(lastRow: $0, enlarges: false)]
    }

  private let shapes = sizes((1, 1), (1, 150), (550, 5), (1920, 3), (1, 20_000))
  private let longest = Int(Int32.max)

  @Test(arguments: layouts.indices)
  func `the odd shapes make frames in every layout, alone and together`(_ index: Int) {
    let layout = Self.layouts[index]
    for pictures in shapes.map({ [$0] }) + [shapes, shapes.reversed(), shapes + shapes] {
      let arrangement = layout.arrangement(of: pictures)
      expectSound(arrangement, count: pictures.count, margins: .none)
      #expect(arrangement.size.height <= 33 * 1200 * pictures.count)
      for page in layout.pages(of: pictures, paging: Paging(height: 800)) {
        expectSound(page.arrangement, count: page.pictures.count, margins: .none)
      }
    }
  }

  @Test(arguments: layouts.indices)
  func `the longest sides there are do not overflow`(_ index: Int) {
    let layout = Self.layouts[index]
    let pictures = sizes((longest, 1), (1, longest), (longest, longest), (longest - 1, 3))
    let arrangement = layout.arrangement(of: pictures + pictures)
    expectSound(arrangement, count: 8, margins: .none)
  }

  @Test func `neither do the largest sheets`() {
    let pictures = sizes((longest, 1), (1, longest), (longest, longest), (longest - 1, 3), (3, 2))
    let margins = Margins(top: 100_000, right: 1, bottom: 100_000, left: 1)
    let layouts: [any SheetLayout] = [
      ListLayout(width: 100_000, spacing: 10_000, margins: margins),
      GridLayout(
        columns: 10_000, spacing: 10_000, margins: margins,
        cell: .size(PixelSize(width: 100_000, height: 100_000)), fit: .fit, enlarges: true),
      GridLayout(
        columns: 10_000, margins: margins, cell: .size(PixelSize(width: 100_000, height: 1)),
        fit: .natural),
      GridLayout(width: 100_000, columns: 10_000, spacing: 9, margins: margins),
      FittedLayout(
        width: 100_000, columns: 3, spacing: 10_000, margins: margins, distribution: .balanced),
      JustifiedLayout(width: 100_000, rowHeight: 10_000, spacing: 0, margins: margins),
      JustifiedLayout(width: 100_000, rowHeight: 1, spacing: 0, margins: margins),
    ]
    for layout in layouts {
      #expect(layout.fault == nil)
      let many = Array(repeating: pictures, count: 20).flatMap { $0 }
      expectSound(layout.arrangement(of: many), count: many.count, margins: margins)
      let paging = Paging(height: 10_000_000, picturesPerPage: .max, rowsPerPage: .max)
      expectSound(
        layout.pages(of: many, paging: paging)[0].arrangement,
        count: layout.pages(of: many, paging: paging)[0].pictures.count, margins: margins)
    }
  }

  @Test func `a needle does not make its row of a grid endless`() {
    let frames = GridLayout(width: 300, spacing: 0, margins: .none, fit: .natural)
      .arrangement(of: sizes((1, 20_000), (2, 1), (1920, 3))).frames
    #expect(
      frames == [
        PixelRect(left: 49, top: 0, width: 1, height: 3200),
        PixelRect(left: 100, top: 1575, width: 100, height: 50),
        PixelRect(left: 200, top: 1599, width: 100, height: 1),
      ])
    #expect(LayoutLimits.heightPerWidth == 32)
  }

  @Test func `a needle gets a pixel of a justified row`() {
    let arrangement = JustifiedLayout(width: 160, rowHeight: 100, spacing: 0, margins: .none)
      .arrangement(of: sizes((1, 20_000), (3, 2), (1, 20_000)))
    #expect(arrangement.frames.map(\.width) == [1, 158, 1])
  }
}
