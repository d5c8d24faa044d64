import ImageCodecs
package import PixelDiff
import PixelGeometry

/// Compares many pairs of pictures, several at the same time.
package struct PairComparison: Sendable {
  package var options: DiffOptions
  package var decoding: DecodeOptions
  /// Pairs compared at the same time, at least 1; one alone is compared by as many threads. No result depends
  /// on it.
  package var jobs: Int
  /// Bytes that pictures which are held whole may take together.
  package var memory: Int

  package init(
    options: DiffOptions = DiffOptions(), decoding: DecodeOptions = DecodeOptions(), jobs: Int,
    memory: Int
  ) {
    self.options = options
    self.decoding = decoding
    self.jobs = jobs
    self.memory = memory
  }

  /// - Parameter progress: is told of each pair.
  package func outcomes(of pairs: [PicturePair], progress: Progress) -> [PairOutcome] {
    let budget = MemoryBudget(memory)
    progress.expect(tiles: pairs.count)
    return concurrentMap(count: pairs.count, jobs: jobs) { index in
      let (outcome, pixels) = outcome(of: pairs[index], budget, isAlone: pairs.count == 1)
      progress.made(pixels: pixels)
      return outcome
    }
  }

  /// Of a pair that has both pictures.
  package func comparison(of pair: PicturePair) -> PictureComparison {
    PictureComparison(
      .file(pair.expected!), .file(pair.actual!), options: options, decoding: decoding, jobs: jobs)
  }

  private func outcome(
    of pair: PicturePair, _ budget: MemoryBudget, isAlone: Bool
  ) -> (PairOutcome, pixels: Int) {
    let headers: [PictureHeader]
    do throws(PictureComparison.Fault) {
      headers = try self.headers(of: pair)
    } catch {
      return (isSame(pair, error) ? .sameBytes : .notCompared(error), 0)
    }
    let pixels = headers.reduce(0) { $0 + $1.storedSize.pixelCount }
    if pair.actual == nil { return (.missing(headers[0]), pixels) }
    if pair.expected == nil { return (.new(headers[0]), pixels) }
    var comparison = comparison(of: pair)
    if !isAlone { comparison.jobs = 1 }
    let outcome = budget.withBytes(headers.reduce(0) { $0 + PairComparison.heldBytes($1) }) {
      Result { () throws(PictureComparison.Fault) in try comparison.compare() }
    }
    switch outcome {
    case .success(let outcome): return (.compared(outcome), pixels)
    case .failure(let fault): return (.notCompared(fault), pixels)
    }
  }

  private func headers(
    of pair: PicturePair
  ) throws(PictureComparison.Fault) -> [PictureHeader] {
    var headers: [PictureHeader] = []
    for (side, path) in [(PictureComparison.Side.expected, pair.expected), (.actual, pair.actual)] {
      guard let path else { continue }
      do throws(PictureFault) {
        let decoder = try PictureDecoder.open(.file(path), limits: decoding.limits)
        headers.append(try decoder.probe(autoOrient: decoding.autoOrient))
      } catch { throw .picture(side, error) }
    }
    return headers
  }

  /// What is held of a picture while it is read from the top: nothing, or all of it.
  private static func heldBytes(_ header: PictureHeader) -> Int {
    header.heldBytes + (header.orientation == .topLeft ? 0 : 8 * header.storedSize.pixelCount)
  }

  /// Whether two files that are in no format of ours have the same bytes.
  private func isSame(_ pair: PicturePair, _ fault: PictureComparison.Fault) -> Bool {
    guard case .picture(_, .foreign) = fault, let expected = pair.expected,
      let actual = pair.actual, let first = try? InputFile.open(expected),
      let second = try? InputFile.open(actual), first.byteCount == second.byteCount,
      let head = try? first.bytes(at: 0, count: FileKind.headCount),
      case .foreign(_, isPicture: true) = FileKind(head: head)
    else { return false }
    var offset = 0
    while true {
      guard let one = try? first.bytes(at: offset, count: 1 << 18),
        let other = try? second.bytes(at: offset, count: 1 << 18), one == other
      else { return false }
      if one.isEmpty { return true }
      offset += one.count
    }
  }
}
