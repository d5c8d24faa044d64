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
  /// What `--placements` wrote of the two sheets of a single pair; nil for the files that lie beside pictures
  /// under their name, `sheet.placements.json` for `sheet.png`, where both are there.
  package var placements: (expected: RawPath, actual: RawPath)?

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
  ///
  /// - Parameter jobs: threads for this pair.
  package func comparison(of pair: PicturePair, jobs: Int) -> PictureComparison {
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
    var comparison = comparison(of: pair, jobs: isAlone ? jobs : 1)
    var notes: [String] = []
    do throws(PictureComparison.Fault) {
      comparison.tiles = try tiles(of: pair, headers, &notes)
    } catch { return (.notCompared(error), pixels) }
    let outcome = budget.withBytes(headers.reduce(0) { $0 + PairComparison.heldBytes($1) }) {
      Result { () throws(PictureComparison.Fault) in try comparison.compare() }
    }
    switch outcome {
    case .success(var outcome):
      outcome.notes = notes
      return (.compared(outcome), pixels)
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

  // MARK: sheets

  private func tiles(
    of pair: PicturePair, _ headers: [PictureHeader], _ notes: inout [String]
  ) throws(PictureComparison.Fault) -> TileComparison? {
    let files = placements ?? PairComparison.placements(beside: pair)
    guard let files else { return nil }
    var sheets: [(sheet: SheetPlacements, page: Int)] = []
    for (file, picture, header) in [
      (files.expected, pair.expected!, headers[0]), (files.actual, pair.actual!, headers[1]),
    ] {
      let sheet: SheetPlacements
      do throws(PlacementsFault) { sheet = try SheetPlacements(file: file) } catch {
        // Nobody asked for what only lies there.
        if placements == nil {
          notes.append("\(file): is not used: \(error)")
          return nil
        }
        throw .placements(file, error)
      }
      guard let page = sheet.page(for: picture, size: header.uprightSize) else {
        // It may be about an earlier sheet.
        if placements == nil { return nil }
        throw .noSuchPage(file, picture: picture)
      }
      sheets.append((sheet, page))
    }
    return TileComparison(
      expected: sheets[0].sheet, page: sheets[0].page, actual: sheets[1].sheet,
      page: sheets[1].page)
  }

  private static func placements(beside pair: PicturePair) -> (expected: RawPath, actual: RawPath)?
  {
    let files = [pair.expected!, pair.actual!].compactMap(placements(beside:))
    return files.count == 2 ? (files[0], files[1]) : nil
  }

  /// Of a page its sheet's file counts too: `sheet.placements.json` for `sheet-002.png`.
  private static func placements(beside picture: RawPath) -> RawPath? {
    let name = stem(picture.lastComponent)
    var names = [name]
    let digits = name.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if digits.count >= 3, name.dropLast(digits.count).last == UInt8(ascii: "-") {
      names.append(name.dropLast(digits.count + 1))
    }
    return names.lazy.map {
      picture.directory.appending($0 + Array(".placements.json".utf8))
    }.first { FileStatus($0)?.kind == .file }
  }

  // MARK: reading

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
