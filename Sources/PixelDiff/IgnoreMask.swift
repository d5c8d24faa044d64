public import PixelGeometry
public import Raster

/// A picture that says which pixels do not count, kept as one bit a pixel.
///
/// A pixel is ignored where the mask is opaque and light: alpha ≥ 128, and red, green or blue ≥ 128. So white
/// on black and white on clear both work, and the noise that a JPEG leaves around black hides nothing. The
/// mask lies at the top left; what lies outside of it counts.
public struct IgnoreMask: Hashable, Sendable {
  public let size: PixelSize
  private var words: [UInt64] = []
  private let wordsPerRow: Int
  private var rowCount = 0

  /// A mask whose rows will be appended, from the top.
  public init(size: PixelSize) {
    precondition(size.width >= 1 && size.height >= 1)
    self.size = size
    wordsPerRow = (size.width + 63) / 64
    words.reserveCapacity(wordsPerRow * size.height)
  }

  public init(_ bitmap: Bitmap) {
    self.init(size: bitmap.size)
    let stride = 4 * size.width
    for y in 0..<size.height {
      append(row: bitmap.pixels.span.extracting(y * stride..<(y + 1) * stride))
    }
  }

  /// Takes the next row: straight RGBA, 8 bits a channel.
  public mutating func append(row: Span<UInt8>) {
    precondition(row.count == 4 * size.width && rowCount < size.height)
    rowCount += 1
    for start in stride(from: 0, to: size.width, by: 64) {
      var word: UInt64 = 0
      for x in start..<min(start + 64, size.width) {
        let lightest = max(row[4 * x], row[4 * x + 1], row[4 * x + 2])
        if row[4 * x + 3] >= 128, lightest >= 128 { word |= 1 << UInt64(x - start) }
      }
      words.append(word)
    }
  }

  /// Whether a pixel does not count.
  public func contains(x: Int, y: Int) -> Bool {
    guard x >= 0, x < size.width, y >= 0, y < rowCount else { return false }
    return words[y * wordsPerRow + x / 64] >> UInt64(x % 64) & 1 == 1
  }

  /// Calls `body` with the columns that are ignored in a row, as ranges from left to right; one that crosses
  /// a multiple of 64 comes in parts.
  func forEachRange(row y: Int, _ body: (Range<Int>) -> Void) {
    guard y >= 0, y < rowCount else { return }
    for index in 0..<wordsPerRow {
      var word = words[y * wordsPerRow + index]
      var x = 64 * index
      while word != 0 {
        let gap = word.trailingZeroBitCount
        word >>= UInt64(gap)
        let length = (~word).trailingZeroBitCount
        body(x + gap..<x + gap + length)
        x += gap + length
        // A shift by all 64 bits gives 0.
        word >>= UInt64(length)
      }
    }
  }
}
