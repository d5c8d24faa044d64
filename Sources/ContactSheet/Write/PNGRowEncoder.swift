import ImageCodecs
package import PixelGeometry

/// Makes a PNG of rows as they come: straight RGBA, 8 bits a channel, from the top.
package struct PNGRowEncoder {
  private let size: PixelSize
  private var encoder: PNGEncoder
  private let work: OrderedWork<RenderedRows, Result<PNGBand, PNGEncodingError>>
  private var hasBegun = false
  /// Rows that wait for a whole band, and before them the one above it.
  private var rows: [UInt8] = []
  private var next = 0

  /// - Parameter jobs: threads that encode besides the caller's; with one or none the caller's does.
  package init(size: PixelSize, jobs: Int) {
    self.size = size
    encoder = PNGEncoder(size: size, hasAlpha: true, pixelsPerMetre: 2835)
    work = OrderedWork(jobs: jobs) { rows in
      Result { () throws(PNGEncodingError) in
        try PNGBand(rows, .balanced)
      }
    }
  }

  /// Takes the next rows.
  ///
  /// - Returns: the bytes that are finished by now.
  package mutating func bytes(with more: [UInt8]) throws(OutputFault) -> [[UInt8]] {
    var finished: [[UInt8]] = []
    if !hasBegun {
      hasBegun = true
      finished.append(encoder.head)
    }
    rows += more
    let rowBytes = 4 * size.width
    let height = PNGEncoder.bandHeight(width: size.width, .balanced)
    // What is done goes at once: a caller may bring a whole picture.
    var start = 0
    defer { rows.removeFirst(start) }
    while true {
      let above = next == 0 ? 0 : 1
      let waiting = (rows.count - start) / rowBytes - above
      let wanted = min(height, size.height - next)
      guard wanted > 0, waiting >= wanted else { return finished }
      let count = (above + wanted) * rowBytes
      let bands = work.put(
        RenderedRows(
          bytes: Array(rows[start..<start + count]), rowBytes: rowBytes, pixelBytes: 4,
          isFirst: next == 0, isLast: next + wanted == size.height))
      finished += try encoded(bands)
      start += count - rowBytes
      next += wanted
    }
  }

  /// The bytes that were still under way.
  package mutating func rest() throws(OutputFault) -> [[UInt8]] { try encoded(work.finish()) }

  /// Lets its threads go.
  package func stop() { work.stop() }

  private mutating func encoded(
    _ bands: [Result<PNGBand, PNGEncodingError>]
  ) throws(OutputFault) -> [[UInt8]] {
    var bytes: [[UInt8]] = []
    for band in bands {
      do throws(PNGEncodingError) { bytes.append(encoder.append(try band.get())) } catch {
        throw .encoding(error.words)
      }
    }
    return bytes
  }
}
