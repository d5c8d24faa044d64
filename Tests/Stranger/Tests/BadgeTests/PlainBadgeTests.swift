import ContactSheetTesting
import Testing

@Test func plain() {
  expectImage(.bitmap(badge(side: 16)))
}

@Test func `one is like another, as people see it`() {
  expectImage(
    .bitmap(badge(side: 9)), matches: .picture(.bitmap(badge(side: 9))),
    options: DiffOptions(metric: .perceptual()))
}

/// Both belong to `ContactSheetTesting`, though other modules define them.
@Test func `a percentage and a crop`() throws {
  let half = try #require(PercentLimit("50"))
  expectImage(
    .bitmap(badge(side: 20)), matches: .picture(.bitmap(badge(side: 20))),
    within: DiffLimits(maxPercent: half),
    options: DiffOptions(
      crop: PixelRect(left: 1, top: 1, width: 8, height: 8), ignored: [], windowSide: 8))
}
