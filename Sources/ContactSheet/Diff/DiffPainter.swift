import ImageCodecs
import PixelDiff
import PixelGeometry

/// Makes the PNG of a diff's picture from bands as they are compared.
struct DiffPainter {
  private let picture: DiffPicture
  private let size: PixelSize
  private var encoder: PNGEncoder
  private var hasBegun = false
  /// Rows that wait for a whole band, and before them the one above it.
  private var rows: [UInt8] = []
  private var next = 0

  init(_ picture: DiffPicture, _ plan: DiffPlan) {
    self.picture = picture
    size = picture.size(plan)
    encoder = PNGEncoder(size: size, hasAlpha: true, pixelsPerMetre: 2835)
  }

  /// The bytes that are finished with a band.
  mutating func bytes(of band: ComparedBand) throws(OutputFault) -> [[UInt8]] {
    var finished: [[UInt8]] = []
    if !hasBegun {
      hasBegun = true
      finished.append(encoder.head)
    }
    rows += picture.rows(of: band)
    let rowBytes = 4 * size.width
    let height = PNGEncoder.bandHeight(width: size.width)
    while true {
      let above = next == 0 ? 0 : 1
      let waiting = rows.count / rowBytes - above
      let wanted = min(height, size.height - next)
      guard wanted > 0, waiting >= wanted else { return finished }
      let count = (above + wanted) * rowBytes
      do throws(PNGEncodingError) {
        let band = try PNGBand(
          rows: Array(rows.prefix(count)), rowBytes: rowBytes, pixelBytes: 4, isFirst: next == 0,
          isLast: next + wanted == size.height)
        finished.append(encoder.append(band))
      } catch { throw .encoding(error.words) }
      rows.removeFirst(count - rowBytes)
      next += wanted
    }
  }
}
