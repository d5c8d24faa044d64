/// What the weights of an axis follow from.
package struct ResampleAxis: Hashable, Sendable {
  /// Where the crop begins, in ``Fixed`` units of the source.
  package var start: Int64
  /// How long it is; more than 0.
  package var length: Int64
  /// Output positions, at least 1.
  package var outputCount: Int
  /// Positions the source has, at least 1.
  package var sourceCount: Int
  package var filter: ResampleFilter

  package init(
    start: Int64, length: Int64, outputCount: Int, sourceCount: Int, filter: ResampleFilter
  ) {
    self.start = start
    self.length = length
    self.outputCount = outputCount
    self.sourceCount = sourceCount
    self.filter = filter
  }
}

extension ResampleWeights {
  package init(_ axis: ResampleAxis) {
    self.init(
      start: axis.start, length: axis.length, outputCount: axis.outputCount,
      sourceCount: axis.sourceCount, filter: axis.filter)
  }
}
