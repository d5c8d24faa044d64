import ContactSheetLayout
import PixelGeometry
import Testing

/// What holds for the frames of every layout.
func expectSound(
  _ arrangement: Arrangement, count: Int, margins: Margins,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let frames = arrangement.frames
  var broken: [String] = []
  if frames.count != count { broken.append("\(frames.count) frames of \(count)") }
  for frame in frames {
    if frame.width < 1 || frame.height < 1 { broken.append("empty: \(frame)") }
    if frame.left < margins.left || frame.top < margins.top
      || frame.right > arrangement.size.width - margins.right
      || frame.bottom > arrangement.size.height - margins.bottom
    {
      broken.append("not between the margins: \(frame)")
    }
  }
  // From left to right, only those that begin before the right edge can overlap.
  let sorted = frames.sorted { $0.left < $1.left }
  for (index, frame) in sorted.enumerated() {
    for other in sorted[(index + 1)...] {
      if other.left >= frame.right { break }
      if other.rows.overlaps(frame.rows) { broken.append("overlap: \(frame), \(other)") }
    }
  }
  #expect(broken.isEmpty, sourceLocation: sourceLocation)
}

/// Whether a frame has the ratio of its picture, its width off by less than a pixel and its height
/// by no more than a half; a side of one pixel says nothing.
func keepsRatio(_ frame: PixelRect, of picture: PixelSize) -> Bool {
  if frame.width == 1 || frame.height == 1 { return true }
  let difference = abs(frame.width * picture.height - frame.height * picture.width)
  return 2 * difference <= picture.width + 2 * picture.height
}

/// Whether a side is longer than the picture's.
func enlarges(_ frame: PixelRect, _ picture: PixelSize) -> Bool {
  frame.width > picture.width || frame.height > picture.height
}

/// Frames as rows: one that has another top than the one before, or does not stand right of it,
/// begins a new row.
func rows(_ frames: [PixelRect]) -> [[PixelRect]] {
  var rows: [[PixelRect]] = []
  for frame in frames {
    if let last = rows.last?.last, last.top == frame.top, last.right <= frame.left {
      rows[rows.count - 1].append(frame)
    } else {
      rows.append([frame])
    }
  }
  return rows
}
