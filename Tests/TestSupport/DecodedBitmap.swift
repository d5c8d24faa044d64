package import ImageCodecs
import PixelGeometry
package import Raster

/// A picture decoded whole, by the decoder under test, as stored.
package func decodedBitmap(_ bytes: [UInt8], scale: DecodeScale = .full) throws -> Bitmap {
  try decodedBitmap(.bytes(bytes), scale: scale)
}

package func decodedBitmap(_ picture: EncodedPicture, scale: DecodeScale = .full) throws -> Bitmap {
  var decoder = try PictureDecoder.open(picture)
  try decoder.start(scale: scale)
  var pixels: [UInt8] = []
  pixels.reserveCapacity(4 * decoder.size.pixelCount)
  for _ in 0..<decoder.size.height {
    try decoder.readRow()
    decoder.withRow(columns: 0..<decoder.size.width) { row in
      for index in row.indices { pixels.append(row[index]) }
    }
  }
  return Bitmap(size: decoder.size, pixels: pixels)
}
