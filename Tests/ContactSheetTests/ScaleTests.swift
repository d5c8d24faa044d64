import ContactSheet
import ContactSheetLayout
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct ScaleTests {
  @Test func `lengths are rounded half up, negative ones as well`() {
    let layout = Strip(
      ["a.jpg"], size: 51, spacing: -15, rowSpacing: 3,
      margins: Margins(top: 1, right: 2, bottom: 3, left: 5), scale: 1.5
    ).layout
    // 76.5, −22.5, 4.5; 1.5, 3, 4.5, 7.5
    #expect(layout.diameter == 77 && layout.spacing == -22 && layout.rowSpacing == 5)
    #expect(layout.margins == Margins(top: 2, right: 3, bottom: 5, left: 8))
  }

  @Test func `a scale has three decimals`() {
    // 1.0005 is a bit more than itself, 1.0004999 is not.
    for (scale, size) in [(1.0005, 1001), (1.0004, 1000), (7.9996, 8000), (1, 1000)] {
      #expect(Strip(["a.jpg"], size: 1000, scale: scale).layout.diameter == size)
    }
  }

  @Test func `every length of a sheet is scaled, and the pixels of pictures are not`() throws {
    let picture = PictureSource.bitmap(
      Bitmap(size: PixelSize(width: 100, height: 60), pixels: .init(repeating: 9, count: 24_000)))
    let layouts: [Sheet.Layout] = [
      .list(ListLayout(width: 100, spacing: 7, margins: Margins(all: 3))),
      .grid(GridLayout(width: 90, columns: 2, spacing: 7)),
      .grid(GridLayout(columns: 2, cell: .size(PixelSize(width: 40, height: 30)))),
      .fitted(FittedLayout(width: 90, spacing: 7)),
      .justified(JustifiedLayout(width: 90, rowHeight: 25, spacing: 3)),
    ]
    for layout in layouts {
      var sheet = Sheet(
        [picture, picture, picture], layout: layout, border: 3,
        shadow: Shadow(right: -1, down: 2, blur: 5))
      let single = try sheet.plan()
      sheet.scale = 2
      let double = try sheet.plan()
      #expect(double.pages[0].size.width == 2 * single.pages[0].size.width)
      #expect(double.look.border == 6)
      #expect(double.look.shadow == Shadow(right: -2, down: 4, blur: 10))
      for (one, two) in zip(single.pages[0].placements, double.pages[0].placements) {
        #expect(abs(two.frame.left - 2 * one.frame.left) <= 1)
        #expect(abs(two.frame.top - 2 * one.frame.top) <= 3)
        #expect(abs(two.frame.width - 2 * one.frame.width) <= 1)
        #expect(abs(two.frame.height - 2 * one.frame.height) <= 1)
      }
    }
  }

  @Test func `the pixels per metre follow from dpi and scale`() throws {
    let picture = PictureSource.bytes(plainPNG(1))
    for (dpi, scale, expected) in [
      (72, 1, 2835), (72, 2, 5670), (72, 1.5, 4253), (96, 1, 3780), (300, 1, 11_811),
      (300, 8, 94_488), (1, 1, 39), (10_000, 1, 393_701),
    ] {
      let sheet = Sheet([picture], layout: .list(ListLayout(width: 9)), scale: scale, dpi: dpi)
      #expect(try sheet.plan().pixelsPerMetre == expected)
    }
    #expect(Strip([picture], scale: 1.5).pixelsPerMetre == 4253)
  }
}
