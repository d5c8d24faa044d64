import PixelGeometry

/// Finds the window that holds the most mismatches, row by row from the top: of each column the sum over the
/// window's height is kept, and a window's width of these sums slides along each row.
///
/// Memory: a number for each column, and a bit for each pixel of as many rows as the window has.
struct WindowFinder: Sendable {
  private let size: PixelSize
  private let window: PixelSize
  private var sums: [Int32]
  /// The last rows, the oldest of them overwritten; none where the window is as high as the picture.
  private var bits: [UInt64] = []
  private let wordsPerRow: Int
  /// The mismatches of each of these rows, and of all together.
  private var rowPixels: [Int]
  private var heldPixels = 0
  private var worst = (pixels: 0, x: 0, y: 0)

  /// - Parameter side: at least 1.
  init(size: PixelSize, side: Int) {
    precondition(side >= 1)
    self.size = size
    window = PixelSize(width: min(side, size.width), height: min(side, size.height))
    sums = Array(repeating: 0, count: size.width)
    wordsPerRow = (size.width + 63) / 64
    rowPixels = Array(repeating: 0, count: window.height)
    if window.height < size.height {
      bits = Array(repeating: 0, count: wordsPerRow * window.height)
    }
  }

  /// Takes the next row, whether it has some or not.
  mutating func add(row y: Int, runs: [Range<Int>]) {
    let slot = y % window.height
    if rowPixels[slot] > 0 { forget(slot) }
    for run in runs {
      for x in run { sums[x] += 1 }
      rowPixels[slot] += run.count
      if !bits.isEmpty {
        for x in run { bits[slot * wordsPerRow + x / 64] |= 1 << UInt64(x % 64) }
      }
    }
    heldPixels += rowPixels[slot]
    // Rows that only leave make no window worse.
    let isFirst = y == window.height - 1
    if y >= window.height - 1, isFirst || !runs.isEmpty, heldPixels > worst.pixels {
      slide(top: y - window.height + 1)
    }
  }

  private mutating func forget(_ slot: Int) {
    heldPixels -= rowPixels[slot]
    rowPixels[slot] = 0
    for index in 0..<wordsPerRow {
      var word = bits[slot * wordsPerRow + index]
      bits[slot * wordsPerRow + index] = 0
      while word != 0 {
        sums[64 * index + word.trailingZeroBitCount] -= 1
        word &= word &- 1
      }
    }
  }

  private mutating func slide(top: Int) {
    var pixels = 0
    for x in 0..<window.width { pixels += Int(sums[x]) }
    if pixels > worst.pixels { worst = (pixels, 0, top) }
    for x in window.width..<size.width {
      pixels += Int(sums[x]) - Int(sums[x - window.width])
      if pixels > worst.pixels { worst = (pixels, x - window.width + 1, top) }
    }
  }

  /// In pixels of the canvas.
  var worstWindow: WorstWindow {
    WorstWindow(
      frame: PixelRect(
        left: worst.x, top: worst.y, width: window.width, height: window.height),
      pixels: worst.pixels)
  }
}
