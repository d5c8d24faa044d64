import ContactSheetLayout
import PixelGeometry
import Testing

/// The screens of the app that the sheets came from, on a display 390 wide.
@Suite struct SeedTests {
  private let photo = PixelSize(width: 3, height: 2)

  @Test func `a list is one column as wide as the sheet, 8 apart`() {
    let arrangement = ListLayout(width: 390).arrangement(of: [photo, photo.transposed])
    #expect(
      arrangement.frames == [
        PixelRect(left: 0, top: 0, width: 390, height: 260),
        PixelRect(left: 0, top: 268, width: 390, height: 585),
      ])
    #expect(arrangement.size == PixelSize(width: 390, height: 853))
  }

  @Test func `a grid has columns of (390 − 20) ÷ 3, the middle one a pixel wider`() {
    let arrangement = GridLayout(width: 390).arrangement(of: Array(repeating: photo, count: 4))
    #expect(
      arrangement.frames == [
        PixelRect(left: 2, top: 2, width: 123, height: 123),
        PixelRect(left: 133, top: 2, width: 124, height: 123),
        PixelRect(left: 265, top: 2, width: 123, height: 123),
        PixelRect(left: 2, top: 133, width: 123, height: 123),
      ])
    #expect(arrangement.size == PixelSize(width: 390, height: 2 + 123 + 8 + 123 + 2))
  }

  @Test func `its own grid keeps each ratio, in the middle of the row`() {
    let layout = GridLayout(
      width: 390, margins: Margins(top: 0, right: 2, bottom: 0, left: 2), fit: .natural)
    // 123⅓ · 3/2 = 185 and 123⅓ · 2/3 = 82.2
    let arrangement = layout.arrangement(of: [photo, photo.transposed, photo])
    #expect(
      arrangement.frames == [
        PixelRect(left: 2, top: 51, width: 123, height: 82),
        PixelRect(left: 133, top: 0, width: 124, height: 185),
        PixelRect(left: 265, top: 51, width: 123, height: 82),
      ])
    #expect(arrangement.size == PixelSize(width: 390, height: 185))
  }

  @Test func `fitted has two columns of 185, dealt alternately`() {
    let square = PixelSize(width: 5, height: 5)
    let arrangement = FittedLayout(width: 390).arrangement(
      of: [square, photo.transposed, square, square])
    // 185 · 3/2 = 277.5, rounded half up
    #expect(
      arrangement.frames == [
        PixelRect(left: 6, top: 6, width: 185, height: 185),
        PixelRect(left: 199, top: 6, width: 185, height: 278),
        PixelRect(left: 6, top: 199, width: 185, height: 185),
        PixelRect(left: 199, top: 292, width: 185, height: 185),
      ])
    #expect(arrangement.size == PixelSize(width: 390, height: 483))
  }
}
