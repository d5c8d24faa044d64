import ContactSheetLayout
import PixelGeometry
import TestSupport
import Testing

@Suite struct FittedLayoutTests {
  /// Pictures one pixel wide in columns one pixel wide: heights are what they are.
  private func layout(
    _ distribution: FittedLayout.Distribution, columns: Int = 3, spacing: Int = 1
  ) -> FittedLayout {
    FittedLayout(
      width: columns + (columns - 1) * spacing, columns: columns, spacing: spacing,
      margins: .none, distribution: distribution)
  }

  private func pictures(_ heights: [Int]) -> [PixelSize] {
    heights.map { PixelSize(width: 1, height: $0) }
  }

  /// Which pictures each column has.
  private func columns(_ arrangement: Arrangement, of layout: FittedLayout) -> [[Int]] {
    (0..<layout.columns).map { column in
      arrangement.frames.indices.filter {
        arrangement.frames[$0].left == column * (layout.spacing + 1)
      }
    }
  }

  /// Nine pictures, two of them much taller.
  private let nine = [3, 12, 3, 4, 2, 14, 3, 3, 2]

  @Test func `alternate keeps the reading order, however tall a column gets`() {
    let layout = layout(.alternate)
    #expect(
      columns(layout.arrangement(of: pictures(nine)), of: layout)
        == [[0, 3, 6], [1, 4, 7], [2, 5, 8]])
  }

  @Test func `shortest breaks ties leftmost`() {
    let layout = layout(.shortest)
    // Bottoms before 3: 3 12 3, before 4: 8 12 3, and before 7: 12 12 21.
    #expect(
      columns(layout.arrangement(of: pictures(nine)), of: layout)
        == [[0, 3, 6, 7], [1, 8], [2, 4, 5]])
  }

  @Test func `in order gives the first columns the one more`() {
    let layout = layout(.inOrder)
    #expect(
      columns(layout.arrangement(of: pictures([1, 2, 3, 4, 5, 6, 7, 8])), of: layout)
        == [[0, 1, 2], [3, 4, 5], [6, 7]])
  }

  @Test func `balanced has the least difference, and then the least tallest`() {
    let layout = layout(.balanced, spacing: 0)
    // 12 | 11 | 11 is a difference of 1; no two of the five breaks do better.
    let arrangement = layout.arrangement(of: pictures([7, 5, 6, 5, 4, 7]))
    #expect(columns(arrangement, of: layout) == [[0, 1], [2, 3], [4, 5]])
    #expect(arrangement.size == PixelSize(width: 3, height: 12))
  }

  @Test func `the drawing in the documentation is right`() {
    let drawn: [FittedLayout.Distribution: [[Int]]] = [
      .alternate: [[0, 2, 4], [1, 3]], .shortest: [[0, 3], [1, 2, 4]],
      .inOrder: [[0, 1, 2], [3, 4]], .balanced: [[0, 1], [2, 3, 4]],
    ]
    for (distribution, expected) in drawn {
      let layout = layout(distribution, columns: 2, spacing: 0)
      #expect(
        columns(layout.arrangement(of: pictures([5, 3, 3, 3, 3])), of: layout) == expected)
    }
  }

  @Test(arguments: FittedLayout.Distribution.allCases)
  func `fewer pictures than columns stand one in each, and empty columns keep their width`(
    _ distribution: FittedLayout.Distribution
  ) {
    let layout = FittedLayout(
      width: 11, columns: 4, spacing: 1, margins: .none, distribution: distribution)
    #expect(
      drawing(layout.arrangement(of: sizes((1, 1), (2, 1)))) == """
        00.11......
        00.........
        """)
  }

  @Test func `a picture is equally high in each column, and stands in its middle`() {
    let layout = FittedLayout(
      width: 13, columns: 2, spacing: 2, margins: Margins(all: 1), enlarges: false)
    // 9 pixels for two columns: 5 and 4, as 4½ is rounded up.
    #expect(
      drawing(layout.arrangement(of: sizes((9, 6), (9, 6), (2, 1), (2, 1)))) == """
        .............
        .00000..1111.
        .00000..1111.
        .00000..1111.
        .............
        .............
        ..22.....33..
        .............
        """)
  }

  @Test func `any fitted sheet: spacing exact, order kept, widths fill the sheet`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("fitted layouts"))
    for _ in 0..<5000 {
      let columns = random.number(1...9)
      let layout = FittedLayout(
        width: random.number(60 + 21 * columns...2000), columns: columns,
        spacing: random.number(0...20), margins: random.margins(30),
        distribution: FittedLayout.Distribution.allCases.randomElement(using: &random)!,
        enlarges: random.chance())
      let pictures = random.pictures(random.number(1...40))
      let arrangement = layout.arrangement(of: pictures)
      expectSound(arrangement, count: pictures.count, margins: layout.margins)
      #expect(arrangement.size.width == layout.width)

      let spans = GridLayout(
        width: layout.width, columns: columns, spacing: layout.spacing, margins: layout.margins
      ).arrangement(of: Array(repeating: PixelSize(width: 1, height: 1), count: columns)).frames
      var bottoms = [Int](repeating: layout.margins.top - layout.spacing, count: columns)
      var previous = 0
      for (index, frame) in arrangement.frames.enumerated() {
        let column = spans.firstIndex { $0.left <= frame.left && frame.right <= $0.right }!
        let shortest = bottoms.min()!
        switch layout.distribution {
        case .alternate: #expect(column == index % columns)
        case .shortest: #expect(column == bottoms.firstIndex(of: shortest))
        case .inOrder, .balanced: #expect(column == previous || column == previous + 1)
        }
        previous = column
        #expect(frame.top == bottoms[column] + layout.spacing)
        bottoms[column] = frame.bottom

        let span = spans[column]
        #expect(frame.left - span.left == (span.width - frame.width) / 2)
        #expect(keepsRatio(frame, of: pictures[index]))
        let tallest = LayoutLimits.heightPerWidth * spans.map(\.width).min()!
        #expect(frame.height <= tallest)
        if layout.enlarges {
          #expect(frame.width == span.width || frame.height == tallest)
        } else {
          #expect(!enlarges(frame, pictures[index]))
        }
      }
      #expect(arrangement.size.height == bottoms.max()! + layout.margins.bottom)
    }
  }

  @Test func `balanced is as good as trying everything`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("balanced columns"))
    for _ in 0..<3000 {
      let layout = layout(
        .balanced, columns: random.number(1...5), spacing: random.number(0...4))
      let tallest = [1, 3, 32][random.number(0...2)]
      let heights = (0..<random.number(1...10)).map { _ in random.number(1...tallest) }
      let arrangement = layout.arrangement(of: pictures(heights))
      let taken = columns(arrangement, of: layout).map { column in
        (column.last.map { arrangement.frames[$0].bottom } ?? 0)
      }
      #expect(columns(arrangement, of: layout).flatMap { $0 } == Array(heights.indices))
      let best = bestBalance(
        heights[...], columns: layout.columns, spacing: layout.spacing, limit: .max)
      #expect([taken.max()! - taken.min()!, taken.max()!] == best)
    }
  }

  @Test func `balanced pages are the fullest there are, and each as good as trying everything`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("balanced pages"))
    for _ in 0..<1000 {
      let layout = layout(
        .balanced, columns: random.number(1...4), spacing: random.number(0...4))
      let heights = (0..<random.number(1...20)).map { _ in random.number(1...9) }
      let room = random.number(9...16)
      for page in layout.pages(of: pictures(heights), paging: Paging(height: room)) {
        let taken = columns(page.arrangement, of: layout).map { column in
          (column.last.map { page.arrangement.frames[$0].bottom } ?? 0)
        }
        #expect(
          [taken.max()! - taken.min()!, taken.max()!]
            == bestBalance(
              heights[page.pictures], columns: layout.columns, spacing: layout.spacing,
              limit: room))
        guard page.pictures.upperBound < heights.count else { continue }
        #expect(
          bestBalance(
            heights[page.pictures.lowerBound...page.pictures.upperBound],
            columns: layout.columns, spacing: layout.spacing, limit: room) == nil)
      }
    }
  }

  /// The least difference and the least tallest of all ways to cut, empty columns among them.
  private func bestBalance(
    _ heights: ArraySlice<Int>, columns: Int, spacing: Int, limit: Int
  ) -> [Int]? {
    var best: [Int]?
    func cut(_ rest: ArraySlice<Int>, _ left: Int, _ tallest: Int, _ shortest: Int) {
      if left == 0 {
        guard rest.isEmpty else { return }
        let balance = [tallest - shortest, tallest]
        if best.map({ balance.lexicographicallyPrecedes($0) }) ?? true { best = balance }
        return
      }
      for count in 0...rest.count {
        let height = rest.prefix(count).reduce(0, +) + max(0, count - 1) * spacing
        if height > limit { break }
        cut(rest.dropFirst(count), left - 1, max(tallest, height), min(shortest, height))
      }
    }
    cut(heights, columns, 0, .max)
    return best
  }
}
