import PixelGeometry

/// Goes down a page and knows which frames hold the row at hand.
///
/// Time: each frame comes and goes once; where some come, those at hand are sorted.
struct FrameSweep: Sendable {
  let frames: [PixelRect]
  /// Indices of frames by their top.
  private let order: [Int]
  private var next = 0
  /// Indices of the frames that hold the row, by their left edge; frames without pixels never are.
  private(set) var active: [Int] = []
  private var firstBottom = Int.max

  init(_ frames: [PixelRect]) {
    self.frames = frames
    order = frames.indices.sorted { (frames[$0].top, $0) < (frames[$1].top, $1) }
  }

  /// Goes to a row, never upwards.
  mutating func move(to y: Int) {
    if firstBottom <= y {
      active.removeAll { frames[$0].bottom <= y }
      firstBottom = active.map { frames[$0].bottom }.min() ?? Int.max
    }
    var hasNew = false
    while next < order.count, frames[order[next]].top <= y {
      let index = order[next]
      next += 1
      // Rows may be left out, and with them whole frames.
      if frames[index].bottom <= y || frames[index].width <= 0 { continue }
      active.append(index)
      firstBottom = min(firstBottom, frames[index].bottom)
      hasNew = true
    }
    if hasNew { active.sort { (frames[$0].left, $0) < (frames[$1].left, $1) } }
  }
}
