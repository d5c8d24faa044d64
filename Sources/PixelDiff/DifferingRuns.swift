/// The mismatched and the extra pixels of a row of marks, as ranges of columns from the left.
func differingRuns(_ marks: Span<UInt8>, into runs: inout [Range<Int>]) {
  runs.removeAll(keepingCapacity: true)
  var start = -1
  for x in marks.indices {
    let mark = marks[x]
    let differs = mark == PixelMark.mismatch.rawValue || mark == PixelMark.extra.rawValue
    if differs != (start >= 0) {
      if differs {
        start = x
      } else {
        runs.append(start..<x)
        start = -1
      }
    }
  }
  if start >= 0 { runs.append(start..<marks.count) }
}
