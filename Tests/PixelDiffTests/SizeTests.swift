import PixelDiff
import PixelGeometry
import Raster
import Testing

@Suite struct SizeTests {
  private let white = [255, 255, 255, 255]

  private func counts(
    _ a: Samples, _ b: Samples, _ mode: DiffOptions.SizeMismatch
  ) throws -> (DiffCounts, PixelRect) {
    let options = DiffOptions(sizeMismatch: mode)
    let result = try PixelDiffer.result(a, b, options)
    #expect(try PixelDiffer.result(b, a, options).counts == result.counts)
    return (result.counts, result.canvas)
  }

  @Test func `what only one picture has counts once, in either order`() throws {
    let (small, wide) = (Samples.flat(20, 20, white), Samples.flat(30, 20, white))
    let (found, canvas) = try counts(small, wide, .fail)
    #expect(found.extra == 200 && found.mismatched == 0 && found.compared == 400)
    #expect(canvas == PixelRect(left: 0, top: 0, width: 30, height: 20))
  }

  @Test func `what neither picture has does not count`() throws {
    let (wide, high) = (Samples.flat(30, 20, white), Samples.flat(20, 50, white))
    let (found, canvas) = try counts(wide, high, .fail)
    #expect(found.compared == 400 && found.extra == 200 + 600 && found.total == 1200)
    #expect(canvas.size == PixelSize(width: 30, height: 50))
  }

  @Test func `only the overlap, if asked`() throws {
    let (wide, high) = (Samples.flat(30, 20, white), Samples.flat(20, 50, white))
    let (found, canvas) = try counts(wide, high, .overlap)
    #expect(found.differing == 0 && found.total == 400)
    #expect(canvas.size == PixelSize(width: 20, height: 20))
  }

  @Test func `padding is clear`() throws {
    let (wide, high) = (Samples.flat(30, 20, white), Samples.flat(20, 50, white))
    let (found, canvas) = try counts(wide, high, .pad)
    #expect(found.mismatched == 800 && found.extra == 0 && found.total == 1500)
    #expect(canvas.size == PixelSize(width: 30, height: 50))
    let shadow = Samples(width: 40, height: 30) { x, y in
      x < 30 && y < 20 ? [255, 255, 255, 255] : [9, 9, 9, 0]
    }
    #expect(try counts(wide, shadow, .pad).0.differing == 0)
  }

  @Test func `a crop beside both pictures is a fault`() throws {
    let picture = Samples.flat(20, 20, white)
    for crop in [
      PixelRect(left: 20, top: 0, width: 5, height: 5),
      PixelRect(left: 0, top: 0, width: 0, height: 5),
      PixelRect(left: -9, top: 0, width: 9, height: 5),
      PixelRect(left: Int.max - 2, top: 0, width: 9, height: 5),
    ] {
      #expect(throws: DiffFault.emptyCrop(crop, expected: picture.size, actual: picture.size)) {
        try PixelDiffer.result(picture, picture, DiffOptions(crop: crop))
      }
    }
    let huge = PixelRect(left: -5, top: -5, width: Int.max, height: Int.max)
    let result = try PixelDiffer.result(picture, picture, DiffOptions(crop: huge))
    #expect(result.counts.compared == 400)
  }

  @Test func `a crop keeps the coordinates of the pictures`() throws {
    let picture = Samples.flat(20, 20, white)
    var changed = picture
    changed[12, 15] = [0, 0, 0, 255]
    changed[2, 2] = [0, 0, 0, 255]
    let crop = PixelRect(left: 10, top: 10, width: 100, height: 8)
    let result = try PixelDiffer.result(picture, changed, DiffOptions(crop: crop))
    #expect(result.canvas == PixelRect(left: 10, top: 10, width: 10, height: 8))
    #expect(result.counts.mismatched == 1 && result.counts.total == 80)
    #expect(result.largestDifference == LargestDifference(value: 255, x: 12, y: 15))
  }
}
