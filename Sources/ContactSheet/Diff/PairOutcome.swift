package import ImageCodecs

/// What came of comparing a pair.
package enum PairOutcome: Sendable {
  case compared(PictureComparison.Outcome)
  /// Pictures of a format that is not read, byte for byte the same.
  case sameBytes
  /// There is no actual picture.
  case missing(PictureHeader)
  /// There is no expected picture.
  case new(PictureHeader)
  case notCompared(PictureComparison.Fault)
}
