import CImageCodecs
import PixelGeometry
import Raster

/// Decodes an ordinary JPEG at 1/8 as libjpeg does, bit for bit, and passes over most of its data.
///
/// At 1/8 a block of luma comes to one sample, its DC; so does one of chroma, unless chroma has half the width
/// and the height: then it comes to four. Whatever is not in order ends it: what libjpeg makes of that, libjpeg
/// has to say. So no row comes that libjpeg would not give, nor one about which it would have a word to say.
@safe final class JPEGEighthDecoder: JPEGRowDecoder {
  private let shape: JPEGUnitReader.Shape
  private let units: JPEGUnits

  private let size: PixelSize
  private let unitsInRow: Int
  private let unitRowCount: Int
  private var unitRow = 0

  /// The numbers of a row of units, which are MCUs: the first of each, then the second of each.
  private let numbers: UnsafeMutablePointer<Int32>
  // The samples of a row of units: two rows of luma, two of Cb, two of Cr.
  private let planes: UnsafeMutablePointer<UInt8>
  private let planeWidth: Int
  private var rowInUnit: Int

  /// Nil unless the picture is one that it decodes.
  ///
  /// - Parameters:
  ///   - jpeg: has read the header, and nothing since.
  ///   - storedSize: what the header says.
  ///   - input: must outlive the decoder.
  ///   - rows: so many from the top will be read.
  init?(
    _ jpeg: OpaquePointer, storedSize: PixelSize, _ input: JPEGCodedData.Input, rows: Int,
    threads: DecodeThreads
  ) {
    var layout = cic_jpeg_layout()
    guard unsafe cic_jpeg_get_layout(jpeg, &layout),
      unsafe Int(layout.data_offset) <= input.byteCount
    else { return nil }
    shape = JPEGUnitReader.Shape(layout, .eighth)
    size = DecodeScale.eighth.size(of: storedSize)
    unitsInRow = (size.width + shape.horizontal - 1) / shape.horizontal
    unitRowCount = (size.height + shape.vertical - 1) / shape.vertical
    planeWidth = unitsInRow * shape.horizontal
    unsafe planes = .allocate(capacity: 6 * planeWidth)
    unsafe planes.initialize(repeating: 0, count: 6 * planeWidth)
    unsafe numbers = .allocate(capacity: unitsInRow * shape.numberCount)
    unsafe numbers.initialize(repeating: 0, count: unitsInRow * shape.numberCount)
    rowInUnit = shape.vertical
    let unitRows = (min(rows, size.height) + shape.vertical - 1) / shape.vertical
    units = unsafe JPEGUnits(
      jpeg, shape, input, share: (unitRows, of: unitRowCount), threads: threads)
  }

  deinit {
    unsafe planes.deallocate()
    unsafe numbers.deallocate()
  }

  func stop() { units.stop() }

  var meetings: Int { units.meetings }

  func readRow(_ row: UnsafeMutablePointer<UInt8>) -> Bool {
    if rowInUnit == shape.vertical {
      guard unitRow < unitRowCount, unsafe units.read(unitsInRow, numbers, gap: unitsInRow),
        makeSamples()
      else {
        return false
      }
      unitRow += 1
      rowInUnit = 0
      // The last row is all there is, and the picture ends there.
      if unitRow == unitRowCount, !units.endPicture() { return false }
    }
    if shape.isColor {
      unsafe writeColor(row)
    } else {
      unsafe writeGray(row)
    }
    rowInUnit += 1
    return true
  }

  // MARK: samples

  /// Makes samples of a row of units; false where they are beyond what all of libjpeg's versions agree about.
  private func makeSamples() -> Bool {
    var isPlain = true
    for row in 0..<shape.vertical {
      isPlain =
        unsafe makeSamples(
          units.luma, numbers(shape.horizontal * row), numbers(shape.horizontal * (row + 1) - 1),
          planes + row * planeWidth) && isPlain
    }
    guard shape.isColor else { return isPlain }
    let (blue, red) = unsafe (planes + 2 * planeWidth, planes + 4 * planeWidth)
    let first = shape.chromaStart
    if shape.hasFineChroma {
      return unsafe makeFours(units.blue, first, blue) && makeFours(units.red, first + 5, red)
        && isPlain
    }
    return unsafe makeSamples(units.blue, numbers(first), numbers(first), blue)
      && makeSamples(units.red, numbers(first + 1), numbers(first + 1), red) && isPlain
  }

  private func numbers(_ index: Int) -> UnsafePointer<Int32> {
    unsafe UnsafePointer(numbers + index * unitsInRow)
  }

  /// Of each DC a sample: libjpeg's jpeg_idct_1x1.
  ///
  /// - Parameters:
  ///   - left: of each unit.
  ///   - right: of each unit that is two samples wide.
  private func makeSamples(
    _ component: JPEGUnitReader.Component, _ left: UnsafePointer<Int32>,
    _ right: UnsafePointer<Int32>, _ samples: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let factor = Int32(component.dcFactor)
    var wide: Int32 = 0
    if shape.horizontal == 1 {
      for unit in 0..<unitsInRow {
        unsafe samples[unit] = JPEGEighthDecoder.sample(left[unit], factor, &wide)
      }
    } else {
      for unit in 0..<unitsInRow {
        unsafe samples[2 &* unit] = JPEGEighthDecoder.sample(left[unit], factor, &wide)
        unsafe samples[2 &* unit &+ 1] = JPEGEighthDecoder.sample(right[unit], factor, &wide)
      }
    }
    return wide == 0
  }

  @inline(__always) private static func sample(
    _ number: Int32, _ factor: Int32, _ wide: inout Int32
  ) -> UInt8 {
    // Factors are below 32,768: within these bounds no product is too large.
    let value = (number &* factor &+ 4) &>> 3
    // Further out libjpeg's table of limited samples begins again.
    wide |= (number &+ 32_768) & ~65_535 | (value &+ 512) & ~1023
    return sample(value)
  }

  /// Of each unit's DC and shares two samples in each of two rows.
  ///
  /// - Parameter index: of the DC among a unit's numbers.
  private func makeFours(
    _ component: JPEGUnitReader.Component, _ index: Int, _ samples: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let (factor, limit) = (
      Int32(component.dcFactor), component.terms[0].limit
    )
    var wide: Int32 = 0
    let dcs = unsafe numbers(index)
    for unit in 0..<unitsInRow {
      // Below 0 where it is beyond the limit.
      let inside = unsafe (limit &- dcs[unit]) | (limit &+ dcs[unit])
      wide |= inside & .min
    }
    for row in 0..<2 {
      let left = unsafe numbers(index + 1 + 2 * row)
      let right = unsafe numbers(index + 2 + 2 * row)
      let samples = unsafe samples + row * planeWidth
      for unit in 0..<unitsInRow {
        let dc = unsafe dcs[unit] &* factor
        let (a, b) = unsafe ((dc &+ left[unit]) &>> 3, (dc &+ right[unit]) &>> 3)
        // Further out libjpeg's versions differ: some begin again, some do not.
        wide |= ((a &+ 512) | (b &+ 512)) & ~1023
        unsafe samples[2 &* unit] = JPEGEighthDecoder.sample(a)
        unsafe samples[2 &* unit &+ 1] = JPEGEighthDecoder.sample(b)
      }
    }
    return wide == 0
  }

  @inline(__always) private static func sample(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, value &+ 128)))
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
    let chromaRow = shape.hasFineChroma ? rowInUnit : 0
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
}
