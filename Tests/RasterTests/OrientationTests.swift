import PixelGeometry
import Raster
import Testing

@Suite struct OrientationTests {
  /// A 4 × 3 pattern as each orientation stores it, so that it stands upright as
  ///
  ///     A B C D
  ///     E F G H
  ///     I J K L
  private static let stored: [(Orientation, [String])] = [
    (.topLeft, ["ABCD", "EFGH", "IJKL"]),
    (.topRight, ["DCBA", "HGFE", "LKJI"]),
    (.bottomRight, ["LKJI", "HGFE", "DCBA"]),
    (.bottomLeft, ["IJKL", "EFGH", "ABCD"]),
    (.leftTop, ["AEI", "BFJ", "CGK", "DHL"]),
    (.rightTop, ["DHL", "CGK", "BFJ", "AEI"]),
    (.rightBottom, ["LHD", "KGC", "JFB", "IEA"]),
    (.leftBottom, ["IEA", "JFB", "KGC", "LHD"]),
  ]

  @Test(arguments: stored)
  func `a stored pattern stands upright`(orientation: Orientation, stored: [String]) {
    let letters = stored.map(Array.init)
    let source = bitmap(width: letters[0].count, height: letters.count) { x, y in
      Color(red: letters[y][x].asciiValue!, green: 0, blue: 0)
    }
    let upright = premultiplied(source).turned(from: orientation)
    #expect(upright.size == PixelSize(width: 4, height: 3))
    #expect(orientation.upright(source.size) == upright.size)
    let text = straight(upright).map { Character(Unicode.Scalar($0.red)) }
    #expect(String(text) == "ABCDEFGHIJKL")
    let packed = PackedBitmap(size: source.size, bytes: premultiplied(source).opaqueBytes)
    #expect(
      packed.turned(from: orientation)
        == PackedBitmap(size: upright.size, bytes: upright.opaqueBytes))
  }

  @Test(arguments: Orientation.allCases)
  func `a crop box of the upright picture falls on the same pixels as stored`(
    orientation: Orientation
  ) {
    let storedSize = PixelSize(width: 40, height: 30)
    let upright = orientation.upright(storedSize)
    let size = PixelSize(width: 7, height: 5)
    let rect = PixelRect(left: 3, top: 2, width: size.width, height: size.height)
    let box = CropBox(
      left: Fixed.from(rect.left), top: Fixed.from(rect.top), width: Fixed.from(rect.width),
      height: Fixed.from(rect.height))
    let storedBox = orientation.stored(box, of: storedSize)
    for y in 0..<upright.height {
      for x in 0..<upright.width {
        let position = orientation.storedPosition(x: x, y: y, in: storedSize)
        let inside = rect.columns.contains(x) && rect.rows.contains(y)
        let (column, row) = (Fixed.from(position.x), Fixed.from(position.y))
        let insideStored =
          (storedBox.left..<(storedBox.left + storedBox.width)).contains(column)
          && (storedBox.top..<(storedBox.top + storedBox.height)).contains(row)
        #expect(inside == insideStored)
      }
    }
  }

  private func premultiplied(_ bitmap: Bitmap) -> PremultipliedBitmap {
    var resampler = RowResampler(
      sourceSize: bitmap.size, hasAlpha: false, cropBox: CropBox(whole: bitmap.size),
      outputSize: bitmap.size, filter: .box)
    let stride = 4 * bitmap.size.width
    for row in 0..<bitmap.size.height {
      resampler.feed(bitmap.pixels.span.extracting(row * stride..<(row + 1) * stride))
    }
    return resampler.finish()
  }
}
