import PixelGeometry

/// Pictures side by side, before it is known how far down the sheet they stand.
struct Row {
  var pictures: Range<Int>
  var height: Int

  /// Frames from the left edge of the sheet and from the top of the row.
  var frames: [PixelRect]
}

/// Pages of rows below each other, as many rows on each as the limits allow.
///
/// - Parameter row: The row that begins with a picture and has at most so many. One that has more,
///   or is too high, is asked for again as the first of the next page; it has to fit there.
func pagesOfRows(
  count: Int, sheetWidth: Int, spacing: Int, margins: Margins, paging: Paging,
  row: (_ first: Int, _ atMost: Int) -> Row
) -> [PageArrangement] {
  let contentHeight = paging.contentHeight(margins: margins) ?? .max
  let mostRows = paging.rowsPerPage ?? .max
  let mostPictures = paging.picturesPerPage ?? .max
  var pages: [PageArrangement] = []
  var start = 0
  while start < count {
    var end = start
    var height = 0
    var rows = 0
    var frames: [PixelRect] = []
    while end < count, rows < mostRows, end - start < mostPictures {
      let next = row(end, min(count - end, mostPictures - (end - start)))
      let top = rows == 0 ? 0 : height + spacing
      if rows > 0 {
        guard next.height <= contentHeight - top, next.pictures.upperBound - start <= mostPictures
        else { break }
      }
      for frame in next.frames {
        var frame = frame
        frame.top += margins.top + top
        frames.append(frame)
      }
      height = top + next.height
      end = next.pictures.upperBound
      rows += 1
    }
    pages.append(
      PageArrangement(
        pictures: start..<end,
        arrangement: Arrangement(
          size: PixelSize(
            width: sheetWidth, height: paging.height ?? margins.top + height + margins.bottom),
          frames: frames)))
    start = end
  }
  return pages
}
