package import PixelGeometry
import Raster

/// Reads a picture as it is looked at, row by row from the top: upright, in sRGB, straight RGBA.
///
/// A picture that is stored from the top comes as it is decoded; one that lies on its side or upside down is
/// held whole. Rows that a damaged picture lacks are ``damageFill``, and ``remarks`` says so.
package struct UprightRows: ~Copyable {
  /// Upright.
  package let size: PixelSize
  /// Samples have 16 bits, the high byte first; else 8. 16 bits are those that are stored: colours that were
  /// converted have as many as before.
  package let isDeep: Bool

  private var decoder: PictureDecoder
  private let conversion: ColorConversion
  private let colorRemark: DecodeRemark?
  private let orientation: Orientation
  private let storedSize: PixelSize
  /// A row that is not the decoder's own.
  private var row: [UInt8] = []
  /// All rows as stored, where they cannot be used in their order.
  private var held: [UInt8] = []
  private var nextRow = 0

  package static func open(
    _ picture: EncodedPicture, limits: PictureLimits, colorManagement: Bool = true,
    autoOrient: Bool = true
  ) throws(PictureFault) -> UprightRows {
    var decoder = try PictureDecoder.open(picture, limits: limits)
    let header = try decoder.probe(autoOrient: autoOrient)
    let (conversion, remark) =
      colorManagement ? try decoder.colorConversion() : (ColorConversion.plain(header), nil)
    try decoder.start(keeps16Bits: true)
    return UprightRows(decoder, header, conversion, remark)
  }

  private init(
    _ decoder: consuming PictureDecoder, _ header: PictureHeader, _ conversion: ColorConversion,
    _ remark: DecodeRemark?
  ) {
    size = header.uprightSize
    isDeep = decoder.isDeep
    orientation = header.orientation
    storedSize = header.storedSize
    self.conversion = conversion
    colorRemark = remark
    self.decoder = decoder
  }

  /// What there is to say about the picture, once all rows have been read.
  package var remarks: [DecodeRemark] {
    borrowing get { [colorRemark, decoder.remark()].compactMap { $0 } }
  }

  /// Reads what follows the last row, so that `remarks` are about the whole file.
  package mutating func finish() throws(PictureFault) { try decoder.finish() }

  /// Memory that the whole picture takes, in bytes; 0 where it comes row by row.
  package var heldBytes: Int {
    decoder.header.heldBytes
      + (orientation == .topLeft ? 0 : bytesPerPixel * storedSize.pixelCount)
  }

  private var bytesPerPixel: Int { isDeep ? 8 : 4 }

  /// Reads the next row: 4 samples for each pixel.
  package mutating func withNextRow<Result>(
    _ body: (Span<UInt8>) throws(PictureFault) -> Result
  ) throws(PictureFault) -> Result {
    if orientation == .topLeft {
      try decoder.readRow()
      if conversion.isNone { return try decoder.withRow(columns: 0..<size.width, body) }
      row = convertedRow()
    } else {
      if held.isEmpty { try hold() }
      turnRow()
    }
    return try body(row.span)
  }

  private mutating func hold() throws(PictureFault) {
    held.reserveCapacity(bytesPerPixel * storedSize.pixelCount)
    for _ in 0..<storedSize.height {
      try decoder.readRow()
      held += convertedRow()
    }
    row = [UInt8](repeating: 0, count: bytesPerPixel * size.width)
  }

  private mutating func turnRow() {
    for x in 0..<size.width {
      let position = orientation.storedPosition(x: x, y: nextRow, in: storedSize)
      let source = bytesPerPixel * (position.y * storedSize.width + position.x)
      for byte in 0..<bytesPerPixel { row[bytesPerPixel * x + byte] = held[source + byte] }
    }
    nextRow += 1
  }

  /// The row that the decoder read last, in sRGB.
  private borrowing func convertedRow() -> [UInt8] {
    let isDeep = isDeep
    return decoder.withRow(columns: 0..<storedSize.width) { stored in
      var bytes = [UInt8](repeating: 0, count: stored.count)
      for index in bytes.indices { bytes[index] = stored[index] }
      if conversion.isNone { return bytes }
      var samples = [UInt16](repeating: 0, count: 4 * storedSize.width)
      for index in samples.indices {
        if isDeep {
          samples[index] = UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1])
        } else {
          samples[index] = UInt16(bytes[index]) * 257
        }
      }
      conversion.apply(toStraight: &samples)
      for (index, sample) in samples.enumerated() {
        if isDeep {
          bytes[2 * index] = UInt8(sample >> 8)
          bytes[2 * index + 1] = UInt8(sample & 255)
        } else {
          bytes[index] = UInt8((UInt32(sample) + 128) / 257)
        }
      }
      return bytes
    }
  }
}

extension ColorConversion {
  /// Without colour management only what has to be done to have colours at all.
  package static func plain(_ header: PictureHeader) -> ColorConversion {
    header.cmyk.map { .inks(inverted: $0 == .inverted) } ?? .none
  }

  /// Converts a row of straight samples of 16 bits in place, 4 for each pixel; its alpha stays.
  func apply(toStraight row: inout [UInt16]) {
    switch self {
    case .none: return
    case .profile(let transform):
      let count = transform.channels.count
      var samples: [UInt16] = []
      samples.reserveCapacity(count * row.count / 4)
      for start in stride(from: 0, to: row.count, by: 4) { samples += row[start..<start + count] }
      store(transform, samples, &row, keepsAlpha: true)
    case .inks(let inverted):
      for start in stride(from: 0, to: row.count, by: 4) {
        func light(_ channel: Int) -> UInt32 {
          inverted ? UInt32(row[start + channel]) : 65_535 - UInt32(row[start + channel])
        }
        let black = light(3)
        for channel in 0..<3 {
          row[start + channel] = UInt16((UInt64(light(channel)) * UInt64(black) + 32_767) / 65_535)
        }
        row[start + 3] = 65_535
      }
    case .inkProfile(let transform, let inverted):
      store(transform, inverted ? row.map { 65_535 - $0 } : row, &row, keepsAlpha: false)
    }
  }

  private func store(
    _ transform: ColorTransform, _ samples: [UInt16], _ row: inout [UInt16], keepsAlpha: Bool
  ) {
    var output = [UInt16](repeating: 0, count: 3 * row.count / 4)
    transform.convert(samples, to: &output)
    for pixel in 0..<row.count / 4 {
      for channel in 0..<3 { row[4 * pixel + channel] = output[3 * pixel + channel] }
      if !keepsAlpha { row[4 * pixel + 3] = 65_535 }
    }
  }
}
