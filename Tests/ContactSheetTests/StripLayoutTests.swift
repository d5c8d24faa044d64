import ContactSheetLayout
import PixelGeometry
import TestSupport
import Testing

@Suite struct StripLayoutTests {
  @Test func `six pictures of 50 with spacing −15 are 225 × 50`() {
    let arrangement = StripLayout().arrangement(count: 6)
    #expect(arrangement.size == PixelSize(width: 225, height: 50))
    #expect(
      arrangement.frames
        == (0..<6).map { PixelRect(left: 35 * $0, top: 0, width: 50, height: 50) })
  }

  @Test func `the vertical axis is the horizontal one on its side`() {
    let arrangement = StripLayout(diameter: 20, spacing: 3, axis: .vertical).arrangement(count: 4)
    #expect(arrangement.size == PixelSize(width: 20, height: 89))
    #expect(arrangement.frames[3] == PixelRect(left: 0, top: 69, width: 20, height: 20))
  }

  @Test func `columns wrap, the last row stays left, margins lie outside`() {
    let layout = StripLayout(
      diameter: 6, spacing: -2, columns: 2, rowSpacing: 1,
      margins: Margins(top: 1, right: 2, bottom: 3, left: 4))
    let arrangement = layout.arrangement(count: 3)
    #expect(arrangement.size == PixelSize(width: 4 + 10 + 2, height: 1 + 13 + 3))
    #expect(
      arrangement.frames == [
        PixelRect(left: 4, top: 1, width: 6, height: 6),
        PixelRect(left: 8, top: 1, width: 6, height: 6),
        PixelRect(left: 4, top: 8, width: 6, height: 6),
      ])
    // More columns than pictures are not kept free.
    #expect(StripLayout(columns: 9).arrangement(count: 1).size == PixelSize(width: 50, height: 50))
  }

  @Test func `any layout: frames inside, order kept, spacing exact`() {
    let seed = SeededGenerator.seed("strip layouts")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let diameter = Int.random(in: 1...300, using: &random)
      let margin = { Int.random(in: 0...40, using: &random) }
      let layout = StripLayout(
        diameter: diameter, spacing: Int.random(in: (1 - diameter)...60, using: &random),
        axis: Bool.random(using: &random) ? .horizontal : .vertical,
        columns: Bool.random(using: &random) ? Int.random(in: 1...30, using: &random) : nil,
        rowSpacing: Int.random(in: 0...20, using: &random),
        margins: Margins(top: margin(), right: margin(), bottom: margin(), left: margin()))
      let count = Int.random(in: 1...60, using: &random)
      let arrangement = layout.arrangement(count: count)
      let perRow = min(layout.columns ?? count, count)
      #expect(arrangement.frames.count == count)

      let horizontal = layout.axis == .horizontal
      for (index, frame) in arrangement.frames.enumerated() {
        #expect(frame.size == PixelSize(width: diameter, height: diameter))
        #expect(frame.left >= layout.margins.left && frame.top >= layout.margins.top)
        #expect(frame.right <= arrangement.size.width - layout.margins.right)
        #expect(frame.bottom <= arrangement.size.height - layout.margins.bottom)
        guard index % perRow > 0 else { continue }
        let previous = arrangement.frames[index - 1]
        #expect(
          layout.spacing
            == (horizontal ? frame.left - previous.right : frame.top - previous.bottom))
      }
      // The content touches every margin.
      #expect(arrangement.frames.map(\.left).min() == layout.margins.left)
      #expect(
        arrangement.frames.map(\.right).max()
          == arrangement.size.width - layout.margins.right)
      #expect(
        arrangement.frames.map(\.bottom).max()
          == arrangement.size.height - layout.margins.bottom)
    }
  }
}
