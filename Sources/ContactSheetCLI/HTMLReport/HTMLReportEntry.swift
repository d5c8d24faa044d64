package import PixelDiff
package import PixelGeometry

/// What a report tells of one pair of pictures.
package struct HTMLReportEntry: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case changed
    /// Only the expected picture is there.
    case missing
    /// Only the actual one is.
    case new
    case notCompared = "not-compared"
    case withinLimits = "within-limits"
    case same

    /// As people read it.
    package var words: String { rawValue.replacing("-", with: " ") }
  }

  /// Any bytes; the page shows them safely.
  package var name: [UInt8]
  package var state: State
  /// One line: what differs, in figures.
  package var summary: String
  /// More lines: limits that do not hold, remarks, faults.
  package var details: [String]
  package var expected: HTMLReportPicture?
  package var actual: HTMLReportPicture?
  package var difference: HTMLReportPicture?
  /// What the difference shows, in pixels of the pictures; nil for all of them.
  package var canvas: PixelRect?
  /// What changed, in pixels of the pictures.
  package var regions: [DiffRegion]
  /// How many regions there are; `regions` may hold fewer.
  package var regionCount: Int

  package init(
    name: [UInt8], state: State, summary: String = "", details: [String] = [],
    expected: HTMLReportPicture? = nil, actual: HTMLReportPicture? = nil,
    difference: HTMLReportPicture? = nil, canvas: PixelRect? = nil, regions: [DiffRegion] = [],
    regionCount: Int? = nil
  ) {
    self.name = name
    self.state = state
    self.summary = summary
    self.details = details
    self.expected = expected
    self.actual = actual
    self.difference = difference
    self.canvas = canvas
    self.regions = regions
    self.regionCount = max(regionCount ?? 0, regions.count)
  }
}
