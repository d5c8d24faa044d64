import ContactSheetTesting
import XCTest

final class OldBadgeTests: XCTestCase {
  func testBadge() {
    expectImage(.bitmap(badge(side: 7)), named: "old")
  }
}
