// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors where the code is built and tested every day.
#if os(Linux)
  let strictness: (swift: [SwiftSetting], c: [CSetting]) = (
    [.treatAllWarnings(as: .error)], [.treatAllWarnings(as: .error)]
  )
#else
  let strictness: (swift: [SwiftSetting], c: [CSetting]) = ([], [])
#endif

let strict: [SwiftSetting] =
  strictness.swift + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
  ]

// Debug builds, too, go through millions of pixels: the targets with the loops are optimised there as well,
// each as a whole, as most of these loops are generic. (With `-wmo` alone SwiftPM would miss the object files
// of a debug build, one for each source; several threads write one each.) SwiftPM takes such flags from a
// dependency whose tools version is 6.2 or newer, whatever way it is found.
let hot: [SwiftSetting] = [
  .unsafeFlags(["-O", "-wmo", "-num-threads", "2"], .when(configuration: .debug))
]

let hotC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
let strictC: [CSetting] = [.enableWarning("all"), .enableWarning("extra")] + strictness.c

// The arrows go one way: each target imports only targets declared above it.
let package = Package(
  name: "contactsheet",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "contactsheet", targets: ["ContactSheetMain"]),
    .library(name: "ContactSheet", targets: ["ContactSheet"]),
    .library(name: "ContactSheetLayout", targets: ["ContactSheetLayout"]),
    .library(name: "ContactSheetTesting", targets: ["ContactSheetTesting"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CLibEXIF", pkgConfig: "libexif",
      providers: [.apt(["libexif-dev"]), .brew(["libexif"])]),
    .systemLibrary(
      name: "CLibLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CLibZ", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLibDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .target(
      name: "CImageCodecs", dependencies: ["CLibJPEG", "CLibPNG"], cSettings: strictC,
      linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png")]),
    // Opens Pango at run time, so no library of it is named.
    .target(name: "CText", cSettings: strictC),
    // Opens libcurl when something is fetched; it needs its header (apt: libcurl4-openssl-dev) and links nothing.
    .target(
      name: "CRemote", cSettings: strictC,
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "PlainJSON", swiftSettings: strict),
    .target(name: "PixelGeometry", swiftSettings: strict + hot),
    .target(
      name: "ContactSheetLayout", dependencies: ["PixelGeometry"], swiftSettings: strict),
    .target(name: "CKernels", cSettings: strictC + hotC),
    .target(
      name: "Raster", dependencies: ["CKernels", "PixelGeometry"], swiftSettings: strict + hot),
    .target(
      name: "PixelDiff", dependencies: ["PixelGeometry", "Raster"], swiftSettings: strict + hot),
    .target(
      name: "ImageCodecs",
      dependencies: [
        "CImageCodecs", "CKernels", "CLibDeflate", "CLibEXIF", "CLibLCMS", "CLibZ", "PixelGeometry",
        "Raster",
      ],
      swiftSettings: strict + hot),
    .target(
      name: "ContactSheet",
      dependencies: [
        "CRemote", "CText", "ContactSheetLayout", "ImageCodecs", "PixelDiff", "PixelGeometry",
        "PlainJSON",
        "Raster",
      ],
      swiftSettings: strict + hot),
    // Uses Swift Testing, and so belongs to test targets.
    .target(
      name: "ContactSheetTesting",
      dependencies: ["ContactSheet", "ImageCodecs", "PixelDiff", "PixelGeometry", "Raster"],
      swiftSettings: strict),
    .target(
      name: "ContactSheetCLI",
      dependencies: [
        "ContactSheet", "ContactSheetLayout", "ImageCodecs", "PixelDiff", "PixelGeometry",
        "PlainJSON", "Raster",
      ],
      swiftSettings: strict),
    // Not named `contactsheet`: on a case-insensitive disk its files would collide with those of
    // ContactSheet.
    .executableTarget(
      name: "ContactSheetMain", dependencies: ["ContactSheetCLI"], swiftSettings: strict),

    .target(
      name: "CTestCodecs", dependencies: ["CLibJPEG", "CLibPNG"], path: "Tests/CTestCodecs",
      cSettings: strictC,
      linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("z")]),
    .target(
      name: "TestSupport",
      dependencies: [
        "CLibLCMS", "CTestCodecs", "ContactSheet", "ContactSheetTesting", "ImageCodecs",
        "PixelGeometry", "Raster",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    // Draws lines in a process of its own, whose environment a test chooses.
    .executableTarget(
      name: "TextSample", dependencies: ["ContactSheet", "Raster"], path: "Tests/TextSample",
      swiftSettings: strict),
    .testTarget(
      name: "PlainJSONTests", dependencies: ["PlainJSON", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ContactSheetLayoutTests",
      dependencies: ["ContactSheetLayout", "PixelGeometry", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RasterTests", dependencies: ["Raster", "PixelGeometry", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PixelDiffTests",
      dependencies: ["ImageCodecs", "PixelDiff", "PixelGeometry", "Raster", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImageCodecsTests",
      dependencies: ["CLibDeflate", "ImageCodecs", "PixelGeometry", "Raster", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ContactSheetTests",
      dependencies: [
        "CRemote", "ContactSheet", "ContactSheetLayout", "ContactSheetTesting", "ImageCodecs",
        "PixelDiff", "PixelGeometry", "PlainJSON", "Raster", "TestSupport", "TextSample",
      ],
      exclude: ["__Goldens__"], swiftSettings: strict),
    .testTarget(
      name: "ContactSheetTestingTests",
      dependencies: [
        "ContactSheet", "ContactSheetMain", "ContactSheetTesting", "ImageCodecs", "PixelDiff",
        "PixelGeometry", "Raster", "TestSupport",
      ],
      exclude: ["__Goldens__"], swiftSettings: strict),
    .testTarget(
      name: "ContactSheetCLITests",
      dependencies: [
        "ContactSheet", "ContactSheetCLI", "ContactSheetMain", "ImageCodecs", "PixelDiff",
        "PixelGeometry", "PlainJSON", "Raster", "TestSupport",
      ],
      exclude: ["Goldens"], swiftSettings: strict),
  ]
)
