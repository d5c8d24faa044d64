import ContactSheetTesting
import Testing

@Suite struct BadgeTests {
  @Test(arguments: [8, 12])
  func sized(side: Int) {
    expectImage(.bitmap(badge(side: side)))  // __Goldens__/BadgeTests/sized-8.png and sized-12.png
  }

  @Test func `two pixels may differ`() {
    expectImage(.bitmap(badge(side: 10)), named: "ten", within: DiffLimits(maxPixels: 2))
  }
}
