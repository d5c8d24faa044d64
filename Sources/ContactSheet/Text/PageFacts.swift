package import ImageCodecs

/// What the tokens of a title, a header and a footer become; what is not known becomes nothing.
package struct PageFacts: Hashable, Sendable {
  /// From 1.
  package var page: Int
  package var pages: Int
  /// Pictures of the whole sheet.
  package var count: Int
  package var title: String?
  /// When the first and the last picture were taken.
  package var taken: ClosedRange<ExifDate>?

  package init(
    page: Int, pages: Int, count: Int, title: String? = nil, taken: ClosedRange<ExifDate>? = nil
  ) {
    self.page = page
    self.pages = pages
    self.count = count
    self.title = title
    self.taken = taken
  }

  /// From the first to the last of the dates; nil where there are none.
  package static func range(of dates: some Sequence<ExifDate>) -> ClosedRange<ExifDate>? {
    let dates = Array(dates)
    guard let first = dates.min(), let last = dates.max() else { return nil }
    return first...last
  }
}
