import CImageCodecs
import PixelGeometry

/// Decodes an ordinary JPEG at 1/8 as libjpeg does, bit for bit, and passes over most of its data.
///
/// At 1/8 a block of luma comes to one sample, its DC; so does one of chroma, unless chroma has half the width
/// and the height: then it comes to four. Codes of coefficients that do not count are passed over, several at
/// a time. Whatever is not in order ends it: what libjpeg makes of that, libjpeg has to say. So no row comes
/// that libjpeg would not give, nor one about which it would have a word to say.
@safe final class JPEGEighthDecoder {
  private let data: JPEGCodedData
  private let layout: cic_jpeg_layout
  private let luma: Component
  /// Cb and Cr; none of a grey picture.
  private let chroma: [Component]
  /// Chroma comes to four samples a block.
  private let hasFineChroma: Bool

  private let size: PixelSize
  private let horizontal: Int
  private let vertical: Int
  private let unitsInRow: Int
  private let unitRowCount: Int

  // Where in the data it is: units are MCUs.
  private var place: Place
  private var unitRow = 0
  private var unitsToRestart: Int
  private var restarts = 0

  // The samples of a row of units: two rows of luma, two of Cb, two of Cr.
  private let planes: UnsafeMutablePointer<UInt8>
  private let planeWidth: Int
  private var rowInUnit: Int

  /// The next bits, and the DC of the block before in each component.
  @unsafe private struct Place {
    var bits: JPEGBits
    var luma = 0
    var blue = 0
    var red = 0
  }

  private struct Component {
    let dc: JPEGHuffmanTable
    let ac: JPEGHuffmanTable
    let dcFactor: Int
    let transform: JPEGSmallTransform

    init(_ tables: cic_jpeg_tables, _ use: JPEGHuffmanTable.Use) {
      dc = unsafe Component.table(tables.dc_counts, tables.dc_symbols, .dc)
      ac = unsafe Component.table(tables.ac_counts, tables.ac_symbols, use)
      dcFactor = unsafe Int(tables.quantization[0])
      transform = unsafe JPEGSmallTransform(quantization: tables.quantization)
    }

    private static func table(
      _ counts: UnsafePointer<UInt8>, _ symbols: UnsafePointer<UInt8>,
      _ use: JPEGHuffmanTable.Use
    ) -> JPEGHuffmanTable {
      let counts = unsafe Array(UnsafeBufferPointer(start: counts, count: 16))
      let count = counts.reduce(0) { $0 + Int($1) }
      let symbols = unsafe Array(UnsafeBufferPointer(start: symbols, count: count))
      return JPEGHuffmanTable.table(counts: counts, symbols: symbols, for: use)
    }
  }

  /// Nil unless the picture is one that it decodes.
  ///
  /// - Parameters:
  ///   - jpeg: has read the header, and nothing since.
  ///   - storedSize: what the header says.
  ///   - descriptor: of the file, whose own offset stays as it is; else `bytes` is the whole picture, which
  ///     must outlive the decoder.
  init?(
    _ jpeg: OpaquePointer, storedSize: PixelSize, descriptor: Int32?,
    bytes: UnsafeBufferPointer<UInt8>?
  ) {
    var layout = cic_jpeg_layout()
    guard unsafe cic_jpeg_get_layout(jpeg, &layout) else { return nil }
    let offset = Int(layout.data_offset)
    if let descriptor {
      data = JPEGCodedData(descriptor: descriptor, offset: offset)
    } else if let bytes = unsafe bytes, offset <= bytes.count {
      data = unsafe JPEGCodedData(UnsafeBufferPointer(rebasing: bytes[offset...]))
    } else {
      return nil
    }
    self.layout = layout
    horizontal = Int(layout.horizontal)
    vertical = Int(layout.vertical)
    let isColor = layout.components == 3
    let hasFineChroma = isColor && horizontal == 2 && vertical == 2
    self.hasFineChroma = hasFineChroma
    luma = unsafe Component(cic_jpeg_get_tables(jpeg, 0), .passing)
    chroma = (isColor ? [1, 2] : []).map {
      unsafe Component(cic_jpeg_get_tables(jpeg, $0), hasFineChroma ? .values : .passing)
    }

    size = PixelSize(width: (storedSize.width + 7) / 8, height: (storedSize.height + 7) / 8)
    unitsInRow = (size.width + horizontal - 1) / horizontal
    unitRowCount = (size.height + vertical - 1) / vertical
    planeWidth = unitsInRow * horizontal
    unsafe planes = .allocate(capacity: 6 * planeWidth)
    unsafe planes.initialize(repeating: 0, count: 6 * planeWidth)
    rowInUnit = vertical
    unitsToRestart = layout.restart_interval > 0 ? Int(layout.restart_interval) : Int.max
    unsafe place = unsafe Place(bits: JPEGBits(next: data.next))
  }

  deinit { unsafe planes.deallocate() }

  /// Writes the next row, RGBA; false where libjpeg has to go on.
  func readRow(_ row: UnsafeMutablePointer<UInt8>) -> Bool {
    if rowInUnit == vertical {
      guard unitRow < unitRowCount, decodeUnitRow() else { return false }
      unitRow += 1
      rowInUnit = 0
      // The last row is all there is, and the picture ends there.
      if unitRow == unitRowCount, !endStretch(at: 0xD9) { return false }
    }
    if chroma.isEmpty {
      unsafe writeGray(row)
    } else {
      unsafe writeColor(row)
    }
    rowInUnit += 1
    return true
  }

  // MARK: colours

  private func writeGray(_ row: UnsafeMutablePointer<UInt8>) {
    for column in 0..<size.width {
      let value = unsafe planes[column]
      let pixel = unsafe row + 4 * column
      unsafe (pixel[0], pixel[1], pixel[2], pixel[3]) = (value, value, value, 255)
    }
  }

  // As jdcolor.c: factors of 16 fraction bits, each channel rounded once.
  private func writeColor(_ row: UnsafeMutablePointer<UInt8>) {
    let luma = unsafe planes + rowInUnit * planeWidth
    let chromaRow = hasFineChroma ? rowInUnit : 0
    let blue = unsafe planes + (2 + chromaRow) * planeWidth
    let red = unsafe planes + (4 + chromaRow) * planeWidth
    for column in 0..<size.width {
      let y = unsafe Int32(luma[column])
      let cb = unsafe Int32(blue[column]) &- 128
      let cr = unsafe Int32(red[column]) &- 128
      let pixel = unsafe row + 4 &* column
      unsafe pixel[0] = JPEGEighthDecoder.clamped(y &+ (91_881 &* cr &+ 32_768) &>> 16)
      unsafe pixel[1] = JPEGEighthDecoder.clamped(
        y &+ (32_768 &- 22_554 &* cb &- 46_802 &* cr) &>> 16)
      unsafe pixel[2] = JPEGEighthDecoder.clamped(y &+ (116_130 &* cb &+ 32_768) &>> 16)
      unsafe pixel[3] = 255
    }
  }

  @inline(__always) private static func clamped(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, value)))
  }

  // MARK: stretches

  /// Makes sure that a stretch ends here, but for bits that fill its last byte, and by this marker.
  private func endStretch(at marker: UInt8) -> Bool {
    if data.marker == nil {
      guard unsafe data.fill(from: place.bits.next) else { return false }
      unsafe place.bits.next = data.next
    }
    return unsafe data.marker == marker && (0..<8).contains(bitsLeft(place.bits))
  }

  private func passRestart() -> Bool {
    guard endStretch(at: 0xD0 + UInt8(restarts & 7)), data.beginStretch() else { return false }
    restarts += 1
    unitsToRestart = Int(layout.restart_interval)
    unsafe place = unsafe Place(bits: JPEGBits(next: data.next))
    return true
  }

  private func bitsLeft(_ bits: JPEGBits) -> Int {
    unsafe 8 * (data.end - bits.next) + bits.count
  }

  /// Makes sure that all of a unit's data can be there; false where more was read than is there.
  private func refill(_ bits: inout JPEGBits) -> Bool {
    if data.marker != nil { return unsafe bitsLeft(bits) >= 0 }
    guard unsafe data.fill(from: bits.next) else { return false }
    unsafe bits.next = data.next
    return true
  }

  // MARK: units

  private func decodeUnitRow() -> Bool {
    if chroma.isEmpty {
      return unsafe decodeUnits { place, unit in unsafe decodeGrayUnit(&place, unit) }
    }
    if hasFineChroma {
      return unsafe decodeUnits { place, unit in unsafe decodeFineUnit(&place, unit) }
    }
    return unsafe decodeUnits { place, unit in unsafe decodePlainUnit(&place, unit) }
  }

  /// Decodes a row of units, each by `decode`, which says whether all was in order.
  @inline(__always) private func decodeUnits(
    _ decode: (_ place: inout Place, _ unit: Int) -> Bool
  ) -> Bool {
    var unit = 0
    while unit < unitsInRow {
      if unitsToRestart == 0, !passRestart() { return false }
      let stop = min(unitsInRow, unit &+ min(unitsToRestart, unitsInRow))
      unitsToRestart &-= stop &- unit
      var place = unsafe self.place
      var safe = unsafe data.end - JPEGCodedData.slack
      while unit < stop {
        if unsafe place.bits.next > safe {
          guard unsafe refill(&place.bits) else { return false }
          unsafe safe = data.end - JPEGCodedData.slack
        }
        guard unsafe decode(&place, unit) else { return false }
        unit &+= 1
      }
      unsafe self.place = unsafe place
    }
    return unsafe data.marker == nil || bitsLeft(place.bits) >= 0
  }

  @inline(__always) private func decodeGrayUnit(_ place: inout Place, _ unit: Int) -> Bool {
    unsafe decodeSample(&place.bits, luma, &place.luma, planes + unit)
  }

  @inline(__always) private func decodePlainUnit(_ place: inout Place, _ unit: Int) -> Bool {
    let column = unit &* horizontal
    for row in 0..<vertical {
      let target = unsafe planes + (row &* planeWidth &+ column)
      for index in 0..<horizontal {
        guard unsafe decodeSample(&place.bits, luma, &place.luma, target + index) else {
          return false
        }
      }
    }
    let blue = unsafe planes + (2 &* planeWidth &+ column)
    let red = unsafe planes + (4 &* planeWidth &+ column)
    guard unsafe decodeSample(&place.bits, chroma[0], &place.blue, blue),
      unsafe decodeSample(&place.bits, chroma[1], &place.red, red)
    else { return false }
    if horizontal == 2 {
      unsafe blue[1] = blue[0]
      unsafe red[1] = red[0]
    }
    return true
  }

  @inline(__always) private func decodeFineUnit(_ place: inout Place, _ unit: Int) -> Bool {
    let column = 2 &* unit
    let upper = unsafe planes + column
    let lower = unsafe upper + planeWidth
    guard unsafe decodeSample(&place.bits, luma, &place.luma, upper),
      unsafe decodeSample(&place.bits, luma, &place.luma, upper + 1),
      unsafe decodeSample(&place.bits, luma, &place.luma, lower),
      unsafe decodeSample(&place.bits, luma, &place.luma, lower + 1)
    else { return false }
    let blue = unsafe planes + (2 &* planeWidth &+ column)
    let red = unsafe planes + (4 &* planeWidth &+ column)
    return unsafe decodeFour(&place.bits, chroma[0], &place.blue, blue)
      && decodeFour(&place.bits, chroma[1], &place.red, red)
  }

  /// Decodes the difference of a DC and adds it; false where there is no code.
  @inline(__always) private func decodeDC(
    _ bits: inout JPEGBits, _ table: JPEGHuffmanTable, _ prediction: inout Int
  ) -> Bool {
    unsafe bits.refill()
    var entry = unsafe table.symbols[Int(truncatingIfNeeded: bits.window &>> 52)]
    if entry == 0 {
      entry = unsafe table.longSymbol(bits.window)
      if entry == 0 { return false }
    }
    unsafe bits.drop(Int(entry &>> 8))
    prediction &+= unsafe bits.take(Int(entry & 15))
    return true
  }

  /// Decodes a block of which only the DC counts: libjpeg's jpeg_idct_1x1.
  @inline(__always) private func decodeSample(
    _ bits: inout JPEGBits, _ component: Component, _ prediction: inout Int,
    _ sample: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    guard unsafe decodeDC(&bits, component.dc, &prediction) else { return false }
    let value = (prediction &* component.dcFactor &+ 4) &>> 3
    // Further out libjpeg's table of limited samples begins again.
    guard value >= -512, value < 512 else { return false }
    unsafe sample.pointee = UInt8(truncatingIfNeeded: max(0, min(255, value &+ 128)))
    return unsafe passAC(&bits, component.ac)
  }

  /// Passes over the AC codes of a block; false where there is none, or they go on beyond the block.
  @inline(__always) private func passAC(_ bits: inout JPEGBits, _ table: JPEGHuffmanTable) -> Bool {
    let runs = unsafe table.runs
    var position = 1
    while true {
      unsafe bits.refill()
      var before = unsafe bits
      var entry = unsafe Int(runs[Int(truncatingIfNeeded: bits.window &>> 52)])
      unsafe bits.drop(entry & 31)
      var after = position &+ entry &>> 5
      if after < 64 {
        position = after
        unsafe before = unsafe bits
        entry = unsafe Int(runs[Int(truncatingIfNeeded: bits.window &>> 52)])
        unsafe bits.drop(entry & 31)
        after = position &+ entry &>> 5
        if after < 64 {
          position = after
          continue
        }
      }
      // The block ends by its code, or by its last coefficient.
      if after == 64
        || (after > JPEGHuffmanTable.blockEnd && after < JPEGHuffmanTable.blockEnd + 64)
      {
        return true
      }
      // A long code, or codes of the next block: one code alone.
      unsafe bits = unsafe before
      unsafe bits.refill()
      var symbol = unsafe table.symbols[Int(truncatingIfNeeded: bits.window &>> 52)]
      if symbol == 0 {
        symbol = unsafe table.longSymbol(bits.window)
        if symbol == 0 { return false }
      }
      let (zeros, size) = (Int(symbol &>> 4 & 15), Int(symbol & 15))
      unsafe bits.drop(Int(symbol &>> 8) &+ size)
      if size == 0, zeros != 15 { return true }
      position &+= zeros &+ 1
      if position >= 64 { return position == 64 }
    }
  }

  /// Decodes a block of chroma to two samples in each of two rows.
  @inline(__always) private func decodeFour(
    _ bits: inout JPEGBits, _ component: Component, _ prediction: inout Int,
    _ samples: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    guard unsafe decodeDC(&bits, component.dc, &prediction) else { return false }
    let (table, transform) = (component.ac, component.transform)
    let values = unsafe table.values
    transform.clear()
    var isSound = transform.add(prediction, at: 0)
    var position = 1
    while position < 64 {
      unsafe bits.refill()
      let entry = unsafe Int(values[Int(truncatingIfNeeded: bits.window &>> 52)])
      if entry != 0 {
        unsafe bits.drop(entry & 255)
        position &+= entry &>> 8 & 255
        isSound = transform.add(entry &>> 16, at: position) && isSound
        position &+= 1
        continue
      }
      var symbol = unsafe table.symbols[Int(truncatingIfNeeded: bits.window &>> 52)]
      if symbol == 0 {
        symbol = unsafe table.longSymbol(bits.window)
        if symbol == 0 { return false }
      }
      let (zeros, size) = (Int(symbol &>> 4 & 15), Int(symbol & 15))
      unsafe bits.drop(Int(symbol &>> 8))
      if size == 0 {
        if zeros != 15 { break }
        position &+= 16
        if position > 64 { return false }
        continue
      }
      position &+= zeros
      isSound = unsafe transform.add(bits.take(size), at: position) && isSound
      position &+= 1
    }
    guard isSound else { return false }
    let (a, b, c, d) = transform.samples()
    // Further out libjpeg's versions differ: some begin again, some do not.
    let isPlain = ((a &+ 512) | (b &+ 512) | (c &+ 512) | (d &+ 512)) & ~1023 == 0
    guard isPlain else { return false }
    unsafe samples[0] = JPEGEighthDecoder.sample(a)
    unsafe samples[1] = JPEGEighthDecoder.sample(b)
    unsafe samples[planeWidth] = JPEGEighthDecoder.sample(c)
    unsafe samples[planeWidth + 1] = JPEGEighthDecoder.sample(d)
    return true
  }

  @inline(__always) private static func sample(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, value &+ 128)))
  }
}
