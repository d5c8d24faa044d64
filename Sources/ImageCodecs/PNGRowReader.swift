import CImageCodecs

/// Reads the rows of ordinary PNGs: not interlaced, 8 bits a sample, whatever the kind of pixels, with no
/// colour that stands for clear.
///
/// It holds a window of what it inflates, some kilobytes, never the picture. libpng is the judge: at anything
/// odd a row is refused, and what was given out before is what libpng gives out as well. So libpng can begin at
/// the top and go on from there.
@safe struct PNGRowReader: ~Copyable {
  private var chunks: PNGPixelChunks
  private var inflater: Inflater
  private let kind: Kind
  private let width: Int
  private let height: Int
  private var nextRow = 0
  /// The row above the next one: of 3 or 4 bytes a pixel as RGBA, of fewer as stored.
  private var above: [UInt8]
  /// Of fewer than 3 bytes a pixel, the row at hand as stored.
  private var line: [UInt8]

  private enum Kind {
    case gray, grayAlpha, rgb, rgba
    /// Straight RGBA of every index that there is.
    case palette([UInt32])

    var pixelBytes: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  /// Longer rows are libpng's.
  private static let mostRowBytes = 1 << 20

  /// - Parameters:
  ///   - png: has read the header and is started; it is asked, not changed.
  ///   - input: what it reads from, which must outlive this.
  ///   - byteCount: of the whole file.
  /// - Returns: nil where the picture is another one.
  static func open(
    _ png: OpaquePointer, _ header: cic_png_header, _ input: cic_input, byteCount: Int
  ) -> PNGRowReader? {
    guard !header.interlaced, header.bit_depth == 8 else { return nil }
    let kind: Kind
    switch header.color_type {
    case 0 where !header.has_alpha: kind = .gray
    case 2 where !header.has_alpha: kind = .rgb
    case 3: kind = unsafe .palette(palette(png))
    case 4: kind = .grayAlpha
    case 6: kind = .rgba
    default: return nil
    }
    let (width, height) = (Int(header.width), Int(header.height))
    guard width <= mostRowBytes / kind.pixelBytes,
      let chunks = unsafe PNGPixelChunks(
        input, at: Int(cic_png_first_pixel_chunk(png)), byteCount: byteCount,
        rowBytes: 1 + kind.pixelBytes * width, rowCount: height)
    else { return nil }
    return PNGRowReader(chunks, kind, width: width, height: height)
  }

  private init(_ chunks: consuming PNGPixelChunks, _ kind: Kind, width: Int, height: Int) {
    let rowBytes = kind.pixelBytes * width
    self.chunks = chunks
    self.kind = kind
    (self.width, self.height) = (width, height)
    inflater = Inflater(pieceBytes: 2 * (1 + rowBytes))
    let isExpanded = kind.pixelBytes < 3
    above = [UInt8](repeating: 0, count: isExpanded ? rowBytes : 4 * width)
    line = isExpanded ? above : []
  }

  private static func palette(_ png: OpaquePointer) -> [UInt32] {
    var entries = [UInt8](repeating: 0, count: 4 * 256)
    let count = unsafe Int(cic_png_palette(png, &entries))
    return (0..<count).map { index in
      entries[4 * index..<4 * index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private var filteredBytes: Int { 1 + width * kind.pixelBytes }

  /// Writes the next rows, straight RGBA, 8 bits a sample.
  ///
  /// - Returns: false where there is anything odd, also in what follows the last row's pixels; the rows, and
  ///   all after them, are then libpng's.
  mutating func read(rows count: Int, into pixels: inout [UInt8]) -> Bool {
    precondition(pixels.count >= 4 * width * count && nextRow + count <= height)
    var row = 0
    while row < count {
      guard inflate(bytes: min(2, count - row) * filteredBytes) else { return false }
      let ready = min(inflater.readyCount / filteredBytes, count - row)
      guard takeRows(row..<row + ready, into: &pixels) else { return false }
      row += ready
    }
    nextRow += count
    // zlib, asked for a row, sees what is wrong right after it, and libpng refuses the row.
    return nextRow < height ? inflate(bytes: 1) : hasEnded()
  }

  /// Inflates until so many bytes are ready.
  private mutating func inflate(bytes count: Int) -> Bool {
    while inflater.readyCount < count {
      switch go() {
      case .wantsMore: continue
      case .hasEnded: return inflater.readyCount >= count
      case .odd: return false
      }
    }
    return true
  }

  /// The picture's pixels are all of the pixel chunks.
  private mutating func hasEnded() -> Bool {
    var progress = Step.wantsMore
    while progress == .wantsMore, inflater.readyCount == 0 { progress = go() }
    return progress == .hasEnded && inflater.readyCount == 0 && inflater.hasUsedAllInput
      && chunks.hasEnded
  }

  private enum Step { case wantsMore, hasEnded, odd }

  private mutating func go() -> Step {
    switch inflater.run() {
    case .isFull: return .wantsMore
    case .broken: return .odd
    case .hasEnded: return .hasEnded
    case .wantsInput:
      if chunks.hasEnded {
        inflater.endInput()
        return .wantsMore
      }
      var isOdd = false
      unsafe inflater.feed { room in
        guard let count = unsafe chunks.read(into: room) else {
          isOdd = true
          return 0
        }
        return count
      }
      return isOdd ? .odd : .wantsMore
    }
  }

  /// After the last row: whether what follows the pixels is nothing that libpng has to say anything about.
  ///
  /// - Parameter limit: of a chunk's bytes.
  mutating func restIsPlain(limit: Int) -> Bool {
    nextRow == height && chunks.restIsPlain(limit: limit)
  }

  // MARK: pixels

  private mutating func takeRows(_ rows: Range<Int>, into pixels: inout [UInt8]) -> Bool {
    let (width, filteredBytes) = (width, filteredBytes)
    let isSound: Bool
    switch kind {
    case .rgb: isSound = takeRGB(rows, into: &pixels, pixelBytes: 3)
    case .rgba: isSound = takeRGB(rows, into: &pixels, pixelBytes: 4)
    case .gray, .grayAlpha, .palette:
      for row in rows {
        let isKnown = unsafe inflater.take(filteredBytes) { source in
          unsafe line.withUnsafeMutableBytes { line in
            unsafe above.withUnsafeBytes { above in
              unsafe PNGUnfilter.line(
                source, above: above.baseAddress!, target: line.baseAddress!,
                count: filteredBytes - 1, pixelBytes: kind.pixelBytes)
            }
          }
        }
        guard isKnown, expandLine(into: &pixels, at: 4 * width * row) else { return false }
        swap(&line, &above)
      }
      isSound = true
    }
    return isSound
  }

  private mutating func takeRGB(
    _ rows: Range<Int>, into pixels: inout [UInt8], pixelBytes: Int
  ) -> Bool {
    let (width, filteredBytes) = (width, filteredBytes)
    let rowBytes = 4 * width
    return unsafe inflater.take(rows.count * filteredBytes) { source in
      unsafe pixels.withUnsafeMutableBytes { pixels in
        unsafe above.withUnsafeMutableBytes { above in
          let target = unsafe pixels.baseAddress! + rows.lowerBound * rowBytes
          func unfilter(_ row: Int) -> PNGUnfilter {
            unsafe PNGUnfilter(
              source: source + row * filteredBytes,
              above: row == 0
                ? UnsafeRawPointer(above.baseAddress!)
                : UnsafeRawPointer(target + (row - 1) * rowBytes),
              target: target + row * rowBytes, width: width)
          }
          var row = 0
          while row < rows.count {
            let this = unsafe unfilter(row)
            if row + 1 < rows.count, unsafe this.isPaeth, unsafe unfilter(row + 1).isPaeth {
              unsafe this.runTwo(below: unfilter(row + 1), pixelBytes: pixelBytes)
              row += 2
            } else {
              guard unsafe this.run(pixelBytes: pixelBytes) else { return false }
              row += 1
            }
          }
          unsafe above.copyMemory(
            from: UnsafeRawBufferPointer(
              start: target + (rows.count - 1) * rowBytes, count: rowBytes))
          return true
        }
      }
    }
  }

  /// Makes RGBA of the row at hand.
  ///
  /// - Returns: false where an index is not in the palette.
  private func expandLine(into pixels: inout [UInt8], at start: Int) -> Bool {
    unsafe pixels.withUnsafeMutableBytes { pixels in
      let target = unsafe pixels.baseAddress! + start
      func store(_ pixel: UInt32, _ x: Int) {
        unsafe target.storeBytes(of: pixel.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
      }
      switch kind {
      case .gray:
        for x in 0..<width { store(UInt32(line[x]) &* 0x01_0101 | 0xFF00_0000, x) }
      case .grayAlpha:
        for x in 0..<width {
          store(UInt32(line[2 * x]) &* 0x01_0101 | UInt32(line[2 * x + 1]) << 24, x)
        }
      case .palette(let entries):
        for x in 0..<width {
          guard Int(line[x]) < entries.count else { return false }
          store(entries[Int(line[x])], x)
        }
      case .rgb, .rgba: preconditionFailure()
      }
      return true
    }
  }
}
