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
    rows: [UInt8], rowBytes: Int, pixelBytes: Int, isFirst: Bool, isLast: Bool
  ) throws(PNGEncodingError) {
    let first = isFirst ? 0 : 1
    let count = rows.count / rowBytes
    precondition(rows.count == rowBytes * count && count > first)
    var filter = PNGRowFilter(rowBytes: rowBytes, pixelBytes: pixelBytes)
    let span = rows.span
    if first == 1 { filter.setAbove(span.extracting(0..<rowBytes)) }
    var filtered = [UInt8](repeating: 0, count: (count - first) * (1 + rowBytes))
    for row in first..<count {
      filter.filter(
        span.extracting((row * rowBytes)..<((row + 1) * rowBytes)), into: &filtered,
        at: (row - first) * (1 + rowBytes))
    }
    filteredCount = filtered.count
    checksum = unsafe UInt32(adler32(1, filtered, UInt32(filtered.count)))
    bytes = try PNGBand.deflated(filtered, Method(for: filtered), isLast: isLast)
  }

  /// How filtered bytes are deflated.
  private enum Method {
    /// Runs and Huffman codes only: in the filtered bytes of photographs nothing else repeats.
    case runs
    /// Every repetition: drawings, text, flat areas.
    case repetitions

    /// Tries both on samples: the search for repetitions takes five times as long, and so has to save a
    /// twentieth.
    init(for filtered: [UInt8]) {
      let part = 8_192
      let starts =
        filtered.count <= 3 * part ? [0] : [1, 3, 5].map { filtered.count / 6 * $0 - part / 2 }
      var (runs, repetitions) = (0, 0)
      for start in starts {
        let end = filtered.count <= 3 * part ? filtered.count : start + part
        let sample = Array(filtered[start..<end])
        runs += (try? PNGBand.deflated(sample, .runs, isLast: true).count) ?? 0
        repetitions += (try? PNGBand.deflated(sample, .repetitions, isLast: true).count) ?? 0
      }
      self = 20 * repetitions < 19 * runs ? .repetitions : .runs
    }

    var level: Int32 { self == .runs ? 1 : 6 }
    var strategy: Int32 { self == .runs ? Z_RLE : Z_DEFAULT_STRATEGY }
  }

  private static func deflated(
    _ bytes: [UInt8], _ method: Method, isLast: Bool
  ) throws(PNGEncodingError) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    // A window without a zlib header: the joined stream has one for all.
    let status = unsafe deflateInit2_(
      stream, method.level, Z_DEFLATED, -MAX_WBITS, 9, method.strategy, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw PNGEncodingError(words: "not enough memory") }
    defer { unsafe deflateEnd(stream) }
    // The bound covers the last block; a flush to a whole byte takes at most six bytes more.
    let bound = unsafe Int(deflateBound(stream, UInt(bytes.count))) + 16
    var source = bytes
    var finished: Int32 = Z_OK
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      unsafe source.withUnsafeMutableBufferPointer { source in
        unsafe stream.pointee.next_in = source.baseAddress
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
}

/// What stopped the encoder; in practice only a lack of memory.
package struct PNGEncodingError: Error, Equatable {
  package var words: String
}
