import ImageCodecs
import PixelDiff
import PixelGeometry
import Raster

/// The rows of a picture, decoded on a thread of their own a few at a time, so that two pictures are decoded
/// at once and neither is held.
final class RowPipe: Sendable {
  private let state = Locked(State())

  private struct State {
    var header: Result<DiffInput, PictureFault>?
    /// Whole rows each, from the top.
    var chunks: [[UInt8]] = []
    var hasEnded = false
    var fault: PictureFault?
    var remarks: [DecodeRemark] = []
    var isStopped = false
  }

  /// Chunks that may wait to be taken.
  private static let capacity = 4
  private static let chunkBytes = 262_144

  init(_ source: PictureSource, _ decoding: DecodeOptions) {
    let work = { @Sendable [self] (isBounded: Bool) in
      do throws(PictureFault) {
        try read(source, decoding, isBounded: isBounded)
      } catch {
        state.withLock { state in
          if state.header == nil { state.header = .failure(error) }
          state.fault = error
          state.hasEnded = true
        }
      }
    }
    if let thread = Thread({ work(true) }) { thread.detach() } else { work(false) }
  }

  private func read(
    _ source: PictureSource, _ decoding: DecodeOptions, isBounded: Bool
  ) throws(PictureFault) {
    if case .bitmap(let bitmap) = source {
      state.withLock { state in
        state.header = .success(DiffInput(size: bitmap.size))
        state.chunks = [bitmap.pixels]
        state.hasEnded = true
      }
      return
    }
    var rows = try UprightRows.open(
      source.readable(), limits: decoding.limits, colorManagement: decoding.colorManagement,
      autoOrient: decoding.autoOrient)
    let input = DiffInput(size: rows.size, isDeep: rows.isDeep)
    state.withLock { $0.header = .success(input) }
    let rowBytes = rows.size.width * (rows.isDeep ? 8 : 4)
    let perChunk = max(1, RowPipe.chunkBytes / rowBytes)
    var next = 0
    while next < rows.size.height {
      let count = min(perChunk, rows.size.height - next)
      var chunk: [UInt8] = []
      chunk.reserveCapacity(count * rowBytes)
      for _ in 0..<count {
        try rows.withNextRow { row throws(PictureFault) in
          unsafe row.withUnsafeBytes { unsafe chunk.append(contentsOf: $0) }
        }
      }
      next += count
      let goesOn = state.wait { state -> Bool? in
        if state.isStopped { return false }
        return !isBounded || state.chunks.count < RowPipe.capacity ? true : nil
      }
      guard goesOn else { return }
      state.withLock { $0.chunks.append(chunk) }
    }
    try rows.finish()
    let remarks = rows.remarks
    state.withLock { state in
      state.remarks = remarks
      state.hasEnded = true
    }
  }

  /// Waits for the header.
  func input() throws(PictureFault) -> DiffInput {
    try state.wait { $0.header }.get()
  }

  /// The next rows; nil after the last ones.
  func nextChunk() throws(PictureFault) -> [UInt8]? {
    let next = state.wait { state -> Result<[UInt8]?, PictureFault>? in
      if !state.chunks.isEmpty { return .success(state.chunks.removeFirst()) }
      if let fault = state.fault { return .failure(fault) }
      return state.hasEnded ? .success(nil) : nil
    }
    state.withLock { _ in }  // there is room for more
    return try next.get()
  }

  /// What there is to say about the picture, once all chunks have been taken.
  var remarks: [DecodeRemark] { state.wait { $0.hasEnded ? $0.remarks : nil } }

  /// Lets the thread end early.
  func stop() { state.withLock { $0.isStopped = true } }
}
