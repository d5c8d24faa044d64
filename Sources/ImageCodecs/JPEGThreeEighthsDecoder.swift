import CImageCodecs
import CKernels
import PixelGeometry
import Raster

/// Decodes an ordinary JPEG at 3/8 as libjpeg does, bit for bit, and passes over much of its data.
///
/// At 3/8 a block of luma comes to 3 × 3 samples, of its 9 lowest frequencies; so does one of chroma, unless
/// chroma has half the width and the height: then it comes to 6 × 6, of its 36 lowest. Whatever is not in order ends
/// it, as in ``JPEGEighthDecoder``.
@safe final class JPEGThreeEighthsDecoder: JPEGRowDecoder {
  private typealias Lanes = JPEGLowTransform.Lanes
  private static let laneCount = Lanes.scalarCount

  private let shape: JPEGUnitReader.Shape
  private let usesKernel: Bool
  private let reader: JPEGUnitReader

  private let size: PixelSize
  private let unitsInRow: Int
  private let unitRowCount: Int
  private var unitRow = 0

  /// The numbers of as many MCUs as there are lanes.
  private let numbers: UnsafeMutablePointer<Lanes>
  /// Their samples: of luma as many as an MCU has, row after row, then as many of Cb and of Cr.
  private let samples: UnsafeMutablePointer<Lanes>
  private let halfway: UnsafeMutablePointer<Lanes>
  /// The pixels of a row of units, RGBA.
  private let pixels: UnsafeMutablePointer<UInt32>
  private let pixelsInRow: Int
  private let unitSize: PixelSize
  private var rowInUnit: Int

  /// Nil unless the picture is one that it decodes.
  ///
  /// - Parameters:
  ///   - jpeg: has read the header, and nothing since.
  ///   - storedSize: what the header says.
  ///   - input: must outlive the decoder.
  init?(
    _ jpeg: OpaquePointer, storedSize: PixelSize, _ input: JPEGCodedData.Input, _ kernels: Kernels
  ) {
    var layout = cic_jpeg_layout()
    guard unsafe cic_jpeg_get_layout(jpeg, &layout),
      // Where chroma has half the width or the height alone, libjpeg makes the samples between from others.
      layout.horizontal == layout.vertical,
      unsafe Int(layout.data_offset) <= input.byteCount
    else { return nil }
    shape = JPEGUnitReader.Shape(layout, .threeEighths)
    reader = unsafe JPEGUnitReader(
      jpeg, shape, unsafe JPEGCodedData(input, offset: Int(layout.data_offset)))
    usesKernel = kernels == .avx2
    size = DecodeScale.threeEighths.size(of: storedSize)
    unitSize = PixelSize(width: 3 * shape.horizontal, height: 3 * shape.vertical)
    unitsInRow = (size.width + unitSize.width - 1) / unitSize.width
    unitRowCount = (size.height + unitSize.height - 1) / unitSize.height
    let turns = (unitsInRow + Self.laneCount - 1) / Self.laneCount
    pixelsInRow = turns * Self.laneCount * unitSize.width
    unsafe pixels = .allocate(capacity: pixelsInRow * unitSize.height)
    unsafe pixels.initialize(repeating: 0, count: pixelsInRow * unitSize.height)
    unsafe numbers = .allocate(capacity: shape.numberCount)
    unsafe samples = .allocate(capacity: 3 * unitSize.pixelCount)
    unsafe samples.initialize(repeating: .zero, count: 3 * unitSize.pixelCount)
    unsafe halfway = .allocate(capacity: 36)
    unsafe halfway.initialize(repeating: .zero, count: 36)
    rowInUnit = unitSize.height
  }

  deinit {
    unsafe pixels.deallocate()
    unsafe numbers.deallocate()
    unsafe samples.deallocate()
    unsafe halfway.deallocate()
  }

  func readRow(_ row: UnsafeMutablePointer<UInt8>) -> Bool {
    if rowInUnit == unitSize.height {
      guard unitRow < unitRowCount, readUnits() else { return false }
      unitRow += 1
      rowInUnit = 0
      // The last row is all there is, and the picture ends there.
      if unitRow == unitRowCount, !reader.endStretch(at: 0xD9) { return false }
    }
    unsafe UnsafeMutableRawPointer(row).copyMemory(
      from: pixels + rowInUnit * pixelsInRow, byteCount: 4 * size.width)
    rowInUnit += 1
    return true
  }

  /// Reads a row of units.
  private func readUnits() -> Bool {
    for start in stride(from: 0, to: unitsInRow, by: Self.laneCount) {
      unsafe numbers.initialize(repeating: .zero, count: shape.numberCount)
      let count = min(Self.laneCount, unitsInRow - start)
      let target = unsafe pixels + start * unitSize.width
      let isSound = unsafe numbers.withMemoryRebound(
        to: Int32.self, capacity: Self.laneCount * shape.numberCount
      ) {
        guard unsafe reader.read(count, $0, gap: Self.laneCount) else { return false }
        if !usesKernel { return true }
        return unsafe ck_low_pixels(
          $0, Int32(shape.horizontal), shape.isColor, target, pixelsInRow)
      }
      if !isSound { return false }
      if usesKernel { continue }
      guard makeSamples() else { return false }
      unsafe makePixels(target)
    }
    return true
  }

  // MARK: the kernel's twin

  /// Makes samples; false where they are beyond what all of libjpeg's versions agree about.
  private func makeSamples() -> Bool {
    let width = unitSize.width
    for block in 0..<shape.horizontal * shape.vertical {
      let (row, column) = (block / shape.horizontal, block % shape.horizontal)
      unsafe JPEGLowTransform.makeThree(
        numbers + block * shape.lumaCount, samples + 3 * (row * width + column), rowGap: width)
    }
    var count = unitSize.pixelCount
    if shape.isColor {
      for index in 0..<2 {
        let chroma = unsafe numbers + shape.chromaStart + index * shape.chromaCount
        let target = unsafe samples + (index + 1) * unitSize.pixelCount
        if shape.hasFineChroma {
          unsafe JPEGLowTransform.makeSix(chroma, halfway, target)
        } else {
          unsafe JPEGLowTransform.makeThree(chroma, target, rowGap: 3)
        }
      }
      count *= 3
    }
    var excess = Lanes.zero
    for index in 0..<count { unsafe excess |= JPEGLowTransform.excess(samples[index]) }
    return excess == .zero
  }

  /// Writes the pixels of the units, those of each unit to the right of those of the one before.
  private func makePixels(_ target: UnsafeMutablePointer<UInt32>) {
    let (width, count) = (unitSize.width, unitSize.pixelCount)
    for y in 0..<unitSize.height {
      for x in 0..<width {
        let index = y &* width &+ x
        let pixels =
          shape.isColor
          ? unsafe JPEGLowTransform.color(
            samples[index], samples[count &+ index], samples[2 &* count &+ index])
          : unsafe JPEGLowTransform.gray(samples[index])
        let target = unsafe target + (y &* pixelsInRow &+ x)
        for lane in 0..<Self.laneCount { unsafe target[lane &* width] = pixels[lane] }
      }
    }
  }
}
