/// How much work goes into the bytes of a PNG; the pixels are the same.
public enum PNGCompression: String, Hashable, Sendable, CaseIterable {
  /// One filter for all rows, and what repeats by whole pixels.
  case fast
  /// The filter of each row by its differences; where much repeats, every repetition.
  case balanced
  /// Many filters tried, and the best parsing that libdeflate has: some hundred times the work of `fast`.
  case smallest
}
