import ContactSheet
import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite struct StripPlanTests {
  private static let photo = JPEGFixture(width: 640, height: 480) { x, y in
    (UInt8(x & 255), UInt8(y & 255), 90)
  }.bytes

  private func plan(_ strip: Strip) throws -> SheetPlan {
    try strip.plan(cancellation: Cancellation())
  }

  @Test func `a repeated picture is decoded once, and the first lies on top`() throws {
    let other = PNGFixture.bytes(width: 2, height: 2, .gray, samples: [0, 1, 2, 3])
    let plan = try plan(Strip([.bytes(Self.photo), .bytes(other), .bytes(Self.photo)]))
    #expect(plan.recipes.count == 2)
    #expect(plan.pages[0].placements.map(\.recipe) == [0, 1, 0])
    #expect(plan.pages[0].placements.map(\.frame.left) == [70, 35, 0])
    let last = try self.plan(
      Strip([.bytes(Self.photo), .bytes(other), .bytes(Self.photo)], front: .last))
    #expect(last.pages[0].placements.map(\.frame.left) == [0, 35, 70])
  }

  @Test func `the recipe has the scale, the crop of the decoded picture and the orientation`()
    throws
  {
    let plan = try plan(Strip([.bytes(Self.photo)]))
    // 480 / 8 = 60 is less than 2.25 × 50; at 1/4 the square of 480 is 120 wide, 20 from the left.
    #expect(plan.recipes[0].scale == .quarter)
    #expect(
      plan.recipes[0].cropBox
        == CropBox(
          left: Fixed.from(20), top: 0, width: Fixed.from(120), height: Fixed.from(120)))
    #expect(plan.recipes[0].header?.uprightSize == PixelSize(width: 640, height: 480))
  }

  @Test func `every length is scaled and rounded half up`() throws {
    var strip = Strip([.bytes(Self.photo), .bytes(Self.photo)], size: 51, spacing: -15, border: 3)
    strip.margins = Margins(all: 1)
    strip.scale = 1.5
    let plan = try plan(strip)
    // 76.5 → 77, −22.5 → −22, 4.5 → 5, 1.5 → 2
    #expect(plan.pages[0].size == PixelSize(width: 2 + 77 - 22 + 77 + 2, height: 2 + 77 + 2))
    #expect(plan.look.border == 5)
    #expect(plan.look.cornerDiameter(of: plan.recipes[0].tileSize) == 77)
    #expect(plan.pixelsPerMetre == 4253)  // 4252.5
    for (scale, density) in [(1.0, 2835), (2.0, 5670), (3.0, 8505), (1.001, 2838)] {
      strip.scale = scale
      #expect(try self.plan(strip).pixelsPerMetre == density)
    }
  }

  @Test func `a scaled border never passes the middle`() throws {
    var strip = Strip([.bytes(Self.photo)], size: 2, spacing: 0, border: 1)
    for thousandths in stride(from: 1000, through: 8000, by: 7) {
      strip.scale = Double(thousandths) / 1000
      let plan = try plan(strip)
      let size = plan.recipes[0].tileSize
      #expect(2 * plan.look.border(of: size) <= size.width)
    }
  }

  @Test func `shapes`() throws {
    func corner(_ shape: TileShape, scale: Double = 1) throws -> Int {
      let plan = try plan(Strip([.bytes(Self.photo)], shape: shape, scale: scale))
      return plan.look.cornerDiameter(of: plan.recipes[0].tileSize)
    }
    #expect(try corner(.circle) == 50)
    #expect(try corner(.square) == 0)
    #expect(try corner(.rounded(radius: nil)) == 24)
    #expect(try corner(.rounded(radius: 25), scale: 1.5) == 74)
    #expect(try corner(.rounded(radius: 0)) == 0)
  }

  @Test func `the ring replaces with the background's value, and paints a colour of its own`()
    throws
  {
    let background = Color(rgb: 0x112233, alpha: 9)
    let own = try plan(Strip([.bytes(Self.photo)], background: background))
    #expect(own.look.ring == .replace(background))
    #expect(!own.isOpaque)
    let painted = try plan(Strip([.bytes(Self.photo)], borderColor: background))
    #expect(painted.look.ring == .paint(background))
    #expect(painted.isOpaque)
  }

  private static let outOfRange: [(String, @Sendable (inout Strip) -> Void)] = [
    ("the number of pictures 0 is out of range (1…10000)", { $0.pictures = [] }),
    (
      "the number of pictures 10001 is out of range (1…10000)",
      { $0.pictures = Array(repeating: "a", count: 10_001) }
    ),
    ("size 0 is out of range (1…10000)", { $0.size = 0 }),
    ("size 10001 is out of range (1…10000)", { $0.size = 10_001 }),
    ("spacing -50 is out of range (-49…10000)", { $0.spacing = -50 }),
    ("spacing 10001 is out of range (-49…10000)", { $0.spacing = 10_001 }),
    ("border 26 is out of range (0…25)", { $0.border = 26 }),
    ("border -1 is out of range (0…25)", { $0.border = -1 }),
    ("corner radius 26 is out of range (0…25)", { $0.shape = .rounded(radius: 26) }),
    ("columns 0 is out of range (1…10000)", { $0.columns = 0 }),
    ("columns need the horizontal axis", { ($0.columns, $0.axis) = (2, .vertical) }),
    ("row spacing -1 is out of range (0…10000)", { $0.rowSpacing = -1 }),
    ("margin -1 is out of range (0…10000)", { $0.margins.left = -1 }),
    ("scale 0.999 is out of range (1…8)", { $0.scale = 0.999 }),
    ("scale 8.001 is out of range (1…8)", { $0.scale = 8.001 }),
    ("scale nan is out of range (1…8)", { $0.scale = .nan }),
    ("jobs 0 is out of range (1…256)", { $0.jobs = 0 }),
    (
      "the limit of input pixels -1 is out of range (0…9223372036854775807)",
      { $0.decoding.maxPixels = -1 }
    ),
  ]

  @Test(arguments: outOfRange.indices)
  func `a setting out of its range is named with the range`(index: Int) {
    let (words, change) = Self.outOfRange[index]
    var strip = Strip([.bytes(Self.photo)])
    change(&strip)
    #expect(throws: SheetError.setting(words)) { _ = try plan(strip) }
  }

  @Test func `a sheet beyond reason is refused with its numbers`() throws {
    let strip = Strip(
      Array(repeating: .bytes(Self.photo), count: 10_000), size: 10_000, spacing: 0, scale: 8)
    let error = #expect(throws: SheetError.self) { _ = try plan(strip) }
    #expect(
      error?.description
        == "the sheet would have 800000000 × 80000 = 64,000,000,000,000 pixels, more than the limit "
        + "of 1,000,000,000")
  }

  @Test func `every picture that cannot be opened is named, in order`() throws {
    let error = #expect(throws: SheetError.self) {
      _ = try plan(Strip(["/nowhere/a.jpg", .bytes(Self.photo), .bytes([]), .bytes([1, 2])]))
    }
    #expect(
      error?.description == """
        /nowhere/a.jpg: no such file
        picture 3: is empty (0 bytes)
        picture 4: is neither JPEG nor PNG (it begins with 01 02)
        """)
  }
}
