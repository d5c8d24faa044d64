import CImageCodecs
import Raster

/// Reads the MCUs of an ordinary JPEG's coded data, and of each block what counts at 1/8 or at 3/8.
///
/// At 1/8, of a block that comes to one sample that is the DC. Of a block of fine chroma, which comes to four, it
/// is the DC, and for each sample what the other coefficients are to it. At 3/8 it is the lowest frequencies.
/// Codes of coefficients that do not count are passed over, several at a time.
@safe final class JPEGUnitReader {
  /// What is the same for all that read a picture.
  struct Shape {
    let layout: cic_jpeg_layout
    /// 1/8 or 3/8.
    let scale: DecodeScale
    /// Blocks of luma in an MCU, across and down.
    let horizontal: Int
    let vertical: Int
    let isColor: Bool
    /// A block of chroma comes to twice as many samples across and down as one of luma: it has half the width
    /// and the height of luma.
    let hasFineChroma: Bool

    init(_ layout: cic_jpeg_layout, _ scale: DecodeScale) {
      self.layout = layout
      self.scale = scale
      horizontal = Int(layout.horizontal)
      vertical = Int(layout.vertical)
      isColor = layout.components == 3
      hasFineChroma = isColor && horizontal == 2 && vertical == 2
      chromaSide = scale.eighths * (hasFineChroma ? 2 : 1)
      if scale == .eighth {
        lumaCount = 1
        chromaCount = hasFineChroma ? 5 : 1
      } else {
        lumaCount = JPEGLowTransform.numberCount(side: scale.eighths)
        chromaCount = JPEGLowTransform.numberCount(side: chromaSide)
      }
      chromaStart = horizontal * vertical * lumaCount
      numberCount = chromaStart + (isColor ? 2 * chromaCount : 0)
    }

    /// Samples that a block of chroma comes to, across as down.
    let chromaSide: Int
    /// Numbers that a block comes to.
    ///
    /// At 1/8 it has one, the DC, and where chroma is fine its blocks have behind it the shares of four samples.
    /// At 3/8 see `JPEGLowTransform`.
    let lumaCount: Int
    let chromaCount: Int
    /// Where among an MCU's numbers Cb begins; Cr is as far from the end as from Cb.
    let chromaStart: Int
    /// Numbers that an MCU comes to: those of each block of luma, of Cb and of Cr.
    let numberCount: Int
  }

  /// The DC of the block before, in each component.
  struct Predictions {
    var luma = 0
    var blue = 0
    var red = 0
  }

  let shape: Shape
  let data: JPEGCodedData
  let luma: Component
  /// Those of luma where there is no colour.
  let blue: Component
  let red: Component

  private let transform = JPEGSmallTransform()
  private var place: Place
  private var unitsToRestart: Int
  private var restarts = 0

  @unsafe private struct Place {
    var bits: JPEGBits
    var predictions = Predictions()
  }

  struct Component {
    let dc: JPEGHuffmanTable
    let ac: JPEGHuffmanTable
    let dcFactor: Int
    let terms: JPEGTerms

    fileprivate init(_ tables: cic_jpeg_tables, _ scale: DecodeScale, side: Int) {
      let use: JPEGHuffmanTable.Use =
        scale == .eighth ? side == 1 ? .passing : .values : .valuesAndPassing
      dc = unsafe Component.table(tables.dc_counts, tables.dc_symbols, .dc)
      ac = unsafe Component.table(tables.ac_counts, tables.ac_symbols, use)
      dcFactor = unsafe Int(tables.quantization[0])
      terms =
        scale == .eighth
        ? unsafe JPEGSmallTransform.terms(quantization: tables.quantization)
        : unsafe JPEGLowTransform.terms(quantization: tables.quantization, side: side)
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

  /// - Parameters:
  ///   - jpeg: has read the header, and nothing since.
  ///   - data: from the beginning of an MCU on, or from anywhere, for whoever looks for one.
  init(_ jpeg: OpaquePointer, _ shape: Shape, _ data: JPEGCodedData) {
    self.shape = shape
    self.data = data
    let scale = shape.scale
    luma = unsafe Component(cic_jpeg_get_tables(jpeg, 0), scale, side: scale.eighths)
    let side = shape.chromaSide
    blue = shape.isColor ? unsafe Component(cic_jpeg_get_tables(jpeg, 1), scale, side: side) : luma
    red = shape.isColor ? unsafe Component(cic_jpeg_get_tables(jpeg, 2), scale, side: side) : luma
    let interval = Int(shape.layout.restart_interval)
    unitsToRestart = interval > 0 ? interval : Int.max
    unsafe place = unsafe Place(bits: JPEGBits(next: data.next))
  }

  var predictions: Predictions {
    get { unsafe place.predictions }
    set { unsafe place.predictions = newValue }
  }

  /// How many bits have been read since the data began.
  var position: Int { unsafe 8 * data.total - bitsLeft(place.bits) }

  /// Goes on a byte later, as if the data began there.
  func skipByte() {
    let next = unsafe place.bits.next - place.bits.count / 8 + 1
    unsafe place = unsafe Place(bits: JPEGBits(next: next))
  }

  // MARK: stretches

  /// Makes sure that a stretch ends here, but for bits that fill its last byte, and by this marker.
  func endStretch(at marker: UInt8) -> Bool {
    if data.marker == nil {
      guard unsafe data.fill(from: place.bits.next) else { return false }
      unsafe place.bits.next = data.next
    }
    return unsafe data.marker == marker && (0..<8).contains(bitsLeft(place.bits))
  }

  private func passRestart() -> Bool {
    guard endStretch(at: 0xD0 + UInt8(restarts & 7)), data.beginStretch() else { return false }
    restarts += 1
    unitsToRestart = Int(shape.layout.restart_interval)
    unsafe place = unsafe Place(bits: JPEGBits(next: data.next))
    return true
  }

  private func bitsLeft(_ bits: JPEGBits) -> Int {
    unsafe 8 * (data.end - bits.next) + bits.count
  }

  /// Makes sure that all of a unit's data can be there; false where more was read than is there.
  private func refill() -> Bool {
    if data.marker != nil { return unsafe bitsLeft(place.bits) >= 0 }
    let isSound = unsafe data.fill(from: place.bits.next)
    unsafe place.bits.next = data.next
    return isSound
  }

  /// Makes sure that all of the next unit's data is there.
  ///
  /// - Returns: false where the data ends before, or might; nil where it is not in order.
  func hasUnit() -> Bool? {
    if unsafe place.bits.next <= data.end - JPEGCodedData.slack { return true }
    if data.marker != nil { return false }
    let isSound = unsafe data.fill(from: place.bits.next)
    unsafe place.bits.next = data.next
    guard isSound else { return nil }
    return unsafe place.bits.next <= data.end - JPEGCodedData.slack
  }

  // MARK: units

  /// Reads so many MCUs; false where something is not in order: a code that there is none of, more than a block
  /// holds, another end, or numbers beyond those with which all of libjpeg's versions agree.
  ///
  /// - Parameters:
  ///   - numbers: where the first of the first MCU goes; that of the next MCU is the one behind it.
  ///   - gap: from one number of an MCU to the next.
  func read(_ count: Int, _ numbers: UnsafeMutablePointer<Int32>, gap: Int) -> Bool {
    var done = 0
    while done < count {
      if unitsToRestart == 0, !passRestart() { return false }
      if unsafe place.bits.next > data.end - JPEGCodedData.slack, !refill() { return false }
      let stretch = min(count - done, unitsToRestart)
      let got = unsafe readPresent(
        stretch, numbers + done, gap: gap, toTheEnd: true)
      if got == 0 { return false }
      if unitsToRestart != .max { unitsToRestart -= got }
      done += got
    }
    return unsafe data.marker == nil || bitsLeft(place.bits) >= 0
  }

  /// Reads at least one MCU, and up to so many as long as all of their data must be there.
  ///
  /// - Parameter toTheEnd: also those of which, where the data ends, a part may be missing.
  /// - Returns: how many; 0 where something is not in order, and then nothing has been read.
  func readPresent(
    _ count: Int, _ numbers: UnsafeMutablePointer<Int32>, gap: Int, toTheEnd: Bool = false
  ) -> Int {
    // Where no more data comes, what is read behind the end will be noticed.
    let isLast = toTheEnd && data.marker != nil
    let limit = unsafe isLast ? data.end : data.end - JPEGCodedData.slack
    if shape.scale == .threeEighths {
      return unsafe read(count, numbers, limit) { place, numbers in
        unsafe readLowUnit(&place, numbers, gap)
      }
    }
    if !shape.isColor {
      return unsafe read(count, numbers, limit) { place, numbers in
        unsafe readSample(&place.bits, luma, &place.predictions.luma, numbers)
      }
    }
    if shape.hasFineChroma {
      return unsafe read(count, numbers, limit) { place, numbers in
        unsafe readFineUnit(&place, numbers, gap)
      }
    }
    return unsafe read(count, numbers, limit) { place, numbers in
      unsafe readPlainUnit(&place, numbers, gap)
    }
  }

  @inline(__always) private func read(
    _ count: Int, _ numbers: UnsafeMutablePointer<Int32>, _ limit: UnsafePointer<UInt8>,
    _ read: (_ place: inout Place, _ numbers: UnsafeMutablePointer<Int32>) -> Bool
  ) -> Int {
    var next = unsafe numbers
    let stop = unsafe next + count
    var place = unsafe self.place
    repeat {
      guard unsafe read(&place, next) else { return 0 }
      unsafe next += 1
    } while unsafe next < stop && place.bits.next <= limit
    unsafe self.place = unsafe place
    return unsafe next - numbers
  }

  @inline(__always) private func readPlainUnit(
    _ place: inout Place, _ numbers: UnsafeMutablePointer<Int32>, _ gap: Int
  ) -> Bool {
    let lumaCount = shape.chromaStart
    for index in 0..<lumaCount {
      guard unsafe readSample(&place.bits, luma, &place.predictions.luma, numbers + index &* gap)
      else {
        return false
      }
    }
    return unsafe readSample(&place.bits, blue, &place.predictions.blue, numbers + lumaCount &* gap)
      && readSample(&place.bits, red, &place.predictions.red, numbers + (lumaCount &+ 1) &* gap)
  }

  @inline(__always) private func readFineUnit(
    _ place: inout Place, _ numbers: UnsafeMutablePointer<Int32>, _ gap: Int
  ) -> Bool {
    guard unsafe readSample(&place.bits, luma, &place.predictions.luma, numbers),
      unsafe readSample(&place.bits, luma, &place.predictions.luma, numbers + gap),
      unsafe readSample(&place.bits, luma, &place.predictions.luma, numbers + 2 &* gap),
      unsafe readSample(&place.bits, luma, &place.predictions.luma, numbers + 3 &* gap)
    else { return false }
    return unsafe readFour(&place.bits, blue, &place.predictions.blue, numbers + 4 &* gap, gap)
      && readFour(&place.bits, red, &place.predictions.red, numbers + 9 &* gap, gap)
  }

  /// Reads the difference of a DC and adds it; false where there is no code.
  @inline(__always) private func readDC(
    _ bits: inout JPEGBits, _ table: JPEGHuffmanTable, _ prediction: inout Int
  ) -> Bool {
    unsafe bits.refill()
    let symbol = unsafe table.symbol(bits.window)
    if symbol == 0 { return false }
    unsafe bits.drop(Int(symbol &>> 8))
    prediction &+= unsafe bits.take(Int(symbol & 15))
    return true
  }

  /// Reads a block of which only the DC counts.
  @inline(__always) private func readSample(
    _ bits: inout JPEGBits, _ component: Component, _ prediction: inout Int,
    _ number: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard unsafe readDC(&bits, component.dc, &prediction) else { return false }
    unsafe number.pointee = Int32(truncatingIfNeeded: prediction)
    return unsafe passAC(&bits, component.ac)
  }

  /// Passes over the AC codes of a block from a position on; false where there is none, or they go on beyond the
  /// block.
  @inline(__always) private func passAC(
    _ bits: inout JPEGBits, _ table: JPEGHuffmanTable, from start: Int = 1
  ) -> Bool {
    let runs = unsafe table.runs
    var position = start
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
      let symbol = unsafe table.symbol(bits.window)
      if symbol == 0 { return false }
      let (zeros, size) = (Int(symbol &>> 4 & 15), Int(symbol & 15))
      unsafe bits.drop(Int(symbol &>> 8) &+ size)
      if size == 0, zeros != 15 { return true }
      position &+= zeros &+ 1
      if position >= 64 { return position == 64 }
    }
  }

  /// Reads the AC of a block as far as any counts.
  ///
  /// - Parameter take: what becomes of a value.
  /// - Returns: the position behind what was read, 64 or more at the end of the block; nil where there is no such
  ///   code, or a value is out of bounds.
  @inline(__always) private func readAC(
    _ bits: inout JPEGBits, _ component: Component,
    take: (_ value: Int, _ term: JPEGTerms.Term) -> Void
  ) -> Int? {
    let (table, terms) = (component.ac, component.terms)
    let (values, last) = unsafe (table.values, terms.last)
    var isSound = true
    var position = 1
    while position <= last {
      unsafe bits.refill()
      // Of 56 bits each takes up to 12.
      var count = 4
      var entry: Int
      repeat {
        entry = unsafe Int(values[Int(truncatingIfNeeded: bits.window &>> 52)])
        if entry == 0 { break }
        unsafe bits.drop(entry & 255)
        position &+= entry &>> 8 & 255
        let (value, term) = (entry &>> 16, terms[position])
        take(value, term)
        isSound = Int(value.magnitude) <= Int(term.limit) && isSound
        position &+= 1
        count &-= 1
      } while count > 0 && position <= last
      if entry != 0 { continue }
      unsafe bits.refill()
      let symbol = unsafe table.symbol(bits.window)
      if symbol == 0 { return nil }
      let (zeros, size) = (Int(symbol &>> 4 & 15), Int(symbol & 15))
      unsafe bits.drop(Int(symbol &>> 8))
      if size == 0 {
        if zeros != 15 {
          position = JPEGHuffmanTable.endRun
          break
        }
        position &+= 16
        if position > 64 { return nil }
        continue
      }
      position &+= zeros
      let (value, term) = (unsafe bits.take(size), terms[position])
      take(value, term)
      isSound = Int(value.magnitude) <= Int(term.limit) && isSound
      position &+= 1
    }
    return isSound ? position : nil
  }

  /// Reads a block of fine chroma at 1/8.
  @inline(__always) private func readFour(
    _ bits: inout JPEGBits, _ component: Component, _ prediction: inout Int,
    _ numbers: UnsafeMutablePointer<Int32>, _ gap: Int
  ) -> Bool {
    guard unsafe readDC(&bits, component.dc, &prediction) else { return false }
    unsafe numbers[0] = Int32(truncatingIfNeeded: prediction)
    transform.clear()
    let end = unsafe readAC(&bits, component) { value, term in transform.add(value, term) }
    if end == nil { return false }
    unsafe transform.takeShares(numbers + gap, gap: gap)
    return true
  }

  /// Reads an MCU at 3/8; its numbers have to be 0 before.
  @inline(__always) private func readLowUnit(
    _ place: inout Place, _ numbers: UnsafeMutablePointer<Int32>, _ gap: Int
  ) -> Bool {
    var next = unsafe numbers
    for _ in 0..<shape.horizontal &* shape.vertical {
      guard unsafe readLow(&place.bits, luma, &place.predictions.luma, next, gap) else {
        return false
      }
      unsafe next += shape.lumaCount &* gap
    }
    if !shape.isColor { return true }
    return unsafe readLow(&place.bits, blue, &place.predictions.blue, next, gap)
      && readLow(&place.bits, red, &place.predictions.red, next + shape.chromaCount &* gap, gap)
  }

  /// Reads a block of which the lowest frequencies count.
  private func readLow(
    _ bits: inout JPEGBits, _ component: Component, _ prediction: inout Int,
    _ numbers: UnsafeMutablePointer<Int32>, _ gap: Int
  ) -> Bool {
    guard unsafe readDC(&bits, component.dc, &prediction) else { return false }
    let dc = component.terms[0]
    if Int(prediction.magnitude) > Int(dc.limit) { return false }
    unsafe numbers[0] = Int32(truncatingIfNeeded: prediction) &* dc.factor
    let end = unsafe readAC(&bits, component) { value, term in
      unsafe numbers[Int(term.index) &* gap] = Int32(truncatingIfNeeded: value) &* term.factor
    }
    guard let end else { return false }
    return unsafe end >= 64 || passAC(&bits, component.ac, from: end)
  }
}
