import ContactSheet
import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport

/// A small sheet of any layout and look, of pictures of any kind.
struct RandomSheet {
  private var sheet: Sheet?
  private var strip: Strip?

  /// The sheet made in a certain way, which must not be seen.
  func made(jobs: Int?, memory: Int = Sheet.defaultMemory) -> any PlannedSheet {
    if var strip {
      strip.jobs = jobs
      strip.memory = memory
      return strip
    }
    var sheet = sheet!
    sheet.jobs = jobs
    sheet.memory = memory
    return sheet
  }

  /// nil where no picture can be used.
  func plan() throws -> SheetPlan? {
    do { return try made(jobs: 1).plan() } catch SheetError.noPictures { return nil }
  }

  /// - Parameter pool: pictures that it draws from, some of them more than once.
  init(_ pool: [PictureSource], using random: inout SeededGenerator) {
    let pictures = (0..<Int.random(in: 1...14, using: &random)).map { _ in
      pool.randomElement(using: &random)!
    }
    let background = RandomSheet.color(using: &random)
    let ring = Bool.random(using: &random) ? RandomSheet.color(using: &random) : nil
    let decoding = DecodeOptions(
      linear: Int.random(in: 0..<8, using: &random) == 0,
      failOn: Int.random(in: 0..<4, using: &random) == 0 ? .truncated : .none,
      onError: Int.random(in: 0..<4, using: &random) == 0 ? .skip : .placeholder)
    let scale = [1, 1, 1, 1.5, 2].randomElement(using: &random)!
    let compression =
      Int.random(in: 0..<12, using: &random) == 0
      ? .smallest : [PNGCompression.fast, .balanced].randomElement(using: &random)!
    let filter = ResampleFilter.allCases.randomElement(using: &random)!
    let shape: TileShape = [
      .square, .square, .rounded(radius: nil), .circle,
      .rounded(radius: Int.random(in: 0...30, using: &random)),
    ].randomElement(using: &random)!
    let shadow = RandomSheet.shadow(using: &random)
    let margins = Margins(
      top: Int.random(in: 0...9, using: &random), right: Int.random(in: 0...9, using: &random),
      bottom: Int.random(in: 0...9, using: &random), left: Int.random(in: 0...9, using: &random))
    let hasBorder = Bool.random(using: &random)
    if Int.random(in: 0..<5, using: &random) == 0 {
      let size = Int.random(in: 1...60, using: &random)
      let isVertical = Bool.random(using: &random)
      var stripShape = shape
      if case .rounded(let radius?) = shape { stripShape = .rounded(radius: min(radius, size / 2)) }
      strip = Strip(
        pictures, size: size, spacing: Int.random(in: (1 - size)...9, using: &random),
        border: hasBorder ? Int.random(in: 0...size / 2, using: &random) : 0, borderColor: ring,
        background: background, shape: stripShape, axis: isVertical ? .vertical : .horizontal,
        front: Bool.random(using: &random) ? .first : .last,
        columns: isVertical || Bool.random(using: &random)
          ? nil : Int.random(in: 1...5, using: &random),
        rowSpacing: Int.random(in: 0...9, using: &random), margins: margins, scale: scale,
        filter: filter, decoding: decoding, shadow: shadow, compression: compression)
    } else {
      sheet = Sheet(
        pictures, layout: RandomSheet.layout(margins, using: &random),
        paging: Paging(
          picturesPerPage: Int.random(in: 0..<4, using: &random) == 0
            ? Int.random(in: 1...8, using: &random) : nil),
        background: background, shape: shape,
        border: hasBorder ? Int.random(in: 0...40, using: &random) : 0, borderColor: ring,
        shadow: shadow, scale: scale, filter: filter, decoding: decoding,
        compression: compression)
      sheet!.words = RandomSheet.words(using: &random)
      // What has no room for its words goes without.
      if (try? sheet!.checkSettings()) == nil { sheet!.words = SheetWords() }
    }
  }

  /// None for half of them; lines that are too long, empty ones, and letters that reach below the line.
  private static func words(using random: inout SeededGenerator) -> SheetWords {
    guard Bool.random(using: &random) else { return SheetWords() }
    let captions = ["{index}", "{width}×{height} gjpq\n{index} of {count}", "\n{megapixels}", nil]
    let lines = ["Ängström {page}/{pages}", "a\nb", nil, nil]
    return SheetWords(
      caption: captions.randomElement(using: &random)!,
      captionPosition: SheetWords.CaptionPosition.allCases.randomElement(using: &random)!,
      title: lines.randomElement(using: &random)!, header: lines.randomElement(using: &random)!,
      footer: lines.randomElement(using: &random)!,
      fontSize: Int.random(in: 4...20, using: &random),
      color: Bool.random(using: &random) ? color(using: &random) : nil,
      alignment: TextAlignment.allCases.randomElement(using: &random)!)
  }

  private static func layout(
    _ margins: Margins, using random: inout SeededGenerator
  ) -> Sheet.Layout {
    let width = Int.random(in: 60...220, using: &random)
    let spacing = Int.random(in: 0...9, using: &random)
    let columns = Int.random(in: 1...5, using: &random)
    let enlarges = Bool.random(using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return .list(
        ListLayout(
          width: Int.random(in: 20...90, using: &random), spacing: spacing, margins: margins,
          enlarges: enlarges))
    case 1:
      return .grid(
        GridLayout(
          width: width, columns: columns, spacing: spacing, margins: margins,
          cell: Bool.random(using: &random) ? .square : .aspect(width: 3, height: 2),
          fit: GridLayout.Fit.allCases.randomElement(using: &random)!, enlarges: enlarges))
    case 2:
      return .fitted(
        FittedLayout(
          width: width, columns: columns, spacing: spacing, margins: margins,
          distribution: FittedLayout.Distribution.allCases.randomElement(using: &random)!,
          enlarges: enlarges))
    default:
      return .justified(
        JustifiedLayout(
          width: width, rowHeight: Int.random(in: 5...80, using: &random), spacing: spacing,
          margins: margins,
          lastRow: JustifiedLayout.LastRow.allCases.randomElement(using: &random)!,
          enlarges: enlarges))
    }
  }

  /// Opaque, translucent or clear.
  private static func color(using random: inout SeededGenerator) -> Color {
    let alpha = [255, 255, UInt8.random(in: 0...255, using: &random), 0]
    return Color(
      rgb: UInt32.random(in: 0...0xFFFFFF, using: &random),
      alpha: alpha.randomElement(using: &random)!)
  }

  /// None for half of them; now and then larger than the tiles.
  private static func shadow(using random: inout SeededGenerator) -> Shadow? {
    guard Bool.random(using: &random) else { return nil }
    return Shadow(
      right: Int.random(in: -30...30, using: &random),
      down: Int.random(in: -30...30, using: &random),
      blur: [0, 1, 2, 3, Int.random(in: 0...40, using: &random)].randomElement(using: &random)!,
      color: color(using: &random))
  }

  // MARK: pictures

  /// Pictures of every kind: with alpha, turned, damaged, and some that cannot be used at all.
  static func pictures(using random: inout SeededGenerator) -> [PictureSource] {
    var pictures: [PictureSource] = []
    for orientation in 1...8 {
      let jpeg = RandomSheet.jpeg(orientation: orientation, using: &random)
      pictures += [.bytes(jpeg), .bytes(png(orientation: orientation, using: &random))]
    }
    for _ in 0..<6 { pictures.append(.bitmap(bitmap(using: &random))) }
    pictures += FixtureSet.all.shuffled(using: &random).prefix(6).map { .bytes($0.bytes) }
    let jpeg = RandomSheet.jpeg(orientation: 1, using: &random)
    let png = RandomSheet.png(orientation: 2, using: &random)
    return pictures + [
      .bytes(Array(jpeg.prefix(2 * jpeg.count / 3))), .bytes(Array(png.prefix(2 * png.count / 3))),
      .bytes(unreadablePNG), .bytes([1, 2, 3]), "/nowhere.jpg",
    ]
  }

  /// A PNG whose header is fine and whose pixels are missing.
  static let unreadablePNG = Array(plainPNG(1, side: 9).prefix(45))

  static func jpeg(
    orientation: Int, _ size: PixelSize? = nil, using random: inout SeededGenerator
  ) -> [UInt8] {
    let size = size ?? RandomSheet.size(using: &random)
    let pixels = RandomSheet.pixels(3 * size.pixelCount, using: &random)
    var fixture = JPEGFixture(width: size.width, height: size.height, pixels: pixels)
    fixture.progressive = Bool.random(using: &random)
    fixture.exif = ExifFixture.orientation(orientation)
    return fixture.bytes
  }

  static func png(
    orientation: Int, _ size: PixelSize? = nil, using random: inout SeededGenerator
  ) -> [UInt8] {
    let size = size ?? RandomSheet.size(using: &random)
    let type = PNGFixture.ColorType.allCases.filter { $0 != .palette }.randomElement(
      using: &random)!
    let png = PNGFixture.bytes(
      width: size.width, height: size.height, type,
      samples: pixels(type.channels * size.pixelCount, using: &random).map(Int.init),
      interlaced: Bool.random(using: &random))
    let exif = PNGFixture.chunk("eXIf", ExifFixture.orientation(orientation))
    return PNGFixture.inserting(exif, into: png)
  }

  static func bitmap(
    _ size: PixelSize? = nil, using random: inout SeededGenerator
  ) -> Bitmap {
    let size = size ?? RandomSheet.size(using: &random)
    return Bitmap(size: size, pixels: pixels(4 * size.pixelCount, using: &random))
  }

  private static func size(using random: inout SeededGenerator) -> PixelSize {
    PixelSize(
      width: Int.random(in: 1...120, using: &random),
      height: Int.random(in: 1...120, using: &random))
  }

  /// Slopes with some noise, all values from 0 to 255.
  private static func pixels(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
    let slope = Int.random(in: 1...9, using: &random)
    return (0..<count).map { index in
      UInt8(truncatingIfNeeded: index * slope / 16 + Int.random(in: 0...20, using: &random))
    }
  }
}
