import ImageCodecs
import PixelGeometry
import Raster

/// Decodes a JPEG at 1/8 and at 3/8 by libjpeg alone and by the fast paths.
///
/// What must hold: the rows are the same, the fault, and what there is to say; only what is wrong in scans that
/// were left out may go unsaid.
func checkFastPaths(_ input: Input) {
  let outcome = Outcome(input, [])
  let eighth = Outcome(input, [.jpegEighths])
  require(eighth.isSame(as: outcome), "jpeg-eighths: \(eighth.words) is not \(outcome.words)")
  let threads = Outcome(
    input, [.jpegEighths, .jpegThreads],
    DecodeThreads(2 + input.choice(3, below: 3), leastBytes: 40)
  )
  require(threads.isSame(as: outcome), "jpeg-threads: \(threads.words) is not \(outcome.words)")
  let low = Outcome(input, [], scale: .threeEighths)
  for fastPaths in [[.jpegEighths], [FastPath.jpegEighths, .kernels]] {
    let own = Outcome(input, Set(fastPaths), scale: .threeEighths)
    require(own.isSame(as: low), "\(fastPaths) at 3/8: \(own.words) is not \(low.words)")
  }
  var scans = Outcome(input, [.jpegScans])
  if scans.fastPath != nil { scans.remark = outcome.remark }
  require(scans.isSame(as: outcome), "jpeg-scans: \(scans.words) is not \(outcome.words)")
}

private struct Outcome {
  var size = PixelSize(width: 0, height: 0)
  var samples: [UInt8] = []
  var remark: DecodeRemark?
  var fault: PictureFault?
  var fastPath: FastPath?

  init(
    _ input: Input, _ fastPaths: Set<FastPath>, _ threads: DecodeThreads = DecodeThreads(1),
    scale: DecodeScale = .eighth
  ) {
    do throws(PictureFault) {
      var decoder = try PictureDecoder.open(.bytes(input.bytes), limits: limits)
      guard decoder.header.format == .jpeg else { return }
      try decoder.start(scale: scale, threads: threads, fastPaths: fastPaths)
      size = decoder.size
      // Most often all rows, as a picture that stops early says less.
      let isWhole = input.choice(0, below: 4) > 0
      let rows = isWhole ? size.height : input.choice(1, below: size.height + 1)
      for _ in 0..<rows {
        try decoder.readRow()
        decoder.withRow(columns: 0..<size.width) { row in
          unsafe row.withUnsafeBufferPointer { unsafe samples.append(contentsOf: $0) }
        }
      }
      if input.choice(2, below: 2) == 1 { try decoder.finish() }
      remark = decoder.remark()
      fastPath = decoder.fastPath
    } catch {
      fault = error
    }
  }

  func isSame(as other: Outcome) -> Bool {
    size == other.size && samples == other.samples && remark == other.remark
      && fault == other.fault
  }

  var words: String {
    "\(size), \(samples.count) samples, \(String(describing: remark)), \(String(describing: fault))"
  }
}
