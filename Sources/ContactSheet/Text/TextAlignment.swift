/// On which side a line of text stands. Left is left for every script, also for those written from the right.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  case left, center, right
}
