/// One page: which pictures are on it, and where.
public struct PageArrangement: Hashable, Sendable {
  /// The pictures of this page, as a range of those that were given.
  public var pictures: Range<Int>

  /// The size of the page, and the frames of just those pictures.
  public var arrangement: Arrangement

  public init(pictures: Range<Int>, arrangement: Arrangement) {
    self.pictures = pictures
    self.arrangement = arrangement
  }
}
