import PixelGeometry

extension PixelRect {
  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// What both cover; may be empty. Edges that overflow are taken for the largest number there is.
  func clipped(to other: PixelRect) -> PixelRect {
    let left = max(self.left, other.left)
    let top = max(self.top, other.top)
    let right = min(saturatedRight, other.saturatedRight)
    let bottom = min(saturatedBottom, other.saturatedBottom)
    guard right > left, bottom > top else {
      return PixelRect(left: left, top: top, width: 0, height: 0)
    }
    return PixelRect(left: left, top: top, width: right - left, height: bottom - top)
  }

  private var saturatedRight: Int { saturatedSum(left, width) }
  private var saturatedBottom: Int { saturatedSum(top, height) }
}

private func saturatedSum(_ first: Int, _ second: Int) -> Int {
  let (sum, overflow) = first.addingReportingOverflow(second)
  return overflow ? (second > 0 ? Int.max : Int.min) : sum
}
