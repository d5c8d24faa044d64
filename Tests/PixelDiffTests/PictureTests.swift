import PixelDiff
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct PictureTests {
  private func drawn(
    _ picture: DiffPicture, _ expected: Samples, _ actual: Samples,
    _ options: DiffOptions = DiffOptions()
  ) throws -> Bitmap {
    var pixels: [UInt8] = []
    let plan = try DiffPlan(expected: expected.input, actual: actual.input, options: options)
    _ = try PixelDiffer.result(expected, actual, options) { pixels += picture.rows(of: $0) }
    return Bitmap(size: picture.size(plan), pixels: pixels)
  }

  private let red = Color(rgb: 0xFF0000)
  private let magenta = Color(rgb: 0xFF00FF)
  private let black = [0, 0, 0, 255]
  private let white = [255, 255, 255, 255]

  /// 3 × 2: white, black, half-clear grey; the second row the same.
  private var expected: Samples {
    Samples(width: 3, height: 2) { x, _ in [white, black, [100, 100, 100, 128]][x] }
  }

  private var actual: Samples {
    var copy = expected
    copy[1, 1] = [0, 90, 0, 255]
    return copy
  }

  @Test func `an overlay is faded grey with marks`() throws {
    let overlay = try drawn(DiffPicture(), expected, actual)
    #expect(overlay[1, 1] == red)
    // 255 − 255 · 0.1 = 229.5; 255 − 155 · 0.1 · 128 / 255 = 247.2; both cut off.
    #expect(overlay[0, 0] == Color(rgb: 0xFFFFFF))
    #expect(overlay[1, 0] == Color(rgb: 0xE5E5E5))
    #expect(overlay[2, 0] == Color(rgb: 0xF7F7F7) && overlay[2, 1] == overlay[2, 0])
  }

  @Test func `colours by option`() throws {
    var picture = DiffPicture()
    picture.mismatchColor = Color(rgb: 0x123456)
    picture.darkerColor = Color(rgb: 0x654321, alpha: 9)
    #expect(try drawn(picture, expected, actual)[1, 1] == Color(rgb: 0x123456))
    #expect(try drawn(picture, actual, expected)[1, 1] == Color(rgb: 0x654321, alpha: 9))
    let ignored = DiffOptions(ignored: [PixelRect(left: 1, top: 1, width: 2, height: 1)])
    #expect(try drawn(picture, expected, actual, ignored)[1, 1] == Color(rgb: 0xE5E5E5))
    picture.ignoredColor = Color(rgb: 0xABCDEF)
    #expect(try drawn(picture, expected, actual, ignored)[2, 1] == Color(rgb: 0xABCDEF))
  }

  @Test func `a mask has marks only`() throws {
    let mask = try drawn(DiffPicture(.mask), expected, actual)
    for y in 0..<2 {
      for x in 0..<3 { #expect(mask[x, y] == ((x, y) == (1, 1) ? red : .clear)) }
    }
  }

  @Test func `side by side: expected, actual, overlay`() throws {
    var picture = DiffPicture(.sideBySide)
    picture.spacing = 2
    let row = try drawn(picture, expected, actual)
    let overlay = try drawn(DiffPicture(), expected, actual)
    #expect(row.size == PixelSize(width: 13, height: 2))
    for y in 0..<2 {
      for x in 0..<3 {
        #expect(row[x, y] == expected.bitmap[x, y])
        #expect(row[x + 5, y] == actual.bitmap[x, y])
        #expect(row[x + 10, y] == overlay[x, y])
      }
      for x in [3, 4, 8, 9] { #expect(row[x, y] == .clear) }
    }
  }

  @Test func `other sizes: what only one has is marked, what none has is clear`() throws {
    let wide = Samples.flat(3, 1, white)
    let high = Samples.flat(2, 2, white)
    let overlay = try drawn(DiffPicture(), wide, high)
    #expect(overlay.size == PixelSize(width: 3, height: 2))
    #expect(overlay[1, 0] == Color(rgb: 0xFFFFFF) && overlay[2, 0] == magenta)
    #expect(overlay[0, 1] == magenta && overlay[2, 1] == .clear)
    let mask = try drawn(DiffPicture(.mask), wide, high)
    #expect(mask[1, 0] == .clear && mask[2, 0] == magenta && mask[2, 1] == .clear)
    var picture = DiffPicture(.sideBySide)
    picture.spacing = 0
    let panels = try drawn(picture, wide, high)
    #expect(panels[2, 0] == Color(rgb: 0xFFFFFF) && panels[5, 0] == .clear)
    #expect(panels[0, 1] == .clear && panels[3, 1] == Color(rgb: 0xFFFFFF))
    let padded = try drawn(DiffPicture(), wide, high, DiffOptions(sizeMismatch: .pad))
    #expect(padded[2, 0] == red && padded[2, 1] == Color(rgb: 0xFFFFFF))
  }

  @Test func `heat rises with the difference`() throws {
    let black = Samples(width: 256, height: 1) { _, _ in [0, 0, 0, 255] }
    let ramp = Samples(width: 256, height: 1) { x, _ in [x, 0, 0, 255] }
    let gray = Samples(width: 256, height: 1) { x, _ in [x, x, x, 255] }
    func levels(_ picture: Samples, _ metric: DiffOptions.Metric) throws -> [Int] {
      let heat = try drawn(
        DiffPicture(.heat), black, picture, DiffOptions(metric: metric))
      #expect(heat[0, 0] == Color(rgb: 0))
      return (0..<256).map { x in
        299 * Int(heat[x, 0].red) + 587 * Int(heat[x, 0].green) + 114 * Int(heat[x, 0].blue)
      }
    }
    // All 256 levels, one brighter than the other; one step can be seen.
    let exact = try levels(ramp, .exact())
    #expect(zip(exact, exact.dropFirst()).allSatisfy { $0 < $1 })
    #expect(exact[1] > 20_000 && exact[255] > 240_000)
    // Black and white are at level 247, so some grays share one.
    let perceptual = try levels(gray, .perceptual(includesAntiAliased: true))
    #expect(zip(perceptual, perceptual.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(perceptual[1] == exact[1] && perceptual[255] == exact[247])
  }

  @Test func `frames lie around what they mark, cut at the edge`() throws {
    let page = Samples.flat(12, 9, black)
    var picture = DiffPicture(.mask)
    picture.boxColor = red
    picture.boxes = [
      PixelRect(left: 4, top: 3, width: 3, height: 2),
      PixelRect(left: 11, top: 8, width: 1, height: 1),
    ]
    let mask = try drawn(picture, page, page)
    let letters = (0..<9).map { y in
      (0..<12).map { mask[$0, y] == red ? "#" : "." }.joined()
    }
    #expect(
      letters == [
        "............",
        "..#######...",
        "..#######...",
        "..##...##...",
        "..##...##...",
        "..#######...",
        "..##########",
        ".........###",
        ".........##.",
      ])
    // In the coordinates of the pictures, on all panels.
    picture.style = .sideBySide
    let crop = DiffOptions(crop: PixelRect(left: 3, top: 2, width: 9, height: 7))
    let panels = try drawn(picture, page, page, crop)
    for panel in 0..<3 {
      let left = panel * (9 + picture.spacing)
      #expect(panels[left, 0] == red && panels[left + 1, 1] != red)
      #expect(panels[left + 5, 3] == red && panels[left + 6, 3] != red)
    }
  }

  @Test func `bands and depth do not matter`() throws {
    let seed = SeededGenerator.seed("bands and depth do not matter")
    var random = SeededGenerator(seed: seed)
    for width in 1...33 {
      let (expected, actual) = Samples.randomPair(width: width, height: 23, using: &random)
      let options = DiffOptions(metric: RouteTests.metric(using: &random))
      for style in [DiffPicture.Style.overlay, .mask, .sideBySide, .heat] {
        var picture = DiffPicture(style)
        picture.darkerColor = Color(rgb: 0x00FF00)
        let pair = try BitmapDiff(
          expected: expected.bitmap, actual: actual.bitmap, options: options)
        let regions = pair.result().regions
        picture.boxes = regions.map(\.frame)
        let whole = picture.rows(of: pair.band(0..<23).compared())
        let cut = Int.random(in: 1...22, using: &random)
        let parts = [0..<cut, cut..<23].flatMap { picture.rows(of: pair.band($0).compared()) }
        #expect(parts == whole)
        #expect(try drawn(picture, expected, actual, options).pixels == whole)
        let deep = try drawn(picture, expected.deepened, actual, options)
        #expect(deep.pixels == whole)
      }
    }
  }
}
