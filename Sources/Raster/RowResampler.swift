package import PixelGeometry

/// Crops and resamples a picture in one step, fed with its rows from the top, so that the picture itself
/// is never held.
///
/// An output row that has all the source rows it needs is made of them, weighted, and then resampled across.
/// All in fixed point: two roundings for each sample. Opaque pictures take 8-bit arithmetic; those with alpha
/// are premultiplied and take 16 bits, as do those whose samples have 16.
package struct RowResampler: Sendable {
  private var opaque: SampleResampler<OpaqueSamples>?
  private var packed: SampleResampler<PackedSamples>?
  private var premultiplied: SampleResampler<PremultipliedSamples>?
  private var row: PremultipliedRow?
  private let isDeep: Bool
  private let linear: Bool
  private let outputWidth: Int
  private let kernels: Kernels

  /// The source rows it wants, from the first to the last, every one of them in turn.
  package let rows: Range<Int>

  /// The source columns that its rows must have.
  package let columns: Range<Int>

  /// - Parameters:
  ///   - sourceSize: of the picture whose rows will come.
  ///   - hasAlpha: rows are straight RGBA; else the four channels are resampled each for itself.
  ///   - isDeep: samples have 16 bits, the high byte first; else 8. Rows are straight RGBA.
  ///   - linear: resamples light instead of stored values, in 16 bits.
  ///   - cropBox: what is kept of it.
  ///   - outputSize: at least 1 × 1.
  ///   - isPacked: output rows will be taken as RGB of 8 bits, by ``takePacked(_:)``. Not with `hasAlpha`,
  ///     `isDeep` or `linear`.
  ///   - weights: finds the weights of an axis among those that are known, or makes them.
  package init(
    sourceSize: PixelSize, hasAlpha: Bool, isDeep: Bool = false, linear: Bool = false,
    cropBox: CropBox, outputSize: PixelSize, filter: ResampleFilter, isPacked: Bool = false,
    kernels: Kernels = .best, weights: (ResampleAxis) -> ResampleWeights = ResampleWeights.init
  ) {
    self.isDeep = isDeep
    self.linear = linear
    outputWidth = outputSize.width
    self.kernels = kernels
    let across = weights(
      ResampleAxis(
        start: cropBox.left, length: cropBox.width, outputCount: outputSize.width,
        sourceCount: sourceSize.width, filter: filter))
    let down = weights(
      ResampleAxis(
        start: cropBox.top, length: cropBox.height, outputCount: outputSize.height,
        sourceCount: sourceSize.height, filter: filter))
    rows = down.sourceRange
    columns = across.sourceRange
    if hasAlpha || isDeep || linear {
      precondition(!isPacked, "what has alpha, or more than 8 bits, is not packed")
      premultiplied = SampleResampler(
        across: across, down: down, outputSize: outputSize, kernels: kernels)
      row = PremultipliedRow(width: columns.count)
    } else if isPacked {
      packed = SampleResampler(
        across: across, down: down, outputSize: outputSize, kernels: kernels)
    } else {
      opaque = SampleResampler(
        across: across, down: down, outputSize: outputSize, kernels: kernels)
    }
  }

  /// Takes the next of ``rows``: 4 samples for each pixel of ``columns``.
  package mutating func feed(_ samples: Span<UInt8>) {
    opaque?.feed(samples)
    packed?.feed(samples)
    switch (isDeep, linear) {
    case (false, false): row?.premultiply(samples, kernels)
    case (false, true): row?.premultiplyLight(samples)
    case (true, false): row?.premultiplyDeep(samples)
    case (true, true): row?.premultiplyDeepLight(samples)
    }
    if let row { premultiplied?.feed(row.samples.span) }
  }

  /// How many output rows are finished and wait to be taken.
  package var finishedCount: Int {
    opaque?.finishedCount ?? packed?.finishedCount ?? premultiplied!.finishedCount
  }

  /// Hands over the next `count` output rows, which have to be finished.
  package mutating func take(_ count: Int) -> PremultipliedBitmap {
    let size = PixelSize(width: outputWidth, height: count)
    if opaque != nil { return PremultipliedBitmap(size: size, pixels: opaque!.take(count)) }
    var output = PremultipliedBitmap(size: size, pixels: premultiplied!.take(count))
    if linear { output.storeLight() }
    return output
  }

  /// Hands over the next `count` output rows of an opaque picture, which have to be finished: the colours of
  /// what ``take(_:)`` gives.
  package mutating func takePacked(_ count: Int) -> PackedBitmap {
    PackedBitmap(
      size: PixelSize(width: outputWidth, height: count), bytes: packed!.take(count))
  }

  /// The output; call once all of ``rows`` have been fed.
  package consuming func finish() -> PremultipliedBitmap { take(finishedCount) }
}
