package import ImageCodecs
package import PixelDiff
import PixelGeometry
import Raster

/// Compares two pictures, and draws what differs.
package struct PictureComparison: Sendable {
  package var expected: PictureSource
  package var actual: PictureSource
  package var options: DiffOptions
  /// How pictures are read; one that is damaged cannot be compared.
  package var decoding: DecodeOptions
  /// Threads that compare and draw, at least 1, besides the two that decode. The result does not depend on it.
  package var jobs: Int
  /// Where the pictures of both are, should they be sheets.
  package var tiles: TileComparison?

  package init(
    _ expected: PictureSource, _ actual: PictureSource, options: DiffOptions = DiffOptions(),
    decoding: DecodeOptions = DecodeOptions(), jobs: Int = 1
  ) {
    self.jobs = jobs
    self.expected = expected
    self.actual = actual
    self.options = options
    self.decoding = decoding
  }

  /// Which of the two.
  package enum Side: Sendable {
    case expected, actual
  }

  package enum Fault: Error, Sendable {
    case picture(Side, PictureFault)
    case diff(DiffFault)
    case placements(RawPath, PlacementsFault)
    /// A sheet's placements that are about another picture.
    case noSuchPage(RawPath, picture: RawPath)
    case output(OutputFault)
  }

  /// What came of it, and what there is to say about the pictures that costs no pixel.
  package struct Outcome: Sendable {
    package var result: DiffResult
    package var remarks: [(side: Side, remark: DecodeRemark)]
    /// What became of the pictures of a sheet; nil where it is not known that these are sheets.
    package var tiles: TileFindings?
    /// What lay beside the pictures and could not be used.
    package var notes: [String] = []
  }

  /// Reads the picture of a mask; one that is damaged is a fault.
  package static func mask(
    _ path: RawPath, _ decoding: DecodeOptions
  ) throws(PictureFault) -> IgnoreMask {
    var rows = try UprightRows.open(
      .file(path), limits: decoding.limits, colorManagement: false, autoOrient: false)
    var mask = IgnoreMask(size: rows.size)
    let isDeep = rows.isDeep
    for _ in 0..<rows.size.height {
      try rows.withNextRow { row throws(PictureFault) in
        guard isDeep else { return mask.append(row: row) }
        // The high bytes.
        let shallow = (0..<row.count / 2).map { row[2 * $0] }
        mask.append(row: shallow.span)
      }
    }
    try rows.finish()
    if let damage = rows.remarks.first(where: \.isDamage) { throw .damaged(damage.words) }
    return mask
  }

  /// Compares them.
  package func compare() throws(Fault) -> Outcome {
    try run(nil) { (_, _) throws(Fault) in }
  }

  /// Compares them once more and draws what differs.
  ///
  /// - Parameter sink: is given the bytes of a PNG, piece by piece.
  package func draw(
    _ picture: DiffPicture, into sink: ([UInt8]) throws(OutputFault) -> Void
  ) throws(Fault) {
    var encoder: PNGRowEncoder?
    defer { encoder?.stop() }
    _ = try run(picture) { (plan, rows) throws(Fault) in
      if encoder == nil { encoder = PNGRowEncoder(size: picture.size(plan), jobs: jobs) }
      do throws(OutputFault) {
        for bytes in try encoder!.bytes(with: rows) { try sink(bytes) }
      } catch { throw .output(error) }
    }
    do throws(OutputFault) {
      for bytes in try encoder!.rest() { try sink(bytes) }
    } catch { throw .output(error) }
  }

  /// Draws what differs into a file, which appears whole or not at all.
  package func write(_ picture: DiffPicture, to path: RawPath) throws(Fault) {
    var file: OutputFile
    do throws(OutputFault) { file = try OutputFile.create(path) } catch { throw .output(error) }
    try draw(picture) { bytes throws(OutputFault) in try file.write(bytes) }
    do throws(OutputFault) { try file.commit() } catch { throw .output(error) }
  }

  // MARK: reading

  /// - Parameter body: is given the rows of the picture, if there is to be one, from the top.
  private func run(
    _ picture: DiffPicture?, _ body: (DiffPlan, [UInt8]) throws(Fault) -> Void
  ) throws(Fault) -> Outcome {
    let pipes = (RowPipe(expected, decoding), RowPipe(actual, decoding))
    defer {
      pipes.0.stop()
      pipes.1.stop()
    }
    var first = try Rows(pipes.0, .expected)
    var second = try Rows(pipes.1, .actual)
    var differ: PixelDiffer
    do throws(DiffFault) {
      differ = try PixelDiffer(expected: first.input, actual: second.input, options: options)
    } catch { throw .diff(error) }
    // To compare exactly and to draw nothing takes less time than to hand it over.
    let isCheap = if case .exact = options.metric { picture == nil } else { false }
    let work = OrderedWork<DiffBand, (ComparedBand, [UInt8])>(jobs: isCheap ? 1 : jobs) { band in
      let compared = band.compared()
      return (compared, picture?.rows(of: compared) ?? [])
    }
    defer { work.stop() }
    var tiles = picture == nil ? tiles : nil
    func take(_ outputs: [(ComparedBand, [UInt8])]) throws(Fault) {
      for (band, rows) in outputs {
        differ.add(band)
        tiles?.add(band)
        if picture != nil { try body(differ.plan, rows) }
      }
    }
    for row in 0..<differ.rowCount {
      if row < first.input.size.height { try first.advance() }
      if row < second.input.size.height { try second.advance() }
      let band = first.withRow(row) { expected in
        second.withRow(row) { actual in differ.gather(expected: expected, actual: actual) }
      }
      if tiles?.needsRows == true {
        if row < first.input.size.height {
          first.withRow(row) { tiles!.add(row: row, $0, isDeep: first.input.isDeep, of: .expected) }
        }
        if row < second.input.size.height {
          second.withRow(row) { tiles!.add(row: row, $0, isDeep: second.input.isDeep, of: .actual) }
        }
      }
      if let band { try take(work.put(band)) }
    }
    try take(work.finish())
    let remarks = try first.finish() + second.finish()
    let result = differ.result()
    // What nothing can fail is no comparison.
    if result.counts.total == 0 { throw .diff(.allIgnored(result.counts.ignored)) }
    return Outcome(result: result, remarks: remarks, tiles: tiles?.findings())
  }

  /// The rows of one picture as they are needed.
  private struct Rows {
    let input: DiffInput
    private let pipe: RowPipe
    private let side: Side
    private let rowBytes: Int
    private var chunk: [UInt8] = []
    private var offset = 0

    init(_ pipe: RowPipe, _ side: Side) throws(Fault) {
      self.pipe = pipe
      self.side = side
      do throws(PictureFault) { input = try pipe.input() } catch { throw .picture(side, error) }
      rowBytes = input.size.width * (input.isDeep ? 8 : 4)
      offset = -rowBytes
    }

    mutating func advance() throws(Fault) {
      offset += rowBytes
      guard offset >= chunk.count else { return }
      do throws(PictureFault) { chunk = try pipe.nextChunk()! } catch {
        throw .picture(side, error)
      }
      offset = 0
    }

    /// The row at hand; nothing below the picture's last.
    func withRow<Result>(_ row: Int, _ body: (Span<UInt8>) -> Result) -> Result {
      let isThere = row < input.size.height
      let span = chunk.span
      return body(
        isThere ? span.extracting(offset..<offset + rowBytes) : span.extracting(0..<0))
    }

    /// Reads what is left. A damaged picture is a fault.
    func finish() throws(Fault) -> [(side: Side, remark: DecodeRemark)] {
      do throws(PictureFault) {
        while try pipe.nextChunk() != nil {}
      } catch { throw .picture(side, error) }
      let remarks = pipe.remarks
      if let damage = remarks.first(where: \.isDamage) {
        throw .picture(side, .damaged(damage.words))
      }
      return remarks.map { (side, $0) }
    }
  }
}
