import ContactSheetLayout
import PixelGeometry
import TestSupport
import Testing

@Suite struct ListLayoutTests {
  @Test func `pictures follow each other down, as wide as the sheet less its margins`() {
    let layout = ListLayout(
      width: 9, spacing: 1, margins: Margins(top: 1, right: 2, bottom: 0, left: 1))
    #expect(
      drawing(layout.arrangement(of: sizes((2, 1), (6, 1), (60, 50)))) == """
        .........
        .000000..
        .000000..
        .000000..
        .........
        .111111..
        .........
        .222222..
        .222222..
        .222222..
        .222222..
        .222222..
        """)
  }

  @Test func `a height is rounded half up, and at least 1`() {
    let heights = ListLayout(width: 5, spacing: 0)
      .arrangement(of: sizes((10, 3), (100, 29), (100, 10), (2000, 1))).frames.map(\.height)
    #expect(heights == [2, 1, 1, 1])  // of 1.5, 1.45, 0.5, 0.0025
  }

  @Test func `a small picture keeps its size in the middle if it is not to be enlarged`() {
    let layout = ListLayout(width: 8, spacing: 1, enlarges: false)
    #expect(
      drawing(layout.arrangement(of: sizes((3, 2), (8, 1), (16, 4)))) == """
        ..000...
        ..000...
        ........
        11111111
        ........
        22222222
        22222222
        """)
  }

  @Test func `a needle stands in the middle, 32 times as high as the column is wide`() {
    let frames = ListLayout(width: 100, spacing: 0).arrangement(
      of: sizes((1, 32), (1, 33), (1, 20_000), (300, 20_000))
    ).frames
    #expect(
      frames == [
        PixelRect(left: 0, top: 0, width: 100, height: 3200),
        PixelRect(left: 1, top: 3200, width: 97, height: 3200),
        PixelRect(left: 49, top: 6400, width: 1, height: 3200),
        PixelRect(left: 26, top: 9600, width: 48, height: 3200),
      ])
  }

  @Test func `any list: spacing exact, order kept, width filled, ratios kept`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("list layouts"))
    for _ in 0..<3000 {
      let layout = ListLayout(
        width: random.number(60...2000), spacing: random.number(0...20),
        margins: random.margins(29), enlarges: random.chance())
      let pictures = random.pictures(random.number(1...30))
      let arrangement = layout.arrangement(of: pictures)
      let column = layout.margins.left..<layout.width - layout.margins.right
      expectSound(arrangement, count: pictures.count, margins: layout.margins)
      var bottom = layout.margins.top - layout.spacing
      for (frame, picture) in zip(arrangement.frames, pictures) {
        #expect(frame.top == bottom + layout.spacing)
        bottom = frame.bottom
        #expect(keepsRatio(frame, of: picture))
        #expect(frame.left - column.lowerBound == (column.count - frame.width) / 2)
        #expect(frame.height <= LayoutLimits.heightPerWidth * column.count)
        if layout.enlarges {
          #expect(
            frame.width == column.count
              || frame.height == LayoutLimits.heightPerWidth * column.count)
        } else {
          #expect(!enlarges(frame, picture))
        }
      }
      #expect(
        arrangement.size
          == PixelSize(width: layout.width, height: bottom + layout.margins.bottom))
    }
  }
}
