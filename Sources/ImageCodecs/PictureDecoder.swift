import CImageCodecs
package import PixelGeometry
package import Raster

/// The colour of pixels that a damaged picture lacks: what libjpeg leaves where data is missing.
package let damageFill = Color(rgb: 0x808080)

/// Decodes one picture row by row, no larger than needed.
///
/// `open` reads its header, `start` fixes the size, then `nextRow` delivers every row from
/// the top. Rows are four samples a pixel: straight RGBA, or CMYK where the header says so. A picture that
/// breaks off delivers ``damageFill`` for the rows that are missing. One that breaks off before its first
/// row is refused; so is, at any row, a PNG of whose rows no checksum speaks for any.
@safe package struct PictureDecoder: ~Copyable {
  /// Samples of a row have 16 bits, the high byte first; else 8. Set by `start`.
  package private(set) var isDeep = false
  /// As stored, without the orientation (see ``probe()``).
  package private(set) var header: PictureHeader
  /// The size of the rows to come; set by `start`.
  package private(set) var size: PixelSize

  /// The fast path that rows come by; nil for the plain way.
  package private(set) var fastPath: FastPath?

  // Exactly one of the two handles is there.
  private let jpeg: OpaquePointer?
  private let png: OpaquePointer?
  // In the place of libjpeg, as long as all is in order.
  private var ownDecoder: (any JPEGRowDecoder)?
  // What the handles read from.
  private let file: InputFile?
  private let bytes: UnsafeMutableBufferPointer<UInt8>?

  package private(set) var isInterlaced = false
  package private(set) var isProgressive = false
  private var hasSeveralScans = false
  private var heldBytesPerFileByte = 1
  private(set) var limits = PictureLimits.none
  /// Bits of a stored sample.
  package private(set) var bits = 8
  /// What the stored samples are: "grey", "colour", "CMYK", "palette", with "alpha" where there is some.
  package private(set) var colorKind = "colour"
  /// A JPEG without colour.
  private(set) var isGray = false
  private var scale = DecodeScale.full
  private var nextRow = 0
  /// Rows that are in `pixels`.
  private var bufferedRows = 0..<0
  private var pixels: [UInt8] = []
  private var brokenAt: Int?
  /// About so many bytes of rows are made at a time: few enough to be in the cache still when they are used.
  package var chunkBytes = 65_536

  private var pngHeader = cic_png_header()
  /// Reads the rows, unless libpng does.
  private var ownRows: PNGRowReader?

  /// Opens a picture and reads its header.
  ///
  /// - Parameters:
  ///   - limits: a header that claims more is refused before memory is taken for it.
  package static func open(
    _ picture: EncodedPicture, limits: PictureLimits = .none
  ) throws(PictureFault) -> PictureDecoder {
    switch picture {
    case .file(let path):
      let file = try InputFile.open(path)
      let head = try file.bytes(at: 0, count: FileKind.headCount)
      return try open(file, head: head, limits: limits)
    case .bytes(let contents):
      let format = try PictureDecoder.format(Array(contents.prefix(FileKind.headCount)))
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: contents.count)
      _ = unsafe copy.initialize(from: contents)
      let input = unsafe cic_input(descriptor: -1, bytes: copy.baseAddress, count: copy.count)
      return try unsafe PictureDecoder(format, input, file: nil, bytes: copy)
        .withHeader(limits)
    }
  }

  /// The same for a file that is open already.
  ///
  /// - Parameter head: its first bytes, `FileKind.headCount` of them where there are so many.
  package static func open(
    _ file: consuming InputFile, head: [UInt8], limits: PictureLimits = .none
  ) throws(PictureFault) -> PictureDecoder {
    let format = try PictureDecoder.format(head)
    let input = unsafe cic_input(descriptor: file.descriptor, bytes: nil, count: 0)
    return try unsafe PictureDecoder(format, input, file: file, bytes: nil)
      .withHeader(limits)
  }

  private static func format(_ head: [UInt8]) throws(PictureFault) -> PictureFormat {
    if head.isEmpty { throw .empty }
    switch FileKind(head: head) {
    case .jpeg: return .jpeg
    case .png: return .png
    case .foreign(let name, _): throw .foreign(name)
    case .unknown: throw .unknownKind(Array(head.prefix(8)))
    }
  }

  private init(
    _ format: PictureFormat, _ input: cic_input, file: consuming InputFile?,
    bytes: UnsafeMutableBufferPointer<UInt8>?
  ) {
    size = PixelSize(width: 0, height: 0)
    header = PictureHeader(format: format, storedSize: size)
    unsafe jpeg = format == .jpeg ? cic_jpeg_create(input) : nil
    unsafe png = format == .png ? cic_png_create(input) : nil
    self.file = file
    unsafe self.bytes = bytes
  }

  /// The decoder with its header read, and checked against the limits.
  private consuming func withHeader(
    _ limits: PictureLimits
  ) throws(PictureFault) -> PictureDecoder {
    if unsafe jpeg == nil, unsafe png == nil { throw .outOfMemory }
    self.limits = limits
    try readHeader()
    let size = header.storedSize
    try limits.checkSize(size)
    let scans = limits.scans(for: size)
    if scans > 0, hasSeveralScans, countScans(upTo: scans) > scans {
      throw .tooManyScans(limit: scans)
    }
    try limits.checkHeld(
      size, heldBytes: header.heldBytes, perFileByte: heldBytesPerFileByte,
      fileBytes: fileByteCount)
    return self
  }

  private mutating func readHeader() throws(PictureFault) {
    if let jpeg = unsafe jpeg {
      var read = cic_jpeg_header()
      try check(unsafe cic_jpeg_read_header(jpeg, &read))
      header.storedSize = PixelSize(width: Int(read.width), height: Int(read.height))
      isProgressive = read.progressive
      hasSeveralScans = read.several_scans
      if hasSeveralScans { header.heldBytes = Int(read.coefficient_bytes) }
      heldBytesPerFileByte =
        read.arithmetic
        ? PictureLimits.heldBytesPerArithmeticByte : PictureLimits.heldBytesPerHuffmanByte
      isGray = read.components == 1
      bits = Int(read.precision)
      colorKind = read.cmyk ? "CMYK" : read.components == 1 ? "grey" : "colour"
      header.cmyk = read.cmyk ? (read.cmyk_inverted ? .inverted : .plain) : nil
    } else {
      unsafe cic_png_limit_profile(png!, limits.profileBytes)
      var read = cic_png_header()
      try check(unsafe cic_png_read_header(png!, &read))
      pngHeader = read
      header.storedSize = PixelSize(width: Int(read.width), height: Int(read.height))
      header.hasAlpha = read.has_alpha
      isInterlaced = read.interlaced
      bits = Int(read.bit_depth)
      if isInterlaced {
        header.heldBytes =
          header.storedSize.pixelCount.multipliedReportingOverflow(by: 4).partialValue
        // Of 1-bit pixels, the smallest, one byte makes eight of four bytes.
        let samples = [2: 3, 4: 2, 6: 4][Int(read.color_type)] ?? 1
        heldBytesPerFileByte = PictureLimits.mostInflation * 32 / (bits * samples)
      }
      let kind = [0: "grey", 3: "palette", 4: "grey"][Int(read.color_type)] ?? "colour"
      colorKind = kind + (read.has_alpha ? " with alpha" : "")
    }
  }

  deinit {
    // Other threads read what goes now.
    ownDecoder?.stop()
    if let jpeg = unsafe jpeg { unsafe cic_jpeg_destroy(jpeg) }
    if let png = unsafe png { unsafe cic_png_destroy(png) }
    unsafe bytes?.deallocate()
  }

  /// The header with the orientation, wherever in the file it stands.
  ///
  /// - Parameter autoOrient: else the picture counts as upright as stored.
  package borrowing func probe(autoOrient: Bool = true) throws(PictureFault) -> PictureHeader {
    var found = header
    if autoOrient, let exif = try exif() { found.orientation = Orientation(exif: exif) }
    return found
  }

  /// The EXIF block, wherever in the file it stands; nil where there is none.
  package borrowing func exif() throws(PictureFault) -> [UInt8]? {
    if let jpeg = unsafe jpeg {
      var count = 0
      guard let start = unsafe cic_jpeg_exif(jpeg, &count) else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
    // What a JPEG segment holds, and more than any orientation needs.
    return try chunks(["eXIf"], beforePixels: false, limit: 65_536)["eXIf"]
  }

  /// The first chunk of each type of a PNG (see `PNGChunks`).
  borrowing func chunks(
    _ types: Set<String>, beforePixels: Bool, limit: Int
  ) throws(PictureFault) -> [String: [UInt8]] {
    if let bytes = unsafe bytes {
      return try PNGChunks.firsts(of: types, beforePixels: beforePixels, limit: limit) {
        (offset, count) throws(PictureFault) in
        unsafe Array(bytes.dropFirst(offset).prefix(count))
      }
    }
    switch file {
    case .some(let file):
      return try PNGChunks.firsts(of: types, beforePixels: beforePixels, limit: limit) {
        (offset, count) throws(PictureFault) in
        try file.bytes(at: offset, count: count)
      }
    case .none:
      return [:]
    }
  }

  private var descriptor: Int32? {
    borrowing get {
      switch file {
      case .some(let file): return file.descriptor
      case .none: return nil
      }
    }
  }

  private var codedInput: JPEGCodedData.Input? {
    borrowing get {
      if let bytes = unsafe bytes { return unsafe .bytes(UnsafeBufferPointer(bytes)) }
      return unsafe descriptor.map { unsafe .file(descriptor: $0, byteCount: fileByteCount) }
    }
  }

  /// Other threads' readers that were met on the way: each read a part of the rows.
  package var meetings: Int { borrowing get { ownDecoder?.meetings ?? 0 } }

  private borrowing func countScans(upTo limit: Int) -> Int {
    return unsafe Int(cic_jpeg_count_scans(input, Int32(clamping: limit)))
  }

  /// Bytes of the whole file.
  private var fileByteCount: Int {
    borrowing get {
      if let bytes = unsafe bytes { return bytes.count }
      switch file {
      case .some(let file): return file.byteCount
      case .none: return 0
      }
    }
  }

  /// The ICC profile of a JPEG; nil where there is none or, as the flag says, none that is whole.
  var jpegProfile: (profile: [UInt8]?, isBroken: Bool) {
    borrowing get {
      guard let jpeg = unsafe jpeg else { return (nil, false) }
      var count = 0
      var state = CIC_PROFILE_NONE
      guard let start = unsafe cic_jpeg_profile(jpeg, &count, &state) else {
        return (nil, state == CIC_PROFILE_BROKEN)
      }
      return unsafe (Array(UnsafeBufferPointer(start: start, count: count)), false)
    }
  }

  /// The ICC profile of a PNG; nil where libpng found none that is sound.
  var pngProfile: [UInt8]? {
    borrowing get {
      guard let png = unsafe png else { return nil }
      var count = 0
      guard let start = unsafe cic_png_profile(png, &count) else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
  }

  /// What the ICC profile of a PNG says its own size is, where that is above the limit; else 0.
  var pngProfileBytes: Int {
    borrowing get { unsafe png.map { unsafe Int(cic_png_refused_profile_size($0)) } ?? 0 }
  }

  /// Fixes the size of the rows to come: the stored one at a scale, rounded up.
  ///
  /// - Parameters:
  ///   - scale: full for a PNG.
  ///   - keeps16Bits: rows of a PNG that stores 16 bits are ``isDeep``; else they are reduced to 8, as
  ///     value / 257 rounded.
  ///   - rows: so many from the top will be read; nil where that is not known.
  ///   - threads: of a JPEG at 1/8.
  ///   - fastPaths: what may be used where it gives the same rows.
  package mutating func start(
    scale: DecodeScale = .full, keeps16Bits: Bool = false, rows: Int? = nil,
    threads: DecodeThreads = DecodeThreads(1), fastPaths: Set<FastPath> = FastPath.enabled
  ) throws(PictureFault) {
    if let jpeg = unsafe jpeg {
      self.scale = scale
      if fastPaths.contains(.jpegEighths), let codedInput = unsafe codedInput {
        if scale == .eighth {
          ownDecoder = unsafe JPEGEighthDecoder(
            jpeg, storedSize: header.storedSize, codedInput, rows: rows ?? .max,
            threads: fastPaths.contains(.jpegThreads) ? threads : DecodeThreads(1))
        } else if scale == .threeEighths {
          ownDecoder = unsafe JPEGThreeEighthsDecoder(
            jpeg, storedSize: header.storedSize, codedInput,
            fastPaths.contains(.kernels) ? .best : .swift)
        }
      }
      if ownDecoder != nil {
        fastPath = .jpegEighths
        size = scale.size(of: header.storedSize)
        return
      }
      try unsafe startLibrary(jpeg, leavesOutScans: fastPaths.contains(.jpegScans))
    } else if let png = unsafe png {
      precondition(scale == .full)
      if fastPaths.contains(.pngRows) {
        ownRows = unsafe PNGRowReader.open(png, pngHeader, input, byteCount: fileByteCount)
        if ownRows != nil { fastPath = .pngRows }
      }
      try check(unsafe cic_png_start(png, keeps16Bits))
      size = header.storedSize
      isDeep = keeps16Bits && bits == 16
    }
  }

  private mutating func startLibrary(
    _ jpeg: OpaquePointer, leavesOutScans: Bool = false
  ) throws(PictureFault) {
    var (width, height): (UInt32, UInt32) = (0, 0)
    let leavesOut = scale == .eighth && leavesOutScans
    try check(unsafe cic_jpeg_start(jpeg, Int32(scale.eighths), leavesOut, &width, &height))
    fastPath = unsafe cic_jpeg_parts_left_out(jpeg) > 0 ? .jpegScans : nil
    size = PixelSize(width: Int(width), height: Int(height))
  }

  /// Lets libjpeg go on at a row; it has to decode those above for that, which come out the same.
  private mutating func leaveFastPath(at row: Int) throws(PictureFault) {
    ownDecoder?.stop()
    ownDecoder = nil
    guard let jpeg = unsafe jpeg else { return }
    try unsafe startLibrary(jpeg)
    let stride = bytesPerPixel * size.width
    var skipped = [UInt8](repeating: 0, count: stride)
    for index in 0..<row {
      var read: UInt64 = 0
      let status = unsafe cic_jpeg_read_rows(jpeg, &skipped, stride, 1, &read)
      try checkReadError()
      if status != CIC_OK {
        brokenAt = index
        return
      }
    }
  }

  /// Reads what follows the last row, so that `remark` is about the whole file.
  package mutating func finish() throws(PictureFault) {
    if ownRows != nil {
      let limit = limits.profileBytes == 0 ? 65_536 : min(limits.profileBytes, 65_536)
      if ownRows!.restIsPlain(limit: limit) { return }
      try leaveToLibPNG(after: bufferedRows.upperBound)
    }
    // After an error the library is not asked again, and its words stay.
    guard PictureDecoder.words(report.message).isEmpty else { return }
    if ownDecoder != nil {
      // With the last row it has seen the end.
      if bufferedRows.upperBound == size.height { return }
      try leaveFastPath(at: bufferedRows.upperBound)
    }
    if let jpeg = unsafe jpeg {
      _ = unsafe cic_jpeg_finish(jpeg)
    } else if let png = unsafe png {
      _ = unsafe cic_png_finish(png)
    }
    try checkReadError()
  }

  /// Reads the next row; afterwards `withRow` gives it.
  package mutating func readRow() throws(PictureFault) {
    precondition(nextRow < size.height)
    if !bufferedRows.contains(nextRow) { try fillBuffer() }
    nextRow += 1
  }

  /// The samples of some columns of the row read last: 4 bytes a pixel, 8 where rows are ``isDeep``.
  package borrowing func withRow<Result, Failure: Error>(
    columns: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = (nextRow - 1 - bufferedRows.lowerBound) * size.width
    let lower = bytesPerPixel * (start + columns.lowerBound)
    let range = lower..<lower + bytesPerPixel * columns.count
    return try body(pixels.span.extracting(range))
  }

  /// What there is to say about the picture after the rows that were read.
  package borrowing func remark() -> DecodeRemark? {
    let report = self.report
    let format = header.format.rawValue
    let error = PictureDecoder.words(report.message)
    if !error.isEmpty || report.damage_count > 0 {
      let words = error.isEmpty ? PictureDecoder.words(report.damage) : error
      return DecodeRemark(
        severity: report.input_ended ? .truncated : .damage,
        words: "damaged \(format): \(words); what is missing is filled with grey \(damageFill)")
    }
    if report.note_count > 0 {
      return DecodeRemark(
        severity: .note, words: "\(format) remark: \(PictureDecoder.words(report.note))")
    }
    return nil
  }

  // MARK: private

  private mutating func fillBuffer() throws(PictureFault) {
    let stride = bytesPerPixel * size.width
    let first = nextRow
    if isInterlaced {
      bufferedRows = 0..<size.height
      pixels = filled(rows: size.height)
      var read: UInt64 = 0
      let status = unsafe cic_png_read_interlaced(png!, &pixels, stride, &read)
      try checkReadError()
      if read == 0 || report.untrusted { try check(status) }
      return
    }
    let count = min(max(1, chunkBytes / stride), size.height - first)
    bufferedRows = first..<(first + count)
    if brokenAt != nil {
      pixels = filled(rows: count)
      return
    }
    if pixels.count < stride * count {
      pixels = [UInt8](repeating: 0, count: stride * count)
    }
    if let ownDecoder {
      let decoded = unsafe pixels.withUnsafeMutableBufferPointer { rows in
        (0..<count).allSatisfy { unsafe ownDecoder.readRow(rows.baseAddress! + $0 * stride) }
      }
      if decoded { return }
      try leaveFastPath(at: first)
      if brokenAt != nil {
        pixels = filled(rows: count)
        return
      }
    }
    if ownRows != nil {
      if ownRows!.read(rows: count, into: &pixels) { return }
      try leaveToLibPNG(after: first)
      if brokenAt != nil {
        pixels = filled(rows: count)
        return
      }
    }
    var read: UInt64 = 0
    let status: cic_status
    if let jpeg = unsafe jpeg {
      status = unsafe cic_jpeg_read_rows(jpeg, &pixels, stride, UInt32(count), &read)
    } else {
      status = unsafe cic_png_read_rows(png!, &pixels, stride, UInt32(count), &read)
    }
    try checkReadError()
    if status != CIC_OK {
      if first + Int(read) == 0 || report.untrusted { try check(status) }
      brokenAt = first + Int(read)
      let fill = filled(rows: count - Int(read))
      pixels.replaceSubrange((stride * Int(read))..<(stride * count), with: fill)
    }
  }

  /// Lets libpng read the rows that were read already, and all to come.
  private mutating func leaveToLibPNG(after rows: Int) throws(PictureFault) {
    ownRows = nil
    fastPath = nil
    var row = [UInt8](repeating: 0, count: bytesPerPixel * size.width)
    for index in 0..<rows {
      var read: UInt64 = 0
      let status = unsafe cic_png_read_rows(png!, &row, row.count, 1, &read)
      try checkReadError()
      if status != CIC_OK {
        if report.untrusted { try check(status) }
        brokenAt = index
        return
      }
    }
  }

  /// What the handles read from.
  private var input: cic_input {
    borrowing get {
      var input = unsafe cic_input(descriptor: -1, bytes: nil, count: 0)
      if let bytes = unsafe bytes {
        unsafe input.bytes = UnsafePointer(bytes.baseAddress)
        unsafe input.count = bytes.count
      }
      switch file {
      case .some(let file): unsafe input.descriptor = file.descriptor
      case .none: break
      }
      return unsafe input
    }
  }

  private var bytesPerPixel: Int { isDeep ? 8 : 4 }

  private borrowing func filled(rows: Int) -> [UInt8] {
    let pixel = [damageFill.red, damageFill.green, damageFill.blue, damageFill.alpha]
    var bytes = [UInt8](repeating: 0, count: bytesPerPixel * rows * size.width)
    // 16 bits of a value are its 8 bits twice: value · 257.
    let shift = isDeep ? 1 : 0
    for index in bytes.indices { bytes[index] = pixel[index >> shift & 3] }
    return bytes
  }

  private var report: cic_report {
    borrowing get {
      if let jpeg = unsafe jpeg { return unsafe cic_jpeg_report(jpeg).pointee }
      return unsafe cic_png_report(png!).pointee
    }
  }

  private borrowing func checkReadError() throws(PictureFault) {
    let report = self.report
    if report.read_errno != 0 {
      throw .unreadable(
        afterByte: Int(report.bytes_read), SystemError(code: report.read_errno))
    }
  }

  private borrowing func check(_ status: cic_status) throws(PictureFault) {
    try checkReadError()
    guard status != CIC_OK else { return }
    let report = self.report
    if status == CIC_NO_MEMORY { throw .outOfMemory }
    // What the library makes of an end in the middle of a header says less.
    let words =
      report.input_ended
      ? "premature end of \(header.format.rawValue) file" : PictureDecoder.words(report.message)
    if report.unsupported { throw .unsupported(header.format, words) }
    throw .malformed(header.format, words)
  }

  /// A library's words in a fixed field, as a fragment: without a capital at the front.
  private static func words<Field>(_ field: Field) -> String {
    let text = unsafe withUnsafeBytes(of: field) { bytes in
      unsafe printable(Array(bytes.prefix { $0 != 0 }))
    }
    let second = text.dropFirst().first
    guard let first = text.first, second?.isLowercase ?? true else { return text }
    return first.lowercased() + text.dropFirst()
  }
}
