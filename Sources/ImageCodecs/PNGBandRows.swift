/// The rows of a band, before they are filtered.
struct PNGBandRows {
  private let rows: [UInt8]
  private let rowBytes: Int
  private let pixelBytes: Int
  /// Rows before the band's own: 0 or 1.
  private let first: Int

  /// - Parameters:
  ///   - rows: whole rows, at least one of the band's own.
  ///   - pixelBytes: 3 or 4.
  ///   - hasRowAbove: the first row is the one above the band.
  init(rows: [UInt8], rowBytes: Int, pixelBytes: Int, hasRowAbove: Bool) {
    self.rows = rows
    self.rowBytes = rowBytes
    self.pixelBytes = pixelBytes
    first = hasRowAbove ? 1 : 0
    let count = rows.count / rowBytes
    precondition(rows.count == rowBytes * count && count > first)
  }

  /// Rows as they will be deflated, each behind the number of its filter.
  ///
  /// - Parameter filter: nil takes for each row the one with the least differences.
  func filtered(by filter: PNGFilter? = nil) -> [UInt8] {
    filtered { row, filtered, start in
      row.write(filter ?? row.cheapest(), into: &filtered, at: start)
    }
  }

  /// Each row by the filter with which it and the rows just before it deflate best.
  func filteredBySearch() throws(PNGEncodingError) -> [UInt8] {
    let deflate = try LibDeflate(level: PNGBandRows.searchLevel)
    let stride = 1 + rowBytes
    var scratch = [UInt8](
      repeating: 0, count: deflate.bound((1 + PNGBandRows.searchRows) * stride))
    return filtered { row, filtered, start in
      let from = max(0, start - PNGBandRows.searchRows * stride)
      var (best, least) = (PNGFilter.none, Int.max)
      for filter in PNGFilter.allCases {
        row.write(filter, into: &filtered, at: start)
        let count = unsafe filtered.withUnsafeBytes { bytes in
          unsafe deflate.count(
            UnsafeRawBufferPointer(rebasing: bytes[from..<start + stride]), scratch: &scratch)
        }
        if count < least { (best, least) = (filter, count) }
      }
      row.write(best, into: &filtered, at: start)
    }
  }

  /// Measured on sheets of photographs: more rows and higher levels save less than a thousandth.
  private static let searchRows = 4
  private static let searchLevel: Int32 = 6

  private func filtered(
    _ filter: (borrowing PNGRowFilter, _ filtered: inout [UInt8], _ start: Int) -> Void
  ) -> [UInt8] {
    var row = PNGRowFilter(rowBytes: rowBytes, pixelBytes: pixelBytes)
    let span = rows.span
    var filtered = [UInt8](repeating: 0, count: (rows.count / rowBytes - first) * (1 + rowBytes))
    for index in 0..<(rows.count / rowBytes) {
      row.take(span.extracting((index * rowBytes)..<((index + 1) * rowBytes)))
      if index >= first { filter(row, &filtered, (index - first) * (1 + rowBytes)) }
    }
    return filtered
  }

  /// What repeats by whole pixels.
  func pixelMatches(_ filtered: [UInt8]) -> [DeflateMatch] {
    PixelMatches.matches(in: filtered, rowBytes: 1 + rowBytes, pixelBytes: pixelBytes)
  }
}
