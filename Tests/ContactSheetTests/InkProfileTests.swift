import ContactSheet
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// CMYK through the profile of a press that prints other colours than its inks are named after.
@Suite struct InkProfileTests {
  /// How inks are stored in a JPEG.
  enum Storage: CaseIterable {
    case plain
    /// 255 stands for no ink, with Adobe's marker.
    case inverted
    case invertedYCCK
  }

  // MARK: the presses

  /// Each ink takes another light away than it should, and black leaves half of the blue: no mistake
  /// of order or direction gives the same colours.
  private static let twisted: ProfileFixture.Look = { inks in
    SIMD3(
      (1 - inks.y) * (1 - inks.w), (1 - inks.z) * (1 - inks.w), (1 - inks.x) * (1 - inks.w / 2))
  }

  /// Another press, for the table that is not wanted.
  private static let other: ProfileFixture.Look = { inks in
    SIMD3(
      (1 - inks.z) * (1 - inks.w), (1 - inks.x) * (1 - inks.w / 2), (1 - inks.y) * (1 - inks.w))
  }

  /// Without a profile: inks as ideal filters.
  private static let formula: ProfileFixture.Look = { inks in
    SIMD3(1 - inks.x, 1 - inks.y, 1 - inks.z) * (1 - inks.w)
  }

  private static let profiles = [2.1, 4.3].map { version in
    ProfileFixture.press(
      version: version, name: "twisted press", perceptual: twisted, colorimetric: other)
  }

  // MARK: the pictures

  /// Inks where the profiles have nodes: all corners, and what lies between, half of it without black.
  private static let onNodes: [[UInt8]] = {
    var random = SeededGenerator(seed: 17)
    let corners = (0..<16).map { index in
      (0..<4).map { UInt8(index >> $0 & 1 == 1 ? 255 : 0) }
    }
    let others = (0..<64).map { index in
      (0..<4).map { channel in
        channel == 3 && index % 2 == 0 ? 0 : 17 * UInt8.random(in: 0...15, using: &random)
      }
    }
    return corners + others
  }()

  /// Inks between the nodes.
  private static let between: [[UInt8]] = {
    var random = SeededGenerator(seed: 18)
    return (0..<40).map { _ in (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) } }
  }()

  private static let patches = onNodes + between

  private static func jpeg(_ storage: Storage, profile: [UInt8]?) -> [UInt8] {
    var pixels: [UInt8] = []
    for _ in 0..<16 {
      for patch in patches {
        for _ in 0..<16 { pixels += storage == .plain ? patch : patch.map { 255 - $0 } }
      }
    }
    var fixture = JPEGFixture(
      width: 16 * patches.count, height: 16, pixels: pixels, components: 4)
    fixture.quality = 100
    fixture.hasAdobeMarker = storage != .plain
    fixture.storedAsYCCK = storage == .invertedYCCK
    fixture.profile = profile
    return fixture.bytes
  }

  /// The inks that a decoder gives for each patch, which has but one colour.
  private static func inks(_ jpeg: [UInt8], _ storage: Storage) throws -> [SIMD4<Double>] {
    let bitmap = try decodedBitmap(jpeg)
    return patches.indices.map { index in
      let color = bitmap[16 * index + 8, 8]
      let stored = SIMD4(
        Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
      return (storage == .plain ? stored : 255 - stored) / 255
    }
  }

  /// Where the tile is further than 2 from what the inks look like; between nodes 3, as the straight lines
  /// of a table leave what it was made from.
  private static func complaints(
    _ jpeg: [UInt8], _ storage: Storage, _ look: ProfileFixture.Look, colorManagement: Bool = true
  ) throws -> [String] {
    let (bitmap, _) = try PictureSource.bytes(jpeg).ownSizeTile(colorManagement: colorManagement)
    var worst = 0.0
    let complaints = zip(patches.indices, try inks(jpeg, storage)).compactMap { index, inks in
      let found = bitmap[16 * index + 8, 8]
      let wanted = look(inks) * 255
      let off = [
        Double(found.red) - wanted.x, Double(found.green) - wanted.y, Double(found.blue) - wanted.z,
      ].map(abs).max()!
      if index < onNodes.count { worst = max(worst, off) }
      let limit = index < onNodes.count ? 2.0 : 3.0
      return off <= limit && found.isOpaque ? nil : "\(inks * 255): \(found), not \(wanted)"
    }
    print("\(storage): \(onNodes.count) patches, \(worst) levels off at most")
    return complaints
  }

  // MARK: with a profile

  @Test(arguments: [0, 1], Storage.allCases)
  func `inks with a profile look as its table says`(profile: Int, storage: Storage) throws {
    let jpeg = Self.jpeg(storage, profile: Self.profiles[profile])
    let details = try EncodedPicture.bytes(jpeg).details(verify: true, limits: .none)
    #expect(details.header.cmyk == (storage == .plain ? .plain : .inverted))
    #expect(details.profile == "twisted press" && details.color == "CMYK")
    #expect(details.remarks == [])
    // The profile is larger than a segment of a JPEG.
    #expect(Self.profiles[profile].count > 65_536)

    let written = Self.patches.map { SIMD4($0.map { Double($0) / 255 }) }
    let decoded = try Self.inks(jpeg, storage)
    #expect(zip(written, decoded).allSatisfy { abs($0 - $1).max() * 255 <= 2 })
    #expect(try Self.complaints(jpeg, storage, Self.twisted) == [])
  }

  @Test(arguments: [2.1, 4.3])
  func `a press without a perceptual table is read by its colorimetric one`(version: Double) throws
  {
    let profile = ProfileFixture.press(
      version: version, name: "other", perceptual: nil, colorimetric: Self.other)
    let jpeg = Self.jpeg(.inverted, profile: profile)
    #expect(try Self.complaints(jpeg, .inverted, Self.other) == [])
  }

  // MARK: without one

  @Test(arguments: Storage.allCases)
  func `inks without a profile, or with colour management off, follow the formula`(
    storage: Storage
  ) throws {
    let bare = Self.jpeg(storage, profile: nil)
    #expect(try Self.complaints(bare, storage, Self.formula) == [])
    let tagged = Self.jpeg(storage, profile: Self.profiles[0])
    #expect(
      try Self.complaints(tagged, storage, Self.formula, colorManagement: false) == [])
  }

  /// The profile of a display with inks, that of a press with colours, and that of grey with colours.
  private static let mismatches: [(name: String, jpeg: [UInt8])] = {
    func colors(_ profile: [UInt8]) -> [UInt8] {
      var fixture = JPEGFixture(width: 16, height: 16) { _, _ in (200, 100, 50) }
      fixture.profile = profile
      return fixture.bytes
    }
    return [
      ("inks, display", jpeg(.inverted, profile: ProfileFixture.display())),
      ("inks, sRGB", jpeg(.inverted, profile: ProfileFixture.sRGB())),
      ("inks, grey", jpeg(.inverted, profile: ProfileFixture.gray())),
      ("colours, press", colors(profiles[0])),
      ("colours, grey", colors(ProfileFixture.gray())),
    ]
  }()

  @Test(arguments: mismatches.indices)
  func `a profile for another kind of picture is remarked once and left out`(
    index: Int
  ) async throws {
    let (name, jpeg) = Self.mismatches[index]
    let words =
      "the colour profile is ignored: it is for another kind of picture; colours are read as sRGB"
    let directory = try TemporaryDirectory()
    let strip = Strip([.bytes(jpeg), .bytes(jpeg), .bytes(jpeg)], shape: .square)
    let summary = try await strip.write(to: RawPath(directory.path("strip.png")))
    #expect(
      summary.remarks.map(\.remark) == [DecodeRemark(severity: .note, words: words)], "\(name)")
    let managed = try PictureSource.bytes(jpeg).ownSizeTile(colorManagement: true)
    let stored = try PictureSource.bytes(jpeg).ownSizeTile(colorManagement: false)
    #expect(managed.bitmap == stored.bitmap, "\(name)")
    #expect(stored.remarks == [])
    if name.hasPrefix("inks") {
      #expect(try Self.complaints(jpeg, .inverted, Self.formula) == [])
    }
  }
}

private func abs(_ vector: SIMD4<Double>) -> SIMD4<Double> {
  vector.replacing(with: -vector, where: vector .< 0)
}
