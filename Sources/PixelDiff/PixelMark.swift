/// What is said of one pixel, as a byte of a mask.
public enum PixelMark: UInt8, Hashable, Sendable {
  case same = 0
  case mismatch = 1
  /// Differs, but is taken for an anti-aliased edge.
  case antiAliased = 2
  case ignored = 3
  /// Only one of the two pictures has it.
  case extra = 4
  /// Neither picture has it: one is wider, the other higher.
  case absent = 5

  /// Counts against the limits.
  public var differs: Bool { self == .mismatch || self == .extra }
}
