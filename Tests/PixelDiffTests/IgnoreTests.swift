import PixelDiff
import PixelGeometry
import Raster
import Testing

@Suite struct IgnoreTests {
  private let white = Samples.flat(30, 20, [255, 255, 255, 255])
  private let black = Samples.flat(30, 20, [0, 0, 0, 255])

  private func counts(_ options: DiffOptions) throws -> DiffCounts {
    try PixelDiffer.result(white, black, options).counts
  }

  @Test func `ignored pixels count once, however often they are named`() throws {
    let rects = [
      PixelRect(left: 5, top: 5, width: 10, height: 10),
      PixelRect(left: 10, top: 10, width: 10, height: 10),
      PixelRect(left: 28, top: 18, width: 100, height: 100),
      PixelRect(left: -50, top: -50, width: 40, height: 40),
      PixelRect(left: 3, top: 3, width: 0, height: 4),
    ]
    let found = try counts(DiffOptions(ignored: rects))
    #expect(found.ignored == 175 + 4)
    #expect(found.mismatched == 600 - 179 && found.compared == 600 - 179)
    #expect(try counts(DiffOptions(ignored: rects + rects)) == found)
  }

  @Test func `extra pixels can be ignored`() throws {
    let wide = Samples.flat(40, 20, [255, 255, 255, 255])
    let options = DiffOptions(ignored: [PixelRect(left: 25, top: 0, width: 10, height: 20)])
    let found = try PixelDiffer.result(white, wide, options).counts
    #expect(found.ignored == 200 && found.extra == 100 && found.compared == 500)
  }

  @Test(arguments: [
    ([255, 255, 255, 255], true), ([128, 0, 0, 255], true), ([0, 0, 255, 128], true),
    ([127, 127, 127, 255], false), ([0, 0, 0, 255], false), ([255, 255, 255, 127], false),
  ])
  func `a mask ignores what is opaque and light`(pixel: [Int], isIgnored: Bool) throws {
    let mask = IgnoreMask(Samples.flat(7, 9, pixel).bitmap)
    #expect(mask.contains(x: 6, y: 8) == isIgnored && !mask.contains(x: 7, y: 8))
    #expect(try counts(DiffOptions(ignoreMask: mask)).ignored == (isIgnored ? 63 : 0))
  }

  @Test func `all ignored is nothing compared`() throws {
    let all = PixelRect(left: 0, top: 0, width: 30, height: 20)
    let found = try counts(DiffOptions(ignored: [all]))
    #expect(found.total == 0 && found.differing == 0 && found.ignored == 600)
  }
}
