import ImageCodecs
import Raster

/// The weights by which tiles are resampled, those made last kept: on most sheets many pictures of the same
/// size go into many frames of the same size, and computing weights takes a thirtieth of the time of a
/// tile.
package final class RecentWeights: Sendable {
  private let recent = RecentValues<ResampleAxis, ResampleWeights>(capacity: 8)

  package init() {}

  func weights(_ axis: ResampleAxis) -> ResampleWeights {
    recent.value(axis, ResampleWeights.init)
  }
}
