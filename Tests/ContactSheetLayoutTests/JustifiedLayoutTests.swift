import ContactSheetLayout
import PixelGeometry
import TestSupport
import Testing

@Suite struct JustifiedLayoutTests {
  private let photo = PixelSize(width: 400, height: 300)

  /// Widths and height of each row.
  private func shape(_ arrangement: Arrangement) -> [[Int]] {
    rows(arrangement.frames).map { row in row.map(\.width) + [row[0].height] }
  }

  @Test func `rows fill the width, at the height that their ratios give`() {
    let layout = JustifiedLayout(width: 21, rowHeight: 4, spacing: 1, margins: Margins(all: 1))
    // 0, 1 and 2: 17 ÷ (2 + 1 + 1) = 4¼ high, edges at 8½, 12¾ and 17. 3 and 4: 18 ÷ 5 = 3.6.
    #expect(
      drawing(layout.arrangement(of: sizes((2, 1), (1, 1), (5, 5), (4, 1), (1, 1), (3, 2)))) == """
        .....................
        .000000000.1111.2222.
        .000000000.1111.2222.
        .000000000.1111.2222.
        .000000000.1111.2222.
        .....................
        .33333333333333.4444.
        .33333333333333.4444.
        .33333333333333.4444.
        .33333333333333.4444.
        .....................
        .555555..............
        .555555..............
        .555555..............
        .555555..............
        .....................
        """)
  }

  @Test func `breaks are the best for all rows, not for the first`() {
    let layout = JustifiedLayout(
      width: 100, rowHeight: 50, spacing: 0, margins: .none, lastRow: .balance, rowTolerance: 50)
    // The first three alone are nearer to 50, at 57, but leave 36 for the others.
    #expect(
      shape(layout.arrangement(of: sizes((3, 4), (1, 2), (1, 2), (3, 4), (1, 2), (3, 2)))) == [
        [30, 20, 20, 30, 40], [25, 75, 50],
      ])
  }

  @Test func `of equal breaks those are taken whose last row is longest`() {
    let layout = JustifiedLayout(
      width: 120, rowHeight: 50, spacing: 0, margins: .none, lastRow: .balance, rowTolerance: 50)
    // 60 and 48 high, or 48 and 60.
    #expect(
      shape(layout.arrangement(of: sizes((2, 1), (1, 2), (1, 1), (1, 1)))) == [
        [120, 60], [24, 48, 48, 48],
      ])
  }

  // MARK: Cases that users reported; the numbers are those of justified-layout's issues.

  @Test func `seams (34): the widths of a row sum to exactly 1000`() {
    let layout = JustifiedLayout(width: 1000, rowHeight: 150, spacing: 0, margins: .none)
    let arrangement = layout.arrangement(
      of: sizes((350, 197), (350, 197), (320, 190), (346, 194)))
    #expect(shape(arrangement) == [[253, 253, 240, 254, 142]])
    #expect(arrangement.frames.map(\.left) == [0, 253, 506, 746])
    #expect(arrangement.size == PixelSize(width: 1000, height: 142))
  }

  @Test(arguments: JustifiedLayout.LastRow.allCases)
  func `orphan wider than the page (55): no row is wider than 280`(
    _ lastRow: JustifiedLayout.LastRow
  ) {
    for rowHeight in [140, 300] {
      let layout = JustifiedLayout(
        width: 280, rowHeight: rowHeight, margins: .none, lastRow: lastRow)
      for pictures in [
        sizes((2000, 1500), (500, 332)), sizes((2000, 1500)), sizes((500, 332), (2000, 1500)),
      ] {
        let arrangement = layout.arrangement(of: pictures)
        expectSound(arrangement, count: pictures.count, margins: .none)
        #expect(arrangement.size.width == 280)
      }
    }
    let orphan = JustifiedLayout(width: 280, rowHeight: 300, margins: .none, lastRow: lastRow)
    #expect(shape(orphan.arrangement(of: sizes((2000, 1500)))) == [[280, 210]])
  }

  @Test func `last row (22, 37): one, two and seven pictures are never stretched past the bound`() {
    func shapes(_ count: Int, _ lastRow: JustifiedLayout.LastRow) -> [[Int]] {
      shape(
        JustifiedLayout(lastRow: lastRow)
          .arrangement(of: Array(repeating: photo, count: count)))
    }
    let full = [390, 391, 391, 293]  // 1172 wide without spacing, 293 high
    for lastRow in JustifiedLayout.LastRow.allCases {
      // 1188 wide one picture would be 891 high, and two, of 1180 together, 442½.
      #expect(shapes(1, lastRow) == [[427, 320]])
      #expect(
        shapes(2, lastRow)
          == (lastRow == .justify ? [[590, 590, 443]] : [[427, 426, 320]]))
      // Four in a row are 218 high.
      let isWhole = lastRow == .justify || lastRow == .balance
      #expect(shapes(7, lastRow).map(\.count) == (isWhole ? [4, 5] : [4, 4, 2]))
      #expect(shapes(7, lastRow).map(\.last) == (isWhole ? [293, 218] : [293, 293, 320]))
      #expect(shapes(6, lastRow).map(\.last) == [293, 293])
    }
    #expect(shapes(3, .left)[0].sorted() == full.sorted())
  }

  @Test func `the last row stands left, in the middle or right`() {
    let places: [JustifiedLayout.LastRow: Int] = [
      .left: 6, .center: 6 + (1188 - 427) / 2, .right: 6 + 1188 - 427, .justify: 6, .balance: 6,
    ]
    for (lastRow, left) in places {
      let frames = JustifiedLayout(lastRow: lastRow).arrangement(of: [photo]).frames
      #expect(frames == [PixelRect(left: left, top: 6, width: 427, height: 320)])
    }
  }

  @Test func `a row before a panorama is not stretched, and stands as the last row does`() {
    let layout = JustifiedLayout(
      width: 200, rowHeight: 50, spacing: 0, margins: .none, lastRow: .right)
    let wide = layout.arrangement(of: sizes((1, 1), (100, 1), (2, 1), (1, 1), (1, 1)))
    #expect(
      wide.frames.prefix(2) == [
        PixelRect(left: 150, top: 0, width: 50, height: 50),
        PixelRect(left: 0, top: 50, width: 200, height: 2),
      ])
    // Beside one that is not much wider than the sheet there is room for a narrow picture: 33⅓.
    let together = layout.arrangement(of: sizes((1, 1), (5, 1)))
    #expect(together.frames.map(\.size) == sizes((33, 33), (167, 33)))
  }

  @Test func `panoramas stand one below the other instead of all in one row`() {
    let layout = JustifiedLayout(width: 300, rowHeight: 100, spacing: 2, margins: .none)
    for tolerance in [0, 25, 100] {
      var layout = layout
      layout.rowTolerance = tolerance
      let arrangement = layout.arrangement(
        of: Array(repeating: PixelSize(width: 10, height: 1), count: 20))
      #expect(shape(arrangement) == Array(repeating: [300, 30], count: 20))
    }
  }

  @Test func `without enlarging a picture stands in the middle of the place it would have had`() {
    let layout = JustifiedLayout(
      width: 16, rowHeight: 5, spacing: 1, margins: .none, enlarges: false)
    #expect(
      drawing(layout.arrangement(of: sizes((2, 2), (300, 300), (3, 9)))) == """
        .......111111.22
        .......111111.22
        ..00...111111.22
        ..00...111111.22
        .......111111.22
        .......111111.22
        """)
  }

  @Test func `any justified sheet: rows fill the width, heights in bounds, spacing exact`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("justified layouts"))
    for _ in 0..<5000 {
      let layout = JustifiedLayout(
        width: random.number(61...2000), rowHeight: random.number(1...400),
        spacing: random.number(0...20), margins: random.margins(30),
        lastRow: JustifiedLayout.LastRow.allCases.randomElement(using: &random)!,
        rowTolerance: random.number(0...100))
      let pictures = random.pictures(random.number(1...40))
      let arrangement = layout.arrangement(of: pictures)
      expectSound(arrangement, count: pictures.count, margins: layout.margins)
      #expect(arrangement.size.width == layout.width)

      let content = layout.margins.left..<layout.width - layout.margins.right
      let rows = rows(arrangement.frames)
      var bottom = layout.margins.top - layout.spacing
      var first = 0
      for (number, row) in rows.enumerated() {
        let height = row[0].height
        for (index, frame) in row.enumerated() {
          #expect(frame.top == bottom + layout.spacing && frame.height == height)
          if index > 0 { #expect(frame.left - row[index - 1].right == layout.spacing) }
        }
        bottom += layout.spacing + height

        let ratios = pictures[first..<first + row.count].map {
          Double($0.width) / Double($0.height)
        }
        first += row.count
        let spaces = (row.count - 1) * layout.spacing
        let exactHeight: Double
        if row[0].left == content.lowerBound && row[row.count - 1].right == content.upperBound {
          let highest =
            number == rows.count - 1 && layout.lastRow == .justify
            ? max(JustifiedLayout.highestLastRow, 100 + layout.rowTolerance)
            : 100 + layout.rowTolerance
          #expect(100 * height <= layout.rowHeight * highest + 50)
          exactHeight = Double(content.count - spaces) / ratios.reduce(0, +)
        } else {
          exactHeight = Double(layout.rowHeight)
          #expect(height == layout.rowHeight)
          let unused =
            content.upperBound - row[row.count - 1].right + row[0].left
            - content.lowerBound
          let indent =
            [.right: unused, .center: unused / 2][layout.lastRow, default: 0]
          #expect(row[0].left == content.lowerBound + indent)
        }
        // A needle that is given its one pixel takes it from its neighbours.
        let isOrdinary = ratios.allSatisfy { $0 * Double(layout.rowHeight) >= 1 }
        if isOrdinary && row.allSatisfy({ $0.width > 1 }) && height > 1 {
          for (frame, ratio) in zip(row, ratios) {
            #expect(abs(Double(frame.width) - exactHeight * ratio) < 1.01)
          }
        }
      }
      #expect(arrangement.size.height == bottom + layout.margins.bottom)

      var small = layout
      small.enlarges = false
      for (index, frame) in small.arrangement(of: pictures).frames.enumerated() {
        let place = arrangement.frames[index]
        #expect(
          frame
            == PixelRect(
              left: place.left + (place.width - frame.width) / 2,
              top: place.top + (place.height - frame.height) / 2,
              width: min(place.width, pictures[index].width),
              height: min(place.height, pictures[index].height)))
      }
    }
  }

  // MARK: Two routes, one answer

  @Test func `breaks are as good as trying them all, in floating point`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("justified breaks"))
    for _ in 0..<3000 {
      let layout = JustifiedLayout(
        width: random.number(40...500), rowHeight: random.number(5...100),
        spacing: random.number(0...9), margins: .none,
        lastRow: JustifiedLayout.LastRow.allCases.randomElement(using: &random)!,
        rowTolerance: random.number(0...100))
      let most = [4, 20, 100][random.number(0...2)]
      let pictures = (0..<random.number(1...9)).map { _ in
        PixelSize(width: random.number(1...most), height: random.number(1...most))
      }
      let ends = rows(layout.arrangement(of: pictures).frames)
        .reduce(into: [0]) { $0.append($0.last! + $1.count) }
      let chosen = cost(ends, of: pictures, layout)!

      for breaks in 0..<(1 << (pictures.count - 1)) {
        let ends =
          [0] + (1..<pictures.count).filter { breaks >> ($0 - 1) & 1 == 1 } + [pictures.count]
        guard let other = cost(ends, of: pictures, layout) else { continue }
        // Heights are hundredths of a pixel in the layout, and each may be off by a half.
        let slack = 0.02 * Double(pictures.count) + 0.001 * other.outside
        #expect(chosen.outside <= other.outside + slack)
        if chosen.outside == 0 && other.outside == 0 {
          #expect(chosen.squares <= other.squares + 4 * slack * Double(layout.rowHeight))
        }
      }
    }
  }

  /// What lies outside the tolerance, and the squared deviations, of rows that end at these
  /// pictures; nil where a row has no room.
  private func cost(
    _ ends: [Int], of pictures: [PixelSize], _ layout: JustifiedLayout
  ) -> (outside: Double, squares: Double)? {
    let wanted = Double(layout.rowHeight)
    let lowest = wanted * Double(max(50, 100 - layout.rowTolerance)) / 100
    let highest = wanted * Double(100 + layout.rowTolerance) / 100
    var sum = (outside: 0.0, squares: 0.0)
    for (start, end) in zip(ends, ends.dropFirst()) {
      let available = layout.width - (end - start - 1) * layout.spacing
      guard available >= end - start else { return nil }
      let ratios = pictures[start..<end].map {
        min(max(Double($0.width) / Double($0.height), 1 / wanted), Double(layout.width))
      }
      let height = Double(available) / ratios.reduce(0, +)
      let count = Double(end - start)
      if end == pictures.count, layout.lastRow != .balance, height >= wanted {
        if layout.lastRow == .justify, height > max(highest, 1.5 * wanted) {
          sum.outside += count * (min(height, 2 * wanted) - wanted)
        }
        continue
      }
      if height < lowest - 0.005 { sum.outside += count * (lowest * lowest / height - lowest) }
      if height > highest + 0.005 { sum.outside += count * (min(height, 2 * wanted) - wanted) }
      let deviation = min(height, 2 * wanted) - wanted
      sum.squares += deviation * deviation
    }
    return sum
  }
}
