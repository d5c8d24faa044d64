/// The mismatched and the extra pixels of a row of marks, as ranges of columns from the left.
func differingRuns(_ marks: Span<UInt8>, into runs: inout [Range<Int>]) {
  runs.removeAll(keepingCapacity: true)
  let bytes = unsafe marks.bytes
  var start = -1
  var x = 0
  while x < marks.count {
    // Mostly there is nothing: eight times 0 is "same" eight times.
    if start < 0 {
      while x &+ 8 <= marks.count,
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: UInt64.self) == 0
      {
        x &+= 8
      }
      if x == marks.count { break }
    }
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
    x &+= 1
  }
  if start >= 0 { runs.append(start..<marks.count) }
}
