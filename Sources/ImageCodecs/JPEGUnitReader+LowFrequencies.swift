extension JPEGUnitReader {
  /// Reads an MCU of which the lowest frequencies count; its numbers have to be 0 before.
  @inline(__always) func readLowUnit(
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
      && readLow(
        &place.bits, red, &place.predictions.red, next + shape.chromaCount &* gap, gap)
  }

  private func readLow(
    _ bits: inout JPEGBits, _ component: Component, _ prediction: inout Int,
    _ numbers: UnsafeMutablePointer<Int32>, _ gap: Int
  ) -> Bool {
    guard unsafe readDC(&bits, component.dc, &prediction) else { return false }
    let (table, frequencies, last) = (
      component.ac, component.frequencies, component.frequencies.last
    )
    let values = unsafe table.values
    var isSound = unsafe frequencies.take(prediction, at: 0, numbers, gap: gap)
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
        isSound =
          unsafe frequencies.take(entry &>> 16, at: position, numbers, gap: gap) && isSound
        position &+= 1
        count &-= 1
      } while count > 0 && position <= last
      if entry != 0 { continue }
      unsafe bits.refill()
      var symbol = unsafe table.symbols[Int(truncatingIfNeeded: bits.window &>> 52)]
      if symbol == 0 {
        symbol = unsafe table.longSymbol(bits.window)
        if symbol == 0 { return false }
      }
      let (zeros, size) = (Int(symbol &>> 4 & 15), Int(symbol & 15))
      unsafe bits.drop(Int(symbol &>> 8))
      if size == 0 {
        if zeros != 15 { return isSound }
        position &+= 16
        if position > 64 { return false }
        continue
      }
      position &+= zeros
      isSound =
        unsafe frequencies.take(bits.take(size), at: position, numbers, gap: gap) && isSound
      position &+= 1
    }
    if position > JPEGHuffmanTable.endRun { return isSound }
    // One beyond the block was not sound.
    if position >= 64 { return isSound && position == 64 }
    return unsafe passAC(&bits, table, from: position) && isSound
  }
}
