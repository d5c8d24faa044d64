import ContactSheetLayout
import PixelGeometry
import TestSupport
import Testing

/// Room for captions in every layout.
@Suite struct CaptionRoomTests {
  @Test func `a list has a caption as wide as the column below each picture, below the last too`() {
    let layout = ListLayout(width: 6, spacing: 1, margins: Margins(all: 1), captionHeight: 2)
    let arrangement = layout.arrangement(of: sizes((2, 1), (1, 1)))
    #expect(
      drawing(arrangement) == """
        ......
        .0000.
        .0000.
        .aaaa.
        .aaaa.
        ......
        .1111.
        .1111.
        .1111.
        .1111.
        .bbbb.
        .bbbb.
        ......
        """)
  }

  @Test
  func
    `captions of a grid stand below the cells, side by side, whatever the pictures do in theirs`()
  {
    let layout = GridLayout(
      width: 10, columns: 2, spacing: 2, margins: .none, fit: .fit, enlarges: true,
      captionHeight: 1)
    let arrangement = layout.arrangement(of: sizes((2, 1), (1, 2), (1, 1)))
    #expect(
      drawing(arrangement) == """
        .......11.
        0000...11.
        0000...11.
        .......11.
        aaaa..bbbb
        ..........
        ..........
        2222......
        2222......
        2222......
        2222......
        cccc......
        """)
  }

  @Test func `rows without cells have their captions below the highest picture`() {
    let layout = GridLayout(
      width: 4, columns: 2, spacing: 0, margins: .none, fit: .natural, captionHeight: 1)
    #expect(
      drawing(layout.arrangement(of: sizes((1, 1), (1, 2)))) == """
        ..11
        0011
        0011
        ..11
        aabb
        """)
  }

  @Test func `captions of columns move what follows in their column only`() {
    let layout = FittedLayout(width: 5, columns: 2, spacing: 1, margins: .none, captionHeight: 1)
    #expect(
      drawing(layout.arrangement(of: sizes((1, 1), (1, 2), (2, 1)))) == """
        00.11
        00.11
        aa.11
        ...11
        22.bb
        cc...
        """)
  }

  @Test func `captions of rows are as wide as their pictures, in the last row as well`() {
    let layout = JustifiedLayout(
      width: 7, rowHeight: 2, spacing: 1, margins: .none, captionHeight: 1)
    #expect(
      drawing(layout.arrangement(of: sizes((1, 1), (2, 1), (1, 1)))) == """
        00.1111
        00.1111
        aa.bbbb
        .......
        22.....
        22.....
        cc.....
        """)
  }

  @Test func `a page has room for the caption of its last row, or the row goes to the next`() {
    let layout = ListLayout(width: 2, spacing: 0, margins: .none, captionHeight: 1)
    let pictures = sizes((1, 1), (1, 1))
    #expect(layout.pages(of: pictures, paging: Paging(height: 6)).count == 1)
    #expect(layout.pages(of: pictures, paging: Paging(height: 5)).count == 2)
    // A picture is shrunk so that its caption fits with it.
    let tall = layout.pages(of: sizes((1, 9)), paging: Paging(height: 5))[0].arrangement
    #expect(tall.frames == [PixelRect(left: 0, top: 0, width: 1, height: 4)])
    #expect(tall.captions == [PixelRect(left: 0, top: 4, width: 2, height: 1)])
  }

  @Test func `a page with no room above a caption is a fault, and so is a caption out of range`() {
    let layout = ListLayout(width: 9, margins: Margins(all: 1), captionHeight: 8)
    #expect(layout.fault(paging: Paging(height: 11)) == nil)
    #expect(
      layout.fault(paging: Paging(height: 10))
        == "a page 10 high has no room between margins 1 + 1 for a picture above a caption of 8")
    #expect(
      ListLayout(width: 9, captionHeight: 10_001).fault
        == "the height of a caption must be 0…10000, not 10001")
    #expect(GridLayout(captionHeight: -1).fault != nil)
    #expect(FittedLayout(captionHeight: -1).fault != nil)
    #expect(JustifiedLayout(captionHeight: -1).fault != nil)
  }

  @Test func `no caption meets a frame or another caption, in any layout, on any page`() {
    let seed = SeededGenerator.seed("caption room")
    var random = SeededGenerator(seed: seed)
    for round in 0..<600 {
      let pictures = random.pictures(random.number(1...40))
      let margins = random.margins(9)
      let (spacing, caption) = (random.number(0...9), random.number(1...30))
      let columns = random.number(1...5)
      let layouts: [any SheetLayout] = [
        ListLayout(
          width: 300, spacing: spacing, margins: margins, enlarges: random.chance(),
          captionHeight: caption),
        GridLayout(
          width: 300, columns: columns, spacing: spacing, margins: margins,
          fit: GridLayout.Fit.allCases.randomElement(using: &random)!,
          enlarges: random.chance(), captionHeight: caption),
        FittedLayout(
          width: 300, columns: columns, spacing: spacing, margins: margins,
          distribution: FittedLayout.Distribution.allCases.randomElement(using: &random)!,
          enlarges: random.chance(), captionHeight: caption),
        JustifiedLayout(
          width: 300, rowHeight: 80, spacing: spacing, margins: margins,
          lastRow: JustifiedLayout.LastRow.allCases.randomElement(using: &random)!,
          enlarges: random.chance(), captionHeight: caption),
      ]
      let paging = random.chance() ? Paging(height: random.number(60...500)) : Paging()
      for layout in layouts {
        let pages = layout.pages(of: pictures, paging: paging)
        for page in pages {
          let arrangement = page.arrangement
          let (frames, captions) = (arrangement.frames, arrangement.captions)
          // Captions count as frames: nothing overlaps, all of it lies between the margins.
          expectSound(
            Arrangement(size: arrangement.size, frames: frames + captions),
            count: 2 * page.pictures.count, margins: margins)
          let areTheirs = zip(frames, captions).allSatisfy { frame, own in
            own.height == caption && own.top >= frame.bottom && own.left <= frame.left
              && own.right >= frame.right
          }
          #expect(areTheirs, "round \(round) of seed \(seed): \(layout)")
        }
        #expect(pages.map(\.pictures.count).reduce(0, +) == pictures.count)
      }
    }
  }

  @Test func `rows are those of a sheet without captions, moved down by one caption each`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("rows moved by captions"))
    for _ in 0..<200 {
      let pictures = random.pictures(random.number(1...30))
      let layouts: [any SheetLayout] = [
        GridLayout(width: 200, fit: .natural), GridLayout(width: 200), JustifiedLayout(width: 300),
        ListLayout(width: 100),
      ]
      for layout in layouts {
        var captioned = layout
        captioned.captionHeight = 11
        let bare = layout.arrangement(of: pictures)
        let moved = captioned.arrangement(of: pictures)
        #expect(bare.captions.isEmpty)
        #expect(bare.frames.map(\.size) == moved.frames.map(\.size))
        #expect(bare.frames.map(\.left) == moved.frames.map(\.left))
        let steps = zip(bare.frames, moved.frames).map { $1.top - $0.top }
        #expect(steps.allSatisfy { $0 % 11 == 0 } && steps == steps.sorted())
        #expect(moved.size.height - bare.size.height == (steps.last ?? 0) + 11)
      }
    }
  }
}
