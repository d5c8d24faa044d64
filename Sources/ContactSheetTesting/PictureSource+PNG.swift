import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster

extension PictureSource {
  /// Why there is no PNG of a picture.
  enum PNGFault: Error {
    case picture(PictureFault)
    case encoding(String)
  }

  /// A PNG of the picture, every pixel of which can be read: the file itself where that is a PNG, so that
  /// 16 bits and colour profiles stay; else upright RGBA of 8 bits in sRGB.
  ///
  /// Costs a whole decode, and for what is no PNG 4 bytes a pixel.
  func png(_ decoding: DecodeOptions) throws(PNGFault) -> [UInt8] {
    if case .bitmap(let bitmap) = self {
      return try PictureSource.encoded(bitmap.pixels, bitmap.size)
    }
    let file: [UInt8]
    var pixels: [UInt8] = []
    let size: PixelSize
    do throws(PictureFault) {
      file = try readable().contents()
      let isPNG = FileKind(head: Array(file.prefix(FileKind.headCount))) == .png
      var rows = try UprightRows.open(
        .bytes(file), limits: decoding.limits, colorManagement: decoding.colorManagement,
        autoOrient: decoding.autoOrient)
      size = rows.size
      for _ in 0..<size.height {
        try rows.withNextRow { row throws(PictureFault) in
          if !isPNG { unsafe row.withUnsafeBytes { unsafe pixels.append(contentsOf: $0) } }
        }
      }
      try rows.finish()
      if let damage = rows.remarks.first(where: \.isDamage) { throw .damaged(damage.words) }
      if isPNG { return file }
    } catch { throw .picture(error) }
    return try PictureSource.encoded(pixels, size)
  }

  /// - Parameter pixels: straight RGBA, 8 bits a channel.
  private static func encoded(_ pixels: [UInt8], _ size: PixelSize) throws(PNGFault) -> [UInt8] {
    var encoder = PNGRowEncoder(size: size, jobs: 1)
    do throws(OutputFault) {
      return Array(try (encoder.bytes(with: pixels) + encoder.rest()).joined())
    } catch { throw .encoding(error.description) }
  }
}

extension EncodedPicture {
  /// All bytes of it.
  func contents() throws(PictureFault) -> [UInt8] {
    switch self {
    case .bytes(let bytes): return bytes
    case .file(let path):
      let file = try InputFile.open(path)
      return try file.bytes(at: 0, count: file.byteCount)
    }
  }
}
