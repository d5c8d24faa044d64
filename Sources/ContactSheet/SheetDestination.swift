package import ImageCodecs

/// Where a sheet goes.
package enum SheetDestination: Hashable, Sendable {
  /// - Parameter mustBeOurs: a file that is there is only replaced if it is a sheet of ours.
  case file(RawPath, mustBeOurs: Bool = false)
  case standardOutput
}
