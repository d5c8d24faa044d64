package import ImageCodecs
package import PixelGeometry
package import Raster

/// All that a decode comes to, so that two ways can be compared.
package struct DecodeOutcome {
  /// The size and every row, as far as they came.
  package var size = PixelSize(width: 0, height: 0)
  package var samples: [UInt8] = []
  package var remark: DecodeRemark?
  package var fault: PictureFault?
  /// The way that it went in the end.
  package var fastPath: FastPath?
  /// Readers on other threads that were met.
  package var meetings = 0

  /// Decodes a picture.
  ///
  /// - Parameters:
  ///   - rows: so many from the top; nil for all.
  ///   - finishes: what follows the last row is read as well.
  package init(
    _ picture: EncodedPicture, scale: DecodeScale = .eighth, fastPaths: Set<FastPath>,
    rows: Int? = nil,
    finishes: Bool = true, threads: DecodeThreads = DecodeThreads(1)
  ) {
    do throws(PictureFault) {
      var decoder = try PictureDecoder.open(picture, limits: PictureLimits(pixels: 100_000_000))
      try decoder.start(
        scale: decoder.header.format == .jpeg ? scale : .full, rows: rows, threads: threads,
        fastPaths: fastPaths)
      size = decoder.size
      do throws(PictureFault) {
        for _ in 0..<min(rows ?? size.height, size.height) {
          try decoder.readRow()
          decoder.withRow(columns: 0..<size.width) { row in
            unsafe row.withUnsafeBufferPointer { unsafe samples.append(contentsOf: $0) }
          }
        }
        if finishes { try decoder.finish() }
      } catch {
        fault = error
      }
      remark = decoder.remark()
      fastPath = decoder.fastPath
      meetings = decoder.meetings
    } catch {
      fault = error
    }
  }

  /// The first thing that differs, in words; nil where all is the same but for the way.
  package func difference(from other: DecodeOutcome) -> String? {
    if size != other.size { return "\(size) and \(other.size)" }
    if fault != other.fault { return "\(fault as Any) and \(other.fault as Any)" }
    if remark != other.remark { return "\(remark as Any) and \(other.remark as Any)" }
    if samples == other.samples { return nil }
    if samples.count != other.samples.count {
      return "\(samples.count) and \(other.samples.count) samples"
    }
    let index = zip(samples, other.samples).enumerated().first { $1.0 != $1.1 }!.offset
    let (row, column) = (index / (4 * size.width), index / 4 % size.width)
    return
      "row \(row), column \(column) of \(size): \(samples[index]) and \(other.samples[index])"
  }
}
