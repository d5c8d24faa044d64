package import PixelGeometry

/// Counts the mismatched and extra pixels in each of many frames, band by band from the top.
///
/// A pixel counts for every frame that holds it: where frames overlap, for all of them, whichever lies on
/// top. Ignored pixels and those outside of the crop never differ.
///
/// Memory goes with the number of frames. A row without differences takes no time; one with some takes that
/// of its runs of differing pixels and, for each frame in it, that of finding a place among the runs.
package struct FrameCounts: Sendable {
  /// Of each frame, in their order.
  package private(set) var counts: [Int]
  /// Pixels that differ and lie in no frame.
  package private(set) var outside = 0
  private var sweep: FrameSweep
  private var runs: [Range<Int>] = []
  /// Of each run the pixels of all runs before it.
  private var before: [Int] = []

  /// - Parameter frames: in pixels of the pictures; their edges are sums that an `Int` holds.
  package init(_ frames: [PixelRect]) {
    counts = Array(repeating: 0, count: frames.count)
    sweep = FrameSweep(frames)
  }

  /// Takes the next band, from the top.
  package mutating func add(_ band: ComparedBand) {
    let canvas = band.band.plan.canvas
    for (index, count) in band.counts.enumerated() where count.differing > 0 {
      let y = band.rows.lowerBound + index
      differingRuns(band.mask.span.extracting(band.marks(row: y)), into: &runs)
      sweep.move(to: canvas.top + y)
      add(left: canvas.left)
    }
  }

  /// - Parameter left: where in the pictures the runs are counted from.
  private mutating func add(left: Int) {
    before.removeAll(keepingCapacity: true)
    var pixels = 0
    for run in runs {
      before.append(pixels)
      pixels += run.count
    }
    // Frames come by their left edges: what they cover together ends at `end` so far.
    var (covered, end) = (0, 0)
    for index in sweep.active {
      let frame = sweep.frames[index]
      let (first, last) = (frame.left - left, frame.right - left)
      let upToLast = pixelCount(before: last)
      counts[index] += upToLast - pixelCount(before: first)
      if last > end {
        covered += upToLast - pixelCount(before: max(first, end))
        end = last
      }
    }
    outside += pixels - covered
  }

  /// The pixels of runs to the left of a column.
  private func pixelCount(before column: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].lowerBound < column { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let run = runs[low - 1]
    return before[low - 1] + min(column, run.upperBound) - run.lowerBound
  }
}
