import PixelGeometry

/// Pictures side by side, before it is known how far down the sheet they stand.
struct Row {
  var pictures: Range<Int>

  /// With the captions.
  var height: Int

  /// Frames from the left edge of the sheet and from the top of the row.
  var frames: [PixelRect]

  /// The same of the captions; empty where they have no room.
  var captions: [PixelRect]

  /// - Parameter places: the columns of pixels that each picture could fill.
  init(
    pictures: Range<Int>, height: Int, captionHeight: Int, frames: [PixelRect], places: [Range<Int>]
  ) {
    self.pictures = pictures
    self.height = height + captionHeight
    self.frames = frames
    captions =
      captionHeight == 0
      ? []
      : places.map {
        PixelRect(left: $0.lowerBound, top: height, width: $0.count, height: captionHeight)
      }
  }
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
    var captions: [PixelRect] = []
    while end < count, rows < mostRows, end - start < mostPictures {
      let next = row(end, min(count - end, mostPictures - (end - start)))
      let top = rows == 0 ? 0 : height + spacing
      if rows > 0 {
        guard next.height <= contentHeight - top, next.pictures.upperBound - start <= mostPictures
        else { break }
      }
      for frame in next.frames { frames.append(frame.moved(down: margins.top + top)) }
      for caption in next.captions { captions.append(caption.moved(down: margins.top + top)) }
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
          frames: frames, captions: captions)))
    start = end
  }
  return pages
}

extension PixelRect {
  func moved(down distance: Int) -> PixelRect {
    var rect = self
    rect.top += distance
    return rect
  }
}
