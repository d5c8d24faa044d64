import ImageCodecs
import PixelGeometry
import Raster

/// More pixels and scans would only make the fuzzer slow and its memory large.
let pixelLimit = 1_000_000
let limits = PictureLimits(pixels: pixelLimit, side: 500_000, scans: 20, profileBytes: 100_000)

/// Opens a picture and decodes it twice, as the tool does and otherwise.
///
/// What must hold: a fault has words; a file and its bytes have the same header; the rows have the size
/// that was promised, however broken the picture is; the second decode gives the same pixels; what the
/// resampler makes of them is premultiplied.
func checkPicture(_ input: Input) {
  let header: PictureHeader
  do {
    header = try EncodedPicture.bytes(input.bytes).probe(limits: limits)
  } catch {
    check(error)
    checkFile(input, nil, error)
    return
  }
  checkFile(input, header, nil)
  let size = header.storedSize
  require(size.width > 0 && size.height > 0, "\(size)")
  require(size.pixelCount <= pixelLimit, "\(size) is above the limit")

  let scale =
    header.format == .jpeg
    ? DecodeScale.allCases[input.choice(0, below: DecodeScale.allCases.count)] : .full
  let decoding = Decoding(scale: scale, keeps16Bits: input.choice(4, below: 2) == 1)
  do {
    let pixels = try decode(input.bytes, header, decoding)
    try checkSecondDecode(input, header, decoding, pixels)
  } catch {
    check(error)
  }
}

/// What the decoder is asked for.
private struct Decoding {
  var scale: DecodeScale
  var keeps16Bits: Bool
}

private func check(_ fault: PictureFault) {
  require(!fault.description.isEmpty, "a fault without words")
}

private func checkFile(_ input: Input, _ header: PictureHeader?, _ fault: PictureFault?) {
  let path = ScratchFile.holding(input.bytes)
  do {
    let other = try EncodedPicture.file(path).probe(limits: limits)
    require(other == header, "from a file: \(other), from bytes: \(header as Any)")
    let isOurs = try InputFile.open(path).isContactSheet
    require(!isOurs || other.format == .png, "a sheet of ours that is not a PNG")
  } catch {
    require(error == fault, "from a file: \(error), from bytes: \(fault as Any)")
  }
}

private func open(
  _ bytes: [UInt8], _ header: PictureHeader, _ decoding: Decoding
) throws(PictureFault) -> PictureDecoder {
  var decoder = try PictureDecoder.open(.bytes(bytes), limits: limits)
  var promised = header
  promised.orientation = decoder.header.orientation
  require(decoder.header == promised, "\(decoder.header), probed: \(header)")
  let scale = decoding.scale
  try decoder.start(scale: scale, keeps16Bits: decoding.keeps16Bits)
  let size = header.storedSize
  require(
    decoder.size == scale.size(of: size), "\(decoder.size) is not \(size) at \(scale)")
  return decoder
}

private func decode(
  _ bytes: [UInt8], _ header: PictureHeader, _ decoding: Decoding
) throws(PictureFault) -> [UInt8] {
  var decoder = try open(bytes, header, decoding)
  var pixels: [UInt8] = []
  pixels.reserveCapacity(4 * decoder.size.pixelCount)
  for row in 0..<decoder.size.height {
    do {
      try decoder.readRow()
    } catch {
      // Only once its first pixels fail their checksum is a picture refused that had begun.
      require(
        row == 0 || error == .malformed(.png, "IDAT: CRC error"),
        "row \(row) is refused, not filled: \(error)")
      throw error
    }
    decoder.withRow(columns: 0..<decoder.size.width) { samples in
      let bytesPerPixel = decoder.isDeep ? 8 : 4
      require(
        samples.count == bytesPerPixel * decoder.size.width, "a row of \(samples.count) bytes")
      unsafe samples.withUnsafeBufferPointer { unsafe pixels.append(contentsOf: $0) }
    }
  }
  if let remark = decoder.remark() { require(!remark.words.isEmpty, "a remark without words") }
  return pixels
}

/// Decodes as a tile is made: rows go into the resampler.
private func checkSecondDecode(
  _ input: Input, _ header: PictureHeader, _ decoding: Decoding, _ pixels: [UInt8]
) throws(PictureFault) {
  var decoder = try open(input.bytes, header, decoding)
  let output = PixelSize(
    width: 1 + input.choice(1, below: 48), height: 1 + input.choice(2, below: 48))
  let crop = CropBox(filling: output, from: header.storedSize, anchor: .center)
  var resampler = RowResampler(
    sourceSize: decoder.size, hasAlpha: header.hasAlpha, isDeep: decoder.isDeep,
    linear: input.choice(5, below: 2) == 1 && header.cmyk == nil,
    cropBox: crop.scaled(by: decoding.scale), outputSize: output,
    filter: ResampleFilter.allCases[input.choice(3, below: ResampleFilter.allCases.count)])
  for row in 0..<resampler.rows.upperBound {
    try decoder.readRow()
    let columns = resampler.columns
    decoder.withRow(columns: columns) { samples in
      let start = (decoder.isDeep ? 8 : 4) * (row * decoder.size.width + columns.lowerBound)
      let isSame = unsafe samples.withUnsafeBufferPointer {
        unsafe $0.elementsEqual(pixels[start..<start + $0.count])
      }
      require(isSame, "row \(row) differs in the second decode")
      if resampler.rows.contains(row) { resampler.feed(samples) }
    }
  }
  var tile = resampler.finish()
  if let cmyk = header.cmyk { tile.convertFromCMYK(inverted: cmyk == .inverted) }
  tile = tile.turned(from: header.orientation)
  require(tile.size == header.orientation.upright(output), "a tile of \(tile.size)")
  for pixel in stride(from: 0, to: tile.pixels.count, by: 4) {
    let alpha = tile.pixels[pixel + 3]
    let isOpaque = alpha == UInt16(PremultipliedBitmap.one)
    require(header.hasAlpha || isOpaque, "pixel \(pixel / 4) is not opaque")
    require(Int(alpha) <= PremultipliedBitmap.one, "pixel \(pixel / 4): alpha \(alpha)")
    require(
      tile.pixels[pixel..<pixel + 3].allSatisfy { $0 <= alpha },
      "pixel \(pixel / 4) has more colour than alpha")
  }
}
