import CLibDeflate
import CLibZ

/// Rows of a PNG, filtered and deflated by themselves, so that bands can be made at the same time and
/// joined: each ends at a whole byte.
package struct PNGBand: Sendable {
  /// Deflate blocks.
  package let bytes: [UInt8]
  /// The Adler-32 of the filtered bytes.
  let checksum: UInt32
  /// How many bytes were filtered.
  let filteredCount: Int

  /// - Parameters:
  ///   - rows: whole rows; the first is the one above the band, unless the band begins the picture.
  ///   - pixelBytes: 4 for RGBA, 3 for RGB.
  ///   - isFirst, isLast: of the picture's bands.
  package init(
    rows: [UInt8], rowBytes: Int, pixelBytes: Int, isFirst: Bool, isLast: Bool,
    compression: PNGCompression
  ) throws(PNGEncodingError) {
    let rows = PNGBandRows(
      rows: rows, rowBytes: rowBytes, pixelBytes: pixelBytes, hasRowAbove: !isFirst)
    let filtered: [UInt8]
    switch compression {
    case .fast:
      filtered = rows.filtered(by: .paeth)
      bytes = DeflateBlocks.deflated(filtered, rows.pixelMatches(filtered), isLast: isLast)
    case .balanced:
      filtered = rows.filtered()
      bytes = try PNGBand.balanced(filtered, rows.pixelMatches(filtered), isLast: isLast)
    case .smallest:
      (filtered, bytes) = try PNGBand.smallest(rows, isLast: isLast)
    }
    filteredCount = filtered.count
    checksum = unsafe libdeflate_adler32(1, filtered, filtered.count)
  }

  // MARK: balanced

  /// Where matches of whole pixels cover 45 % of the bytes, and are an eighth of what is written for them, it is
  /// worth it to look for all others: drawings, text, flat areas. In photographs that would save up to a
  /// twenty-fifth, in five times the time; flat margins beside them change nothing about it.
  private static func balanced(
    _ filtered: [UInt8], _ matches: [DeflateMatch], isLast: Bool
  ) throws(PNGEncodingError) -> [UInt8] {
    let bytes = DeflateBlocks.deflated(filtered, matches, isLast: isLast)
    let covered = matches.reduce(0) { $0 + $1.count }
    guard 20 * covered > 9 * filtered.count, bytes.count < 17 * matches.count else { return bytes }
    let searched = try deflatedByZlib(filtered, isLast: isLast)
    return searched.count < bytes.count ? searched : bytes
  }

  private static func deflatedByZlib(
    _ bytes: [UInt8], isLast: Bool
  ) throws(PNGEncodingError) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    // A window without a zlib header: the joined stream has one for all.
    let status = unsafe deflateInit2_(
      stream, 6, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw PNGEncodingError(words: "not enough memory") }
    defer { unsafe deflateEnd(stream) }
    // The bound covers the last block; a flush to a whole byte takes at most six bytes more.
    let bound = unsafe Int(deflateBound(stream, UInt(bytes.count))) + 16
    var finished: Int32 = Z_OK
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      unsafe bytes.withUnsafeBufferPointer { source in
        // It reads only: an old interface without the word for it.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(bound)
        unsafe finished = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        unsafe count = bound - Int(stream.pointee.avail_out)
      }
    }
    guard finished == (isLast ? Z_STREAM_END : Z_OK) else {
      throw PNGEncodingError(words: "the bytes outgrew zlib's own bound")
    }
    return output
  }

  // MARK: smallest

  /// Every filter for all rows, the least differences of each row, and the search: what becomes smallest.
  private static func smallest(
    _ rows: PNGBandRows, isLast: Bool
  ) throws(PNGEncodingError) -> (filtered: [UInt8], bytes: [UInt8]) {
    let deflate = try LibDeflate(level: 12)
    var best = (filtered: [UInt8](), bytes: [UInt8]())
    func keep(_ filtered: [UInt8]) throws(PNGEncodingError) {
      guard let bytes = deflate.deflated(filtered) else {
        throw PNGEncodingError(words: "the bytes outgrew libdeflate's own bound")
      }
      if best.bytes.isEmpty || bytes.count < best.bytes.count { best = (filtered, bytes) }
    }
    for filter in PNGFilter.allCases { try keep(rows.filtered(by: filter)) }
    try keep(rows.filtered())
    try keep(rows.filteredBySearch())
    if isLast { return best }
    guard let continued = DeflateWalk.continued(best.bytes) else {
      throw PNGEncodingError(words: "the bytes of libdeflate are no deflate stream")
    }
    return (best.filtered, continued)
  }
}

/// What stopped the encoder; in practice only a lack of memory.
package struct PNGEncodingError: Error, Equatable {
  package var words: String
}
