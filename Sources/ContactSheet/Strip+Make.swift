public import ImageCodecs
public import PixelGeometry
public import Raster

/// What was made.
public struct SheetSummary: Hashable, Sendable {
  /// The size of the sheet.
  public let size: PixelSize
  /// Pictures on it, repeated ones counted each time.
  public let pictureCount: Int
  /// What there is to say about the pictures that were used, in their order.
  public let remarks: [PictureRemark]

  /// Pictures that could not be used: left out, or with a placeholder in their place.
  public let omissions: [PictureProblem]

  /// Pictures of which pixels are missing or wrong.
  public var damaged: [PictureRemark] { remarks.filter(\.remark.isDamage) }
}

extension Strip {
  /// Makes the strip and writes it as a PNG.
  ///
  /// The file appears whole or not at all: an earlier one stays as it was until the new one is on the disk.
  ///
  /// - Throws: ``SheetError``; nothing is written then. Cancelling the task throws
  ///   ``SheetError/cancelled``.
  @discardableResult
  public func write(to path: RawPath) async throws(SheetError) -> SheetSummary {
    try await inBackground { cancellation throws(SheetError) in
      try make(to: .file(path), cancellation: cancellation)
    }
  }

  /// Makes the strip and returns the bytes of its PNG.
  public func png() async throws(SheetError) -> [UInt8] {
    try await inBackground { cancellation throws(SheetError) in
      var bytes: [UInt8] = []
      let plan = try plan(cancellation: cancellation)
      _ = try encode(plan, cancellation) { part throws(SheetError) in bytes += part }
      return bytes
    }
  }

  /// Makes the strip and returns its pixels.
  public func bitmap() async throws(SheetError) -> Bitmap {
    try await inBackground { cancellation throws(SheetError) in
      var pixels: [UInt8] = []
      let plan = try plan(cancellation: cancellation)
      _ = try plan.render(jobs: jobs ?? processorCount(), cancellation: cancellation) {
        rows throws(SheetError) in
        if plan.isOpaque {
          for start in stride(from: 0, to: rows.count, by: 3) {
            pixels += rows[start..<start + 3]
            pixels.append(255)
          }
        } else {
          pixels += rows
        }
      }
      return Bitmap(size: plan.size, pixels: pixels)
    }
  }

  /// Where a sheet goes.
  package enum Destination: Hashable, Sendable {
    /// - Parameter mustBeOurs: a file that is there is only replaced if it is a sheet of ours.
    case file(RawPath, mustBeOurs: Bool = false)
    case standardOutput
  }

  /// Makes the strip on the calling thread.
  package func make(
    to destination: Destination, cancellation: Cancellation
  ) throws(SheetError) -> SheetSummary {
    try check()
    let rendered: Rendered
    let size: PixelSize
    switch destination {
    case .file(let path, let mustBeOurs):
      do throws(OutputFault) {
        try OutputGuard.refuseInputs(path, pictures)
        if mustBeOurs { try OutputGuard.refuseForeign(path) }
      } catch { throw .output(error) }
      let plan = try plan(cancellation: cancellation)
      size = plan.size
      rendered = try write(plan, to: path, cancellation)
    case .standardOutput:
      let plan = try plan(cancellation: cancellation)
      size = plan.size
      rendered = try encode(plan, cancellation) { bytes throws(SheetError) in
        guard let error = writeAll(bytes, to: 1) else { return }
        throw .output(
          error.isClosedPipe
            ? .closedPipe : .failed("standard output", "cannot be written", error))
      }
    }
    return SheetSummary(
      size: size, pictureCount: pictures.count, remarks: rendered.remarks,
      omissions: rendered.omissions)
  }

  private typealias Rendered = (remarks: [PictureRemark], omissions: [PictureProblem])

  private func write(
    _ plan: SheetPlan, to path: RawPath, _ cancellation: Cancellation
  ) throws(SheetError) -> Rendered {
    var file: OutputFile
    do { file = try OutputFile.create(path) } catch { throw .output(error) }
    let rendered = try encode(plan, cancellation) { bytes throws(SheetError) in
      do throws(OutputFault) { try file.write(bytes) } catch { throw .output(error) }
    }
    do { try file.commit() } catch { throw .output(error) }
    return rendered
  }

  /// Renders and encodes; the sink takes the bytes of the PNG in order.
  private func encode(
    _ plan: SheetPlan, _ cancellation: Cancellation,
    sink: (_ bytes: [UInt8]) throws(SheetError) -> Void
  ) throws(SheetError) -> Rendered {
    var encoder: PNGEncoder
    do {
      encoder = try PNGEncoder.start(
        size: plan.size, hasAlpha: !plan.isOpaque, pixelsPerMetre: plan.pixelsPerMetre)
    } catch { throw .output(.encoding(error.words)) }
    let rendered = try plan.render(
      jobs: jobs ?? processorCount(), cancellation: cancellation
    ) { rows throws(SheetError) in
      do throws(PNGEncodingError) { try encoder.write(rows: rows) } catch {
        throw .output(.encoding(error.words))
      }
      try sink(encoder.takeBytes())
    }
    do { try encoder.finish() } catch { throw .output(.encoding(error.words)) }
    try sink(encoder.takeBytes())
    return rendered
  }
}

/// Runs `work` on a thread of its own, so that none of the shared ones waits for a disk; cancelling the
/// task sets the flag.
private func inBackground<Value: Sendable>(
  _ work: @escaping @Sendable (Cancellation) throws(SheetError) -> Value
) async throws(SheetError) -> Value {
  let cancellation = Cancellation()
  let result: Result<Value, SheetError> = await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      let run = { @Sendable in
        continuation.resume(
          returning: Result { () throws(SheetError) in try work(cancellation) })
      }
      if let thread = Thread(run) { thread.detach() } else { run() }
    }
  } onCancel: {
    cancellation.cancel()
  }
  return try result.get()
}
