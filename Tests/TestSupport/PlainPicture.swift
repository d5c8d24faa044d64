import PixelGeometry
import Raster

/// A PNG of one colour: small, and known again on a sheet.
package func plainPNG(_ level: Int, side: Int = 4) -> [UInt8] {
  PNGFixture.bytes(
    width: side, height: side, .gray, samples: Array(repeating: level, count: side * side))
}

/// The levels of plain pictures in a row of squares without spacing, from left to right.
package func levels(of sheet: [UInt8], side: Int = 4) throws -> [Int] {
  let bitmap = try decodedBitmap(sheet)
  return stride(from: 0, to: bitmap.size.width, by: side).map {
    Int(bitmap[$0 + side / 2, side / 2].red)
  }
}
