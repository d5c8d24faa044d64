/// How many pixels of each kind there are.
public struct DiffCounts: Hashable, Sendable {
  /// Pixels that both pictures have and that differ.
  public var mismatched = 0
  /// Pixels that differ, but are taken for anti-aliased edges.
  public var antiAliased = 0
  /// Pixels of either picture that do not count.
  public var ignored = 0
  /// Pixels that were compared: the same, mismatched or anti-aliased.
  public var compared = 0
  /// Pixels that only one picture has.
  public var extra = 0

  public init() {}

  /// Pixels that count against the limits.
  public var differing: Int { mismatched + extra }

  /// The pixels of both pictures, each once, less what is ignored.
  public var total: Int { compared + extra }

  static func += (sum: inout DiffCounts, more: DiffCounts) {
    sum.mismatched += more.mismatched
    sum.antiAliased += more.antiAliased
    sum.ignored += more.ignored
    sum.compared += more.compared
    sum.extra += more.extra
  }
}
