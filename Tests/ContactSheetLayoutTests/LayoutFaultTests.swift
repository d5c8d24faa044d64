import ContactSheetLayout
import PixelGeometry
import Testing

@Suite struct LayoutFaultTests {
  @Test func `the defaults are without fault`() {
    let layouts: [any SheetLayout] = [
      ListLayout(), GridLayout(), FittedLayout(), JustifiedLayout(),
    ]
    for layout in layouts {
      #expect(layout.fault == nil)
      #expect(layout.fault(paging: Paging(height: 3508)) == nil)
    }
  }

  @Test func `a value out of its range is named with the range`() {
    #expect(GridLayout(columns: 0).fault == "columns must be 1…10000, not 0")
    #expect(FittedLayout(columns: 10_001).fault == "columns must be 1…10000, not 10001")
    #expect(ListLayout(width: 0).fault == "width must be 1…100000, not 0")
    #expect(ListLayout(spacing: -1).fault == "spacing must be 0…10000, not -1")
    #expect(
      ListLayout(margins: Margins(all: -3)).fault == "margins must be 0…100000, not -3")
    #expect(JustifiedLayout(rowHeight: 0).fault == "row height must be 1…10000, not 0")
    #expect(
      JustifiedLayout(rowTolerance: 101).fault == "row tolerance must be 0…100, not 101")
    #expect(
      GridLayout(cell: .aspect(width: 0, height: 1)).fault
        == "the numbers of a cell's ratio must be 1…10000, not 0")
    #expect(
      GridLayout(cell: .size(PixelSize(width: 5, height: 0))).fault
        == "the height of a cell must be 1…100000, not 0")
    #expect(
      GridLayout(cell: .aspect(width: 1, height: 9999)).fault
        == "the height of a cell must be 1…100000, not 3932940")
  }

  @Test func `each column needs a pixel`() {
    #expect(
      GridLayout(width: 20, columns: 3).fault
        == "a sheet 20 wide has no room for 3 columns with spacing 8 and margins 2 + 2")
    #expect(GridLayout(width: 22, columns: 3).fault != nil)
    #expect(GridLayout(width: 23, columns: 3).fault == nil)
    #expect(
      ListLayout(width: 12, margins: Margins(all: 6)).fault
        == "a sheet 12 wide has no room between margins 6 + 6")
    // The width is not used where the cells have one.
    #expect(GridLayout(width: 0, cell: .size(PixelSize(width: 1, height: 1))).fault == nil)
  }

  @Test func `a page needs room between its margins, and at least one of what is counted`() {
    let layout = FittedLayout()
    #expect(
      layout.fault(paging: Paging(height: 12))
        == "a page 12 high has no room between margins 6 + 6")
    #expect(layout.fault(paging: Paging(height: 13)) == nil)
    #expect(
      layout.fault(paging: Paging(height: 0))
        == "the height of a page must be 1…10000000, not 0")
    #expect(
      layout.fault(paging: Paging(picturesPerPage: 0))
        == "pictures per page must be at least 1, not 0")
    #expect(
      layout.fault(paging: Paging(rowsPerPage: 0)) == "rows per page must be at least 1, not 0")
  }
}
